import Foundation
import Katana
import KatanaUI
import NativeViews
import Plastic

/// A screen that shows the sales of a store: two labels, laid out by Plastic.
struct SalesScreen: ConnectedNodeDescription, PlasticNodeDescription, PlasticReferenceSizeable {
  struct Props: NodeDescriptionProps, Buildable {
    var sales = 0
    var frame = CGRect.zero
    var alpha: CGFloat = 1
    var key: String?
  }

  enum Keys: String, CaseIterable, Sendable {
    case title
    case sales
  }

  static let referenceSize = CGSize(width: 100, height: 100)

  var props: Props

  static func connect(props: inout Props, to storeState: ShopState) {
    props.sales = storeState.sales
  }

  static func childrenDescriptions(
    props: Props,
    state: EmptyState,
    update: @escaping @Sendable (EmptyState) -> Void,
    dispatch: @escaping StoreDispatch
  ) -> [any AnyNodeDescription] {
    Text(props: .build { $0.setKey(Keys.title) })
    Text(
      props: .build {
        $0.setKey(Keys.sales)
        $0.text = "\(props.sales)"
      }
    )
  }

  static func layout(
    views: ViewsContainer<Keys>,
    props: Props,
    state: EmptyState
  ) throws(LayoutError) {
    let title = try views.view(.title)
    let sales = try views.view(.sales)
    title.asHeader(views.nativeView)
    title.height = .fixed(20)
    sales.fillHorizontally(views.nativeView)
    sales.top = title.bottom
    sales.bottom = views.nativeView.bottom
  }

  /// Shows a store in a tree without a display: two updates and a frame, as often as is said.
  ///
  /// - Returns: The text of the second label.
  @MainActor
  static func run(
    _ count: Int,
    with store: Store<ShopState, EmptySideEffectDependencyContainer>
  ) -> String {
    let tree = ViewTree(size: CGSize(width: 100, height: 100))
    let renderer = Renderer(
      rootDescription: SalesScreen(props: .build { $0.frame = tree.root.bounds }),
      store: store
    )
    renderer.render(in: tree.root)
    tree.flush()
    for _ in 0..<count {
      store.dispatch(Sell())
      store.dispatch(Sell())
      tree.flush()
    }
    return tree.root.firstChild?.lastChild?.effectiveAccessibility.label ?? "no label"
  }
}

/// A text.
struct Text: NodeDescriptionWithoutChildren {
  struct Props: NodeDescriptionProps, Buildable {
    var text = "Sales"
    var frame = CGRect.zero
    var alpha: CGFloat = 1
    var key: String?
  }

  var props: Props

  static func applyPropsToNativeView(
    props: Props,
    state: EmptyState,
    view: NativeView,
    update: @escaping @Sendable (EmptyState) -> Void,
    node: AnyNode
  ) {
    view.frame = props.frame
    view.accessibilityOverride = Accessibility(role: .label, label: props.text)
  }
}
