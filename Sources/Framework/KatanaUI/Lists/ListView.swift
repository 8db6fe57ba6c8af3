public import Foundation
public import NativeViews

/// The view of a ``List``.
public final class ListView: ScrollView {
  weak var node: ListNode?

  public override var accessibility: Accessibility {
    Accessibility(role: .list)
  }

  public override func contentOffsetDidChange(from oldOffset: CGPoint) { node?.didScroll() }
}

final class ListRowView: NativeView {
  override var accessibility: Accessibility { Accessibility(role: .listItem) }
}

/// A weak reference that scrolls a ``List``.
///
/// Isolation: the main actor.
///
/// Source: docs/semantics/ui.md, N11.
@MainActor
public final class ListRef: NativeViewRef {
  /// Where scrolling to a row puts it.
  public enum Position: Hashable, Sendable {
    /// Scrolls as little as needed to show the whole row.
    case nearest
    case top
    case centre
    case bottom
  }

  private weak var node: ListNode?

  init(_ node: ListNode) { self.node = node }

  /// Whether the list is shown.
  public var isValid: Bool { node?.view != nil }

  /// The list's view.
  public var view: ListView? { node?.listView }

  /// Scrolls to a row.
  ///
  /// - Parameters:
  ///   - row: Its number in the section.
  ///   - section: The number of the section.
  ///   - position: Where the row is afterwards, as far as the content's ends allow.
  /// - Returns: Whether there is such a row.
  @discardableResult
  public func scroll(toRow row: Int, section: Int = 0, at position: Position = .nearest) -> Bool {
    node?.scroll(toRow: row, section: section, at: position) ?? false
  }

  /// Scrolls to the row with an id.
  ///
  /// Complexity: O(n) for `n` rows; less for a section of an `Entities`.
  ///
  /// - Returns: Whether there is such a row.
  @discardableResult
  public func scroll(
    to id: some Hashable & Sendable,
    section: Int = 0,
    at position: Position = .nearest
  ) -> Bool {
    node?.scroll(to: AnyHashable(id), section: section, at: position) ?? false
  }

  /// Rows with a visible part, as section and number; rows that are only nearby aren't included.
  public var visibleRows: [IndexPath] { node?.visibleRows ?? [] }
}
