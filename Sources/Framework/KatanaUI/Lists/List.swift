public import Foundation
public import NativeViews

/// Scrollable rows one below the other; only visible rows have nodes and views.
///
///     List(in: bounds, onRef: { list = $0 }) {
///       ListSection(\ShopState.products, height: .fixed(44)) { id, product in ProductRow(id, product) }
///         .header(Title("Products"), height: .fixed(24))
///     }
///
/// Visible rows stay in place when rows above come, go or change their height; a list that isn't scrolled shows its first rows. A row keeps
/// its node and state while it is near the visible part.
///
/// Rows of a section with the same id cause a diagnosis, but are shown. A negative or infinite height causes one, too, and counts as 0.
///
/// Complexity: an update takes O(v + s) for `v` visible rows and `s` sections, whatever the number of rows; see
/// ``ListSection`` for rows with heights of their own.
///
/// Source: docs/semantics/ui.md, N10, N11.
public struct List: FramedDescription {
  @usableFromInline var props: EmptyProps
  let sections: [ListSection]
  let overscan: CGFloat
  let animation: ViewAnimation?
  let onRef: (@MainActor @Sendable (ListRef) -> Void)?

  /// Makes a list.
  ///
  /// - Parameters:
  ///   - frame: Frame in the parent.
  ///   - key: Distinguishes the list from its siblings.
  ///   - overscan: How far above and below the visible part rows also have views, in heights of the list.
  ///   - animation: How rows come, go and move when the rows are others than before; `nil` for at once.
  ///   - onRef: Gets a reference to scroll the list, when the list is shown.
  ///   - sections: The rows.
  public init(
    in frame: CGRect,
    key: String? = nil,
    overscan: CGFloat = 0.5,
    animation: ViewAnimation? = nil,
    onRef: (@MainActor @Sendable (ListRef) -> Void)? = nil,
    @ListBuilder sections: () -> [ListSection]
  ) {
    props = EmptyProps(frame: frame, key: key)
    self.overscan = overscan.isFinite ? min(max(overscan, 0), 10) : 0
    self.animation = animation
    self.onRef = onRef
    self.sections = sections()
  }

  /// Makes the list's node and the nodes of the first rows.
  @MainActor public func makeNode(in context: NodeContext) -> AnyNode {
    let node = ListNode(self, in: context)
    node.begin()
    return node
  }

  /// False: what closures make isn't known.
  public func isEqual(to other: any AnyNodeDescription) -> Bool { false }
}

/// A row of a list: a frame, and its content.
struct ListRow: NodeDescription {
  struct Props: NodeDescriptionProps {
    var frame: CGRect = .zero
    var alpha: CGFloat = 1
    var key: String?
    var content: NodeChildren = []
  }

  typealias NativeView = ListRowView

  var props = Props()

  /// Places a row's content; `nil` leaves the row empty.
  init(_ content: (any AnyNodeDescription)?, in frame: CGRect) {
    props.frame = frame
    guard var content else { return }
    content.frame = CGRect(origin: .zero, size: frame.size)
    props.content = NodeChildren([content])
  }

  static func makeNativeView() -> ListRowView { ListRowView() }

  static func childrenDescriptions(
    props: Props,
    state: EmptyState,
    update: @escaping @Sendable (EmptyState) -> Void,
    dispatch: @escaping StoreDispatch
  ) -> [any AnyNodeDescription] {
    props.content.descriptions
  }
}
