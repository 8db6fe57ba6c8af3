import Foundation
import Testing
import TraceAnalysis

@testable import TaskAnalysis
@testable import TraceExport
@testable import TraceReading

/// Tasks that are known, in the forms that have a place for them.
@Suite struct TaskExportTests {
  private static let epoch: Int64 = 1_700_000_000_000_000_000

  /// Writes the events that `emit` makes, and returns the file.
  private static func export(
    _ make: (OutputFile, TraceCatalog) -> any TraceWriter,
    _ emit: (MadeTasks) -> Void
  ) throws -> [UInt8] {
    let file = FileManager.default.temporaryDirectory.appending(path: "tasks-\(UUID())").path
    defer { try? FileManager.default.removeItem(atPath: file) }
    let output = try OutputFile(path: file)
    let catalog = TraceCatalog()
    let writer = make(output, catalog)
    let tasks = try #require(writer.tasks)
    let made = MadeTasks(since: epoch, catalog, observer: tasks)
    tasks.titles = try TaskTitles(made.recorder, inTrace: "/nonexistent")
    writer.start(at: epoch)
    emit(made)
    made.recorder.finish()
    tasks.titles = nil
    writer.finish(TraceAnalyzer(catalog: made.catalog).report(path: "", summary: .empty))
    try output.close()
    return Array(try Data(contentsOf: URL(filePath: file)))
  }

  /// A task that creates another one, which waits for an actor that a third has, and then wakes the first.
  private static func life(_ tasks: MadeTasks) {
    tasks.emit(0, .findRuntime(processors: 2, problem: tasks.catalog.symbol(for: "")))
    tasks.name(0xA0, "Bank")
    tasks.create(1, caller: 0x10, 0)
    tasks.run(1, 10, thread: 2)
    tasks.create(2, by: 1, caller: 0x20, 20)
    tasks.create(3, by: 1, caller: 0x20, 22)
    tasks.pause(1, .task, 2, 30, thread: 2)
    tasks.run(3, on: 0xA0, 31, thread: 3)
    tasks.run(2, 40, thread: 2)
    tasks.emit(45, .change(task: 2, executor: 0xA0))
    tasks.pause(2, .executor, 0xA0, 45, thread: 2)
    tasks.emit(60, thread: 3, .end(task: 3))
    tasks.run(2, on: 0xA0, 61, thread: 3)
    tasks.emit(80, thread: 3, .end(task: 2))
    tasks.run(1, 85, thread: 2)
    tasks.emit(90, .end(task: 1))
    // Takes the lane that was left first.
    tasks.create(4, caller: 0x20, 100)
    tasks.run(4, 101, thread: 2)
    tasks.pause(4, .continuation, 0x50, 110, thread: 2)
    tasks.emit(120, thread: 9, .enqueue(task: 4, by: 0, isMain: false))
  }

  @Test func `a trace of Perfetto has a lane a task, its states, actors, the pool and arrows`()
    throws
  {
    let bytes = try Self.export(
      { PerfettoWriter(output: $0, catalog: $1, samples: nil) },
      Self.life
    )
    let trace = try PerfettoTrace(bytes, since: Self.epoch)
    let slices = trace.slices
    func path(_ names: String...) -> String { names.joined(separator: "/") }
    let first = "task of 0x10 #1"
    let second = "task of 0x20 #2"
    let expected: [(String, String, Int64, Int64?)] = [
      ("tasks/task of 0x10", first, 0, 90),
      ("tasks/task of 0x10", path(first, "waits for a thread"), 0, 10),
      ("tasks/task of 0x10", path(first, "runs on thread 2"), 10, 30),
      ("tasks/task of 0x10", path(first, "waits for another task, in 0x3000"), 30, 80),
      ("tasks/task of 0x10", path(first, "waits for a thread"), 80, 85),
      ("tasks/task of 0x10", path(first, "runs on thread 2"), 85, 90),
      ("tasks/task of 0x20", second, 20, 80),
      ("tasks/task of 0x20", path(second, "waits for Bank"), 45, 61),
      ("tasks/task of 0x20", path(second, "runs on thread 3"), 61, 80),
      ("actors and executors/Bank", "task of 0x20 #3", 31, 60),
      ("actors and executors/Bank", second, 61, 80),
      // It never ends.
      ("tasks/task of 0x20", "task of 0x20 #4", 100, nil),
    ]
    for (track, path, begin, end) in expected {
      let slice = PerfettoTrace.Slice(track: track, path: path, begin: begin, end: end)
      #expect(slices.contains(slice), "\(slice) in \(slices)")
    }
    // The fourth is on the lane of the third, which was left first.
    #expect(trace.tracks.filter { $0 == "tasks/task of 0x20" }.count == 2)
    // From the creation, or from who woke it, to the run.
    let arrows = trace.arrows
    for arrow in [
      "creates 20 -> \(path(second, "runs on thread 2")) 40",
      "creates 22 -> \(path("task of 0x20 #3", "runs on thread 3")) 31",
      "makes way for 60 -> \(path(second, "runs on thread 3")) 61",
      "wakes 80 -> \(path(first, "runs on thread 2")) 85",
    ] {
      #expect(arrows.contains(arrow), "\(arrow) in \(arrows)")
    }
    #expect(trace.counters["pool: busy threads"]?.last == 0)
    #expect(trace.counters["pool: busy threads"]?.max() == 2)
    #expect(trace.counters["pool: waiting tasks"]?.max() == 2)
    #expect(trace.counters["waiting for Bank"] == [1, 0])
  }

