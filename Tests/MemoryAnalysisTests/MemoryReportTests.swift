import CHeapLayout
import Foundation
import HeapImages
import MadeMemory
import MemoryFiles
import Testing
import TraceAnalysis

@testable import MemoryAnalysis

/// Recordings that are known, as reports tell of them.
@Suite struct MemoryReportTests {
  private static let millisecond: UInt64 = 1_000_000

  private static func report(_ memory: MadeMemory) throws -> MemoryReport {
    try memory.inTrace { MemoryReport(try MemoryProfile(inTrace: $0)) }
  }

  /// 100 sessions and controllers, of which 40 pairs are leaked, and a buffer that comes and goes.
  private static func whole() -> (made: MadeMemory, stacks: [UInt32]) {
    var made = MadeMemory(isWhole: true)
    let session = made.stack("libc/malloc", "Session.init()", "Server.accept()", "main")
    let controller = made.stack("libc/malloc", "Controller.init()", "Session.open()", "main")
    let buffer = made.stack("libc/malloc", "Buffer.grow()", "Server.accept()", "main")
    made.writer.add(sums: [
      session: HamonSum(allocated: 100, freed: 50, size: 48),
      controller: HamonSum(allocated: 100, freed: 50, size: 32),
      buffer: HamonSum(allocated: 1000, freed: 1000, size: 4096),
    ])
    made.writer.add(
      peak: [
        session: HamonSum(allocated: 80, freed: 0, size: 48),
        buffer: HamonSum(allocated: 700, freed: 500, size: 4096),
      ],
      time: 60 * millisecond,
      blocks: 280,
      bytes: 80 * 48 + 200 * 4096
    )
    // Of the buffers two were sampled: one lived for 0.1 ms, one for 20.
    made.writer.allocate(0x100, size: 4096, stack: buffer, thread: 7, time: 5 * millisecond)
    made.writer.free(0x100, thread: 7, time: 5 * millisecond + 100_000)
    made.writer.allocate(0x100, size: 4096, stack: buffer, thread: 7, time: 50 * millisecond)
    made.writer.free(0x100, thread: 7, time: 70 * millisecond)
    made.snapshot(
      at: 40 * millisecond,
      reason: "signal",
      [
        ("Session", session, HeapSnapshot.Amount(blocks: 20, bytes: 960), 10),
        ("Controller", controller, HeapSnapshot.Amount(blocks: 20, bytes: 640), 10),
      ]
    )
    made.snapshot(
      at: 100 * millisecond,
      [
        ("Session", session, HeapSnapshot.Amount(blocks: 50, bytes: 2400), 40),
        ("Controller", controller, HeapSnapshot.Amount(blocks: 50, bytes: 1600), 40),
      ]
    )
    func leak(_ count: Int) -> HeapSnapshot.Leak {
      HeapSnapshot.Leak(
        cycle: ["Session.delegate", "Controller.session"],
        types: [0, 1],
        stacks: [session, controller],
        count: count,
        leaked: HeapSnapshot.Amount(blocks: 2 * count, bytes: 80 * count)
      )
    }
    made.snapshots[0].leaks = [leak(10)]
    made.snapshots[1].leaks = [leak(40)]
    made.snapshots[1].types[0].retained = HeapSnapshot.Amount(blocks: 60, bytes: 2720)
    made.snapshots[1].types[0].holders = [
      HeapSnapshot.Holder(place: "Controller.session", type: 1, count: 50, isStrong: true),
      HeapSnapshot.Holder(place: "Timer.target", type: nil, count: 3, isStrong: false),
    ]
    made.snapshots[1].conservatism.heldByStacksOnly = HeapSnapshot.Amount(blocks: 3, bytes: 96)
    return (made, [session, controller, buffer])
  }

