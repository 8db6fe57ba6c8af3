import Dispatch
import Foundation
import Katana
import Signposts

// TracedProgram WHAT COUNT: emits COUNT of something and says so.

struct CounterState: State {
  var counter = 0
}

struct Increment: StateUpdater {
  func updateState(_ state: inout CounterState) { state.counter += 1 }
}

struct Failure: Error {}

/// Sleeps, dispatches one updater, and ends as it is told.
struct Effect: ReturningSideEffect {
  let ending: Int

  func sideEffect(_ context: any AnySideEffectContext) async throws -> Int {
    try await context.anyDispatch(Increment()).value
    try await Task.sleep(for: ending == 2 ? .seconds(600) : .milliseconds(1))
    if ending == 1 { throw Failure() }
    return ending
  }
}

/// An updater that tells the interceptor what to do with it.
struct Marked: StateUpdater {
  let outcome: InterceptorOutcome

  func updateState(_ state: inout CounterState) { state.counter += 1_000_000 }
}

/// Dispatches an updater that has to wait, and cancels it.
struct Cancelling: StateUpdater {
  let store: Store<CounterState, EmptySideEffectDependencyContainer>

  func updateState(_ state: inout CounterState) { store.dispatch(Increment()).cancel() }
}

let signposter = Signposter(subsystem: "traced.program", category: "test")
let what = CommandLine.arguments.dropFirst().first ?? ""
let count = CommandLine.arguments.dropFirst(2).first.flatMap { Int($0) } ?? 0

switch what {
case "workers":
  // The main thread emits nothing.
  for _ in 0..<count {
    await Task.detached { await signposter.withIntervalSignpost("work") { await Task.yield() } }
      .value
  }
case "retries":
  let store = Store<CounterState, EmptySideEffectDependencyContainer>()
  for _ in 0..<count {
    _ = try? await store.dispatch(Effect(ending: 1)).retry(2, delay: .milliseconds(2)).value
  }
case "intervals":
  for _ in 0..<count { signposter.withIntervalSignpost("work") {} }
case "named":
  // Names that only the running program knows, around bodies that suspend and bodies that don't.
  for index in 0..<count {
    let names = ["caf\u{e9} \(index % 2)", String(repeating: "x", count: 40_000)]
    for name in names {
      signposter.withIntervalSignpost(named: name, "caf\u{e9}") {
        signposter.emitEvent("in it")
      }
      await signposter.withIntervalSignpost(named: name) {
        await Task.yield()
        signposter.emitEvent("in it")
      }
    }
  }
case "events":
  for index in 0..<count { signposter.emitEvent("happened", "number \(index), caf\u{e9}") }
case "everything":
  // Each kind of emission, with text that has to be escaped and is longer than a small string.
  let long = String(repeating: "na\u{ef}ve ", count: 400)
  // Of Tests/Fixtures/count-allocations.c, where that is preloaded; by then all that is made once has been.
  let allocations = unsafe dlsym(nil, "allocations_of_this_thread")
    .map { unsafe unsafeBitCast($0, to: (@convention(c) () -> UInt).self) }
  var before: UInt = 0
  for index in 0..<count {
    if index == 100 { before = allocations?() ?? 0 }
    let state = signposter.beginInterval("work", long)
    signposter.emitField("index", index, of: state.id)
    signposter.emitField("share", 0.5, of: state.id)
    signposter.emitField("even", index.isMultiple(of: 2), of: state.id)
    signposter.emitField("text", long, of: state.id)
    signposter.emitEvent("happened", long)
    signposter.emitCounter("gauge", value: index)
    signposter.emitMeasurement("size", value: Double(index))
    signposter.endInterval(state)
    let named = signposter.beginInterval(named: long)
    signposter.endInterval(named)
  }
  // Asked as before, and before the text of it is made, which allocates.
  let emitted = (allocations?() ?? 0) - before
  if allocations != nil { print("allocations: \(emitted)") }
case "counters":
  for index in 0..<count { signposter.emitCounter("gauge", value: index) }
case "dispatches":
  let store = Store<CounterState, EmptySideEffectDependencyContainer>()
  store.addListener { _, _ in }
  for _ in 0..<count { store.dispatch(Increment()) }
  precondition(store.state.counter == count, "found \(store.state.counter) of \(count)")
case "effects":
  // Of each three, one returns, one throws and one is cancelled; each dispatches an updater.
  let store = Store<CounterState, EmptySideEffectDependencyContainer>(interceptors: [.observing()])
  for index in 0..<count {
    let handle = store.dispatch(Effect(ending: index % 3))
    if index % 3 == 2 {
      while store.state.counter <= index { await Task.yield() }
      handle.cancel()
    }
    _ = try? await handle.value
  }
case "discards":
  // Of each five updaters, one is dropped, one rejected, one replaced by a side effect, one cancelled
  // while it waits, and one applied; a side effect is cancelled before it begins, where that is in time.
  let store = Store<CounterState, EmptySideEffectDependencyContainer>(
    interceptors: [.deciding { _, item in (item as? Marked)?.outcome ?? .proceed }],
    configuration: StoreConfiguration(onUnobservedError: { _, _ in })
  )
  for _ in 0..<count {
    store.dispatch(Marked(outcome: .drop))
    store.dispatch(Marked(outcome: .reject(Failure())))
    store.dispatch(Marked(outcome: .replace(Effect(ending: 0))))
    store.dispatch(Cancelling(store: store))
    store.dispatch(Increment())
  }
  while store.state.counter < 2 * count { await Task.yield() }
case "routes":
  try await showRoutes(count)
case "threads":
  // Every interval ends on another thread than it began on, while the next ones begin.
  let done = DispatchGroup()
  for _ in 0..<count {
    let state = signposter.beginInterval("crossing")
    done.enter()
    Thread.detachNewThread {
      signposter.endInterval("crossing", state)
      done.leave()
    }
  }
  done.wait()
case "tasks":
  await withTaskGroup(of: Void.self) { group in
    for _ in 0..<count {
      group.addTask {
        await signposter.withIntervalSignpost("suspending") {
          try? await Task.sleep(for: .microseconds(100))
        }
      }
    }
  }
case "nothing":
  break
default:
  FileHandle.standardError.write(Data("usage: TracedProgram WHAT COUNT\n".utf8))
  exit(64)
}
print("\(what) \(count)")
