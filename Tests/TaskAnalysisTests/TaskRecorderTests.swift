import Testing
import TraceAnalysis

@testable import TaskAnalysis
@testable import TraceReading

struct TaskRecorderTests {
  @Test func `a life is what it ran and what it waited for`() throws {
    let factory = TaskFactory()
    factory.create(7, at: 10)
    factory.run(7, at: 30)
    factory.pause(7, .continuation, 0x50, at: 40)
    factory.enqueue(7, by: 3, at: 90)
    factory.run(7, at: 95)
    factory.end(7, at: 100)
    let task = try #require(factory.tasks[7])
    #expect(task.begin == 10 && task.firstRun == 30 && task.end == 100 && task.runs == 2)
    #expect(task.running == 15 && task.wokenBy == 3 && task.priority == 21)
    #expect(task.time(waitingFor: .pool) == 25 && task.time(waitingFor: .continuation) == 50)
    #expect(task.longestWait?.wait == .continuation && task.longestWait?.time == 50)
    let report = try factory.report()
    #expect(report.created == 1 && report.matched == 1 && report.strangers == 0)
    #expect(report.slowest.first?.life == 90)
  }

  @Test func `a wait for an actor tells who ran there meanwhile`() throws {
    let factory = TaskFactory()
    factory.name(0xA0, "Bank")
    factory.create(1, caller: 0x10, at: 0)
    factory.create(2, caller: 0x20, at: 0)
    factory.run(1, at: 1, thread: 2)
    factory.run(2, at: 1, thread: 3)
    factory.emit(at: 2, thread: 2, .change(task: 1, executor: 0xA0))
    factory.emit(at: 10, thread: 3, .change(task: 2, executor: 0xA0))
    factory.pause(2, .executor, 0xA0, at: 10, thread: 3)
    factory.end(1, at: 52, thread: 2)
    factory.run(2, on: 0xA0, at: 53, thread: 2)
    factory.end(2, at: 60, thread: 2)
    let task = try #require(factory.tasks[2])
    let wait = try #require(task.longestWait)
    #expect(wait.wait == .executor && wait.time == 43 && task.time(waitingFor: .executor) == 43)
    #expect(wait.occupants.stays == 1 && wait.occupants.time == 42)
    let bank = try #require(try factory.report().executors.first)
    #expect(bank.name == "Bank" && bank.waits == 1 && bank.waiting == 43 && bank.mostWaiters == 1)
    #expect(bank.runs == 2 && bank.running == 57)
    #expect(bank.longestWaiter == "task of 0x20" && bank.occupant == "task of 0x10")
  }

