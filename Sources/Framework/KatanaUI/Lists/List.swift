public import Foundation

/// Rows one below the other that can be scrolled, of which only those that are seen have nodes and views.
///
///     List(in: bounds, onRef: { list = $0 }) {
///       ListSection(\ShopState.products, height: .fixed(44)) { id, product in ProductRow(id, product) }
///         .header(Title("Products"), height: .fixed(24))
///     }
///
/// What is seen stays where it is when rows above come, go or get another height; a list that isn't scrolled shows its first rows.
/// A row keeps its node, with its state, as long as it is near to what is seen.
///
/// Rows of which two in a section have the same id are a diagnosis, and are shown; heights that are below 0 or aren't finite are
/// one, too, and count as 0.
///
/// Complexity: of an update, O(v + s) for `v` rows that are seen and `s` sections, whatever the number of rows; see
/// ``ListSection`` for rows with heights of their own.
///
/// Source: docs/semantics/ui.md, N10, N11.
public struct List: FramedDescription {
  @usableFromInline var props: EmptyProps
  let sections: [ListSection]
  let overscan: CGFloat
  let onRef: (@MainActor @Sendable (ListRef) -> Void)?

  /// Makes a list.
  ///
  /// - Parameters:
  ///   - frame: Its place.
  ///   - key: What tells it from its siblings.
  ///   - overscan: How far above and below what is seen rows have views as well, in heights of the list.
  ///   - onRef: Gets what scrolls the list, when the list is shown.
  ///   - sections: The rows.
  public init(
    in frame: CGRect,
    key: String? = nil,
    overscan: CGFloat = 0.5,
    onRef: (@MainActor @Sendable (ListRef) -> Void)? = nil,
    @ListBuilder sections: () -> [ListSection]
  ) {
    props = EmptyProps(frame: frame, key: key)
    self.overscan = overscan.isFinite ? min(max(overscan, 0), 10) : 0
    self.onRef = onRef
    self.sections = sections()
  }

  /// Makes the list's node, and those of the first rows.
  @MainActor public func makeNode(in context: NodeContext) -> AnyNode {
    let node = ListNode(self, in: context)
    node.begin()
    return node
  }

  /// Never: what closures make isn't known.
  public func isEqual(to other: any AnyNodeDescription) -> Bool { false }
}

/// A row of a list: a place, and what is in it.
struct ListRow: NodeDescription {
  struct Props: NodeDescriptionProps {
    var frame: CGRect = .zero
    var alpha: CGFloat = 1
    var key: String?
    var content: NodeChildren = []
  }

  typealias NativeView = ListRowView

  var props = Props()

  /// Places what is in the row; `nil` leaves it empty.
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
