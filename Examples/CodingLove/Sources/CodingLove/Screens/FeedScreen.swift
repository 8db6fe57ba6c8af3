import Foundation
import Katana
import KatanaElements

/// The posts of a feed, with a bar above them.
struct FeedScreen: ConnectedNodeDescription, PlasticNodeDescription {
  struct Props: NodeDescriptionProps, Buildable {
    var frame = CGRect.zero
    var alpha: CGFloat = 1
    var key: String?
    var summary = FeedSummary()
  }

  struct StateType: NodeDescriptionState {
    let table = TableHolder()
  }

  enum Keys: String {
    case bar, back, title, feed, reload, top, table
  }

  var props: Props

  static func connect(props: inout Props, to storeState: ReaderState) {
    props.summary = storeState.summary
  }

  static func reads(props: Props) -> StateReads<ReaderState> { .part(\.summary) }

  static func childrenDescriptions(
    props: Props,
    state: StateType,
    update: @escaping (StateType) -> Void,
    dispatch: @escaping StoreDispatch
  ) -> [any AnyNodeDescription] {
    let (feed, table) = (props.summary.feed, state.table)
    Table(
      props: .build {
        $0.setKey(Keys.table)
        $0.delegate = FeedDelegate(summary: props.summary)
        $0.backgroundColor = Look.paper
        $0.refCallback = { table.ref = $0 }
      }
    )
    View(
      props: .build {
        $0.setKey(Keys.bar)
        $0.backgroundColor = Look.touched
      }
    )
    Look.button(Keys.back, "Back", onTap: Handler { dispatch(CloseFeed()) })
    Look.label(Keys.title, feed.title, font: .boldSystemFont(ofSize: 17), alignment: .center)
    Look.button(
      Keys.feed,
      feed.other.title,
      onTap: Handler(feed) { dispatch(OpenFeed(feed: feed.other)) }
    )
    Look.button(
      Keys.reload,
      "Reload",
      onTap: Handler(feed) { dispatch(OpenFeed(feed: feed, isFresh: true)) }
    )
    Look.button(
      Keys.top,
      "Top",
      onTap: Handler { table.ref?.scroll(at: IndexPath(row: 0, section: 0), at: .top) }
    )
  }

  // swift-format-ignore: NeverForceUnwrap
  static func layout(views: ViewsContainer<Keys>, props: Props, state: StateType) {
    let screen = views.nativeView
    let (bar, table, title) = (views[.bar]!, views[.table]!, views[.title]!)
    let buttons = (views[.back]!, views[.top]!, views[.reload]!, views[.feed]!)
    bar.asHeader(screen)
    bar.height = Look.headerHeight
    table.fillHorizontally(screen)
    table.top = bar.bottom
    table.bottom = screen.bottom
    for view in [buttons.0, buttons.1, buttons.2, buttons.3, title] {
      view.height = .fixed(36)
      view.centerY = bar.centerY
    }
    buttons.0.left = bar.left + .fixed(4)
    buttons.0.width = .fixed(56)
    buttons.1.right = bar.right - .fixed(4)
    buttons.1.width = .fixed(48)
    buttons.2.right = buttons.1.left
    buttons.2.width = .fixed(68)
    buttons.3.right = buttons.2.left
    buttons.3.width = .fixed(72)
    title.left = buttons.0.right
    title.right = buttons.3.left
  }
}

/// Holds on to the table's reference, as long as its screen is there.
@MainActor
final class TableHolder: Equatable {
  var ref: TableRef?

  nonisolated init() {}

  /// Whether it is the same: a new state isn't a reason to update.
  nonisolated static func == (left: TableHolder, right: TableHolder) -> Bool { left === right }
}
