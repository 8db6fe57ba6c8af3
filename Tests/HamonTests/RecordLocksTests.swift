import Foundation
import SampleAnalysis
import Testing

@testable import hamon

extension RecordTests {
  /// Programs of which it is known which thread holds a lock, and what that does meanwhile.
  @Suite(.timeLimit(.minutes(30))) struct Locks {
    private static func planted(in folder: String) async throws -> String {
      try await SampledProgram.build(
        program,
        "locks.swift",
        ["swiftc", "-O", "-parse-as-library", "-Xcc", "-fno-omit-frame-pointer"],
        in: folder
      )
    }

    /// The waits for locks of the program, as the tool reports them.
    private static func locks(
      _ fixture: ToolFixture,
      _ program: String,
      _ words: [String],
      engine: [String] = []
    ) async throws -> [SampleReport.ContendedLock] {
      let trace = "\(fixture.folder)/\(UUID())"
      try await fixture.succeed(
        ["record", "-o", trace, "--samples"] + engine + ["--", program] + words
      )
      return try await SampledProgram.report(fixture, trace).locks
    }

    @Test(.disabled(if: Samples.obstacle != nil))
    func `who held a lock and what that did meanwhile is told of each kind of lock`() async throws {
      try await ToolFixture.open { fixture in
        let program = try await Self.planted(in: fixture.folder)
        for lock in ["pthread", "NSLock", "Mutex", "written", "read"] {
          for (doing, verbs) in [
            ("computes", ["computed", "had no processor"]), ("sleeps", ["slept"]),
            ("reads", ["waited for I/O"]),
          ] {
            let told = try await Self.locks(fixture, program, [lock, doing])
            let first = try #require(told.first, "\(lock) \(doing)")
            // Readers are only counted: one is known if nobody else ran.
            let isRead = lock == "read"
            #expect(first.holder?.contains("report") == true, "\(lock) \(doing): \(told)")
            #expect(first.waiter?.contains("enter") == true, "\(lock) \(doing): \(told)")
            #expect(
              verbs.contains { first.activity?.hasPrefix($0) == true },
              "\(lock) \(doing): \(told)"
            )
            #expect(first.evidence == (isRead ? "alone" : "owner"), "\(lock) \(doing): \(told)")
            #expect(first.count == 1 && first.total > 100_000_000, "\(lock) \(doing): \(told)")
          }
        }
        let timers = try await Self.locks(
          fixture,
          program,
          ["Mutex", "sleeps"],
          engine: ["--engine", "timers"]
        )
        #expect(timers.first?.holder?.contains("report") == true, "\(timers)")
      }
    }

    @Test(.disabled(if: Samples.obstacle != nil))
    func `where two threads may have held a lock none is named, and without waits none is told`()
      async throws
    {
      try await ToolFixture.open { fixture in
        let program = try await Self.planted(in: fixture.folder)
        let doubtful = try await Self.locks(fixture, program, ["read", "computes", "others"])
        #expect(doubtful.first.map { $0.holder == nil } == true, "\(doubtful)")
        let owned = try await Self.locks(fixture, program, ["Mutex", "computes", "others"])
        #expect(owned.first?.holder?.contains("report") == true, "\(owned)")
        #expect(try await Self.locks(fixture, program, ["Mutex", "nothing"]) == [])
      }
    }

    @Test(.disabled(if: Samples.obstacle != nil))
    func `a process that a signal has stopped is told as stopped, by all of its threads`()
      async throws
    {
      try await ToolFixture.open { fixture in
        let program = try await Self.planted(in: fixture.folder)
        let trace = "\(fixture.folder)/t"
        let script =
          "\(program) Mutex stays & sleep 0.2; kill -STOP $!; sleep 0.5; kill -CONT $!; wait"
        try await fixture.succeed(["record", "-o", trace, "--samples", "--", "sh", "-c", script])
        let waits = try await SampledProgram.folded(fixture, trace, "folded-off-cpu")
        func stopped(_ function: String) -> Double {
          waits.filter { $0.stack.contains(function) && $0.stack.hasSuffix("[stopped]") }
            .reduce(0) { $0 + $1.time }
        }
        #expect(stopped("spin") > 0.3e9, "\(waits)")
        #expect(stopped("sleep") > 0.3e9, "\(waits)")
      }
    }

    private static let program = #"""
      import Foundation
      import Glibc
      import Synchronization
      nonisolated(unsafe) var mutex = pthread_mutex_t()
      nonisolated(unsafe) var shared = pthread_rwlock_t()
      nonisolated(unsafe) var sink: UInt64 = 0
      let object = NSLock()
      let own = Mutex(0)
      let (kind, doing) = (CommandLine.arguments[1], CommandLine.arguments[2])
      @inline(never) func spin(_ milliseconds: Int) -> UInt64 {
        let end = DispatchTime.now().uptimeNanoseconds + UInt64(milliseconds) * 1_000_000
        var x: UInt64 = 88172645463325252
        while DispatchTime.now().uptimeNanoseconds < end {
          for _ in 0..<10_000 { x ^= x << 13; x ^= x >> 7; x ^= x << 17 }
        }
        return x
      }
      @inline(never) func locked(_ isHolder: Bool, _ body: () -> Void) {
        switch kind {
        case "pthread": pthread_mutex_lock(&mutex); body(); pthread_mutex_unlock(&mutex)
        case "NSLock": object.lock(); body(); object.unlock()
        case "Mutex": own.withLock { _ in body() }
        default:
          if isHolder == (kind == "written") { pthread_rwlock_wrlock(&shared) } else { pthread_rwlock_rdlock(&shared) }
          body()
          pthread_rwlock_unlock(&shared)
        }
      }
      // A child writes into it later: no thread of this process does anything for it.
      let source = doing == "reads" ? popen("sleep 0.25; echo", "r") : nil
      @inline(never) func report() {
        locked(true) {
          switch doing {
          case "computes": sink &+= spin(250)
          case "sleeps": usleep(250_000)
          case "reads": _ = fgetc(source)
          default: break
          }
        }
        sink &+= 1
      }
      @inline(never) func enter() { locked(false) { sink &+= 1 }; sink &+= 2 }
      @main struct Main {
        static func main() {
          pthread_mutex_init(&mutex, nil)
          pthread_rwlock_init(&shared, nil)
          _ = source
          let done = DispatchSemaphore(value: 0)
          var count = 0
          func start(_ body: @escaping @Sendable () -> Void) {
            count += 1
            Thread { body(); done.signal() }.start()
          }
          if doing == "stays" {
            start { sink &+= spin(1_000) }
            usleep(1_000_000)
          } else {
            if CommandLine.arguments.contains("others") { start { sink &+= spin(500) } }
            start { report() }
            usleep(50_000)
            enter()
          }
          for _ in 0..<count { done.wait() }
        }
      }
      """#
  }
}
