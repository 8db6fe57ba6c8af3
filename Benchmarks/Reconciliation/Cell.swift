import Foundation
import Katana
import KatanaUI
import NativeViews

/// The part of the state that cells say they read.
enum Reads: String, CaseIterable {
  /// Nothing is said: they are asked after each update.
  case everything
  /// The array that their value is in.
  case part
  /// Their value in a collection that knows what has changed.
  case entity
}

/// A state with a value for each cell, in both forms.
struct CellState: State {
  var array: [Int] = []
  var entities = Entities<Int, Int>()
  /// Something that no cell shows.
  var other = 0

  init() {}

  init(cells: Int) {
    array = Array(repeating: 0, count: cells)
    entities = Entities(uniqueIDsWithValues: (0..<cells).map { ($0, 0) })
  }
}

/// A store whose side effects need nothing.
typealias CellStore = Store<CellState, EmptySideEffectDependencyContainer>

/// The content of a cell.
struct CellProps: NodeDescriptionProps {
  var index: Int
  var value = 0
  var frame: CGRect = Label.frame
  var alpha: CGFloat = 1
  var key: String?
}

/// A cell that shows a value of the state.
protocol CellDescription: ConnectedNodeDescription, NodeDescriptionWithoutChildren
where
  PropsType == CellProps,
  StoreState == CellState,
  NativeView == LabelView,
  StateType == EmptyState
{}

extension CellDescription {
  @MainActor static func makeNativeView() -> LabelView { LabelView() }

  @MainActor static func applyPropsToNativeView(
    props: CellProps,
    state: EmptyState,
    view: LabelView,
    update: @escaping @Sendable (EmptyState) -> Void,
    node: AnyNode
  ) {
    view.frame = props.frame
    view.alpha = props.alpha
    view.text = "\(props.value)"
  }
}

/// A cell that says nothing of what it reads.
struct CellOfEverything: CellDescription {
  var props: CellProps

  static func connect(props: inout CellProps, to state: CellState) {
    props.value = state.array[props.index]
  }
}

/// A cell that reads an array.
struct CellOfPart: CellDescription {
  var props: CellProps

  static func reads(props: CellProps) -> StateReads<CellState> { .part(\.array) }

  static func connect(props: inout CellProps, to state: CellState) {
    props.value = state.array[props.index]
  }
}

/// A cell that reads one value of a collection.
struct CellOfEntity: CellDescription {
  var props: CellProps

  static func reads(props: CellProps) -> StateReads<CellState> {
    .entity(\.entities, id: props.index)
  }

  static func connect(props: inout CellProps, to state: CellState) {
    props.value = state.entities[props.index] ?? 0
  }
}

extension Reads {
  /// So many cells.
  func board(_ cells: Int) -> Group {
    Group(props: .init()) {
      (0..<cells).map { index -> any AnyNodeDescription in
        switch self {
        case .everything: CellOfEverything(props: .init(index: index))
        case .part: CellOfPart(props: .init(index: index))
        case .entity: CellOfEntity(props: .init(index: index))
        }
      }
    }
  }

  /// How many cells are asked for their props after an update.
  func asked(_ change: CellChange, of cells: Int) -> Int {
    switch (self, change) {
    case (.everything, _), (.part, .one): cells
    case (.entity, .one): 1
    case (.part, .none), (.entity, .none): 0
    }
  }
}

/// The part of the cells' state that an update changes.
enum CellChange: String {
  /// Nothing that is shown.
  case none
  /// One value.
  case one
}

/// Changes a state of cells.
struct ChangeCells: StateUpdater {
  let change: CellChange
  let cell: Int
  let isEntity: Bool

  func updateState(_ state: inout CellState) {
    switch change {
    case .none: state.other += 1
    case .one:
      if isEntity { state.entities.update(cell) { $0 += 1 } } else { state.array[cell] += 1 }
    }
  }
}
