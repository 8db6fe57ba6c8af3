import Dispatch
import Foundation

// Actors: contended, re-entered, the main one, and those with an executor of their own.

actor Account {
  private var balance = 0

  func deposit(_ amount: Int) {
    compute(microseconds: 500)
    balance += amount
  }

  var total: Int { balance }
}

func contention() async {
  let parent = currentTaskID()
  let account = Account()
  await withTaskGroup(of: Void.self) { group in
    for _ in 0..<64 {
      group.addTask {
        Log.begin("contention", parent: parent)
        await account.deposit(1)
        Log.end("contention")
      }
    }
  }
  Log.fact("contention", "total", await account.total)
}

/// One task holds an actor, another waits for it: how long, both know.
func plantedContention() async {
  let parent = currentTaskID()
  let actor = Holder()
  let (begun, signal) = AsyncStream.makeStream(of: Void.self)
  let holder = Task.detached(name: "holder") {
    Log.begin("holder", parent: parent)
    await actor.hold(milliseconds: 40) { signal.yield() }
    Log.end("holder")
  }
  for await _ in begun { break }
  let waiter = Task.detached(name: "waiter") {
    Log.begin("waiter", parent: parent)
    await actor.take()
    Log.end("waiter")
  }
  await waiter.value
  await holder.value
}

actor Holder {
  func hold(milliseconds: Int, _ began: @Sendable () -> Void) {
    began()
    compute(microseconds: milliseconds * 1000)
  }

  func take() { Log.fact("waiter", "arrived", Log.time) }
}

actor Reentrant {
  private var depth = 0
  private var deepest = 0

  func enter() async {
    depth += 1
    deepest = max(deepest, depth)
    try? await Task.sleep(for: .milliseconds(3))
    depth -= 1
  }

  var result: Int { deepest }
}

func reentrancy() async {
  let parent = currentTaskID()
  let actor = Reentrant()
  await withTaskGroup(of: Void.self) { group in
    for _ in 0..<4 {
      group.addTask {
        Log.begin("re-entered", parent: parent)
        await actor.enter()
        Log.end("re-entered")
      }
    }
  }
  Log.fact("re-entered", "deepest", await actor.result)
}

@MainActor private var shown = 0

@MainActor private func show() { shown += 1 }

func mainHops() async {
  let parent = currentTaskID()
  await Task.detached(name: "hopper") {
    Log.begin("main hops", parent: parent)
    for _ in 0..<10 { await show() }
    Log.end("main hops")
  }.value
}

/// Runs jobs on a thread of its own.
final class ThreadExecutor: SerialExecutor, @unchecked Sendable {
  private let queue = DispatchQueue(label: "stress.executor")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { unsafe job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }
}

actor Custom {
  private let executor = ThreadExecutor()

  // SAFETY: the actor holds its executor.
  nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe executor.asUnownedSerialExecutor()
  }

  func work() { compute(microseconds: 200) }
}

func customExecutors() async {
  let parent = currentTaskID()
  let custom = Custom()
  await withTaskGroup(of: Void.self) { group in
    for _ in 0..<4 {
      group.addTask {
        Log.begin("custom executor", parent: parent)
        await custom.work()
        Log.end("custom executor")
      }
    }
  }
}

/// Runs the jobs of tasks that prefer it.
final class PreferredExecutor: TaskExecutor, @unchecked Sendable {
  private let queue = DispatchQueue(label: "stress.preferred")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { unsafe job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}

func preferredExecutors() async {
  let parent = currentTaskID()
  let executor = PreferredExecutor()
  await Task(name: "preferring", executorPreference: executor) {
    Log.begin("task executor", parent: parent)
    let own = currentTaskID()
    async let inner: Void = {
      Log.begin("task executor's async let", parent: own)
      Log.end("task executor's async let")
    }()
    await inner
    await Task.yield()
    Log.end("task executor")
  }.value
}