  @Test func `trace events have a row a task and an actor, and the same counters`() throws {
    let bytes = try Self.export({ ChromeTraceWriter(output: $0, catalog: $1) }, Self.life)
    let document = try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any]
    let events = try #require(document?["traceEvents"] as? [[String: Any]])
    func row(_ event: [String: Any]) -> String {
      (event["id2"] as? [String: String])?["local"] ?? ""
    }
    var open: [String: [String]] = [:]
    // As viewers do it: in the order of time, and of the file where that is the same.
    let inOrder = events.enumerated().sorted {
      let (left, right) = ($0.element["ts"] as? Double ?? 0, $1.element["ts"] as? Double ?? 0)
      return (left, $0.offset) < (right, $1.offset)
    }
    var seen: Set<String> = []
    for (_, event) in inOrder {
      let name = event["name"] as? String ?? ""
      switch event["ph"] as? String {
      case "b":
        open[row(event), default: []].append(name)
        seen.insert("\(row(event)): \(open[row(event)]?.joined(separator: "/") ?? "")")
      case "e": #expect(open[row(event)]?.popLast() == name, "\(name)")
      default: break
      }
    }
    #expect(open.filter { !$0.value.isEmpty }.keys.sorted() == ["task 4"])
    #expect(seen.contains("task 2: task of 0x20 #2/waits for Bank"))
    #expect(seen.contains("executor 0 Bank: task of 0x20 #3"))
    let values = events.filter { $0["ph"] as? String == "C" }
    let counters = Set(values.compactMap { $0["name"] as? String })
    #expect(counters == ["pool: busy threads", "pool: waiting tasks", "waiting for Bank"])
  }
}

/// Makes events of tasks by hand.
private struct MadeTasks {
  let catalog: TraceCatalog
  let recorder: TaskRecorder
  private let epoch: Int64

  init(since epoch: Int64, _ catalog: TraceCatalog, observer: any TaskObserver) {
    self.epoch = epoch
    self.catalog = catalog
    recorder = TaskRecorder(catalog: catalog, observers: [observer])
  }

  func emit(_ time: Int64, thread: Int64 = 2, _ event: TraceTaskEvent) {
    let key = TraceCatalog.ThreadKey(
      hostname: catalog.symbol(for: "host"),
      processID: 1,
      threadID: thread
    )
    let index = catalog.threadIndex(for: key, processName: "program") { "thread" }
    recorder.observe(
      TraceEvent(
        timestamp: epoch + time,
        threadIndex: index,
        processIndex: catalog.threads[index].processIndex,
        classIndex: 0,
        payload: .task(event)
      )
    )
  }

  func name(_ executor: UInt64, _ name: String) {
    let name = catalog.symbol(for: name)
    emit(0, .nameExecutor(executor: executor, isMain: false, isDefault: true, name: name))
  }

