public import Foundation
public import KatanaUI
public import Plastic

/// Says what is in a ``Table``.
///
/// Only rows that are seen are asked for their cells; each is asked for its height, unless all have the same.
///
/// Source: docs/semantics/elements.md, E7.
public protocol TableDelegate: Sendable {
  /// The number of sections; 1 unless said otherwise.
  func numberOfSections() -> Int
  /// The number of rows in a section.
  func numberOfRows(forSection section: Int) -> Int
  /// The description of a row's cell, whose frame the table sets.
  ///
  /// A cell without a key is used again for another row as soon as its own isn't seen any more, as long as its state is
  /// the initial one; one with a key is for the row with that key only.
  func cellDescription(forRowAt indexPath: IndexPath) -> any AnyNodeDescription
  /// The height of a row, scaled as a layout's values are.
  func height(forRowAt indexPath: IndexPath) -> Value
  /// The height of all rows in a section, where they have the same; else `nil`, and each row is asked.
  func heightOfRows(forSection section: Int) -> Value?
  /// Whether another delegate says the same, so that nothing has to be asked again.
  ///
  /// False unless said otherwise; delegates that are `Equatable` are compared.
  func isEqual(to anotherDelegate: any TableDelegate) -> Bool
}

extension TableDelegate {
  /// One.
  public func numberOfSections() -> Int { 1 }

  /// None that all have.
  public func heightOfRows(forSection section: Int) -> Value? { nil }

  /// False, or whether they are equal where that can be told.
  public func isEqual(to anotherDelegate: any TableDelegate) -> Bool {
    areEqual(self, anotherDelegate)
  }
}

/// Whether two values have the same type, can be compared, and are equal.
func areEqual(_ left: Any, _ right: Any) -> Bool {
  func isEqual<Value: Equatable>(_ value: Value) -> Bool { (right as? Value) == value }
  return (left as? any Equatable).map { isEqual($0) } ?? false
}

/// The delegate of a table in which nothing is.
public struct EmptyTableDelegate: TableDelegate, Equatable {
  /// Makes a delegate.
  public init() {}

  /// None.
  public func numberOfSections() -> Int { 0 }
  /// None.
  public func numberOfRows(forSection section: Int) -> Int { 0 }
  /// An empty box.
  public func cellDescription(forRowAt indexPath: IndexPath) -> any AnyNodeDescription {
    View(props: View.Props())
  }
  /// None.
  public func height(forRowAt indexPath: IndexPath) -> Value { .zero }
}
