import KatanaUIMiniature

/// A connected cell of the original.
struct OriginalCell: ConnectedMiniatureDescription {
  struct Props: MiniatureProps {
    var index: Int
    var value = 0
    var frame = MiniatureFrame(x: 0, y: 0, width: 200, height: 20)
    var alpha = 1.0
    var key: String?
  }

  var props: Props

  static func connect(props: inout Props, to state: OriginalCellState) {
    props.value = state.values[props.index]
  }

  static func applyPropsToNativeView(
    props: Props,
    state: MiniatureEmptyState,
    view: MiniatureNativeView,
    update: @escaping MiniatureUpdate<MiniatureEmptyState>
  ) {
    view.frame = props.frame
    view.text = "\(props.value)"
  }
}

/// The values of all cells.
struct OriginalCellState: Sendable {
  var values: [Int]
  var other = 0
}

/// Cells in rows of children.
struct OriginalBoard: MiniatureDescription {
  struct Props: MiniatureProps {
    var cells: Int
    var frame = MiniatureFrame(x: 0, y: 0, width: 320, height: 480)
    var alpha = 1.0
    var key: String?
  }

  var props: Props

  static func childrenDescriptions(
    props: Props,
    state: MiniatureEmptyState,
    update: @escaping MiniatureUpdate<MiniatureEmptyState>,
    dispatch: @escaping MiniatureDispatch
  ) -> [any AnyMiniatureDescription] {
    (0..<props.cells).map { OriginalCell(props: .init(index: $0)) }
  }
}

/// Cells that the original shows.
@MainActor
final class OriginalCells {
  private let root = MiniatureNativeView()
  private let renderer: MiniatureRenderer
  private(set) var state: OriginalCellState

  init(_ values: [Int]) {
    state = OriginalCellState(values: values)
    renderer = MiniatureRenderer(
      rootDescription: OriginalBoard(props: .init(cells: values.count)),
      state: state
    )
    renderer.render(in: root)
  }

  func update(_ change: (inout OriginalCellState) -> Void) {
    change(&state)
    renderer.stateDidChange(to: state)
  }

  /// The texts of the cells.
  var texts: [String] { root.subviews.first.map { $0.subviews.map(\.text) } ?? [] }
}
