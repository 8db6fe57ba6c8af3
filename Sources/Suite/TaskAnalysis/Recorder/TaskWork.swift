package import TraceReading

/// What the framework does in a task that it created for that.
package struct TaskWork: Hashable, Sendable {
  package enum Kind: String, CaseIterable, Sendable {
    case sideEffect = "side effect"
    /// The router makes the screen follow the route.
    case routerPass = "router pass"
    /// A view tree shows its changes.
    case flush = "UI flush"

    /// The event that reports its begin.
    var begin: String {
      switch self {
      case .sideEffect: "katana:effect_begin"
      case .routerPass: "katana:route_diff_begin"
      case .flush: "katana:reconcile_begin"
      }
    }

    /// The name of its tasks, for an event that other tasks may emit too.
    var taskName: String? { self == .flush ? rawValue : nil }
  }

  package let kind: Kind
  /// The name of the side effect, or of the root of the tree; empty for a pass.
  package let name: TraceSymbol
}

/// Finds out what the framework does in which task, and which task dispatched it.
///
/// 1. A side effect has its own task, which emits its begin; so has a pass of the router. A flush may run in any task that changes views;
///    tasks created for one have a name.
/// 2. The dispatcher of an item is the task that emitted its `dispatch_enqueue`, found by the item's id. Items of a side effect have it as
///    their parent, so they are looked up under the side effect's task.
/// 3. Only the low 16 bits of an id are remembered: an item that begins 65,536 ids later belongs to the creator of its task.
struct FrameworkTasks {
  private struct Place: Hashable {
    let process: Int
    let slot: UInt16
  }

  private let kinds: [TraceIntervalKind: TaskWork.Kind]
  private let unnamed: TraceSymbol
  private var items: [Place: (id: UInt64, task: UInt64)] = [:]

  init(_ catalog: TraceCatalog) {
    var kinds: [TraceIntervalKind: TaskWork.Kind] = [:]
    for kind in TaskWork.Kind.allCases {
      if let interval = catalog.kind(ofBegin: kind.begin) { kinds[interval] = kind }
    }
    self.kinds = kinds
    unnamed = catalog.symbol(for: "")
  }

  /// The work that an interval begins in a task, and the task that dispatched it, 0 if none.
  mutating func work(
    _ begin: TraceBegin,
    in task: UInt64,
    process: Int
  ) -> (work: TaskWork, dispatcher: UInt64)? {
    guard let kind = kinds[begin.kind] else { return nil }
    let work = TaskWork(kind: kind, name: kind == .routerPass ? unnamed : begin.name ?? unnamed)
    guard kind == .sideEffect else {
      return (work, self.task(of: begin.parentID, process: process))
    }
    let dispatcher = self.task(of: begin.id, process: process)
    note(begin.id, task: task, process: process)
    return (work, dispatcher)
  }

  /// Notes that a task dispatched or began an item.
  mutating func note(_ item: UInt64, task: UInt64, process: Int) {
    items[Place(process: process, slot: UInt16(truncatingIfNeeded: item))] = (item, task)
  }

  private func task(of item: UInt64, process: Int) -> UInt64 {
    let found = items[Place(process: process, slot: UInt16(truncatingIfNeeded: item))]
    return item != 0 && found?.id == item ? found?.task ?? 0 : 0
  }
}
