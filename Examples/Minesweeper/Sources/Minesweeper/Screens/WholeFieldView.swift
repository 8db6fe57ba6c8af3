import Foundation
import Katana
import KatanaElements

/// The field connected as a whole, for docs/tour.md to find out why it is slow: whatever a click changes, all cells are
/// described, compared and placed anew.
struct WholeFieldView: ConnectedNodeDescription, PlasticNodeDescription {
  typealias Keys = FieldView.Keys

  struct Props: NodeDescriptionProps, Buildable {
    var shape = BoardShape.standard
    var cells = Entities<Place, Cell>()
    var frame = CGRect.zero
    var alpha: CGFloat = 1
    var key: String?
  }

  var props: Props

  static func connect(props: inout Props, to storeState: MinesweeperState) {
    props.cells = storeState.board.cells
  }

  static func childrenDescriptions(
    props: Props,
    state: EmptyState,
    update: @escaping (EmptyState) -> Void,
    dispatch: @escaping StoreDispatch
  ) -> [any AnyNodeDescription] {
    props.shape.places.map { place in
      PlainCellView(
        props: .build {
          $0.place = place
          $0.cell = props.cells[place] ?? .covered
          $0.setKey(Keys.cell(column: place.column, row: place.row))
        }
      )
    }
  }

  static func layout(
    views: ViewsContainer<Keys>,
    props: Props,
    state: EmptyState
  ) throws {
    try FieldView.placeCells(of: props.shape, in: views)
  }
}

/// A cell that is told what it shows.
struct PlainCellView: NodeDescription {
  var props: CellView.Props

  static func childrenDescriptions(
    props: CellView.Props,
    state: EmptyState,
    update: @escaping (EmptyState) -> Void,
    dispatch: @escaping StoreDispatch
  ) -> [any AnyNodeDescription] {
    CellView.childrenDescriptions(props: props, state: state, update: update, dispatch: dispatch)
  }
}
