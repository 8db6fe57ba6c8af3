import CommandRunning
import Foundation
import SampleAnalysis
import SeededRandom
import TaskAnalysis
import Testing
import TraceAnalysis
import TraceReading

@testable import hamon

/// The compiler of the toolchain, which knows the conventions of Swift's functions.
private let clang: String? = (ProcessInfo.processInfo.environment["PATH"] ?? "")
  .split(separator: ":").map { URL(filePath: "\($0)/swift") }
  .first { FileManager.default.isExecutableFile(atPath: $0.path) }
  .map { $0.resolvingSymlinksInPath().deletingLastPathComponent().appending(path: "clang").path }

extension RecordTests {
  /// `hamon record --concurrency`: what the trace says of tasks, against what they say themselves.
  @Suite(.enabled(if: clang != nil, "needs clang"), .timeLimit(.minutes(30))) struct Tasks {
    private static let program = Built.program("TaskProgram")

    /// Builds what the tool loads, where that isn't done, as tools/swift-build does.
    static func prepare(_ fixture: ToolFixture) async throws {
      try await Command.succeed([
        "\(FixturePackage.repository)/tools/preloaded", Built.folder,
      ])
    }

    /// The tasks of a trace by their ids, and its report.
    private static func read(
      _ trace: String,
      observer: (any TaskObserver)? = nil
    ) throws -> (tasks: [UInt64: TaskRecord], report: TaskReport, recorder: TaskRecorder) {
      var tasks: [UInt64: TaskRecord] = [:]
      var recorder: TaskRecorder?
      _ = try TraceReport(readingTracesAt: [trace]) { catalog in
        recorder = TaskRecorder(catalog: catalog, observers: observer.map { [$0] } ?? []) {
          tasks[$0.id] = $0
        }
        return recorder
      }
      let found = try #require(recorder)
      try #require(found.hasTasks)
      found.finish()
      let symbols = try TaskSymbols(inTrace: trace)
      return (tasks, TaskReport(found, symbols: symbols), found)
    }

    @Test func `each construct is recorded as the program itself has seen it`() async throws {
      try await ToolFixture.open { fixture in
        try await Self.prepare(fixture)
        let trace = "\(fixture.folder)/t"
        let outcome = try await fixture.succeed(
          ["record", "-o", trace, "--concurrency", "--", Self.program])
        #expect(outcome.error.contains("discarded events: 0\n"), "\(outcome.error)")
        let log = try TaskLog(outcome.output)
        let stretches = StretchSums()
        let (tasks, report, recorder) = try Self.read(trace, observer: stretches)
        try stretches.check(tasks)
        let offset = try #require(TraceClock.offset(ofTraceAt: trace))
        try Self.checkLives(log, tasks, offset: offset)
        try Self.checkKinds(log, tasks, recorder.catalog)
        try Self.checkWaits(log, tasks, report, offset: offset)
        #expect(report.created == report.ended + UInt64(tasks.values.count { $0.end == nil }))
        #expect(report.strangers == 0)
        // The main task, and the one that nobody resumes.
        #expect(report.matched + 2 == report.created)
      }
    }

    /// Each task of the log is in the trace, created by whom it says, and ran when it says.
    private static func checkLives(
      _ log: TaskLog,
      _ tasks: [UInt64: TaskRecord],
      offset: Int64
    ) throws {
      #expect(log.bodies.count > 110)
      for body in log.bodies {
        let name = Comment(rawValue: "\(body.construct) \(body.id)")
        guard let task = tasks[body.id] else {
          Issue.record("no task \(name)")
          continue
        }
        #expect(task.creation?.by == body.parent, name)
        let first = try #require(task.firstRun, name)
        #expect(task.begin <= first && first <= body.begin + offset, name)
        if let end = body.end, let recorded = task.end {
          #expect(end + offset <= recorded, name)
          #expect(task.running <= recorded - task.begin, name)
        }
        #expect((task.end == nil) == ["main", "stuck"].contains(body.construct), name)
      }
    }

    private static func checkKinds(
      _ log: TaskLog,
      _ tasks: [UInt64: TaskRecord],
      _ catalog: TraceCatalog
    ) throws {
      let kinds: [String: TraceTaskCreation.Kind] = [
        "group": .groupChild, "throwing group": .groupChild, "discarding group": .groupChild,
        "nested outer": .groupChild, "nested inner": .groupChild, "contention": .groupChild,
        "async let": .asyncLet, "task executor's async let": .asyncLet, "detached": .detached,
        "priority low": .detached, "unstructured": .task, "immediate": .immediate, "main": .main,
        "immediate outside": .immediate,
        "sleep": .task, "task executor": .task,
      ]
      for (construct, kind) in kinds {
        let bodies = log.bodies(of: construct)
        #expect(!bodies.isEmpty, "\(construct)")
        for body in bodies {
          #expect(tasks[body.id]?.creation?.kind == kind, "\(construct)")
        }
      }
      // Members of one group are known as such, others not.
      for construct in ["group", "discarding group", "contention"] {
        let groups = Set(log.bodies(of: construct).compactMap { tasks[$0.id]?.creation?.group })
        #expect(groups.count == 1 && groups.first != 0, "\(construct)")
      }
      let names = [
        "unstructured": "unstructured", "detached": "detached", "sleep": "sleep",
        "stream": "consumer", "checked continuation": "checked", "immediate": "immediate",
      ]
      for (construct, name) in names {
        let body = try #require(log.bodies(of: construct).first)
        let creation = try #require(tasks[body.id]?.creation)
        #expect(catalog.string(creation.name) == name, "\(construct)")
      }
    }

    private static func checkWaits(
      _ log: TaskLog,
      _ tasks: [UInt64: TaskRecord],
      _ report: TaskReport,
      offset: Int64
    ) throws {
      func task(_ construct: String) throws -> TaskRecord {
        let body = try #require(log.bodies(of: construct).first, "\(construct)")
        return try #require(tasks[body.id], "\(construct)")
      }
      let millisecond: Int64 = 1_000_000
      // Sleep, streams and continuations: at least as long as they were told to wait.
      for (construct, least) in [
        ("sleep", 20), ("stream", 10), ("checked continuation", 5), ("unsafe continuation", 5),
        ("resumed by a task", 5), ("escalated", 30), ("re-entered", 3),
      ] as [(String, Int64)] {
        let task = try task(construct)
        #expect(task.time(waitingFor: .continuation) > 0, "\(construct)")
        // A thread that lost its processor may have begun to wait when most of the time was over.
        #expect((task.life ?? 0) >= least * millisecond, "\(construct)")
      }
      // A thread that runs no task resumed these, and a task the third.
      #expect(try task("checked continuation").wokenBy == 0)
      #expect(try task("unsafe continuation").wokenBy == 0)
      let resumer = try #require(log.fact("resumed by a task: by"))
      #expect(try task("resumed by a task").wokenBy.map(String.init) == resumer)
      #expect(try task("unstructured").time(waitingFor: .task) > 0)
      #expect(try task("cancelled").isCancelled)
      #expect(log.bodies(of: "throwing group").contains { tasks[$0.id]?.isCancelled == true })
      #expect(try task("main hops").mainHops == 10)
      // Nothing escalates a task on Linux but the runtime's own word for its priority.
      for construct in ["priority low", "priority high"] {
        let raw = try #require(log.fact("\(construct): raw"))
        #expect("\(try task(construct).priority)" == raw, "\(construct)")
      }
      try checkActors(log, tasks, report, offset: offset)
      let stuck = try #require(report.suspended.first { $0.creator.contains("\"stuck\"") })
      #expect(stuck.count == 1 && stuck.waitsFor == "continuation")
      #expect(stuck.place?.function.contains("neverResumed") == true, "\(stuck)")
      let interval = try #require(report.intervals.first)
      #expect(interval.name == "work" && interval.count == 1)
      #expect(interval.creator.contains("\"interval\""), "\(interval)")
      // By their names, as the program has them.
      for (function, kind, count) in [
        ("groups()", "group", 8), ("discardingGroups()", "group", 5),
        ("asyncLets()", "async let", 3),
        ("contention()", "group", 64),
      ] as [(String, String, UInt64)] {
        let all = report.creators.filter {
          $0.place?.function.contains(function) == true && $0.kind == kind
        }
        #expect(all.reduce(0) { $0 + $1.created } == count, "\(function)")
      }
    }

    private static func checkActors(
      _ log: TaskLog,
      _ tasks: [UInt64: TaskRecord],
      _ report: TaskReport,
      offset: Int64
    ) throws {
      let account = try #require(report.executors.first { $0.name == "TaskProgram.Account" })
      #expect(account.instances == 1 && account.runs >= 64)
      #expect(account.waits > 0 && account.waits <= 65)
      #expect(account.occupant.contains("contention()"), "\(account)")
      // What was planted: the one waits from its request until the other is done.
      let waiter = try #require(log.bodies(of: "waiter").first.flatMap { tasks[$0.id] })
      let holder = try #require(log.bodies(of: "holder").first)
      let arrived = try #require(log.fact("waiter: arrived").flatMap { Int64($0) }) + offset
      let wait = try #require(waiter.longestWait)
      #expect(wait.wait == .executor && wait.occupants.stays == 1)
      let requested = try #require(log.bodies(of: "waiter").first).begin + offset
      #expect(wait.time <= arrived - requested)
      #expect(wait.time > 0 && waiter.begin + wait.time > holder.begin + offset)
      #expect(Int(log.fact("re-entered: deepest") ?? "").map { $0 > 1 } == true)
      let custom = try #require(report.executors.first { $0.name.hasSuffix("ThreadExecutor") })
      #expect(custom.runs >= 4)
      let main = try #require(report.executors.first { $0.isMain })
      #expect(main.runs >= 10)
    }

    @Test(.disabled(if: RecordTests.Samples.obstacle != nil))
    func `samples belong to the task that ran, in text, JSON and page`() async throws {
      try await ToolFixture.open { fixture in
        try await Self.prepare(fixture)
        let (trace, json) = ("\(fixture.folder)/t", "\(fixture.folder)/t.json")
        let html = "\(fixture.folder)/t.html"
        try await fixture.succeed(
          [
            "record", "-o", trace, "--concurrency", "--samples", "--", Self.program,
            "compute", "300",
          ])
        let reported = try await fixture.succeed(["report", trace, "--json", json, "--html", html])
        #expect(reported.output.contains("Functions by task\n"), "\(reported.output)")
        let document = try JSONDecoder().decode(
          TaskDocument.self,
          from: try Data(contentsOf: URL(filePath: json))
        )
        let samples = try #require(document.tasks.samples)
        #expect(samples.inTasks * 10 >= samples.samples * 9, "\(samples.inTasks)")
        func total(_ function: String) -> [UInt64] {
          samples.creators.compactMap { creator in
            creator.functions.first { $0.name.contains(function) }?.runningTotal
          }
        }
        // Each in the tasks of one creator, for as long as its thread has run.
        let (long, short) = (total("computeLong"), total("computeShort"))
        #expect(long.count == 1 && short.count == 1, "\(samples.creators.map(\.creator))")
        let share = Double(long[0]) / Double(long[0] + short[0])
        #expect(abs(share - 0.75) < 0.06, "\(share)")
        // Folded stacks begin with the creator.
        let folded = try await SampledProgram.folded(fixture, trace, "folded-on-cpu")
        let creators = Set(samples.creators.map(\.creator))
        for (function, all) in [("computeLong", long[0]), ("computeShort", short[0])] {
          let time = folded.reduce(0) { sum, stack in
            let isBelow = creators.contains(String(stack.stack.prefix { $0 != ";" }))
            return sum + (isBelow && stack.stack.contains(function) ? stack.time : 0)
          }
          #expect(time >= 0.99 * Double(all), "\(function): \(time) of \(all) in \(folded)")
        }
        let page = try String(contentsOf: URL(filePath: html), encoding: .utf8)
        for part in ["task-data", "sample-data", "tasks-scroll", "data-rows=\"creators\""] {
          #expect(page.contains(part), "\(part)")
        }
      }
    }

    private struct TaskDocument: Decodable {
      let tasks: TaskReport
    }

    @Test func `threads of a program's own task executor aren't the pool's`() async throws {
      try await ToolFixture.open { fixture in
        try await Self.prepare(fixture)
        let trace = "\(fixture.folder)/t"
        try await fixture.succeed(
          ["record", "-o", trace, "--concurrency", "--", Self.program, "meet", "7"])
        let (tasks, report, _) = try Self.read(trace)
        #expect(tasks.count == 8)
        #expect(tasks.values.count { $0.creation?.kind == .groupChild && $0.firstRun != nil } == 7)
        // The main task alone is of the pool, which may be told on two threads for a moment.
        #expect(report.pools.allSatisfy { $0.mostBusy <= 2 }, "\(report.pools)")
      }
    }

    @Test(arguments: ["'PROGRAM' leave; exec 'PROGRAM' tasks 1000", "'PROGRAM' become 1000"])
    func `tasks are over with their process, and with what it executed before`(
      script: String
    ) async throws {
      try await ToolFixture.open { fixture in
        try await Self.prepare(fixture)
        let trace = "\(fixture.folder)/t"
        let script = script.replacing("PROGRAM", with: Self.program)
        let outcome = try await fixture.succeed(
          ["record", "-o", trace, "--concurrency", "--", "sh", "-c", script])
        #expect(outcome.output.contains("499500"), "\(outcome.output)")
        let (_, report, recorder) = try Self.read(trace)
        let left = recorder.alive.filter { $0.left != nil }
        #expect(left.contains { $0.creation?.kind == .detached })
        // What comes after is not of theirs: the main task, what is left, and the second program's, which are 1,001.
        #expect(report.strangers == 0)
        #expect(report.created == 1003)
        #expect(left.allSatisfy { ($0.left ?? 0) > $0.begin })
      }
    }

    @Test func `a program may end while its tasks run`() async throws {
      try await ToolFixture.open { fixture in
        try await Self.prepare(fixture)
        let program = Self.program
        let script = "for i in 1 2 3 4 5 6 7 8 9 10; do '\(program)' hurry || exit 9; done"
        try await fixture.succeed(
          ["record", "-o", "\(fixture.folder)/t", "--concurrency", "--", "sh", "-c", script])
        let (_, report, recorder) = try Self.read("\(fixture.folder)/t")
        #expect(recorder.alive.count { $0.left != nil } >= 10)
        #expect(report.pools.allSatisfy { $0.mostBusy <= $0.threads + 2 }, "\(report.pools)")
      }
    }

    @Test func `tasks of the framework are what is done in them, under who has dispatched that`()
      async throws
    {
      try await ToolFixture.open { fixture in
        try await Self.prepare(fixture)
        let trace = "\(fixture.folder)/t"
        let outcome = try await fixture.run(
          [
            "record", "-o", trace, "--concurrency", "--", Built.program("FrameProgram"),
            "10", "tasks",
          ])
        #expect(outcome.output == "10 screens, 10 sales\n", "\(outcome.error)")
        let report = try Self.read(trace).report
        func count(_ kind: String, _ name: String) -> UInt64 {
          let rows = report.creators.filter { $0.kind == kind && $0.name.hasSuffix(name) }
          return rows.reduce(0) { $0 + $1.created }
        }
        #expect(count("side effect", "Buy") == 10)
        #expect(count("router pass", "") > 0)
        #expect(count("UI flush", "SalesScreen") > 0)
        // And so they are exported, each with the one that it is under.
        let exported = try await fixture.run(["export", trace, "--format", "chrome"])
        let document = try JSONSerialization.jsonObject(with: Data(exported.output.utf8))
        let events = (document as? [String: Any])?["traceEvents"] as? [[String: Any]] ?? []
        var tasks: [Int: (creator: String, parent: Int)] = [:]
        for event in events where event["ph"] as? String == "b" {
          guard let arguments = event["args"] as? [String: Any],
            let creator = arguments["creator"] as? String, let task = arguments["task"] as? Int
          else { continue }
          tasks[task] = (creator, arguments["parent"] as? Int ?? 0)
        }
        func found(_ creator: String) -> [Int: (creator: String, parent: Int)] {
          tasks.filter { $0.value.creator.hasPrefix(creator) }
        }
        let main = try #require(found("main").keys.first)
        let effects = found("side effect \"FrameProgram.Buy\"")
        #expect(effects.count == 10 && effects.values.allSatisfy { $0.parent == main })
        let passes = found("router pass")
        #expect(passes.values.contains { effects[$0.parent] != nil }, "\(tasks)")
        #expect(!found("UI flush \"FrameProgram.SalesScreen\"").isEmpty)
      }
    }

    @Test func `a program without the runtime runs and is recorded as without the option`()
      async throws
    {
      try await ToolFixture.open { fixture in
        try await Self.prepare(fixture)
        let trace = "\(fixture.folder)/t"
        let outcome = try await fixture.run(
          [
            "record", "-o", trace, "--concurrency", "--", fixture.program.path, "emit:10",
            "print:hello",
          ])
        #expect(outcome.status == 0 && outcome.output == "hello\n", "\(outcome.error)")
        #expect(outcome.error.contains("events: 10 signpost:interval_begin\n"), "\(outcome.error)")
        #expect(outcome.error.contains("warning: tasks: none were seen;"), "\(outcome.error)")
      }
    }

    @Test func `without the option nothing is loaded, and no event of tasks is there`() async throws
    {
      try await ToolFixture.open { fixture in
        let trace = "\(fixture.folder)/t"
        let outcome = try await fixture.run(
          [
            "record", "-o", trace, "--", "sh", "-c",
            "grep -c hamon-concurrency /proc/self/maps; exec '\(Self.program)'",
          ])
        #expect(outcome.status == 0 && outcome.output.hasPrefix("0\n"), "\(outcome.error)")
        #expect(!outcome.error.contains("swift_concurrency"), "\(outcome.error)")
      }
    }

    @Test(arguments: [[], ["-DCALLS_NEXT"]])
    func `hooks of other libraries are called as well`(options: [String]) async throws {
      try await ToolFixture.open { fixture in
        try await Self.prepare(fixture)
        let library = "\(fixture.folder)/libother.so"
        try await Self.compile(
          ["-shared", "-fPIC", "-o", library] + options + [
            "\(FixturePackage.repository)/Tests/Fixtures/other-hooks.c", "-ldl",
          ]
        )
        let trace = "\(fixture.folder)/t"
        let outcome = try await fixture.run(
          [
            "record", "-o", trace, "--concurrency", "--", Self.program, "tasks", "3000",
          ],
          environment: ["LD_PRELOAD": library]
        )
        #expect(outcome.status == 0 && outcome.output == "1498500\n", "\(outcome.error)")
        #expect(outcome.error.contains(#/other hooks: [3-9][0-9]{3,} jobs/#), "\(outcome.error)")
        let (tasks, report, _) = try Self.read(trace)
        // Told by our hook: no task was created without it.
        #expect(report.created == 3001 && tasks.count == 3001)
        #expect(
          tasks.values.allSatisfy { $0.creation?.isEnqueued == true || $0.creation?.kind == .main }
        )
        #expect(try await fixture.count("swift_concurrency:task_enqueue", in: trace) > 0)
      }
    }

