import BenchmarkHarness
import Foundation
import Synchronization

extension BenchmarkSuite {
  /// Sixteen producers that do nothing but dispatch for ten seconds: the memory that waits meanwhile.
  mutating func addFullSpeedMemory(updater: Int) {
    add(
      Benchmark(
        "contended-memory",
        parameters: ["producers": 16, "updater-ns": updater],
        bars: [Bar("16 producers at full speed", memoryAtMost: FullSpeed.limit)],
        threads: 16
      ) {
        let memory = FullSpeed()
        return BenchmarkBody(figure: { try memory.measure(updater: updater, seconds: 10) })
          .takingAtMost(samples: 1)
          .reportingMemory { memory.mostBytes.load(ordering: .relaxed) }
      }
    )
  }
}

/// Producers at full speed, and the most memory that the process took for them.
final class FullSpeed: Sendable {
  static let limit = 64_000_000
  private static let producers = 16

  let mostBytes = Atomic(0)

  /// Runs so long, or until the limit is exceeded twice over, which is as good as ten seconds for a bar that is missed.
  ///
  /// - Returns: Nanoseconds until all was applied.
  func measure(updater: Int, seconds: Int) throws -> UInt64 {
    let contender = StoreContender()
    let turns = ContendedTurns(updater: CountedWork.turns(nanoseconds: updater), own: 0)
    let isOver = Atomic(false)
    let updates = Atomic(0)
    // Memory that was freed before shall not be taken for that of the store.
    HeapUsage.giveBackFree()
    let before = Self.residentBytes()
    let start = ProducerRecord.now()
    let team = try ThreadTeam(threads: Self.producers + 1) { [self] thread, _ in
      guard thread < Self.producers else {
        while ProducerRecord.now() < start + UInt64(seconds) * 1_000_000_000 {
          let bytes = Self.residentBytes() - before
          if bytes > mostBytes.load(ordering: .relaxed) {
            mostBytes.store(bytes, ordering: .relaxed)
          }
          if bytes > 2 * Self.limit { break }
          usleep(1000)
        }
        isOver.store(true, ordering: .relaxed)
        return
      }
      updates.add(contender.produce(until: isOver, turns), ordering: .relaxed)
    }
    team.run(iterations: Self.producers + 1)
    team.stop()
    let count = updates.load(ordering: .relaxed)
    try VerificationError.check("updates", found: contender.state.count, expected: count)
    return ProducerRecord.now() - start
  }

  /// The memory of the process that is in the machine's; 0 where the system doesn't tell.
  private static func residentBytes() -> Int {
    guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8) else {
      return 0
    }
    let numbers = text.split(separator: " ")
    return numbers.count > 1 ? (Int(numbers[1]) ?? 0) * Int(getpagesize()) : 0
  }
}
