import Foundation
import Katana
import KatanaElements

/// A post in the table; it reads its own row of the state, so that the table need not.
struct PostCell: ConnectedNodeDescription, PlasticNodeDescription, TableCell {
  struct Props: NodeDescriptionProps, Buildable {
    var frame = CGRect.zero
    var alpha: CGFloat = 1
    var key: String?
    var row = 0
    var post: Post?
    var image: BitmapImage?
  }

  enum Keys: String {
    case image, title, text, mark, line
  }

  var props: Props

  static func connect(props: inout Props, to storeState: ReaderState) {
    props.post = storeState.rows[props.row]
    props.image = props.post.flatMap { storeState.images[$0.image] }
  }

  static func reads(props: Props) -> StateReads<ReaderState> {
    .entity(\.rows, id: props.row).and(.part(\.images))
  }

  static func applyPropsToNativeView(
    props: Props,
    state: EmptyHighlightableState,
    view: NativeTableCell,
    update: @escaping (EmptyHighlightableState) -> Void,
    node: AnyNode
  ) {
    view.frame = props.frame
    view.backgroundColor = state.highlighted ? Look.touched : Look.paper
  }

  static func childrenDescriptions(
    props: Props,
    state: EmptyHighlightableState,
    update: @escaping (EmptyHighlightableState) -> Void,
    dispatch: @escaping StoreDispatch
  ) -> [any AnyNodeDescription] {
    let isLoved = props.post?.isLoved == true
    // The same ones for each post: so a cell is used again for another, and no view is made.
    Image(
      props: .build {
        $0.setKey(Keys.image)
        $0.image = props.image
        $0.backgroundColor = Look.touched
        $0.cornerRadius = .fixed(8)
        $0.contentMode = .fit
      }
    )
    Look.label(Keys.title, props.post?.title ?? "", font: .boldSystemFont(ofSize: 14))
    Look.label(
      Keys.text,
      props.post?.text ?? "",
      font: .systemFont(ofSize: 13),
      color: Look.pale,
      lines: 2
    )
    Look.label(
      Keys.mark,
      isLoved ? "loved" : "",
      font: .boldSystemFont(ofSize: 11),
      color: Look.love,
      alignment: .right
    )
    View(
      props: .build {
        $0.setKey(Keys.line)
        $0.backgroundColor = isLoved ? Look.love : Look.touched
      }
    )
  }

  // swift-format-ignore: NeverForceUnwrap
  static func layout(
    views: ViewsContainer<Keys>,
    props: Props,
    state: EmptyHighlightableState
  ) {
    let cell = views.nativeView
    let (image, title, text) = (views[.image]!, views[.title]!, views[.text]!)
    let (mark, line) = (views[.mark]!, views[.line]!)
    image.left = cell.left + .fixed(12)
    image.centerY = cell.centerY
    image.size = .fixed(72, 72)
    title.left = image.right + .fixed(12)
    title.right = cell.right - .fixed(12)
    title.top = image.top
    title.height = .fixed(20)
    text.left = title.left
    text.right = title.right
    text.top = title.bottom + .fixed(2)
    text.height = .fixed(36)
    mark.left = title.left
    mark.right = title.right
    mark.bottom = image.bottom
    mark.height = .fixed(14)
    line.left = cell.left
    line.right = cell.right
    line.bottom = cell.bottom
    line.height = .fixed(1)
  }

  /// In each cell all is in the same places.
  static func layoutHash(props: Props, state: EmptyHighlightableState) -> Int? { 0 }

  static func didTap(dispatch: @escaping StoreDispatch, props: Props, indexPath: IndexPath) {
    dispatch(LoveRow(row: props.row))
  }
}