    /// Swift's libraries for programs that have them in themselves.
    private static let staticLibraries = clang.map {
      URL(filePath: $0).appending(path: "../../lib/swift_static/linux").standardized.path
    }

    @Test(
      .enabled(if: TestTier.isCheck, "make check runs it"),
      .enabled(
        if: staticLibraries.map { FileManager.default.fileExists(atPath: $0) } == true,
        "the toolchain has no static libraries"
      )
    )
    func `tasks of a program with the runtime in itself are recorded where it is linked for it`()
      async throws
    {
      try await ToolFixture.open { fixture in
        try await Self.prepare(fixture)
        let source = "\(FixturePackage.repository)/Tests/Fixtures/static-tasks.swift"
        let link = "@\(Built.folder)/hamon-concurrency.link"
        func build(_ name: String, _ options: [String]) async throws -> String {
          let program = "\(fixture.folder)/\(name)"
          try await Self.compile(
            ["-O", "-static-stdlib", "-parse-as-library", source, "-o", program] + options,
            with: "swiftc"
          )
          return program
        }
        let plain = try await build("plain", [])
        let unseen = try await fixture.run(
          ["record", "-o", "\(fixture.folder)/u", "--concurrency", "--", plain])
        #expect(unseen.status == 0 && unseen.output == "64\n", "\(unseen.error)")
        #expect(
          unseen.error.contains("link it dynamically, or with -Xlinker \(link)\n"),
          "\(unseen.error)"
        )
        let linked = try await build("linked", ["-Xlinker", link])
        #expect(try await Command.succeed([linked]) == "64\n")
        let trace = "\(fixture.folder)/t"
        let outcome = try await fixture.run(["record", "-o", trace, "--concurrency", "--", linked])
        #expect(outcome.status == 0 && outcome.output == "64\n", "\(outcome.error)")
        #expect(!outcome.error.contains("warning"), "\(outcome.error)")
        let (_, report, _) = try Self.read(trace)
        // The main one, those of the group, two of `async let`, the one that sleeps, and who is resumed by a thread.
        #expect(report.created == 1 + 64 + 2 + 1 + 1)
        #expect(report.strangers == 0)
        #expect(report.matched + 1 == report.created)
        let kinds = report.creators.reduce(into: [:]) { $0[$1.kind, default: 0] += $1.created }
        #expect(
          kinds == ["main": 1, "group": 64, "async let": 2, "detached": 1, "task": 1],
          "\(report.creators)"
        )
        let actor = try #require(report.executors.first { $0.name.hasSuffix("Counter") })
        #expect(actor.runs >= 64 && actor.instances == 1)
        let sleeper = try #require(report.creators.first { $0.name == "sleeper" })
        // Its 10 ms are counted from the call on, and it is some later that it is seen to wait.
        #expect(sleeper.waits.continuation + sleeper.waits.unknown > 9_000_000)
        let resumed = try #require(report.creators.first { $0.name == "resumed" })
        #expect(resumed.waits.continuation > 0)
      }
    }

    @Test(arguments: [
      ([], "it is older than Swift 5.9"),
      (["-DLAYOUT=2"], "its tasks have another layout (version 2, 256 bytes)"),
    ])
    func `a runtime that isn't known is told, and all else is recorded`(
      options: [String],
      problem: String
    ) async throws {
      try await ToolFixture.open { fixture in
        try await Self.prepare(fixture)
        let source = "\(FixturePackage.repository)/Tests/Fixtures/other-runtime.c"
        let library = "\(fixture.folder)/libswift_Concurrency.so"
        let program = "\(fixture.folder)/program"
        try await Self.compile(
          ["-shared", "-fPIC", "-DLIBRARY", "-o", library, source] + options
        )
        try await Self.compile([
          source, "-o", program, "-L", fixture.folder, "-lswift_Concurrency",
          "-Wl,-rpath,\(fixture.folder)",
        ])
        let trace = "\(fixture.folder)/t"
        let outcome = try await fixture.succeed(
          [
            "record", "-o", trace, "--concurrency", "--", "sh", "-c",
            "'\(program)' && '\(fixture.program.path)' emit:10",
          ])
        #expect(outcome.output == "created 7 whole\ncancelled 7\n", "\(outcome.error)")
        #expect(outcome.error.contains("events: 10 signpost:interval_begin\n"), "\(outcome.error)")
        let warning = "warning: tasks: program: no tasks of it: \(problem)\n"
        #expect(outcome.error.contains(warning), "\(outcome.error)")
        let report = try await fixture.run(["report", trace]).output
        #expect(report.contains("NOT RECORDED: program ("), "\(report)")
      }
    }

    private static func compile(
      _ arguments: [String],
      with compiler: String? = clang
    ) async throws {
      try await Command.succeed([try #require(compiler)] + arguments)
    }

    @Test(arguments: [["--pid", "1"], ["--relay", "localhost"], ["--flight-recorder", "1"]])
    func `what can't go with it is refused`(options: [String]) async throws {
      try await ToolFixture.open { fixture in
        let command = options[0] == "--pid" ? [] : ["--", "true"]
        let outcome = try await fixture.run(["record", "--concurrency"] + options + command)
        #expect(outcome.status == 64, "\(outcome.error)")
        #expect(outcome.error.contains("error: record: --concurrency"), "\(outcome.error)")
      }
    }
  }
}
