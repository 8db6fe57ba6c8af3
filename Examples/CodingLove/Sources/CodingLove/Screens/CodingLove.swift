import Foundation
import Katana
import KatanaElements

/// The whole window: the feed that is read, or the way to it.
struct CodingLove: ConnectedNodeDescription, PlasticNodeDescription {
  struct Props: NodeDescriptionProps, Buildable {
    var frame = CGRect.zero
    var alpha: CGFloat = 1
    var key: String?
    var isReading = false
    var rowCount = 0
    var feed = Feed.newest
  }

  enum Keys: String {
    case feed, title, text, read
  }

  var props: Props

  static func connect(props: inout Props, to storeState: ReaderState) {
    props.isReading = storeState.isReading
    // Of no interest while others show it.
    guard !storeState.isReading else { return }
    (props.rowCount, props.feed) = (storeState.rows.count, storeState.feed)
  }

  static func reads(props: Props) -> StateReads<ReaderState> { .part(\.isReading) }

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

  static func childrenDescriptions(
    props: Props,
    state: EmptyState,
    update: @escaping (EmptyState) -> Void,
    dispatch: @escaping StoreDispatch
  ) -> [any AnyNodeDescription] {
    if props.isReading {
      FeedScreen(props: .build { $0.setKey(Keys.feed) })
    } else {
      let feed = props.feed
      Look.label(
        Keys.title,
        "Coding Love",
        font: .boldSystemFont(ofSize: 30),
        color: Look.love,
        alignment: .center
      )
      Look.label(
        Keys.text,
        props.rowCount == 0 ? "What programmers feel" : "\(props.rowCount) posts are here",
        font: .systemFont(ofSize: 15),
        color: Look.pale,
        alignment: .center
      )
      Look.button(
        Keys.read,
        "Read",
        background: Look.tint,
        color: .white,
        onTap: Handler(feed) { dispatch(OpenFeed(feed: feed)) }
      )
    }
  }

  static func layout(views: ViewsContainer<Keys>, props: Props, state: EmptyState) {
    let window = views.nativeView
    views[.feed]?.fill(window)
    guard let title = views[.title], let text = views[.text], let read = views[.read] else {
      return
    }
    for view in [title, text] { view.fillHorizontally(window) }
    text.height = .fixed(28)
    text.centerY = window.centerY
    title.height = .fixed(40)
    title.bottom = text.top
    read.size = .fixed(140, 44)
    read.centerX = window.centerX
    read.top = text.bottom + .fixed(20)
  }
}
