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

/// The view of a row of a ``List``.
final class ListRowView: NativeView {
  override var accessibility: Accessibility { Accessibility(role: .listItem) }
}

/// A reference by which a ``List`` is scrolled; it doesn't keep the list.
///
/// Isolation: the main actor.
///
/// Source: docs/semantics/ui.md, N11.
@MainActor
public final class ListRef: NativeViewRef {
  /// Places to which a row is scrolled.
  public enum Position: Hashable, Sendable {
    /// As little as makes all of the row visible.
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
  ///   - position: Where the row is then, as far as the content's ends let it.
  /// - Returns: Whether there is such a row.
  @discardableResult
  public func scroll(toRow row: Int, section: Int = 0, at position: Position = .nearest) -> Bool {
    node?.scroll(toRow: row, section: section, at: position) ?? false
  }

  /// Scrolls to the row with an id.
  ///
  /// Complexity: O(n) for `n` rows, and less where the section is of an `Entities`.
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

  /// Rows of which something is seen, as section and number, without those that are only near to it.
  public var visibleRows: [IndexPath] { node?.visibleRows ?? [] }
}
