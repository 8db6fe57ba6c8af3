import SeededRandom
import Testing
import TraceReading

@testable import TaskAnalysis

/// What a page keeps of tasks: that it is what the recorder has counted, however much is left out.
struct TaskTimelineTests {
  private static func lengths(_ item: TaskTimeline.Item) -> [TaskPiece.State: Int64] {
    var sums: [TaskPiece.State: Int64] = [:]
    for (index, piece) in item.pieces.enumerated() {
      let end = index + 1 < item.pieces.count ? item.pieces[index + 1].begin : item.end
      sums[piece.state, default: 0] += end - piece.begin
    }
    return sums
  }

  /// Tasks that lived at random, and what a timeline has kept of them.
  private static func random(
    seed: UInt64,
    steps: Int = 3000,
    limits: TaskTimeline.Limits = TaskTimeline.Limits()
  ) -> (TaskFactory, TaskTimeline) {
    let timeline = TaskTimeline(limits: limits)
    let factory = TaskFactory(observers: [timeline])
    var tasks = RandomTasks(factory, seed: seed)
    tasks.live(steps: steps)
    factory.recorder.finish()
    timeline.keep()
    return (factory, timeline)
  }

  @Test func `what a task did is told without gaps, and adds up to what was counted`() throws {
    let seed = RandomHistories.seed
    let (factory, timeline) = Self.random(seed: seed)
    #expect(timeline.items.count == factory.tasks.count && timeline.leftOutCount == 0)
    #expect(timeline.items.count > 300)
    for item in timeline.items {
      let task = try #require(factory.tasks[item.id])
      let comment = Comment(rawValue: "task \(item.id), seed \(seed)")
      #expect(item.begin == task.begin && item.hasEnded == (task.end != nil), comment)
      #expect(item.parent == task.creation?.by ?? 0 && item.creator == task.creator, comment)
      let begins = item.pieces.map(\.begin)
      #expect(begins == begins.sorted() && begins.first ?? item.begin == item.begin, comment)
      let sums = Self.lengths(item)
      #expect(sums.values.reduce(0, +) == item.life, comment)
      guard item.hasEnded else { continue }
      #expect((sums[.running] ?? 0) + (sums[.beneath] ?? 0) == task.running, comment)
      #expect(sums[.ready] ?? 0 == task.time(waitingFor: .pool), comment)
      #expect(sums[.executor] ?? 0 == task.time(waitingFor: .executor), comment)
      #expect(sums[.task] ?? 0 == task.time(waitingFor: .task), comment)
      #expect(sums[.group] ?? 0 == task.time(waitingFor: .group), comment)
      #expect(sums[.continuation] ?? 0 == task.time(waitingFor: .continuation), comment)
      #expect(sums[.unknown] ?? 0 == task.time(waitingFor: .unknown), comment)
    }
  }

  @Test func `of too many the longest lives are kept, and the others counted`() throws {
    let seed = RandomHistories.seed
    let (factory, whole) = Self.random(seed: seed)
    var limits = TaskTimeline.Limits()
    limits.tasks = 40
    limits.pieces = 300
    let (_, few) = Self.random(seed: seed, limits: limits)
    #expect(few.items.count <= 40 && few.items.reduce(0) { $0 + $1.pieces.count } <= 300)
    #expect(few.leftOutCount == UInt64(whole.items.count - few.items.count), "seed \(seed)")
    let kept = try #require(few.items.map(\.life).min())
    #expect(kept >= few.longestLeftOut, "seed \(seed)")
    let ids = Set(few.items.map(\.id))
    for item in whole.items where !ids.contains(item.id) {
      #expect(item.life <= few.longestLeftOut, "seed \(seed)")
    }
    for item in few.items {
      #expect(Self.lengths(item).values.reduce(0, +) == item.life)
    }
    #expect(factory.tasks.count == whole.items.count)
  }

  @Test func `a task that does too much has the times that it had`() throws {
    var limits = TaskTimeline.Limits()
    limits.piecesOfTask = 50
    let timeline = TaskTimeline(limits: limits)
    let factory = TaskFactory(observers: [timeline])
    factory.create(1, at: 0)
    var time: Int64 = 100
    for _ in 0..<500 {
      factory.run(1, at: time)
      factory.pause(1, .continuation, at: time + 30)
      factory.enqueue(1, at: time + 80)
      time += 100
    }
    factory.run(1, at: time)
    factory.end(1, at: time + 5)
    factory.recorder.finish()
    let item = try #require(timeline.items.first)
    #expect(item.pieces.count <= 50 && item.step > 0)
    let sums = Self.lengths(item)
    #expect(sums == [.running: 15_005, .continuation: 25_000, .ready: 10_100])
  }

