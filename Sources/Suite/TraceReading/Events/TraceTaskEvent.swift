import EventTable

/// What a task of Swift's concurrency, or the runtime around it, did: the events of provider `swift_concurrency`, which
/// `hamon record --concurrency` records.
///
/// Tasks have ids, which their process uses only once, 0 for none; executors, groups and functions have addresses, which may be reused.
/// `by` is the task that ran on the thread of the event.
package enum TraceTaskEvent: Sendable, Equatable {
  case create(TraceTaskCreation)
  /// It waits for a thread of the pool, or for the main thread.
  case enqueue(task: UInt64, by: UInt64, isMain: Bool)
  /// It runs on the thread of the event; an executor of 0 is the pool.
  case run(task: UInt64, executor: UInt64, status: TraceTaskStatus)
  /// It asks for another executor, and goes on there at once unless a pause follows.
  case change(task: UInt64, executor: UInt64)
  /// It leaves its thread.
  case pause(TraceTaskPause)
  /// It has ended.
  case end(task: UInt64)
  /// Its continuation was resumed.
  case resume(task: UInt64, by: UInt64, caller: UInt64)
  case cancel(task: UInt64, by: UInt64, caller: UInt64)
  /// Its priority was raised.
  case escalate(task: UInt64, by: UInt64, priority: UInt32)
  /// A place that creates tasks.
  case site(TraceTaskSite)
  /// The type of an executor's object; a default one is an actor without an executor of its own, and runs in the pool.
  case nameExecutor(executor: UInt64, isMain: Bool, isDefault: Bool, name: TraceSymbol)
  /// A file with code, and its location in memory.
  case loadModule(TraceModule)
  /// A process has a runtime with tasks; the problem is empty if the hooks support it.
  case findRuntime(processors: UInt32, problem: TraceSymbol)
  /// A process ends in order.
  case exit
}

package struct TraceTaskCreation: Sendable, Equatable {
  /// Ways to create a task.
  package enum Kind: UInt32, Sendable {
    case task, detached, groupChild, asyncLet, main, immediate
    /// The runtime's own task, which wakes a sleeping one.
    case sleep
  }

  package let task: UInt64
  /// The task that created it; 0 for none.
  package let by: UInt64
  /// `nil` if unknown.
  package let kind: Kind?
  /// Whether it waits for a thread from now on.
  package let isEnqueued: Bool
  package let group: UInt64
  /// The executor that it was asked to begin on; 0 for the pool.
  package let executor: UInt64
  /// The number of its ``TraceTaskSite``.
  package let site: UInt64
  package let name: TraceSymbol
}

/// A place that creates tasks.
package struct TraceTaskSite: Sendable, Equatable {
  package let site: UInt64
  /// The code that the tasks run.
  package let function: UInt64
  /// The calls that led to the creation, the innermost first.
  package let callers: [UInt64]
}

/// What a task that leaves its thread waits for.
package struct TraceTaskPause: Sendable, Equatable {
  /// What it waits for, as the runtime notes it.
  package enum Reason: UInt32, Sendable {
    case unknown, task, continuation, group, executor
  }

  package let task: UInt64
  package let reason: Reason
  /// The awaited task's id; the address of the group, continuation or executor.
  package let object: UInt64
  /// The runtime function that the program called, or else its own function that waits.
  package let function: UInt64
  /// The program's function that waits, and its caller; 0 if unknown.
  package let caller: UInt64
  package let outer: UInt64
  package let status: TraceTaskStatus
}

/// The priority of a task, and whether it is cancelled.
package struct TraceTaskStatus: Sendable, Equatable {
  package let rawValue: UInt32

  package var priority: UInt8 { UInt8(truncatingIfNeeded: rawValue) }
  package var isCancelled: Bool { rawValue & 0x100 != 0 }
  /// Whether a thread of the program's own task executor runs it.
  package var isElsewhere: Bool { rawValue & 0x200 != 0 }
}

/// A file with code in the memory of a process.
package struct TraceModule: Sendable, Equatable {
  /// The addresses of its code.
  package let addresses: Range<UInt64>
  /// The difference between its addresses in memory and in the file.
  package let bias: UInt64
  /// Hexadecimal; empty if the file has none.
  package let buildID: TraceSymbol
  package let path: TraceSymbol
}

/// The events of provider `swift_concurrency`.
enum TaskEventClass: String, CaseIterable {
  case create = "swift_concurrency:task_create"
  case enqueue = "swift_concurrency:task_enqueue"
  case run = "swift_concurrency:task_run"
  case change = "swift_concurrency:task_switch"
  case pause = "swift_concurrency:task_pause"
  case end = "swift_concurrency:task_end"
  case resume = "swift_concurrency:task_resume"
  case cancel = "swift_concurrency:task_cancel"
  case escalate = "swift_concurrency:task_escalate"
  case site = "swift_concurrency:task_site"
  case nameExecutor = "swift_concurrency:executor_name"
  case loadModule = "swift_concurrency:module"
  case findRuntime = "swift_concurrency:runtime"
  case exit = "swift_concurrency:process_exit"

  /// Whether an event has exactly the fields of the table, which are read by position.
  func has(_ members: PairTable.Fields) -> Bool {
    guard let fields = EventDefinition.tasks.first(where: { $0.name == rawValue })?.fields else {
      return false
    }
    return members.elementsEqual(fields) {
      $0.name == $1.name && $0.type == PairTable.FieldType(table: $1.type)
    }
  }
}
