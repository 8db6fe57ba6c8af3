package import TraceReading

/// What the framework does in a task that it has made for that.
package struct TaskWork: Hashable, Sendable {
  package enum Kind: String, CaseIterable, Sendable {
    case sideEffect = "side effect"
    /// The router has what is on screen follow the route.
    case routerPass = "router pass"
    /// A view tree shows what has changed.
    case flush = "UI flush"

    /// The event that tells it.
    var begin: String {
      switch self {
      case .sideEffect: "katana:effect_begin"
      case .routerPass: "katana:route_diff_begin"
      case .flush: "katana:reconcile_begin"
      }
    }

    /// The name that its tasks have, where also others may emit the event.
    var taskName: String? { self == .flush ? rawValue : nil }
  }

  package let kind: Kind
  /// The side effect's, or the root's of the tree; empty for a pass.
  package let name: TraceSymbol
}

/// Finds out what the framework does in which task, and who has dispatched that.
///
/// 1. A side effect has a task of its own, which emits its begin, and so has a pass of the router. A flush may come in any task that
///    changes views; those that were made for one have a name.
/// 2. Who has dispatched an item is the task that emitted its `dispatch_enqueue`, by the item's id. What came about in a side effect has that
///    as its parent, so that it is looked for under the task of the side effect.
/// 3. Ids are remembered by their low 16 bits: an item that begins when 65,536 further ids have been given is under whoever has made its
///    task.
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

  /// What an interval is that begins in a task, and which task has dispatched it, 0 if none.
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

  /// An item was dispatched, or begins, in a task.
  mutating func note(_ item: UInt64, task: UInt64, process: Int) {
    items[Place(process: process, slot: UInt16(truncatingIfNeeded: item))] = (item, task)
  }

  private func task(of item: UInt64, process: Int) -> UInt64 {
    let found = items[Place(process: process, slot: UInt16(truncatingIfNeeded: item))]
    return item != 0 && found?.id == item ? found?.task ?? 0 : 0
  }
}
