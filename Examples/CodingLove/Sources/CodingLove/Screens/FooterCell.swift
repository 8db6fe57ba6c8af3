import Foundation
import Katana
import KatanaElements

/// The end of the table: asks for the next page as soon as it is seen, and says what becomes of it.
struct FooterCell: PlasticNodeDescription {
  struct Props: NodeDescriptionProps, Buildable {
    var frame = CGRect.zero
    var alpha: CGFloat = 1
    var key: String?
    var summary = FeedSummary()
  }

  enum Keys: String {
    case text, button
  }

  var props: Props

  static func applyPropsToNativeView(
    props: Props,
    state: EmptyState,
    view: NativeView,
    update: @escaping (EmptyState) -> Void,
    node: AnyNode
  ) {
    view.frame = props.frame
    view.backgroundColor = Look.paper
  }

  static func didMount(props: Props, dispatch: @escaping StoreDispatch) {
    if props.summary.phase == .idle { dispatch(LoadPage()) }
  }

  // Still in sight after a page was added, or a feed opened anew: once each turn.
  static func descriptionWillReceiveProps(
    state: EmptyState,
    currentProps: Props,
    nextProps: Props,
    dispatch: @escaping StoreDispatch,
    update: @escaping (EmptyState) -> Void
  ) {
    let (old, new) = (currentProps.summary, nextProps.summary)
    if new.phase == .idle, new.turn != old.turn { dispatch(LoadPage()) }
  }

  static func childrenDescriptions(
    props: Props,
    state: EmptyState,
    update: @escaping (EmptyState) -> Void,
    dispatch: @escaping StoreDispatch
  ) -> [any AnyNodeDescription] {
    Look.label(
      Keys.text,
      text(props.summary),
      font: .systemFont(ofSize: 13),
      color: Look.pale,
      lines: 2
    )
    switch props.summary.phase {
    case .loading(_, isSlow: true):
      Look.button(Keys.button, "Stop", onTap: Handler { dispatch(StopLoading()) })
    case .failed:
      Look.button(Keys.button, "Retry", onTap: Handler { dispatch(LoadPage(isRetry: true)) })
    case .idle, .loading, .ended: [] as [any AnyNodeDescription]
    }
  }

  private static func text(_ summary: FeedSummary) -> String {
    switch summary.phase {
    case .idle, .loading(_, isSlow: false): "Loading …"
    case .loading(_, isSlow: true): "This takes longer than usual …"
    case .failed(let reason): reason
    case .ended: "That was all: \(summary.rowCount) posts."
    }
  }

  static func layout(views: ViewsContainer<Keys>, props: Props, state: EmptyState) {
    let cell = views.nativeView
    let button = views[.button]
    if let button {
      button.size = .fixed(64, 36)
      button.right = cell.right - .fixed(12)
      button.centerY = cell.centerY
    }
    guard let text = views[.text] else { return }
    text.fillVertically(cell)
    text.left = cell.left + .fixed(12)
    text.right = (button?.left ?? cell.right) - .fixed(12)
  }
}
