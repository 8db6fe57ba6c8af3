import BenchmarkHarness
import FoundationEssentials
import Glibc
import SampleAnalysis
import SampleFiles

extension BenchmarkSuite {
  /// Reads samples and what threads did, as `hamon report` does; an iteration is a whole file.
  mutating func addReading(samples count: Int) {
    let records = GeneratedSamples.records(samples: count)
    let file = SharedSamples(count: count)
    let parameters: KeyValuePairs<String, any CustomStringConvertible> = ["samples": count]
    add(
      Benchmark(
        "read",
        parameters: parameters,
        floors: ["records-only"],
        bars: [
          Bar("reading, a microsecond a record", medianAtMost: .microseconds(records)),
          Bar("reading, memory", memoryAtMost: 300_000_000),
        ]
      ) {
        let generated = try file.take()
        var done = 0
        return BenchmarkBody(
          run: { readings in
            for _ in 0..<readings { try generated.check(SampleProfile(inTrace: generated.folder)) }
            done += readings
          },
          verify: { try VerificationError.check("readings", found: done, expected: $0) },
          tearDown: { file.giveBack() }
        )
        .reportingMemory { PeakMemory.bytes }
        .takingAtMost(samples: 5)
      }
    )
    add(
      Benchmark("records-only", parameters: parameters, kind: .floor) {
        let generated = try file.take()
        var done = 0
        return BenchmarkBody(
          run: { readings in
            for _ in 0..<readings {
              var found = 0
              let data = try PerfDataFile(path: generated.data)
              _ = data.read { record, _ in if record.kind == .sample { found += 1 } }
              try VerificationError.check("samples", found: found, expected: count)
            }
            done += readings
          },
          verify: { try VerificationError.check("readings", found: done, expected: $0) },
          tearDown: { file.giveBack() }
        )
        .takingAtMost(samples: 5)
      }
    )
  }
}

/// A file that several rows read, there from the set-up of the first to the end of the last.
@MainActor
final class SharedSamples: Sendable {
  private let count: Int
  private var generated: GeneratedSamples?
  private var users = 0

  nonisolated init(count: Int) { self.count = count }

  func take() throws -> GeneratedSamples {
    let file = try generated ?? GeneratedSamples(count: count)
    generated = file
    users += 1
    return file
  }

  func giveBack() {
    users -= 1
    guard users == 0 else { return }
    generated?.remove()
    generated = nil
  }
}

/// The most memory that this process has had.
enum PeakMemory {
  static var bytes: Int {
    var usage = rusage()
    // SAFETY: the structure outlives the call.
    unsafe getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    return usage.ru_maxrss * 1024
  }
}
