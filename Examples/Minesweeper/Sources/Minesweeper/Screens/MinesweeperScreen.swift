import Foundation
import Katana
import KatanaElements

/// The header above the field, which is as large as there is room.
struct MinesweeperScreen: ConnectedNodeDescription, PlasticNodeDescription,
  PlasticReferenceSizeable
{
  enum Keys: String {
    case header, field
  }

  struct Props: NodeDescriptionProps, Buildable {
    var shape = BoardShape.standard
    /// Whether the field is connected as a whole, which makes clicks slow.
    var isFieldWhole = false
    var frame = CGRect.zero
    var alpha: CGFloat = 1
    var key: String?
  }

  var props: Props

  /// With cells of 50.
  static let referenceSize = CGSize(width: 940, height: 1390)

  static func reads(props: Props) -> StateReads<MinesweeperState> { .part(\.board.shape) }

  static func connect(props: inout Props, to storeState: MinesweeperState) {
    props.shape = storeState.board.shape
  }

  static func applyPropsToNativeView(
    props: Props,
    state: EmptyState,
    view: NativeView,
    update: @escaping @Sendable (EmptyState) -> Void,
    node: AnyNode
  ) {
    view.frame = props.frame
    view.backgroundColor = .paper
  }

  static func childrenDescriptions(
    props: Props,
    state: EmptyState,
    update: @escaping (EmptyState) -> Void,
    dispatch: @escaping StoreDispatch
  ) -> [any AnyNodeDescription] {
    HeaderView(props: .build { $0.setKey(Keys.header) })
    if props.isFieldWhole {
      WholeFieldView(
        props: .build {
          $0.setKey(Keys.field)
          $0.shape = props.shape
        }
      )
    } else {
      FieldView(
        props: .build {
          $0.setKey(Keys.field)
          $0.shape = props.shape
        }
      )
    }
  }

  static func layout(
    views: ViewsContainer<Keys>,
    props: Props,
    state: EmptyState
  ) throws {
    let screen = views.nativeView
    let (header, field) = (try views.view(.header), try views.view(.field))
    header.asHeader(screen, insets: 20)
    header.height = .scalable(80)
    field.fit(
      top: header.bottom + .scalable(20),
      left: screen.left + .scalable(20),
      bottom: screen.bottom - .scalable(20),
      right: screen.right - .scalable(20),
      aspectRatio: CGFloat(props.shape.columns) / CGFloat(props.shape.rows)
    )
  }
}
