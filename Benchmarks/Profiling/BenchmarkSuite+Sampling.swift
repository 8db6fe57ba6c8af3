import BenchmarkHarness
import SampleAnalysis
import SampleFiles

extension BenchmarkSuite {
  /// A program that computes, unrecorded and sampled: the time that it takes for the same work.
  mutating func addSlowdown() {
    let bar = Bar("a program sampled at 999 Hz / unrecorded", against: "unrecorded", atMost: 1.02)
      .ofFreshProcesses()
    add(
      Benchmark("unrecorded", kind: .floor) {
        BenchmarkBody(figure: { try Self.time(try SampledRun.plain(.compute)) })
      }
    )
    add(
      Benchmark("sampled", bars: [bar]) {
        BenchmarkBody(figure: {
          try Self.time(try SampledRun.sampled(.compute, engine: nil))
        })
      }
    )
    add(
      Benchmark("sampled-by-timers", bars: [bar]) {
        BenchmarkBody(figure: {
          try Self.time(try SampledRun.sampled(.compute, engine: .timers))
        })
      }
    )
  }

  private static func time(_ numbers: [UInt64]) throws -> UInt64 {
    try VerificationError.check("numbers", found: numbers.count, expected: 2)
    return numbers[0]
  }

  /// A program of which it is known where its time goes: how much of its 3.3 s samples tell wrongly, held against what it has measured
  /// itself.
  mutating func addShares() {
    for (name, words, engine) in [
      ("planted", "", nil), ("planted-by-timers", ", by timers", SamplingEngine.timers),
    ] {
      add(
        Benchmark(
          name,
          kind: .ours,
          bars: [
            Bar("each share within two points of 3.3 s\(words)", medianAtMost: .milliseconds(66))
          ]
        ) {
          BenchmarkBody(figure: {
            var wrong: UInt64 = 0
            _ = try SampledRun.sampled(.planted, engine: engine) { profile, numbers in
              wrong = try PlantedShares(profile, numbers).check()
            }
            return wrong
          })
        }
      )
    }
  }
}

/// What samples tell of the planted program, beside what it has measured.
private struct PlantedShares {
  /// A share that is further off is that of something else.
  private static let tolerance = 0.1
  /// How far what threads did may be from the wall time, as a share of that.
  private static let wallTolerance = 0.001

  private let profile: SampleProfile
  private let numbers: [Double]
  private let range: Range<UInt64>

  init(_ profile: SampleProfile, _ numbers: [UInt64]) throws {
    try VerificationError.check("numbers", found: numbers.count, expected: 8)
    self.profile = profile
    self.numbers = numbers.map { Double($0) }
    range = numbers[5]..<numbers[6]
  }

  /// Compares the shares.
  ///
  /// - Returns: By how much the one that is furthest off is, of the whole time, in nanoseconds.
  /// - Throws: `VerificationError` where something else was told than what was planted.
  func check() throws -> UInt64 {
    let selected = SelectedStacks(profile, in: [range]) { _ in false }
    func running(_ function: String) -> Double {
      Double(
        selected.functions().filter { $0.name.contains(function) }.map(\.runningTotal).max() ?? 0
      )
    }
    func waiting(_ function: String) -> Double {
      Double(
        selected.functions().filter { $0.name.contains(function) }.map(\.waitingTotal).max() ?? 0
      )
    }
    let (seventy, thirty) = (running("seventy"), running("thirty"))
    let wall = Double(range.count)
    let errors = [
      try error(
        "share of seventy()",
        seventy / max(1, seventy + thirty),
        numbers[0] / (numbers[0] + numbers[1])
      ),
      try error("share of the lock", waiting("waitForLock") / numbers[3], numbers[2] / numbers[3]),
      try error("share of the sleep", waiting("sleepForAWhile") / wall, numbers[4] / wall),
    ]
    // The main thread was there all the time.
    guard let main = profile.threads.first(where: { $0.key.process == $0.key.thread })?.value else {
      throw VerificationError("threads", expected: "the main thread", found: "none")
    }
    let told = Double(main.times(in: range).sum)
    guard abs(told / wall - 1) <= Self.wallTolerance else {
      throw VerificationError(
        "running, ready and blocked",
        expected: "\(wall) ns",
        found: "\(told) ns"
      )
    }
    return UInt64((errors.max() ?? 0) * wall)
  }

  private func error(_ subject: String, _ found: Double, _ expected: Double) throws -> Double {
    guard abs(found - expected) <= Self.tolerance else {
      throw VerificationError(
        subject,
        expected: "\(expected) +- \(Self.tolerance)",
        found: "\(found)"
      )
    }
    return abs(found - expected)
  }
}
