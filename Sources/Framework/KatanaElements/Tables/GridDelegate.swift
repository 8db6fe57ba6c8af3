public import Foundation
public import KatanaUI
import Plastic

/// Describes the content of a ``Grid``.
///
/// Source: docs/semantics/elements.md, E8.
public protocol GridDelegate: Sendable {
  /// The number of sections, by default 1. Each begins on a new line.
  func numberOfSections() -> Int
  /// The number of items in a section.
  func numberOfItems(forSection section: Int) -> Int
  /// The description of an item's cell, whose frame the grid sets; cells are reused as in ``TableDelegate/cellDescription(forRowAt:)``.
  func cellDescription(forItemAt indexPath: IndexPath) -> any AnyNodeDescription
  /// Whether another delegate describes the same, so that nothing has to be asked again.
  ///
  /// By default false; `Equatable` delegates are compared.
  func isEqual(to anotherDelegate: any GridDelegate) -> Bool
}

extension GridDelegate {
  /// One.
  public func numberOfSections() -> Int { 1 }

  /// Whether both are equal, if they are `Equatable`; otherwise false.
  public func isEqual(to anotherDelegate: any GridDelegate) -> Bool {
    areEqual(self, anotherDelegate)
  }
}

/// The delegate of an empty grid.
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
