import BenchmarkResults
import HeapImages
import MadeMemory
import MemoryAnalysis
import Testing

@testable import hamon

/// What operations leave in memory, by snapshots that nobody has taken.
@Suite struct RowMemoryTests {
  /// What each of 30 operations leaves, of blocks of 24 bytes of which so many live and are leaked at each snapshot.
  private static func memory(
    live: [Int],
    leaked: [Int] = [0, 0, 0],
    changing change: (inout HeapSnapshot, UInt32) -> Void = { _, _ in }
  ) throws -> RowMemory {
    var made = MadeMemory(isWhole: true)
    let stack = made.stack("libc/malloc", "Node.init()", "List.push(_:)", "main")
    for place in live.indices {
      let amount = HeapSnapshot.Amount(blocks: live[place], bytes: 24 * live[place])
      made.snapshot(
        at: UInt64(place + 1) * 1_000_000,
        reason: "operations",
        [("Node", stack, amount, leaked[place])]
      )
    }
    change(&made.snapshots[made.snapshots.count - 1], stack)
    return try made.inTrace { directory in
      let profile = try MemoryProfile(inTrace: directory)
      return RowMemory(profile.processes.flatMap(\.snapshots), of: profile, operations: 30)
    }
  }

  @Test func `what each operation adds is told with its type, its function and its line`() throws {
    let memory = try Self.memory(live: [110, 120, 140]) { snapshot, _ in
      snapshot.types[0].holders = [
        HeapSnapshot.Holder(place: "List.head", type: nil, count: 1, isStrong: true)
      ]
    }
    #expect(
      memory.parts == [
        RowMemory.Part(
          type: "Node",
          function: "List.push(_:)",
          line: "Shop.swift:30",
          blocks: 1,
          bytes: 24,
          leakedBytes: 0,
          holder: "List.head"
        )
      ]
    )
  }

  @Test func `leaks are told by their cycle, also where a stack holds one of them`() throws {
    let memory = try Self.memory(live: [10, 20, 40], leaked: [9, 20, 40]) { snapshot, stack in
      snapshot.leaks = [
        HeapSnapshot.Leak(
          cycle: ["Node.other", "Node.other"],
          types: [0, 0],
          stacks: [stack, stack],
          count: 20,
          leaked: HeapSnapshot.Amount(blocks: 40, bytes: 960)
        )
      ]
    }
    let part = try #require(memory.parts.first)
    #expect(memory.parts.count == 1 && part.bytes == 24 && part.leakedBytes == 24)
    #expect(part.holder == "Node.other -> Node.other -> Node")
  }

  @Test func `an array that doubles is told by its bytes on average`() throws {
    let memory = try Self.memory(live: [16, 32, 64])
    #expect(memory.bytes == 24 * 48.0 / 30 && memory.leakedBytes == 0)
  }

  @Test(arguments: [
    [10, 10, 10], [10, 30, 30], [10, 10, 30], [10, 11, 12], [10, 30, 40], [40, 20, 10],
  ])
  func `what comes once, late, or goes isn't left by operations`(live: [Int]) throws {
    #expect(try Self.memory(live: live).parts == [])
    // The same of what is leaked.
    #expect(try Self.memory(live: [50, 50, 50], leaked: live).parts == [])
  }

  @Test func `what is leaked in place of what was held counts`() throws {
    let memory = try Self.memory(live: [50, 50, 50], leaked: [10, 20, 40])
    #expect(memory.leakedBytes == 24 && memory.bytes == 24)
  }
}