  @Test func `each type and function has what was counted of it`() throws {
    let report = try Self.report(Self.whole().made)
    #expect(report.faults == [])
    let session = try #require(report.types.first { $0.type == "Session" })
    #expect(session.figures.allocated == MemoryAmount(blocks: 100, bytes: 4800))
    #expect(session.figures.freed == MemoryAmount(blocks: 50, bytes: 2400))
    #expect(session.figures.atPeak == MemoryAmount(blocks: 80, bytes: 3840))
    #expect(session.figures.atEnd == MemoryAmount(blocks: 50, bytes: 2400))
    #expect(session.leaked == MemoryAmount(blocks: 40, bytes: 1920))
    let buffer = try #require(report.functions.first { $0.place?.function == "Buffer.grow()" })
    #expect(buffer.figures.allocated.bytes == 4_096_000 && buffer.figures.allocated.error == nil)
    #expect(buffer.figures.atPeak.blocks == 200 && buffer.figures.atEnd.blocks == 0)
    // By the samples one of two.
    #expect(buffer.figures.shortLived.bytes == 4096)
    #expect(buffer.place?.source.map { "\($0)" } == "Shop.swift:70")
    #expect(report.sites.first?.name == "Session in Server.accept()")
    let process = try #require(report.processes.first)
    #expect(process.command == "shop" && process.isWhole)
    #expect(process.peak == MemoryAmount(blocks: 280, bytes: 823_040))
    #expect(process.peakTime == 60 * Self.millisecond)
    #expect(process.leaked == MemoryAmount(blocks: 80, bytes: 3200))
    #expect(process.atEnd == MemoryAmount(blocks: 100, bytes: 4000))
  }

