public import Foundation
public import KatanaUI
import Plastic

/// Says what is in a ``Grid``.
///
/// Source: docs/semantics/elements.md, E8.
public protocol GridDelegate: Sendable {
  /// The number of sections; 1 unless said otherwise. Each begins in a new line.
  func numberOfSections() -> Int
  /// The number of items in a section.
  func numberOfItems(forSection section: Int) -> Int
  /// The description of an item's cell, whose frame the grid sets; used again as ``TableDelegate/cellDescription(forRowAt:)`` says.
  func cellDescription(forItemAt indexPath: IndexPath) -> any AnyNodeDescription
  /// Whether another delegate says the same, so that nothing has to be asked again.
  ///
  /// False unless said otherwise; delegates that are `Equatable` are compared.
  func isEqual(to anotherDelegate: any GridDelegate) -> Bool
}

extension GridDelegate {
  /// One.
  public func numberOfSections() -> Int { 1 }

  /// False, or whether they are equal where that can be told.
  public func isEqual(to anotherDelegate: any GridDelegate) -> Bool {
    areEqual(self, anotherDelegate)
  }
}

/// The delegate of a grid in which nothing is.
public struct EmptyGridDelegate: GridDelegate, Equatable {
  /// Makes a delegate.
  public init() {}

  /// None.
  public func numberOfSections() -> Int { 0 }
  /// None.
  public func numberOfItems(forSection section: Int) -> Int { 0 }
  /// An empty box.
  public func cellDescription(forItemAt indexPath: IndexPath) -> any AnyNodeDescription {
    View(props: View.Props())
  }
}
