import Foundation
import Katana
import KatanaElements

/// A cell of the field, connected to its own part of the state: what happens elsewhere isn't asked of it.
struct CellView: ConnectedNodeDescription {
  struct Props: NodeDescriptionProps, Buildable {
    var place = Place(column: 1, row: 1)
    var cell = Cell.covered
    var frame = CGRect.zero
    var alpha: CGFloat = 1
    var key: String?
  }

  var props: Props

  static func reads(props: Props) -> StateReads<MinesweeperState> {
    .entity(\MinesweeperState.board.cells, id: props.place)
  }

  static func connect(props: inout Props, to storeState: MinesweeperState) {
    props.cell = storeState.board.cells[props.place] ?? .covered
  }

  static func childrenDescriptions(
    props: Props,
    state: EmptyState,
    update: @escaping (EmptyState) -> Void,
    dispatch: @escaping StoreDispatch
  ) -> [any AnyNodeDescription] {
    let (place, cell) = (props.place, props.cell)
    Button(
      props: .build {
        $0.frame.size = props.frame.size
        $0.backgroundColor = cell.background
        $0.borderColor = .line
        $0.borderWidth = .scalable(2)
        $0.titleFont = .boldSystem(.scalable(30))
        if case .disclosed(let count) = cell, count > 0 {
          $0.titles[.normal] = "\(count)"
          $0.titleColors[.normal] = .number(count)
        }
        $0.isEnabled = cell.isCovered
        $0.accessibilityLabel = "column \(place.column), row \(place.row): \(cell.name)"
        $0.touchHandlers = [
          .touchUpInside: { dispatch(TapCell(place: place)) },
          .secondaryClick: { dispatch(FlagCell(place: place)) },
        ]
      }
    )
    switch cell {
    case .flagged: flag(.signal, in: props.frame.size)
    case .wrongFlag: flag(.ink, in: props.frame.size)
    case .mine, .exploded: mine(in: props.frame.size)
    case .covered, .disclosed: []
    }
  }

  /// A pole with a cloth at it.
  private static func flag(_ color: Color, in size: CGSize) -> [any AnyNodeDescription] {
    [
      shape("pole", .ink, x: 0.32, y: 0.2, width: 0.08, height: 0.62, in: size),
      shape("cloth", color, x: 0.4, y: 0.2, width: 0.36, height: 0.3, in: size),
    ]
  }

  /// A ball with a light on it.
  private static func mine(in size: CGSize) -> [any AnyNodeDescription] {
    [
      shape("ball", .ink, x: 0.24, y: 0.24, width: 0.52, height: 0.52, isRound: true, in: size),
      shape("light", .paper, x: 0.36, y: 0.34, width: 0.14, height: 0.14, isRound: true, in: size),
    ]
  }

  /// A box whose place is told in parts of the cell, and that lets touches through.
  private static func shape(
    _ key: String,
    _ color: Color,
    x: CGFloat,
    y: CGFloat,
    width: CGFloat,
    height: CGFloat,
    isRound: Bool = false,
    in size: CGSize
  ) -> View {
    View(
      props: .build {
        $0.key = key
        $0.frame = CGRect(
          x: x * size.width,
          y: y * size.height,
          width: width * size.width,
          height: height * size.height
        )
        $0.backgroundColor = color
        if isRound { $0.cornerRadius = .fixed($0.frame.size.width / 2) }
        $0.isUserInteractionEnabled = false
      }
    )
  }
}

extension Cell {
  /// Whether it can be tapped.
  fileprivate var isCovered: Bool { self == .covered || self == .flagged }

  fileprivate var background: Color {
    switch self {
    case .covered, .flagged: .cover
    case .disclosed, .mine, .wrongFlag: .ground
    case .exploded: .blast
    }
  }

  /// What is read out.
  fileprivate var name: String {
    switch self {
    case .covered: "covered"
    case .flagged: "flag"
    case .disclosed(0): "empty"
    case .disclosed(1): "1 mine near"
    case .disclosed(let count): "\(count) mines near"
    case .mine: "mine"
    case .exploded: "exploded mine"
    case .wrongFlag: "wrong flag"
    }
  }
}
