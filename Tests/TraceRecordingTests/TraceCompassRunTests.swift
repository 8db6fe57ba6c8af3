import Foundation
import Testing

// The file is run as Trace Compass runs it, on events as programs emit them.
@Suite(.timeLimit(.minutes(30))) struct TraceCompassRunTests {
  private let file: TraceCompassFile

  init() throws {
    file = try TraceCompassFile(headers: TracepointFields())
  }

  private func run(_ analysis: String, _ events: [TraceCompassRun.Event]) throws -> TraceCompassRun
  {
    let run = try TraceCompassRun(analysis, of: file)
    for event in events { try run.handle(event) }
    return run
  }

  /// An event of the main thread of process 70, if nothing else is said.
  private func event(
    _ name: String,
    _ time: Int,
    id: Int = 0,
    thread: Int = 70,
    process: Int = 70,
    _ fields: [String: TraceCompassRun.Value] = [:]
  ) -> TraceCompassRun.Event {
    var all: [String: TraceCompassRun.Value] = [
      "id": .number(id), "slot": .number(id & 0xffff), "context._vpid": .number(process),
      "context._vtid": .number(thread),
      "context._procname": .text(thread == process ? "Shop" : "oot.default-qos"),
    ]
    all.merge(fields) { $1 }
    return TraceCompassRun.Event(name: name, time: time, fields: all)
  }

  private func enqueue(
    _ time: Int,
    id: Int,
    name: String,
    process: Int = 70
  ) -> TraceCompassRun.Event {
    event(
      "katana:dispatch_enqueue",
      time,
      id: id,
      process: process,
      [
        "name": .text(name), "kind": .text("state"), "parent_id": .number(0), "depth": .number(0),
      ]
    )
  }

  private func update(_ time: Int, id: Int, name: String) -> [TraceCompassRun.Event] {
    [
      event("katana:update_begin", time, id: id, ["name": .text(name), "version": .number(1)]),
      event("katana:update_end", time + 1, id: id),
    ]
  }

  private static let hasPython = FileManager.default.isExecutableFile(atPath: "/usr/bin/python3")

  @Test(.enabled(if: hasPython, "needs python3"))
  func `the file is what the generator makes of the event table`() throws {
    let generated = try TraceCompassFile.generated()
    let file = try Data(contentsOf: TraceCompassFile.url)
    #expect(generated == file, "run tools/tracecompass/generate > tools/tracecompass/hamon.xml")
  }

  @Test(.enabled(if: hasPython, "needs python3"))
  func `a new line of the event table is an interval in every analysis`() throws {
    let table = TraceCompassFile.root.appending(path: "Tests/Fixtures/Events/PrintEvents.def")
    let url = FileManager.default.temporaryDirectory.appending(path: "hamon-\(UUID()).xml")
    defer { try? FileManager.default.removeItem(at: url) }
    try TraceCompassFile.generated(besides: [table.path]).write(to: url)
    var headers = TracepointFields()
    headers.fields["katana:print_begin"] = ["id", "parent_id", "name", "pages"]
    headers.fields["katana:print_end"] = ["id", "outcome"]
    let file = try TraceCompassFile(headers: headers, url: url)
    let begin = event(
      "katana:print_begin",
      10,
      id: 5,
      ["name": .text("Shop.List"), "parent_id": .number(4), "pages": .number(12)]
    )
    let end = event("katana:print_end", 30, id: 5, ["outcome": .text("failure")])
    func run(_ analysis: String, _ events: [TraceCompassRun.Event]) throws -> TraceCompassRun {
      let run = try TraceCompassRun(analysis, of: file)
      for event in events { try run.handle(event) }
      return run
    }
    let kinds = try #require(try run("hamon.intervals", [begin, end]).segments.first)
    #expect(kinds.name == "print")
    #expect(kinds.begin == 10 && kinds.end == 30)
    #expect(kinds.fields["pages"] == .number(12))
    #expect(kinds.fields["outcome"] == .text("failure"))
    let names = try run("hamon.intervals.by-name", [begin, end]).segments
    #expect(names.map(\.name) == ["Shop.List"])
    let stack = try run("hamon.calls", [begin]).stacks["/Processes/70/threads/70/CallStack"]
    #expect(stack == [.text("print"), .text("Shop.List")])
  }

  @Test(arguments: ["hamon.waits.by-name", "hamon.intervals"])
  func `an item that waits costs the events after it nothing, however many wait`(
    analysis: String
  ) throws {
    func trials(depth: Int) throws -> Int {
      let items = (1...depth).map { enqueue($0, id: $0, name: "Add") }
      return try run(
        analysis,
        items + (1...depth).flatMap { update(depth + 2 * $0, id: $0, name: "Add") }
      ).trialCount
    }
    for depth in [20, 400] {
      // At the most one for each machine that watches the event, and one for the interval that is open.
      #expect(try trials(depth: depth) <= 3 * depth * 3, "\(depth)")
    }
  }

  @Test func `a wait lasts from the dispatch to the begin of the item with its id and process`()
    throws
  {
    let run = try run(
      "hamon.waits.by-name",
      [
        enqueue(10, id: 1, name: "Add"), enqueue(12, id: 1, name: "Remove", process: 71),
        enqueue(15, id: 2, name: "Load"), enqueue(16, id: 3, name: "Add"),
        event("katana:effect_begin", 20, id: 2, ["name": .text("Load"), "version": .number(0)]),
        event("katana:update_begin", 31, id: 1, ["name": .text("Add"), "version": .number(1)]),
        event("katana:dispatch_discard", 40, id: 3, ["reason": .text("cancelled")]),
        // Nobody knows since when these have waited.
        event("katana:update_begin", 50, id: 1, ["name": .text("Add"), "version": .number(2)]),
        event("katana:dispatch_discard", 51, id: 9, ["reason": .text("dropped")]),
      ]
    )
    #expect(run.segments.map(\.name) == ["Load", "Add", "discarded"])
    #expect(run.segments.map(\.begin) == [15, 10, 16])
    #expect(run.segments.map(\.end) == [20, 31, 40])
    let discarded = try #require(run.segments.last)
    #expect(discarded.fields["name"] == .text("Add"))
    #expect(discarded.fields["reason"] == .text("cancelled"))
    #expect(run.values["/Counts/70/Add"] == .number(0))
    #expect(run.values["/Counts/71/Remove"] == .number(1))
    #expect(run.openRunCount == 2)
  }

  @Test func `a row of the time graph tells how many items of a name wait`() throws {
    var events: [TraceCompassRun.Event] = []
    var shown: [Int?] = []
    let run = try TraceCompassRun("hamon.waits.by-name", of: file)
    for id in 1...1000 { events.append(enqueue(id, id: id, name: "Add")) }
    for id in 1...1000 { events.append(contentsOf: update(1000 + 2 * id, id: id, name: "Add")) }
    for event in events {
      try run.handle(event)
      guard event.name != "katana:update_end" else { continue }
      if case .number(let level)? = run.values["/Waits/70/Add"] {
        shown.append(level)
      } else {
        shown.append(nil)
      }
    }
    #expect(Array(shown.prefix(3)) == [1, 2, 2])
    #expect([8, 9, 98, 99, 998, 999].map { shown[$0] } == [2, 3, 3, 4, 4, 5])
    #expect([1000, 1997, 1998, 1999].map { shown[$0] } == [4, 2, 1, nil])
  }

  @Test func `an item whose slot another has taken is forgotten and no longer counted`() throws {
    let run = try run(
      "hamon.waits.by-name",
      [
        enqueue(10, id: 5, name: "Old"), enqueue(20, id: 5 + 65_536, name: "New"),
        event("katana:update_begin", 30, id: 5, ["name": .text("Old"), "version": .number(1)]),
        event(
          "katana:update_begin",
          40,
          id: 5 + 65_536,
          ["name": .text("New"), "version": .number(2)]
        ),
      ]
    )
    #expect(run.segments.map(\.name) == ["New"])
    #expect(run.segments.map(\.begin) == [20])
    #expect(run.values["/Waits/70/Old"] == nil && run.values["/Counts/70/Old"] == .number(0))
    #expect(run.values["/Waits/70/New"] == nil && run.values["/Counts/70/New"] == .number(0))
  }

  @Test(arguments: [("hamon.intervals", "/Intervals/70"), ("hamon.waits.by-name", "/Waits/70")])
  func `a process has its own name, and never that of a thread`(
    analysis: String,
    path: String
  ) throws {
    let begins = [
      event("katana:effect_begin", 5, id: 1, thread: 72, ["name": .text("Load")]),
      enqueue(6, id: 2, name: "Add"),
    ]
    let worker = try run(analysis, [begins[0]])
    #expect(worker.values[path] == nil)
    let main = try run(analysis, begins + begins)
    #expect(main.values[path] == .text("Shop (70)"))
    #expect(main.scriptCount == 1)
    let dump = event(
      "lttng_ust_statedump:procname",
      1,
      thread: 71,
      ["procname": .text("Server")]
    )
    let dumped = try run(analysis, [dump, dump] + begins)
    #expect(dumped.values[path] == .text("Server (70)"))
    #expect(dumped.scriptCount == 1)
  }

  @Test func `listeners have the name of their update, which tells them from it`() throws {
    var events: [TraceCompassRun.Event] = []
    for id in 1...3 {
      events += update(10 * id, id: id, name: "Add")
      events.append(
        event(
          "katana:listeners_begin",
          10 * id + 2,
          id: id,
          ["name": .text("Add"), "version": .number(1), "count": .number(2)]
        )
      )
      events.append(event("katana:listeners_end", 10 * id + 5, id: id))
    }
    let names = try run("hamon.intervals.by-name", events)
    #expect(names.segments.map(\.name).suffix(2) == ["Add", "Add, listeners"])
    #expect(names.segments.count == 6 && names.scriptCount == 1)
    let kinds = try run("hamon.intervals", events)
    #expect(kinds.segments.last?.name == "listeners")
    #expect(kinds.segments.last?.fields["name"] == .text("Add"))
    let open = try run("hamon.intervals", Array(events.dropLast()))
    #expect(open.values["/Intervals/70/listeners/Add/0"] == .number(2))
  }

  @Test func `a frame, its reconciliation and its layout are told apart, with the state's version`()
    throws
  {
    func begin(_ interval: String, _ time: Int, id: Int, parent: Int) -> TraceCompassRun.Event {
      event(
        "katana:\(interval)_begin",
        time,
        id: id,
        [
          "name": .text(interval == "commit" ? "GTK" : "Cart"), "parent_id": .number(parent),
          "version": .number(7), "views": .number(3), "is_cache_hit": .number(0),
        ]
      )
    }
    let begins = [
      begin("frame", 10, id: 1, parent: 0), begin("reconcile", 11, id: 2, parent: 1),
      begin("layout", 12, id: 3, parent: 2),
    ]
    let all =
      begins + [
        event("katana:layout_end", 13, id: 3),
        event("katana:reconcile_end", 14, id: 2, ["created": .number(4)]),
        begin("commit", 15, id: 4, parent: 1), event("katana:commit_end", 16, id: 4),
        event("katana:frame_end", 17, id: 1, ["updated": .number(5)]),
      ]
    let names = try run("hamon.intervals.by-name", all).segments
    #expect(names.map(\.name) == ["Cart, layout", "Cart, reconciliation", "GTK", "Cart, frame"])
    let kinds = try run("hamon.intervals", all).segments
    #expect(kinds.map(\.name) == ["layout", "reconciliation", "commit", "frame"])
    #expect(kinds.map { $0.fields["version"] } == [nil, .number(7), .number(7), .number(7)])
    #expect(kinds.last?.fields["updated"] == .number(5))
    let stack = try run("hamon.calls", begins).stacks["/Processes/70/threads/70/CallStack"]
    #expect(
      stack == ["frame", "Cart", "reconciliation", "Cart", "layout", "Cart"].map { .text($0) }
    )
  }

  @Test func `intervals that stay on a thread are stacked there, the others have lanes`() throws {
    func begin(_ time: Int, _ id: Int, _ name: String, isSynchronous: Int) -> TraceCompassRun.Event
    {
      event(
        "signpost:interval_begin",
        time,
        id: id,
        ["name": .text(name), "is_synchronous": .number(isSynchronous)]
      )
    }
    func end(_ time: Int, _ id: Int) -> TraceCompassRun.Event {
      event("signpost:interval_end", time, id: id)
    }
    let begins = [
      begin(1, 1, "request", isSynchronous: 0), begin(2, 2, "parse", isSynchronous: 1),
      begin(3, 3, "header", isSynchronous: 1), begin(4, 4, "query", isSynchronous: 0),
    ]
    let open = try run("hamon.calls", begins)
    #expect(open.stacks["/Processes/70/threads/70/CallStack"] == [.text("parse"), .text("header")])
    #expect(open.stacks["/Processes/70/interval/0/CallStack"] == [.text("request")])
    #expect(open.stacks["/Processes/70/interval/1/CallStack"] == [.text("query")])
    // What may move ends in any order.
    let ended = try run("hamon.calls", begins + [end(5, 3), end(6, 1), end(7, 2), end(8, 4)])
    #expect(ended.stacks.values.allSatisfy(\.isEmpty) && ended.stacks.count == 3)
    #expect(ended.openRunCount == 0)
  }

  @Test func `a span that gets another name while it is open is in the tables by that`() throws {
    func begin(_ id: Int, process: Int = 70) -> TraceCompassRun.Event {
      let fields = ["name": TraceCompassRun.Value.text("GET"), "is_synchronous": .number(0)]
      return event("signpost:interval_begin", id, id: id, process: process, fields)
    }
    func field(_ key: String, _ value: String, id: Int, process: Int = 70) -> TraceCompassRun.Event
    {
      let fields = ["key": TraceCompassRun.Value.text(key), "value": .text(value)]
      return event("signpost:field_text", 10, id: id, process: process, fields)
    }
    let events =
      [
        begin(1), begin(2), begin(1, process: 71), field("name", "/users/{id}", id: 1),
        field("method", "GET", id: 1), field("path", "/users/3", id: 2),
        field("name", "/lost", id: 9),
      ] + [1, 2].map { event("signpost:interval_end", 20, id: $0) }
      + [event("signpost:interval_end", 20, id: 1, process: 71)]
    let names = try run("hamon.intervals.by-name", events)
    #expect(names.segments.map(\.name) == ["/users/{id}", "GET", "GET"])
    #expect(names.openRunCount == 0)
    let kinds = try run("hamon.intervals", events)
    #expect(kinds.segments.map { $0.fields["name"] } == names.segments.map { .text($0.name) })
    // The lane was there before the name.
    let open = try run("hamon.intervals", Array(events.prefix(4)))
    #expect(open.values["/Intervals/70/interval/GET/0"] != nil)
    #expect(open.values.keys.allSatisfy { !$0.contains("users") })
  }

  // Trace Compass reads a text of hexadecimal digits as an address, with a sign before it too, and what Java decodes as
  // a number.
  @Test(arguments: [
    ("add", "'add'"), ("FACE", "'FACE'"), ("7", "'7'"), ("+1", "'+1'"), ("-5", "'-5'"),
    ("0x1F", "'0x1F'"), ("#fff", "'#fff'"), ("0123456789abcdef", "'0123456789abcdef'"),
    ("item-4", "item-4"), ("Shop.Add", "Shop.Add"), ("load", "load"), ("add face", "add face"),
    ("", ""), ("0123456789abcdef0", "0123456789abcdef0"),
  ])
  func `a name that looks like an address is in quotes in the flame chart`(
    name: String,
    shown: String
  ) throws {
    let headers = TracepointFields()
    let named = headers.intervals.filter { headers.fields["\($0)_begin"]?.contains("name") == true }
    #expect(named.count == 10)
    for interval in named {
      for isSynchronous in [0, 1] {
        let begins = [1, 2].map { id in
          event(
            "\(interval)_begin",
            id,
            id: id,
            ["name": .text(name), "is_synchronous": .number(isSynchronous)]
          )
        }
        let run = try run("hamon.calls", begins)
        #expect(!run.stacks.isEmpty)
        #expect(run.stacks.values.allSatisfy { $0.last == .text(shown) }, "\(interval)")
        #expect(run.scriptCount == 1)
      }
    }
  }

  @Test func `each line of a chart gets its label once`() throws {
    let run = try run(
      "hamon.values",
      (0..<3).flatMap { time in
        [
          event(
            "katana:queue_depth",
            time,
            ["store": .number(1), "depth": .number(time)]
          ),
          event(
            "signpost:counter",
            time,
            [
              "name": .text("hits"), "subsystem": .text("shop"), "category": .text("cache"),
              "value": .number(time),
            ]
          ),
        ]
      }
    )
    #expect(run.values["/Queues/70/1"] == .number(2))
    #expect(run.values["/Counters/70/shop/cache/hits"] == .number(2))
    // The column at the left shows the first 25 characters.
    #expect(run.values["/Queues/70/1/label"] == .text("store 1, process 70"))
    #expect(
      run.values["/Counters/70/shop/cache/hits/label"] == .text("hits [shop/cache], process 70")
    )
    #expect(run.scriptCount == 2)
  }

  @Test func `a metric's values are below the names that its number stands for`() throws {
    func value(_ time: Int, _ series: Int, _ value: Int) -> TraceCompassRun.Event {
      event(
        "signpost:series_counter",
        time,
        ["series": .number(series), "value": .number(value)]
      )
    }
    let names: [String: TraceCompassRun.Value] = [
      "series": .number(1), "name": .text("hits"), "subsystem": .text("shop"),
      "category": .text("cache"),
    ]
    let run = try run(
      "hamon.values",
      [
        event("signpost:series", 1, names), value(2, 1, 5), value(3, 2, 9), value(4, 1, 6),
        event("signpost:series", 5, names),
        // Another program of the same process.
        event("signpost:series", 6, names.merging(["name": .text("misses")]) { $1 }),
        value(7, 1, 3),
      ]
    )
    for (name, last) in [("hits", 6), ("misses", 3)] {
      let line = "/Counters/70/shop/cache/\(name)"
      #expect(run.values[line] == .number(last))
      #expect(run.values["\(line)/label"] == .text("\(name) [shop/cache], process 70"))
    }
    #expect(run.scriptCount == 2)
    // Nobody knows what 2 is.
    #expect(!run.values.values.contains(.number(9)))
  }

  // MARK: Tasks

  private func task(
    _ name: String,
    _ time: Int,
    _ task: Int,
    _ fields: [String: Int] = [:],
    named text: String = ""
  ) -> TraceCompassRun.Event {
    var all = [
      "task": task, "by": 0, "kind": 0, "is_enqueued": 1, "group": 0, "executor": 0, "object": 0,
    ]
    all.merge(fields) { $1 }
    var values = all.mapValues { TraceCompassRun.Value.number($0) }
    values["name"] = .text(text)
    return event("swift_concurrency:\(name)", time, values)
  }

  /// What a run shows of the tasks and executors of a process, after each of some events.
  private func shown(
    _ events: [TraceCompassRun.Event],
    _ paths: [String]
  ) throws -> [[Int?]] {
    let run = try TraceCompassRun("hamon.tasks", of: file)
    return try events.map { event in
      try run.handle(event)
      return paths.map { path in
        if case .number(let number)? = run.values[path] { number } else { nil }
      }
    }
  }

  @Test func `a task's row tells what it does, below the task that has created it`() throws {
    let events = [
      event("swift_concurrency:runtime", 0, ["context._procname": .text("Shop")]),
      task("task_create", 1, 5, ["by": 4], named: "load"), task("task_run", 2, 5),
      task("task_pause", 3, 5, ["reason": 2]), task("task_resume", 4, 5),
      task("task_enqueue", 5, 5), task("task_run", 6, 5), task("task_resume", 7, 5),
      task("task_pause", 8, 5, ["reason": 1]), task("task_enqueue", 9, 5), task("task_run", 10, 5),
      task("task_pause", 11, 5, ["reason": 3]), task("task_run", 12, 5),
      task("task_pause", 13, 5, ["reason": 4]), task("task_run", 14, 5),
      task("task_pause", 15, 5, ["reason": 0]), task("task_run", 16, 5), task("task_end", 17, 5),
      task("task_create", 18, 6, ["is_enqueued": 0]),
      // It has run before its creator tells.
      task("task_run", 19, 7, ["executor": 160]), task("task_create", 20, 7, ["executor": 160]),
    ]
    let states = try shown(events, ["/Tasks/70/5", "/Tasks/70/6", "/Tasks/70/7"])
    #expect(
      states.map { $0[0] } == [
        nil, 2, 4, 7, 2, 2, 4, 4, 5, 2, 4, 6, 4, 2, 4, 8, 4, nil, nil, nil, nil,
      ]
    )
    #expect(states.suffix(3).map { $0[1] } == [1, 1, 1])
    #expect(states.suffix(2).map { $0[2] } == [4, 4])
    let run = try TraceCompassRun("hamon.tasks", of: file)
    for event in events { try run.handle(event) }
    #expect(run.values["/Tasks/70/5/name"] == .text("load"))
    #expect(run.values["/Tasks/70/6/name"] == nil)
    #expect(run.values["/Tasks/70/5/id"] == .number(5))
    #expect(run.values["/Tasks/70/5/parent"] == .number(4))
    #expect(run.values["/Tasks/70"] == .text("Shop (70)"))
    #expect(run.values["/Executors/70"] == .text("Shop (70)"))
  }

  @Test func `an actor's row tells who runs there and whether others wait`() throws {
    let bank = 160
    func wants(_ time: Int, _ id: Int) -> [TraceCompassRun.Event] {
      [
        task("task_switch", time, id, ["executor": bank]),
        task("task_pause", time, id, ["reason": 4, "object": bank]),
      ]
    }
    let begins = (1...3).map { task("task_run", 0, $0) }
    let events =
      begins + [task("task_switch", 1, 1, ["executor": bank])] + wants(2, 2) + wants(3, 3) + [
        // The first goes on elsewhere, at once.
        task("task_switch", 4, 1, ["executor": 0]),
        task("task_run", 5, 2, ["executor": bank]), task("task_end", 6, 2),
        task("task_run", 7, 3, ["executor": bank]), task("task_pause", 8, 3, ["reason": 2]),
        task("task_end", 9, 1),
      ]
    let states = try shown(
      events,
      ["/Executors/70/160", "/Executors/70/160/task", "/Executors/70/160/waiters", "/Tasks/70/1"]
    )
    #expect(states.map { $0[0] } == [nil, nil, nil, 1, 1, 2, 2, 2, 3, 2, 3, 1, nil, nil])
    #expect(states.map { $0[1] } == [nil, nil, nil, 1, 1, 1, 1, 1, nil, 2, nil, 3, nil, nil])
    #expect(states.map { $0[2] }.suffix(9) == [1, 1, 2, 2, 1, 1, 0, 0, 0])
    // Of executors a task that runs there is only on the row of those.
    #expect(states.map { $0[3] }.last == .some(nil))
  }

  @Test func `the chart counts tasks that run and that wait, and none is left when all have ended`()
    throws
  {
    let runs = "/Counts/70/tasks that run"
    let ready = "/Counts/70/tasks that wait for a thread"
    let waiting = "/Counts/70/tasks that wait for an actor"
    let events = [
      task("task_create", 1, 1), task("task_create", 2, 2),
      task("task_create", 3, 3, ["executor": 160]),
      task("task_run", 4, 1), task("task_run", 5, 2), task("task_run", 6, 3, ["executor": 160]),
      task("task_pause", 7, 1, ["reason": 4, "object": 160]),
      task("task_pause", 8, 2, ["reason": 4]),
      task("task_end", 9, 3), task("task_run", 10, 1, ["executor": 160]), task("task_run", 11, 2),
      task("task_end", 12, 1), task("task_end", 13, 2),
    ]
    let counts = try shown(events, [runs, ready, waiting]).map { $0.map { $0 ?? 0 } }
    #expect(counts.map { $0[0] } == [0, 0, 0, 1, 2, 3, 2, 1, 0, 1, 2, 1, 0])
    #expect(counts.map { $0[1] } == [1, 2, 2, 1, 0, 0, 0, 1, 1, 1, 0, 0, 0])
    #expect(counts.map { $0[2] } == [0, 0, 1, 1, 1, 0, 1, 1, 1, 0, 0, 0, 0])
    let run = try TraceCompassRun("hamon.tasks", of: file)
    try run.handle(event("swift_concurrency:runtime", 0))
    #expect(run.values["\(runs)/label"] == .text("run, process 70"))
    #expect(run.values["\(ready)/label"] == .text("wait for a thread, process 70"))
    #expect(run.values["\(waiting)/label"] == .text("wait for an actor, process 70"))
  }

  @Test func `the executor of the main actor is called by that, others by their types`() throws {
    func named(_ executor: Int, _ name: String, isMain: Int) -> TraceCompassRun.Event {
      event(
        "swift_concurrency:executor_name",
        executor,
        ["executor": .number(executor), "is_main": .number(isMain), "name": .text(name)]
      )
    }
    let main = "Swift.DispatchMainExecutor"
    let run = try run("hamon.tasks", [named(1, main, isMain: 1), named(2, "Shop.Bank", isMain: 0)])
    #expect(run.values["/Executors/70/1/label"] == .text("MainActor"))
    #expect(run.values["/Executors/70/2/label"] == .text("Shop.Bank"))
  }
}
