public import Foundation
public import KatanaUI
public import Plastic

/// Describes the content of a ``Table``.
///
/// The table asks for the cells of visible rows only, but for the height of each row, unless all have the same.
///
/// Source: docs/semantics/elements.md, E7.
public protocol TableDelegate: Sendable {
  /// The number of sections, by default 1.
  func numberOfSections() -> Int
  /// The number of rows in a section.
  func numberOfRows(forSection section: Int) -> Int
  /// The description of a row's cell, whose frame the table sets.
  ///
  /// A cell without a key is reused for another row once its own isn't visible any more, if its state is still the initial one; a cell with
  /// a key is only for the row with that key.
  func cellDescription(forRowAt indexPath: IndexPath) -> any AnyNodeDescription
  /// The height of a row, scaled like a layout's values.
  func height(forRowAt indexPath: IndexPath) -> Value
  /// The height of all rows in a section; `nil` to ask for each row's.
  func heightOfRows(forSection section: Int) -> Value?
  /// Whether another delegate describes the same, so that nothing has to be asked again.
  ///
  /// By default false; `Equatable` delegates are compared.
  func isEqual(to anotherDelegate: any TableDelegate) -> Bool
}

extension TableDelegate {
  /// One.
  public func numberOfSections() -> Int { 1 }

  /// `nil`: each row is asked.
  public func heightOfRows(forSection section: Int) -> Value? { nil }

  /// Whether both are equal, if they are `Equatable`; otherwise false.
  public func isEqual(to anotherDelegate: any TableDelegate) -> Bool {
    areEqual(self, anotherDelegate)
  }
}

/// Whether two values have the same type, are `Equatable`, and are equal.
func areEqual(_ left: Any, _ right: Any) -> Bool {
  func isEqual<Value: Equatable>(_ value: Value) -> Bool { (right as? Value) == value }
  return (left as? any Equatable).map { isEqual($0) } ?? false
}

/// The delegate of an empty table.
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
  /// 0.
  public func height(forRowAt indexPath: IndexPath) -> Value { .zero }
}
