import Glibc
import Signposts
import Testing

/// What can be seen without a recording; HamonTests counts what is recorded.
@Suite struct SignposterTests {
  private struct Failure: Error {}
  private let signposter = Signposter(subsystem: "test", category: "unrecorded")

  @Test func `ids are unique`() async {
    let ids = await withTaskGroup(of: [SignpostID].self) { group in
      for _ in 0..<8 {
        group.addTask { (0..<1000).map { _ in signposter.makeSignpostID() } }
      }
      return await group.reduce(into: []) { $0 += $1 }
    }
    #expect(Set(ids).count == 8000)
    #expect(!ids.contains(.none))
  }

  @Test(.enabled(if: Signposter.isAvailable))
  func `threads may emit while another one leaves the program`() throws {
    // What LTTng-UST asks at exit before it empties the table that tracepoints call by: 0 if it shall not.
    let name = "liblttng-ust-tracepoint.so.1"
    let library = try #require(unsafe dlopen(name, RTLD_NOW | RTLD_NOLOAD))
    let symbol = try #require(unsafe dlsym(library, "lttng_ust_tp_get_destructors_state"))
    // SAFETY: the function has this type in lttng/tracepoint.h.
    let state = unsafe unsafeBitCast(symbol, to: (@convention(c) () -> CInt).self)
    #expect(state() == 0)
  }

  @Test func `without a recording nothing is enabled, begun or evaluated`() {
    var wasEvaluated = false
    func message() -> String {
      wasEvaluated = true
      return "expensive"
    }
    #expect(!signposter.isEnabled)
    let state = signposter.beginInterval("work")
    #expect(state.id == .none)
    signposter.endInterval("work", state)
    signposter.emitEvent("event", message())
    #expect(signposter.withIntervalSignpost(named: message()) { 42 } == 42)
    #expect(!wasEvaluated)
    #expect(!Signposter.disabled.isEnabled)
  }

  @Test func `a body's result and error come through`() async throws {
    #expect(signposter.withIntervalSignpost("work") { 42 } == 42)
    #expect(throws: Failure.self) {
      try signposter.withIntervalSignpost("work") { throw Failure() }
    }
    let value = await signposter.withIntervalSignpost("work") {
      await Task.yield()
      return "later"
    }
    #expect(value == "later")
    let name = "work that was named as the program ran"
    #expect(throws: Failure.self) {
      try signposter.withIntervalSignpost(named: name) { throw Failure() }
    }
    let named = await signposter.withIntervalSignpost(named: name) {
      await Task.yield()
      return name
    }
    #expect(named == name)
    await #expect(throws: Failure.self) {
      try await signposter.withIntervalSignpost("work") {
        await Task.yield()
        throw Failure()
      }
    }
  }
}