  @Test func `of a window those are kept that lived in it`() throws {
    let timeline = TaskTimeline(window: 50..<80, origin: 100)
    let factory = TaskFactory(observers: [timeline])
    timeline.start(at: 120)
    for task in 1...4 as ClosedRange<UInt64> {
      let time = Int64(task) * 25 + 100
      factory.create(task, at: time)
      factory.run(task, at: time + 1)
      factory.end(task, at: time + 10)
    }
    // From 25 to 35, 50 to 60, 75 to 85 and 100 to 110.
    #expect(timeline.items.map(\.id) == [2, 3] && timeline.outsideCount == 2)
    let page = try factory.page(timeline)
    #expect(page.omissions.first?.contains("between 50.0 ns and 80.0 ns") == true)
  }

  @Test func `who ended a wait is told with it`() throws {
    let timeline = TaskTimeline()
    let factory = TaskFactory(observers: [timeline])
    factory.name(0xA0, "Bank")
    factory.create(1, at: 0)
    factory.create(2, by: 1, at: 0)
    factory.run(1, on: 0xA0, at: 10, thread: 2)
    factory.run(2, at: 10, thread: 3)
    factory.pause(2, .executor, 0xA0, at: 20, thread: 3)
    factory.pause(1, .continuation, at: 50, thread: 2)
    factory.run(2, on: 0xA0, at: 55, thread: 2)
    factory.emit(at: 60, thread: 2, .resume(task: 1, by: 2, caller: 0))
    factory.end(2, at: 70, thread: 2)
    factory.run(1, on: 0xA0, at: 75, thread: 2)
    factory.end(1, at: 80, thread: 2)
    let first = try #require(timeline.items.first { $0.id == 1 })
    let second = try #require(timeline.items.first { $0.id == 2 })
    #expect(second.pieces.map(\.state) == [.ready, .running, .executor, .running])
    #expect(second.pieces[2].link == 1 && second.pieces[2].detail == second.pieces[3].detail)
    #expect(first.pieces.map(\.state) == [.executor, .running, .continuation, .executor, .running])
    #expect(first.pieces[2].link == 2 && first.pieces[3].link == 2)
    #expect(first.pieces.map(\.begin) == [0, 10, 50, 60, 75])
  }

  @Test func `what wakes those that sleep leaves nothing to who has its place next`() throws {
    let timeline = TaskTimeline()
    let factory = TaskFactory(observers: [timeline])
    factory.run(1, at: 10)
    factory.pause(1, .continuation, at: 20)
    factory.create(1, kind: .sleep, at: 30)
    factory.run(1, at: 40)
    factory.end(1, at: 50)
    factory.create(2, at: 60)
    factory.run(2, at: 70)
    factory.end(2, at: 80)
    #expect(timeline.items.map(\.id) == [2])
    #expect(timeline.items.first?.pieces.map(\.begin) == [60, 70])
    #expect(timeline.items.first?.begin == 60)
  }

  @Test func `a task is told apart from one that runs within it`() throws {
    let timeline = TaskTimeline()
    let factory = TaskFactory(observers: [timeline])
    factory.create(1, at: 0)
    factory.run(1, at: 0)
    factory.create(2, by: 1, kind: .immediate, at: 10, thread: 2)
    factory.run(2, at: 10)
    factory.end(2, at: 30)
    factory.end(1, at: 50)
    let outer = try #require(timeline.items.first { $0.id == 1 })
    #expect(outer.pieces.map(\.state) == [.running, .beneath, .running])
    #expect(outer.pieces.map(\.begin) == [0, 10, 30])
  }

  @Test func `a pool's curve is bounded, and keeps what was most`() throws {
    let seed = RandomHistories.seed
    var random = SplitMix64(seed: seed)
    var curve = PoolCurve(capacity: 100)
    var (time, busy, waiting): (Int64, Int, Int) = (0, 0, 0)
    var all: [PoolCurve.Point] = []
    // Many more than the room: a step is no longer than it has to be.
    for _ in 0..<20_000 {
      time += Int64(1 + random.next(below: 20))
      busy = random.next(below: 4)
      waiting = random.next(below: 100)
      curve.append(busy: busy, waiting: waiting, at: time)
      all.append(PoolCurve.Point(time: time, busy: Int32(busy), waiting: Int32(waiting)))
    }
    #expect(curve.points.count <= 100 && curve.points.count > 10)
    #expect(curve.step > 0 && curve.step < time / 5, "seed \(seed)")
    #expect(curve.points.map(\.waiting).max() == all.map(\.waiting).max(), "seed \(seed)")
    #expect(curve.points.map(\.time) == curve.points.map(\.time).sorted())
    let last = try #require(curve.points.last)
    #expect(last.busy == Int32(busy) && last.waiting == Int32(waiting), "seed \(seed)")
  }
}
