public import Foundation
public import KatanaUI

/// Where scrolling to a cell puts it.
public enum ScrollPosition: Hashable, Sendable, CaseIterable {
  /// Scrolls as little as needed to show the cell.
  case none
  case top
  case middle
  case bottom
}

/// A reference to a table or a grid, for scrolling.
///
/// Source: docs/semantics/elements.md, E7.
@MainActor
public final class TableRef: NativeViewRef {
  private weak var view: NativeCellList?

  init(_ view: NativeCellList) { self.view = view }

  /// Whether the table still exists.
  public var isValid: Bool { view != nil }

  /// Index paths of the visible cells.
  public var visibleIndexPaths: [IndexPath] { view?.visibleIndexPaths ?? [] }

  /// Scrolls to a row; a missing one causes a diagnosis.
  public func scroll(
    at indexPath: IndexPath,
    at scrollPosition: ScrollPosition = .none,
    animated: Bool = false
  ) {
    view?.scroll(to: indexPath, at: scrollPosition, animated: animated)
  }
}
