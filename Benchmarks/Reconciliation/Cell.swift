import Foundation
import Katana
import KatanaUI
import NativeViews

/// What cells say that they read of the state.
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

/// Says what a cell reads, by a type, as an application would.
protocol CellReading: Sendable {
  static func reads(_ index: Int) -> StateReads<CellState>
  static func value(_ index: Int, in state: CellState) -> Int
}

enum ReadsEverything: CellReading {
  static func reads(_ index: Int) -> StateReads<CellState> { .everything }
  static func value(_ index: Int, in state: CellState) -> Int { state.array[index] }
}

enum ReadsPart: CellReading {
  static func reads(_ index: Int) -> StateReads<CellState> { .part(\.array) }
  static func value(_ index: Int, in state: CellState) -> Int { state.array[index] }
}

enum ReadsEntity: CellReading {
  static func reads(_ index: Int) -> StateReads<CellState> { .entity(\.entities, id: index) }
  static func value(_ index: Int, in state: CellState) -> Int { state.entities[index] ?? 0 }
}

/// A cell that shows a value of the state.
struct Cell<Reading: CellReading>: ConnectedNodeDescription {
  struct Props: NodeDescriptionProps {
    var index: Int
    var value = 0
    var frame: CGRect = Label.frame
    var alpha: CGFloat = 1
    var key: String?
  }

  var props: Props

  static func reads(props: Props) -> StateReads<CellState> { Reading.reads(props.index) }

  static func connect(props: inout Props, to state: CellState) {
    props.value = Reading.value(props.index, in: state)
  }

  static func makeNativeView() -> LabelView { LabelView() }

  static func applyPropsToNativeView(
    props: Props,
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

extension Reads {
  /// So many cells.
  func board(_ cells: Int) -> Group {
    Group(props: .init()) {
      (0..<cells).map { index -> any AnyNodeDescription in
        switch self {
        case .everything: Cell<ReadsEverything>(props: .init(index: index))
        case .part: Cell<ReadsPart>(props: .init(index: index))
        case .entity: Cell<ReadsEntity>(props: .init(index: index))
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

/// What an update of the cells' state changes.
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