  @Test func `a cycle that is leaked is told first, by its fields and who made it`() throws {
    let report = try Self.report(Self.whole().made)
    let leak = try #require(report.leaks.first)
    #expect(report.leaks.count == 1 && leak.counts == [10, 40] && leak.bytes == 3200)
    #expect(leak.places.map(\.function) == ["Server.accept()", "Session.open()"])
    let why = Why(report.reasons(), longest: report.longest)
    #expect(
      why.reasons.first?.text
        == "Leaked: 40 x `Session` and `Controller` (3.20 kB), which hold each other by "
        + "`Session.delegate -> Controller.session -> Session`, made in `Server.accept() (Shop.swift:30)` and "
        + "`Session.open() (Shop.swift:60)`; see Leaked."
    )
    let text = report.sections().map { $0.rendered() }.joined()
    #expect(text.contains("Counted as held, and maybe leaked: 3 blocks (96 B)"))
    #expect(text.contains("10, 40"))
    // A weak reference holds nothing.
    #expect(text.contains("Controller.session (50 x)") && !text.contains("Timer.target"))
  }

  @Test func `nothing that is held is called a leak`() throws {
    var made = MadeMemory(isWhole: true)
    let stack = made.stack("libc/malloc", "Cache.insert(_:)", "main")
    made.writer.add(sums: [stack: HamonSum(allocated: 400, freed: 0, size: 100)])
    for (place, count) in [100, 200, 400].enumerated() {
      let time = UInt64(30 * (place + 1)) * Self.millisecond
      let amount = HeapSnapshot.Amount(blocks: count, bytes: 100 * count)
      made.snapshot(at: time, reason: place < 2 ? "period" : "end", [("Entry", stack, amount, 0)])
    }
    made.snapshots[2].types[0].holders = [
      HeapSnapshot.Holder(place: "global cache", type: nil, count: 400, isStrong: true)
    ]
    let report = try Self.report(made)
    let row = try #require(report.growths.first?.rows.first)
    #expect(row.onlyGrows && row.growth == 30_000 && row.holders == ["global cache"])
    #expect(report.growths.first?.moments.first == "snapshot 1 (period)")
    let text = Why(report.reasons(), longest: "").rendered()
    #expect(
      text.contains(
        "`Entry`, made in `Cache.insert(_:) (Shop.swift:20)`, only grows: from 10.0 kB to 40.0 kB at 3 times, held by `global cache`"
      )
    )
    #expect(!text.lowercased().contains("leak"))
  }

  @Test func `what shrank once doesn't only grow, and what was leaked isn't told as growth`() throws
  {
    var made = MadeMemory(isWhole: true)
    let stack = made.stack("libc/malloc", "Cache.insert(_:)", "main")
    let other = made.stack("libc/malloc", "Node.init()", "main")
    made.writer.add(sums: [
      stack: HamonSum(allocated: 400, freed: 0, size: 100),
      other: HamonSum(allocated: 400, freed: 0, size: 100),
    ])
    for (place, count) in [100, 90, 400].enumerated() {
      let time = UInt64(30 * (place + 1)) * Self.millisecond
      let amount = HeapSnapshot.Amount(blocks: count, bytes: 100 * count)
      made.snapshot(at: time, [("Entry", stack, amount, 0), ("Node", other, amount, count)])
    }
    let report = try Self.report(made)
    #expect(report.growths.first?.rows.map(\.type) == ["Entry"])
    #expect(report.growths.first?.rows.first?.onlyGrows == false)
  }

  @Test func `without snapshots sampled blocks tell what lived, at the peak and over time`() throws
  {
    var made = MadeMemory(isWhole: false)
    let stack = made.stack("libc/malloc", "Cache.insert(_:)", "main")
    for step in UInt64(0)..<60 {
      made.writer.allocate(
        0x1000 * step,
        size: 1000,
        stack: stack,
        thread: 7,
        time: step * Self.millisecond
      )
    }
    for step in UInt64(0)..<10 {
      made.writer.free(0x1000 * step, thread: 7, time: 99 * Self.millisecond)
    }
    let report = try Self.report(made)
    let process = try #require(report.processes.first)
    #expect(process.peak.bytes == 60_000 && process.peakTime == 59 * Self.millisecond)
    #expect(process.atEnd.bytes == 50_000 && process.allocated.bytes == 60_000)
    let row = try #require(report.sites.first)
    #expect(row.figures.atPeak.bytes == 60_000 && row.figures.freed.bytes == 10_000)
    #expect(row.type == "(no Swift type)" && row.figures.shortLived.bytes == 0)
    // It grew, but not in the second half.
    #expect(report.growths.first?.rows.first.map { $0.growth > 0 && !$0.onlyGrows } == true)
    #expect(report.sections().first?.rendered().contains("--memory=all") == true)
  }

  @Test func `a freed block is named by its first word, or because its stack makes one type`()
    throws
  {
    var made = MadeMemory(isWhole: false)
    let (one, two) = (made.stack("Maker.make()"), made.stack("Other.make()"))
    made.writer.allocate(0x10, size: 100, stack: one, thread: 7, time: 1)
    made.writer.free(0x10, word: 0x7000, thread: 7, time: 2)
    made.writer.allocate(0x20, size: 100, stack: one, thread: 7, time: 3)
    made.writer.free(0x20, word: 0x9999, thread: 7, time: 4)
    made.writer.allocate(0x30, size: 70, stack: two, thread: 7, time: 5)
    made.snapshot(
      at: 50,
      [
        ("Session", one, HeapSnapshot.Amount(), 0), ("Node", two, HeapSnapshot.Amount(), 0),
      ]
    )
    made.snapshots[0].types[1].sites = []
    made.snapshots[0].isSampled = true
    made.snapshots[0].metadata = [0x7000: 0]
    made.snapshots[0].blocks = [HeapSnapshot.Block(address: 0x30, type: 1)]
    let report = try Self.report(made)
    let bytes = Dictionary(
      uniqueKeysWithValues: report.types.map { ($0.type ?? "", $0.figures.allocated.bytes) }
    )
    #expect(bytes == ["Session": 200, "Node": 70])
    // A sample says nothing of leaks.
    #expect(report.leaks.isEmpty && report.holders.isEmpty)
  }

  @Test func `the report is the same after it was written as JSON`() throws {
    let report = try Self.report(Self.whole().made)
    let data = try JSONEncoder().encode(report)
    #expect(try JSONDecoder().decode(MemoryReport.self, from: data) == report)
  }
}
