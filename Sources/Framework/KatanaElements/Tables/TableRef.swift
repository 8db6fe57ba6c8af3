public import Foundation
public import KatanaUI

/// Place in a list to which a cell is scrolled.
public enum ScrollPosition: Hashable, Sendable, CaseIterable {
  /// As little as makes the cell visible.
  case none
  case top
  case middle
  case bottom
}

/// A reference to a table or a grid, by which a program scrolls.
///
/// Source: docs/semantics/elements.md, E7.
@MainActor
public final class TableRef: NativeViewRef {
  private weak var view: NativeCellList?

  init(_ view: NativeCellList) { self.view = view }

  /// Whether the table is still there.
  public var isValid: Bool { view != nil }

  /// Places of the cells that are seen.
  public var visibleIndexPaths: [IndexPath] { view?.visibleIndexPaths ?? [] }

  /// Scrolls to a row; one that isn't there is a diagnosis.
  public func scroll(
    at indexPath: IndexPath,
    at scrollPosition: ScrollPosition = .none,
    animated: Bool = false
  ) {
    view?.scroll(to: indexPath, at: scrollPosition, animated: animated)
  }
}
