/// What a task of Swift's concurrency, or the runtime around it, did: the events of provider `swift_concurrency`, which
/// `hamon record --concurrency` records.
///
/// Tasks are known by ids, which their process gives once, 0 for none; executors, groups and functions by addresses, which may be
/// used again. `by` is the task that ran on the thread of the event.
package enum TraceTaskEvent: Sendable, Equatable {
  /// A task came into being.
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
  /// It was cancelled.
  case cancel(task: UInt64, by: UInt64, caller: UInt64)
  /// Its priority was raised.
  case escalate(task: UInt64, by: UInt64, priority: UInt32)
  /// The place at which tasks are created.
  case site(TraceTaskSite)
  /// The type of an executor's object; a default one is an actor's without an executor of its own, and runs in the pool.
  case nameExecutor(executor: UInt64, isMain: Bool, isDefault: Bool, name: TraceSymbol)
  /// A file with code, and where in memory that is.
  case loadModule(TraceModule)
  /// A process has a runtime with tasks; an empty problem where the hooks know it.
  case findRuntime(processors: UInt32, problem: TraceSymbol)
  /// A process ends in order.
  case exit
}

/// How a task came into being.
package struct TraceTaskCreation: Sendable, Equatable {
  /// Ways to create a task.
  package enum Kind: UInt32, Sendable {
    case task, detached, groupChild, asyncLet, main, immediate
    /// The runtime's own, which wakes a task that sleeps.
    case sleep
  }

  package let task: UInt64
  /// The task that created it; 0 for none.
  package let by: UInt64
  /// `nil` for one that isn't known.
  package let kind: Kind?
  /// Whether it waits for a thread from now on.
  package let isEnqueued: Bool
  package let group: UInt64
  /// Where it was asked to begin; 0 for the pool.
  package let executor: UInt64
  /// The number of its ``TraceTaskSite``.
  package let site: UInt64
  package internal(set) var name: TraceSymbol
}

/// A place at which tasks are created.
package struct TraceTaskSite: Sendable, Equatable {
  package let site: UInt64
  /// The code that the tasks run.
  package let function: UInt64
  /// The calls that have led to the creation, the innermost first.
  package let callers: [UInt64]
}

/// What a task that leaves its thread waits for.
package struct TraceTaskPause: Sendable, Equatable {
  /// The kinds of what it waits for, as the runtime notes them.
  package enum Reason: UInt32, Sendable {
    case unknown, task, continuation, group, executor
  }

  package let task: UInt64
  package let reason: Reason
  /// The awaited task's id; the address of the group, continuation or executor.
  package let object: UInt64
  /// What the program has called of the runtime, or else its own function that waits.
  package let function: UInt64
  /// The function of the program that waits, and the one that has called that; 0 where it isn't known.
  package let caller: UInt64
  package let outer: UInt64
  package let status: TraceTaskStatus
}

/// The priority of a task, and whether it is cancelled.
package struct TraceTaskStatus: Sendable, Equatable {
  package let rawValue: UInt32

  package var priority: UInt8 { UInt8(truncatingIfNeeded: rawValue) }
  package var isCancelled: Bool { rawValue & 0x100 != 0 }
  /// Whether a thread of a task executor of the program's own runs it.
  package var isElsewhere: Bool { rawValue & 0x200 != 0 }
}

/// A file with code in the memory of a process.
package struct TraceModule: Sendable, Equatable {
  /// The addresses of its code.
  package let addresses: Range<UInt64>
  /// How far it was moved from the addresses that the file has.
  package let bias: UInt64
  /// Hexadecimal; empty where the file has none.
  package internal(set) var buildID: TraceSymbol
  package internal(set) var path: TraceSymbol
}

/// The events of provider `swift_concurrency`, as Sources/Preloaded/Concurrency/ConcurrencyEvents.def defines them.
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

  /// The fields, which are read by their places; texts last.
  var fields: [String] {
    switch self {
    case .create:
      ["task", "by", "kind", "is_enqueued", "group", "executor", "site", "name"]
    case .enqueue: ["task", "by", "is_main"]
    case .run: ["task", "executor", "status"]
    case .change: ["task", "executor"]
    case .pause: ["task", "reason", "object", "function", "caller", "outer", "status"]
    case .end: ["task"]
    case .resume, .cancel: ["task", "by", "caller"]
    case .escalate: ["task", "by", "priority"]
    case .site:
      [
        "site", "function", "caller", "caller2", "caller3", "caller4", "caller5", "caller6",
        "caller7", "caller8",
      ]
    case .nameExecutor: ["executor", "is_main", "is_default", "name"]
    case .loadModule: ["begin", "end", "bias", "build_id", "path"]
    case .findRuntime: ["processors", "problem"]
    case .exit: ["process"]
    }
  }

  /// How many of the fields, the last ones, are texts.
  var textCount: Int {
    switch self {
    case .create, .nameExecutor, .findRuntime: 1
    case .loadModule: 2
    default: 0
    }
  }

  /// Whether an event has these fields, and no others.
  func has(_ members: PairTable.Fields) -> Bool {
    let texts = fields.count - textCount
    return members.map(\.name) == fields
      && members.indices.allSatisfy { members[$0].type == ($0 < texts ? .unsigned : .string) }
  }
}