  @Test func `what held an actor, a starved pool and a task that never went on are reasons`() throws
  {
    let factory = TaskFactory(processors: 1)
    let ms: Int64 = 1_000_000
    factory.name(0xA0, "Bank")
    factory.create(1, caller: 0x10, at: 0)
    factory.create(2, caller: 0x20, at: 0)
    factory.run(1, at: 1, thread: 2)
    factory.run(2, at: 1, thread: 3)
    factory.emit(at: 2, thread: 2, .change(task: 1, executor: 0xA0))
    factory.emit(at: 10 * ms, thread: 3, .change(task: 2, executor: 0xA0))
    factory.pause(2, .executor, 0xA0, at: 10 * ms, thread: 3)
    factory.create(3, caller: 0x30, at: 20 * ms)
    factory.end(1, at: 50 * ms, thread: 2)
    factory.run(3, at: 50 * ms, thread: 4)
    factory.pause(3, .continuation, 0x50, at: 51 * ms, thread: 4)
    factory.run(2, on: 0xA0, at: 51 * ms, thread: 2)
    factory.end(2, at: 80 * ms, thread: 2)
    let reasons = try factory.report().reasons(lasting: 80 * ms)
    #expect(reasons.map(\.kind) == [.actor, .pool, .stuck, .task])
    #expect(
      reasons.first?.text
        == "Tasks waited 1 times for Bank, at most 41.0 ms and 41.0 ms in all; in the longest wait task of 0x10 held it for "
        + "40.0 ms (1 x); see Actors and executors."
    )
    #expect(reasons[1].text.hasPrefix("For 30.0 ms tasks of program (1) waited while 1 threads"))
    #expect(reasons[2].text.contains("for 29.0 ms (tasks: 1); see Never resumed."))
    #expect(reasons[3].text.hasPrefix("The slowest task that ended, task of 0x20, took 80.0 ms"))
    #expect(try TaskFactory().report().reasons(lasting: 80 * ms).isEmpty)
  }

  @Test func `an actor's task is woken by the end of what it waits for`() throws {
    let factory = TaskFactory()
    factory.create(1, executor: 0xA0, at: 0)
    factory.run(1, on: 0xA0, at: 1, thread: 2)
    factory.create(2, by: 1, at: 2, thread: 2)
    factory.pause(1, .task, 2, at: 3, thread: 2)
    factory.run(2, at: 5, thread: 3)
    factory.end(2, at: 25, thread: 3)
    factory.run(1, on: 0xA0, at: 30, thread: 2)
    factory.end(1, at: 31, thread: 2)
    let task = try #require(factory.tasks[1])
    #expect(task.time(waitingFor: .task) == 22 && task.wokenBy == 2)
    // From the creation to its first run, and from the end of the other to its second.
    #expect(task.time(waitingFor: .executor) == 1 + 5)
  }

  @Test func `who waits for a group was woken by its last child before`() throws {
    let factory = TaskFactory()
    factory.create(1, at: 0)
    factory.run(1, at: 1, thread: 2)
    factory.create(2, by: 1, kind: .groupChild, group: 0xB0, at: 2, thread: 2)
    factory.pause(1, .group, 0xB0, at: 3, thread: 2)
    factory.run(2, at: 4, thread: 3)
    factory.end(2, at: 14, thread: 3)
    factory.run(1, on: 0xA0, at: 20, thread: 2)
    factory.end(1, at: 21, thread: 2)
    let task = try #require(factory.tasks[1])
    #expect(task.time(waitingFor: .group) == 11 && task.time(waitingFor: .executor) == 6)
    #expect(task.wokenBy == 2)
  }

  @Test func `a task that runs within another one leaves that where it was`() throws {
    let factory = TaskFactory()
    factory.create(1, at: 0)
    factory.run(1, at: 0)
    factory.create(2, by: 1, kind: .immediate, at: 10, thread: 2)
    factory.run(2, at: 10)
    factory.pause(2, .continuation, at: 20)
    factory.end(1, at: 50)
    factory.enqueue(2, at: 60)
    factory.run(2, at: 61)
    factory.end(2, at: 62)
    #expect(factory.tasks[1]?.running == 50 && factory.tasks[2]?.running == 11)
    let pool = try #require(try factory.report().pools.first)
    #expect(pool.mostBusy == 1 && pool.busyTime == 51)
  }

  @Test func `a run that is told before the creation belongs to it`() throws {
    let factory = TaskFactory()
    factory.run(9, on: 0xA0, at: 5)
    factory.create(9, executor: 0xA0, at: 6)
    factory.end(9, at: 8)
    let task = try #require(factory.tasks[9])
    #expect(task.creation?.task == 9 && task.begin == 5 && task.running == 3)
    let report = try factory.report()
    #expect(report.strangers == 0 && report.matched == 1)
  }

  @Test func `a creation that is told after the end makes no task that never ends`() throws {
    let factory = TaskFactory()
    factory.run(9, on: 0xA0, at: 5)
    factory.end(9, at: 8)
    factory.create(9, executor: 0xA0, caller: 0x77, at: 9)
    factory.create(1, at: 10)
    factory.run(1, at: 20)
    factory.end(1, at: 1000)
    let report = try factory.report()
    #expect(report.strangers == 0 && report.created == 2)
    #expect(report.ended == 2 && report.matched == 2)
    #expect(report.suspended.isEmpty && report.slowest.map(\.id) == [1, 9])
    #expect(factory.tasks[9]?.creation?.task == 9 && factory.tasks[9]?.firstRun == 5)
    #expect(report.creators.contains { $0.created == 1 && $0.ended == 1 && $0.running == 3 })
  }

  @Test func `events that are missing leave the pool and threads as they are`() throws {
    let factory = TaskFactory(processors: 2)
    // Its run is missing: it waits for the pool no longer.
    factory.create(1, at: 0)
    factory.end(1, at: 10)
    for task in [UInt64(2), 3] {
      factory.create(task, at: 20)
      factory.run(task, at: 20, thread: Int64(task))
    }
    for task in [UInt64(2), 3] { factory.end(task, at: 50, thread: Int64(task)) }
    // Its pause is missing: it goes on elsewhere, and isn't beneath the other one any more.
    factory.create(4, at: 60)
    factory.run(4, at: 60, thread: 2)
    factory.create(5, at: 65)
    factory.run(5, at: 65, thread: 2)
    factory.run(4, at: 70, thread: 3)
    factory.end(5, at: 80, thread: 2)
    factory.end(4, at: 90, thread: 3)
    #expect(factory.recorder.running.allSatisfy { $0 < 0 })
    #expect(factory.recorder.processes.allSatisfy { $0.pool.busy == 0 && $0.pool.waiting == 0 })
    // Its run is missing, after it has waited for another one.
    factory.create(6, at: 100)
    factory.run(6, at: 100)
    factory.pause(6, .task, 7, at: 101)
    factory.end(6, at: 102)
    #expect(factory.recorder.taskWaiters.isEmpty)
    let pool = try #require(try factory.report().pools.first)
    #expect(pool.starvedTime == 0)
  }

  @Test func `the pool is starved while somebody waits and all threads are busy`() throws {
    let factory = TaskFactory(processors: 2)
    for task in 1...3 as ClosedRange<UInt64> { factory.create(task, at: 0) }
    factory.run(1, at: 10, thread: 2)
    factory.run(2, at: 20, thread: 3)
    factory.end(1, at: 50, thread: 2)
    factory.run(3, at: 52, thread: 2)
    factory.end(2, at: 60, thread: 3)
    factory.end(3, at: 60, thread: 2)
    let pool = try #require(try factory.report().pools.first)
    #expect(pool.threads == 2 && pool.mostBusy == 2 && pool.mostWaiting == 3)
    #expect(pool.waits == 3 && pool.waitingTime == 10 + 20 + 52 && pool.longestWait == 52)
    #expect(pool.starvedTime == 30 && pool.longestStarved == 30)
  }

  @Test func `threads of a program's own executor aren't the pool's`() throws {
    let factory = TaskFactory(processors: 2)
    for task in 1...3 as ClosedRange<UInt64> { factory.create(task, at: 0) }
    for task in [UInt64(1), 2] {
      let status = TraceTaskStatus(rawValue: 0x200 | 21)
      factory.emit(
        at: 0,
        thread: Int64(task) + 1,
        .run(task: task, executor: 0, status: status)
      )
    }
    factory.run(3, at: 40, thread: 9)
    for task in 1...3 as ClosedRange<UInt64> {
      factory.end(task, at: 50, thread: task == 3 ? 9 : Int64(task) + 1)
    }
    #expect(factory.tasks[1]?.priority == 21)
    let pool = try #require(try factory.report().pools.first)
    #expect(pool.mostBusy == 1 && pool.starvedTime == 0)
  }

  @Test func `what a process leaves when it ends is over then`() throws {
    let factory = TaskFactory(processors: 2)
    for task in 1...3 as ClosedRange<UInt64> { factory.create(task, at: 0) }
    factory.run(1, at: 0, thread: 2)
    factory.run(2, at: 0, thread: 3)
    factory.pause(2, .continuation, at: 10, thread: 3)
    factory.emit(at: 40, thread: 1, .exit)
    // A thread that was on its way.
    factory.end(1, at: 41, thread: 2)
    // The trace goes on.
    factory.emit(at: 1000, .findRuntime(processors: 2, problem: factory.catalog.symbol(for: "")))
    let report = try factory.report()
    #expect(report.strangers == 0 && report.ended == 0)
    #expect(report.runningAtEnd == 1 && report.suspendedAtEnd == 1 && report.readyAtEnd == 1)
    #expect(report.slowest.allSatisfy { $0.life == 40 })
    #expect(report.suspended.first { $0.waitsFor == "continuation" }?.longest == 30)
    #expect(factory.tasks[1]?.running == 40)
    let pool = try #require(report.pools.first)
    #expect(pool.busyTime == 40 + 10 && pool.starvedTime == 10)
  }

  @Test(arguments: [true, false])
  func `a run that goes on when its process or the trace ends has run until then`(
    tellsExit: Bool
  ) throws {
    let factory = TaskFactory(processors: 2)
    factory.name(0xE0, "DispatchMainExecutor", isMain: true)
    factory.name(0xA0, "Bank")
    factory.create(1, kind: .main, caller: 0x10, at: 0)
    factory.create(2, caller: 0x20, at: 0)
    factory.run(1, on: 0xE0, at: 10, thread: 1)
    factory.pause(1, .continuation, at: 25, thread: 1)
    factory.run(2, at: 30, thread: 3)
    factory.emit(at: 40, thread: 3, .change(task: 2, executor: 0xA0))
    factory.run(1, on: 0xE0, at: 60, thread: 1)
    if tellsExit {
      factory.emit(at: 100, thread: 1, .exit)
    } else {
      // Something else happens last.
      factory.create(3, caller: 0x30, at: 100)
    }
    let report = try factory.report()
    let executors = Dictionary(uniqueKeysWithValues: report.executors.map { ($0.name, $0) })
    #expect(executors["MainActor"]?.runs == 2 && executors["MainActor"]?.running == 15 + 40)
    #expect(executors["Bank"]?.runs == 1 && executors["Bank"]?.running == 60)
    func running(_ function: String) -> Int64? {
      report.creators.first { $0.place?.function == function }?.running
    }
    #expect(running("0x10") == 55 && running("0x20") == 70)
    #expect(report.runningAtEnd == 2)
  }

  @Test func `a program that is executed has tasks of its own, though their ids were another's`()
    throws
  {
    let factory = TaskFactory(processors: 2)
    factory.create(1, kind: .main, caller: 0x10, at: 0)
    factory.create(2, caller: 0x10, at: 0)
    factory.run(2, at: 5, thread: 3)
    factory.emit(
      at: 100,
      thread: 1,
      .findRuntime(processors: 2, problem: factory.catalog.symbol(for: ""))
    )
    factory.create(2, caller: 0x20, at: 110)
    factory.run(2, at: 120, thread: 3)
    factory.end(2, at: 125, thread: 3)
    let report = try factory.report()
    #expect(report.created == 3 && report.ended == 1 && report.matched == 1)
    #expect(factory.tasks[2]?.begin == 110 && factory.tasks[2]?.running == 5)
    let creators = Set(report.creators.compactMap(\.place?.function))
    #expect(creators == ["0x10", "0x20"])
    #expect(try #require(report.pools.first).busyTime == 95 + 5)
  }

  @Test func `only while no thread was free a task is said to have waited for that`() throws {
    func sentence(others: Int, until end: Int64) throws -> String? {
      let factory = TaskFactory()
      for other in 0..<others {
        factory.create(UInt64(other) + 2, at: 0)
        factory.run(UInt64(other) + 2, at: 0, thread: Int64(other) + 2)
      }
      factory.create(1, at: 1)
      for other in 0..<others { factory.end(UInt64(other) + 2, at: end, thread: Int64(other) + 2) }
      factory.run(1, at: 101, thread: 2)
      factory.end(1, at: 110, thread: 2)
      let report = try factory.report()
      #expect(factory.tasks[1]?.starved == (others == 2 ? end - 1 : 0))
      return report.slowest.first { $0.id == 1 }?.sentence
    }
    let opening = "109 ns from its creation: 100 ns ready to run, "
    #expect(try sentence(others: 1, until: 101) == opening + "before a thread of the pool took it")
    #expect(try sentence(others: 2, until: 101) == opening + "with no thread of the pool free")
    #expect(
      try sentence(others: 2, until: 41) == opening
        + "40.0 ns of it with no thread of the pool free"
    )
  }

  @Test func `a task whose continuation is resumed waits for the pool from then on`() throws {
    let factory = TaskFactory(processors: 1)
    factory.create(1, at: 0)
    factory.run(1, at: 0, thread: 2)
    factory.pause(1, .continuation, 0x50, at: 5, thread: 2)
    factory.create(2, at: 5)
    factory.run(2, at: 5, thread: 2)
    // The hooks tell both, one after the other.
    factory.resume(1, by: 2, at: 10)
    factory.enqueue(1, by: 2, at: 10)
    factory.end(2, at: 40, thread: 2)
    factory.run(1, at: 42, thread: 2)
    factory.end(1, at: 50, thread: 2)
    let pool = try #require(try factory.report().pools.first)
    #expect(pool.waits == 3 && pool.waitingTime == 32 && pool.longestWait == 32)
    #expect(pool.starvedTime == 30)
    #expect(factory.tasks[1]?.time(waitingFor: .pool) == 32)
  }

  @Test func `a task that waits for the main thread doesn't wait for the pool`() throws {
    let factory = TaskFactory()
    factory.name(0xE0, "DispatchMainExecutor", isMain: true)
    factory.create(1, executor: 0xE0, at: 0)
    factory.enqueue(1, at: 0, isMain: true)
    factory.run(1, on: 0xE0, at: 30, thread: 1)
    factory.pause(1, .continuation, 0x50, at: 40, thread: 1)
    factory.resume(1, at: 50)
    factory.enqueue(1, at: 50, isMain: true)
    factory.run(1, on: 0xE0, at: 70, thread: 1)
    factory.end(1, at: 80, thread: 1)
    #expect(factory.tasks[1]?.time(waitingFor: .executor) == 50)
    let pool = try factory.report().pools.first
    #expect(pool?.waits ?? 0 == 0 && pool?.waitingTime ?? 0 == 0)
  }

  @Test func `a wait is for the executor that was there then, not for an older one at its address`()
    throws
  {
    let factory = TaskFactory()
    factory.name(0xA0, "Bank")
    factory.create(1, executor: 0xA0, at: 0)
    factory.run(1, on: 0xA0, at: 1)
    factory.end(1, at: 2)
    factory.name(0xA0, "Shop")
    factory.create(2, at: 10)
    factory.run(2, at: 11)
    factory.pause(2, .executor, 0xA0, at: 12)
    factory.run(2, on: 0xA0, at: 500)
    factory.end(2, at: 510)
    #expect(try factory.report().slowest.first?.sentence.contains("waiting for Shop") == true)
  }

  @Test func `one who goes elsewhere than to the actor it waited for waits there no longer`() throws
  {
    let factory = TaskFactory()
    factory.name(0xA0, "Bank")
    for task in 1...3 as ClosedRange<UInt64> {
      let begin = Int64(10 * task)
      factory.create(task, at: begin)
      factory.run(task, at: begin + 1)
      factory.pause(task, .executor, 0xA0, at: begin + 2)
      // What let it in is missing in the trace.
      factory.run(task, at: begin + 3)
      factory.end(task, at: begin + 4)
    }
    let bank = try factory.report().executors.first { $0.name == "Bank" }
    #expect(bank?.mostWaiters ?? 1 == 1)
  }

  @Test func `a damaged clock makes times wrong and ends nothing`() throws {
    let factory = TaskFactory()
    factory.name(0xA0, "Bank")
    for task in 1...40 as ClosedRange<UInt64> { factory.create(task, executor: 0xA0, at: 0) }
    for task in 1...20 as ClosedRange<UInt64> {
      factory.run(task, on: 0xA0, at: 1, thread: Int64(task))
    }
    for task in 1...20 as ClosedRange<UInt64> {
      factory.end(task, at: 1 << 62, thread: Int64(task))
    }
    let report = try factory.report()
    #expect(report.created == 40 && report.ended == 20)
    #expect(!report.sections().isEmpty)
  }

  @Test func `tasks that wait at the end are told with what they wait for`() throws {
    let factory = TaskFactory()
    for task in 1...3 as ClosedRange<UInt64> {
      factory.create(task, at: 0)
      factory.run(task, at: 1)
      factory.pause(task, .continuation, 0x50, at: 2 + Int64(task))
    }
    factory.create(4, at: 10)
    let report = try factory.report()
    #expect(report.suspendedAtEnd == 3 && report.readyAtEnd == 1 && report.runningAtEnd == 0)
    let waiting = try #require(report.suspended.first)
    #expect(waiting.count == 3 && waiting.waitsFor == "continuation" && waiting.longest == 7)
    #expect(waiting.place?.function == "0x3000")
    #expect(report.suspended.last?.waitsFor == "thread")
  }

  @Test func `hops to the main executor are counted where they come from`() throws {
    let factory = TaskFactory()
    factory.name(0xE0, "DispatchMainExecutor", isMain: true)
    factory.create(1, at: 0)
    factory.run(1, at: 1)
    for hop in 0..<3 as Range<Int64> {
      factory.pause(1, .executor, 0xE0, at: 10 + 20 * hop)
      factory.run(1, on: 0xE0, at: 15 + 20 * hop, thread: 1)
      factory.pause(1, .executor, 0, at: 16 + 20 * hop, thread: 1)
      factory.run(1, at: 18 + 20 * hop)
    }
    factory.end(1, at: 99)
    #expect(factory.tasks[1]?.mainHops == 3)
    let report = try factory.report()
    #expect(report.mainHops.count == 1 && report.mainHops[0].count == 3)
    #expect(report.executors.first?.name == "MainActor")
    #expect(report.executors.first?.waiting == 15)
  }

  @Test func `what is cancelled or resumed in its own body stays what it is`() throws {
    let factory = TaskFactory()
    factory.create(1, at: 0)
    factory.run(1, at: 1)
    factory.emit(at: 2, .resume(task: 1, by: 1, caller: 0))
    factory.emit(at: 3, .cancel(task: 1, by: 0, caller: 0))
    factory.end(1, at: 9)
    #expect(factory.tasks[1]?.isCancelled == true && factory.tasks[1]?.running == 8)
  }

  private func kind(_ begin: String, in catalog: TraceCatalog) throws -> TraceIntervalKind {
    try #require(catalog.kind(ofBegin: begin))
  }

  private func begin(
    _ event: String,
    id: UInt64,
    parent: UInt64 = 0,
    _ name: String,
    in catalog: TraceCatalog
  ) throws -> TracePayload {
    .begin(
      TraceBegin(
        kind: try kind(event, in: catalog),
        id: id,
        parentID: parent,
        name: catalog.symbol(for: name),
        subsystem: nil,
        category: nil,
        version: 0
      )
    )
  }

  private func dispatch(_ id: UInt64, in catalog: TraceCatalog) -> TracePayload {
    let text = catalog.symbol(for: "")
    return .dispatchEnqueue(id: id, parentID: 0, kind: text, name: text, depth: 0)
  }

  @Test func `a task of the framework is what is done in it, under who dispatched that`() throws {
    let factory = TaskFactory()
    let catalog = factory.catalog
    factory.create(1, at: 0)
    factory.run(1, at: 1)
    // The store belongs to another thread, which makes the task.
    factory.observe(at: 2, dispatch(900, in: catalog))
    factory.create(2, at: 3, thread: 4)
    factory.run(2, at: 4, thread: 3)
    let effect = try begin("katana:effect_begin", id: 900, "Load", in: catalog)
    factory.observe(at: 5, thread: 3, effect)
    // What comes about in it is under it, whoever makes the task.
    factory.create(3, at: 6, thread: 4)
    factory.run(3, at: 7, thread: 4)
    let pass = try begin("katana:route_diff_begin", id: 901, parent: 900, "", in: catalog)
    factory.observe(at: 8, thread: 4, pass)
    // A task is what it has done first.
    let flush = try begin("katana:reconcile_begin", id: 902, parent: 900, "Cart", in: catalog)
    factory.observe(at: 9, thread: 4, flush)
    factory.create(4, by: 2, name: "UI flush", at: 10, thread: 3)
    factory.run(4, at: 11, thread: 5)
    factory.observe(at: 12, thread: 5, flush)
    // Any task may change views.
    factory.create(5, at: 13)
    factory.run(5, at: 14, thread: 6)
    factory.observe(at: 15, thread: 6, flush)
    for (task, thread) in [(1, 2), (2, 3), (3, 4), (4, 5), (5, 6)] as [(UInt64, Int64)] {
      factory.end(task, at: 20, thread: thread)
    }
    let tasks = factory.tasks
    #expect(tasks[1]?.work == nil && tasks[1]?.parent == 0)
    #expect(tasks[2]?.does(.sideEffect) == true && tasks[2]?.parent == 1)
    #expect(tasks[3]?.does(.routerPass) == true && tasks[3]?.parent == 2)
    #expect(tasks[4]?.does(.flush) == true && tasks[4]?.parent == 2)
    let creators = try factory.report().creators
    #expect(tasks[5]?.work == nil)
    let found = Set(creators.map { "\($0.kind) \($0.name) \($0.created)" })
    #expect(found == ["task  2", "side effect Load 1", "router pass  1", "UI flush Cart 1"])
  }
}