  func create(_ task: UInt64, by: UInt64 = 0, caller: UInt64, _ time: Int64) {
    emit(time, .site(TraceTaskSite(site: caller, function: 0, callers: [caller])))
    let creation = TraceTaskCreation(
      task: task,
      by: by,
      kind: .task,
      isEnqueued: true,
      group: 0,
      executor: 0,
      site: caller,
      name: catalog.symbol(for: "")
    )
    emit(time, .create(creation))
  }

  func run(_ task: UInt64, on executor: UInt64 = 0, _ time: Int64, thread: Int64) {
    let status = TraceTaskStatus(rawValue: 21)
    emit(time, thread: thread, .run(task: task, executor: executor, status: status))
  }

  func pause(
    _ task: UInt64,
    _ reason: TraceTaskPause.Reason,
    _ object: UInt64,
    _ time: Int64,
    thread: Int64
  ) {
    let pause = TraceTaskPause(
      task: task,
      reason: reason,
      object: object,
      function: 0x3000,
      caller: 0x3000,
      outer: 0,
      status: TraceTaskStatus(rawValue: 21)
    )
    emit(time, thread: thread, .pause(pause))
  }
}

/// A trace of Perfetto as its viewer reads it.
private struct PerfettoTrace {
  struct Slice: Hashable {
    let track: String
    let path: String
    let begin: Int64
    let end: Int64?
  }

  private(set) var slices: Set<Slice> = []
  private(set) var tracks: [String] = []
  private(set) var arrows: Set<String> = []
  private(set) var counters: [String: [Int64]] = [:]

  /// Reads a file; times are told since `epoch`.
  ///
  /// - Throws: Where it isn't one.
  init(_ bytes: [UInt8], since epoch: Int64) throws {
    let packets = try #require(ProtobufFields(bytes)).messages(1)
    var names: [UInt64: String] = [:]
    var paths: [UInt64: String] = [:]
    var events: [(time: Int64, event: ProtobufFields)] = []
    for packet in packets {
      for interned in packet.messages(12) {
        for name in interned.messages(2) { names[name.number(1) ?? 0] = name.text(2) }
      }
      for track in packet.messages(60) {
        let parent = track.number(5).flatMap { paths[$0] } ?? ""
        // A process has no path, so that those of its tracks begin with their groups.
        let path = [parent, track.text(2) ?? ""].filter { !$0.isEmpty }.joined(separator: "/")
        if paths.updateValue(path, forKey: track.number(1) ?? 0) == nil { tracks.append(path) }
      }
      guard let event = packet.messages(11).first else { continue }
      events.append((Int64(packet.number(8) ?? 0) - epoch, event))
    }
    // Where times are the same, in the order of the file.
    let inOrder = events.enumerated().sorted {
      ($0.element.time, $0.offset) < ($1.element.time, $1.offset)
    }
    var open: [UInt64: [(name: String, begin: Int64)]] = [:]
    var sources: [UInt64: String] = [:]
    var targets: [UInt64: String] = [:]
    for (_, entry) in inOrder {
      let track = try #require(entry.event.number(11))
      let path = try #require(paths[track])
      let name = entry.event.text(23) ?? entry.event.number(10).flatMap { names[$0] } ?? ""
      func whole(_ stack: [(name: String, begin: Int64)]) -> String {
        stack.map(\.name).joined(separator: "/")
      }
      switch entry.event.number(9) {
      case 1:
        open[track, default: []].append((name, entry.time))
        let target = "\(whole(open[track] ?? [])) \(entry.time)"
        for flow in entry.event.numbers(48) { targets[flow] = target }
      case 2:
        let stack = try #require(open[track])
        let last = try #require(stack.last)
        slices.insert(
          Slice(track: path, path: whole(stack), begin: last.begin, end: entry.time)
        )
        open[track]?.removeLast()
      case 3: for flow in entry.event.numbers(47) { sources[flow] = "\(name) \(entry.time)" }
      case 4: counters[path, default: []].append(Int64(entry.event.number(30) ?? 0))
      default: break
      }
    }
    for (track, stack) in open {
      for depth in stack.indices {
        let path = stack[...depth].map(\.name).joined(separator: "/")
        slices.insert(
          Slice(track: paths[track] ?? "", path: path, begin: stack[depth].begin, end: nil)
        )
      }
    }
    for (flow, target) in targets {
      arrows.insert("\(try #require(sources[flow])) -> \(target)")
    }
  }
}
