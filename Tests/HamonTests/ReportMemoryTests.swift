import ArgumentParser
import CHeapLayout
import ExpectedErrors
import Foundation
import HeapImages
import MadeMemory
import MemoryFiles
import SuiteErrors
import Testing

@testable import hamon

/// `hamon report` and `hamon export` of memory that is known.
@Suite(.expectedErrors) struct ReportMemoryTests {
  private let fixture: BenchFixture

  init() throws { fixture = try BenchFixture() }

  /// A cache that keeps what it gets, and a node that nothing holds.
  private func record(rate: UInt64 = 0) throws -> String {
    var made = MadeMemory(isWhole: true, rate: rate)
    let cache = made.stack("libc/malloc", "Cache.insert(_:)", "main")
    let node = made.stack("libc/malloc", "List.append(_:)", "main")
    made.writer.add(sums: [
      cache: HamonSum(allocated: 30, freed: 0, size: 1000),
      node: HamonSum(allocated: 1, freed: 0, size: 48),
    ])
    for count in 1...3 {
      made.snapshot(
        at: UInt64(count) * 30_000_000,
        reason: count < 3 ? "period" : "end",
        [
          ("Entry", cache, HeapSnapshot.Amount(blocks: 10 * count, bytes: 10_000 * count), 0),
          ("Node", node, HeapSnapshot.Amount(blocks: 1, bytes: 48), 1),
        ]
      )
      made.snapshots[count - 1].leaks = [
        HeapSnapshot.Leak(
          cycle: ["Node.next"],
          types: [1],
          stacks: [node],
          count: 1,
          leaked: HeapSnapshot.Amount(blocks: 1, bytes: 48)
        )
      ]
    }
    let trace = "\(fixture.path)/trace"
    try made.write(toTrace: trace)
    return trace
  }

  @Test func `a recording of memory alone gives a text, a JSON file and a page`() async throws {
    var command = try ReportCommand.parse([try record()])
    command.text = "\(fixture.path)/report.txt"
    command.json = "\(fixture.path)/report.json"
    command.html = "\(fixture.path)/report.html"
    #expect(try await ReportRun(command: command).run())
    let text = try fixture.text("report.txt")
    #expect(text.hasPrefix("Why\n===\n- Leaked: 1 x `Node` (48 B), which hold each other by"))
    #expect(text.contains("- `Entry`, made in `Cache.insert(_:) (Shop.swift:20)`, only grows"))
    #expect(text.components(separatedBy: "Leaked\n======\n").count == 2)
    #expect(text.contains("Memory by type and function"))
    #expect(try fixture.text("report.json").contains("\"kind\" : \"leak\""))
    let page = try fixture.text("report.html")
    #expect(page.contains("<title>Memory</title>") && page.contains("id=\"memory-data\""))
    #expect(page.contains("Node.next -&gt; Node"))
  }

  @Test func `each form of export is written, and what a recording doesn't have is refused`() throws
  {
    let trace = try record()
    let file = "\(fixture.path)/exported"
    for (form, wanted) in [
      ("folded-live", "main;Cache.insert(_:);malloc 30000\n"), ("folded-leaked", "malloc 48\n"),
      ("massif", "mem_heap_B=30048\n"),
    ] {
      try ExportCommand.parse([trace, "--format", form, "-o", file]).run()
      #expect(try fixture.text("exported").contains(wanted), "\(form)")
    }
    try ExportCommand.parse([trace, "--format", "pprof-heap", "-o", file]).run()
    #expect(try Data(contentsOf: URL(filePath: file)).prefix(2) == Data([0x1f, 0x8b]))
    #expect(throws: SuiteError.self) {
      try ExportCommand.parse([fixture.path, "--format", "massif", "-o", file]).run()
    }
  }
}
