import Foundation
import ObjectFiles
import SampleAnalysis
import Testing

extension RecordTests {
  /// An asynchronous program that says for each stretch of its time which functions await it.
  @Suite(.timeLimit(.minutes(30))) struct AsynchronousCallers {
    private static let framePointers = ["-O", "-Xcc", "-fno-omit-frame-pointer"]

    @Test(arguments: [framePointers, ["-Onone"]])
    func `the functions that await are those that the program says`(flags: [String]) async throws {
      try await ToolFixture.open { fixture in
        let (report, ran, waited, log) = try await Self.record(fixture, "timers", flags)
        for (stacks, kind) in [(ran, "ran"), (waited, "slept")] {
          let told = Self.paths(stacks)
          let said = log.filter { $0.key.hasPrefix(kind) }
          // None is invented; where not all are known, those that are told are right.
          let invented = told.keys.filter { path in !said.keys.contains { $0.hasSuffix(path) } }
          #expect(invented.isEmpty, "\(invented)")
          for (path, time) in said {
            let seen = told[String(path.dropFirst(kind.count + 1))] ?? 0
            #expect(abs(seen - time) < 0.3 * time + 2e7, "\(path): \(seen) for \(time)")
          }
        }
        #expect((report.unknownAwaiting ?? -1) < report.samples / 20, "\(report)")
        // Each closure is a function of its own, at its line.
        let closures = Set(
          report.functions.map(\.name).filter {
            $0.hasPrefix("closure ") && $0.contains("Main.main")
          }
        )
        let begins = [
          "closure 1 in Main.main(), awaiting.swift:66",
          "closure 1 in closure 2 in Main.main(), awaiting.swift:73",
        ]
        #expect(closures.isSuperset(of: begins), "\(closures)")
      }
    }

    @Test func `functions without frame pointers have no callers, and are counted`() async throws {
      try await ToolFixture.open { fixture in
        let (report, ran, _, _) = try await Self.record(fixture, "timers", ["-O"])
        let told = Self.paths(ran)
        // What is told is what is on the stack.
        let invented = told.keys.filter { $0.contains(">") && !$0.hasSuffix(">quick") }
        #expect(invented.isEmpty, "\(told)")
        #expect((report.unknownAwaiting ?? 0) > report.samples / 2, "\(report)")
        let text = try await fixture.run(["report", "\(fixture.folder)/t"])
        #expect(text.output.contains("async callers unknown"), "\(text.output)")
      }
    }

    @Test(.disabled(if: Samples.obstacle != nil))
    func `perf events tell who awaits a function that waits, and count those that run`()
      async throws
    {
      try await ToolFixture.open { fixture in
        let (report, ran, waited, log) = try await Self.record(
          fixture,
          "perf-clock",
          Self.framePointers
        )
        let told = Self.paths(waited)
        for (path, time) in log where path.hasPrefix("slept") {
          let seen = told[String(path.dropFirst(6))] ?? 0
          #expect(abs(seen - time) < 0.3 * time + 2e7, "\(path): \(seen) for \(time)")
        }
        #expect(Self.paths(ran).keys.allSatisfy { !$0.hasPrefix("main>deep") })
        #expect((report.unknownAwaiting ?? 0) > report.samples / 2, "\(report)")
        let text = try await fixture.run(["report", "\(fixture.folder)/t"])
        #expect(text.output.contains("`--engine timers` can"), "\(text.output)")
      }
    }

    /// Records the program; returns also what it has said, in nanoseconds.
    private static func record(
      _ fixture: ToolFixture,
      _ engine: String,
      _ flags: [String]
    ) async throws -> (
      report: SampleReport, ran: [(stack: String, time: Double)],
      waited: [(stack: String, time: Double)], log: [String: Double]
    ) {
      let built = try await SampledProgram.build(
        program,
        "awaiting.swift",
        ["swiftc", "-g", "-parse-as-library"] + flags,
        in: fixture.folder
      )
      let trace = "\(fixture.folder)/t"
      let recorded = try await fixture.succeed(
        ["record", "-o", trace, "--samples", "--engine", engine, "--", built]
      )
      let lines = recorded.output.split(separator: "\n")
      let log = lines.reduce(into: [String: Double]()) { log, line in
        let words = line.split(separator: " ")
        if words.count == 3, let time = Double(words[2]) {
          log["\(words[0]) \(words[1])", default: 0] += time
        }
      }
      #expect(log.count > 10, "\(recorded.output)")
      return (
        try await SampledProgram.report(fixture, trace),
        try await SampledProgram.folded(fixture, trace, "folded-on-cpu"),
        try await SampledProgram.folded(fixture, trace, "folded-off-cpu"), log
      )
    }

    /// The time of each path of the program's asynchronous functions.
    private static func paths(_ stacks: [(stack: String, time: Double)]) -> [String: Double] {
      let names = ["leaf", "middle", "other", "deep", "add", "quick", "main"]
      return stacks.reduce(into: [:]) { paths, stack in
        let functions = stack.stack.split(separator: ";")
        guard functions.contains(where: { $0.hasPrefix("spin(") || $0.hasPrefix("doze(") }) else {
          return
        }
        var path: [String] = []
        for function in functions {
          let owner = FunctionName.function(ofShown: function)
          let name = owner.prefix { $0 != "(" }.split(separator: ".").last.map(String.init) ?? ""
          if owner.endIndex == function.endIndex, owner.startIndex != function.startIndex {
            // What the compiler makes to call a closure has its name too.
            if path.last != "closure" { path.append("closure") }
          } else if names.contains(name), owner.contains("(") {
            path.append(name)
          }
        }
        paths[path.joined(separator: ">"), default: 0] += stack.time
      }
    }

    private static let program = #"""
      import Glibc
      nonisolated(unsafe) var sink: UInt64 = 0
      func now(_ clock: clockid_t) -> Int {
        var time = timespec()
        clock_gettime(clock, &time)
        return time.tv_sec * 1_000_000_000 + time.tv_nsec
      }
      @inline(never) func spin(_ path: String, _ milliseconds: Int) {
        let begin = now(CLOCK_THREAD_CPUTIME_ID)
        var x: UInt64 = 88172645463325252
        repeat {
          for _ in 0..<5000 { x ^= x << 13; x ^= x >> 7; x ^= x << 17 }
        } while now(CLOCK_THREAD_CPUTIME_ID) < begin + milliseconds * 1_000_000
        sink &+= x
        print("ran \(path) \(now(CLOCK_THREAD_CPUTIME_ID) - begin)")
      }
      @inline(never) func doze(_ path: String, _ milliseconds: Int) {
        let begin = now(CLOCK_MONOTONIC)
        usleep(UInt32(milliseconds) * 1000)
        print("slept \(path) \(now(CLOCK_MONOTONIC) - begin)")
      }
      @inline(never) func leaf(_ path: String, _ time: Int) async {
        spin(path + ">leaf", time)
        await Task.yield()
        spin(path + ">leaf", time)
        if time > 10 { doze(path + ">leaf", time) }
        sink &+= 1
      }
      @inline(never) func middle(_ path: String, _ time: Int) async {
        await leaf(path + ">middle", time)
        sink &+= 2
      }
      @inline(never) func other(_ path: String, _ time: Int) async {
        await leaf(path + ">other", time)
        sink &+= 3
      }
      @inline(never) func deep(_ path: String, _ depth: Int, _ time: Int) async -> Int {
        if depth == 0 {
          await middle(path + ">deep", time)
          return 0
        }
        return await deep(path + ">deep", depth - 1, time) + 1
      }
      actor Bank {
        var total = 0
        @inline(never) func add(_ path: String, _ time: Int) async {
          await other(path + ">add", time)
          total += 1
        }
        @inline(never) func quick(_ path: String, _ time: Int) {
          spin(path + ">quick", time)
          total += 1
        }
      }
      @main struct Main {
        static func main() async {
          _ = await deep("main", 5, 80)
          // The same function at the same place of the task's memory, for two that await it in turns.
          for _ in 0..<50 {
            await middle("main", 2)
            await other("main", 4)
          }
          let bank = Bank()
          await bank.add("main", 80)
          await bank.quick("main", 160)
          await Task.detached {
            await middle("closure", 80)
          }.value
          async let sum: Void = other("closure", 60)
          await sum
          await withTaskGroup(of: Void.self) { group in
            for _ in 0..<3 {
              group.addTask { await middle("closure", 40) }
            }
          }
        }
      }
      """#
  }
}
