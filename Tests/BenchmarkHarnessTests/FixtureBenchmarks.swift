import Synchronization

@testable import BenchmarkHarness

/// Counts what happens to a benchmark.
final class BenchmarkLog: Sendable {
  private let state = Mutex<[String: Int]>([:])

  func add(_ count: Int = 1, to event: String) {
    state.withLock { $0[event, default: 0] += count }
  }

  subscript(event: String) -> Int { state.withLock { $0[event] ?? 0 } }
}

extension Benchmark {
  /// A benchmark that counts its iterations, and may give a wrong answer.
  static func counting(
    _ name: String,
    parameters: KeyValuePairs<String, any CustomStringConvertible> = [:],
    kind: BenchmarkKind = .ours,
    floors: [String] = [],
    log: BenchmarkLog = BenchmarkLog(),
    error: Int = 0
  ) -> Benchmark {
    Benchmark(
      name,
      parameters: parameters,
      kind: kind,
      floors: floors,
      sampleDuration: .microseconds(20)
    ) {
      log.add(to: "set up")
      return BenchmarkBody(
        state: 0,
        run: { sum, iterations in
          log.add(iterations, to: "iterations")
          log.add(to: "runs")
          for _ in 0..<iterations {
            sum += 1
            blackHole(sum)
          }
        },
        verify: { sum, iterations in
          log.add(to: "verified")
          try VerificationError.check("sum", found: sum, expected: iterations + error)
        },
        tearDown: { _ in log.add(to: "torn down") }
      )
    }
  }
}

extension RowResult {
  /// A row of one sample, which may have ratios to floors.
  static func fixture(
    _ name: String,
    nanoseconds: UInt64,
    ratios: [String: Double] = [:]
  ) -> RowResult {
    let distribution = Distribution(nanosecondsPerOperation: [Double(nanoseconds)])
    return RowResult(
      name: name,
      benchmark: name,
      parameters: [],
      kind: .ours,
      threads: 1,
      cpuClock: .thread,
      iterationsPerSample: 1,
      samplesPerRound: 1,
      wall: distribution,
      cpu: distribution,
      ratios: ratios.sorted { $0.key < $1.key }.compactMap {
        RatioResult(floor: $0.key, blocks: [[$0.value]], floorBlocks: [[1]])
      },
      wallSamples: [nanoseconds],
      cpuSamples: [nanoseconds],
      memory: nil
    )
  }
}

extension BenchmarkSuite {
  init(_ benchmarks: [Benchmark]) {
    self.init("fixture")
    for benchmark in benchmarks { add(benchmark) }
  }

  /// Runs the suite as its main would, and returns what it printed.
  @MainActor
  func run(
    _ arguments: [String],
    injection: InjectedWork = .none
  ) async throws -> (isRight: Bool, lines: [String]) {
    var lines: [String] = []
    let isRight = try await run(commandLine: arguments, injection: injection) { lines.append($0) }
    return (isRight, lines)
  }
}
