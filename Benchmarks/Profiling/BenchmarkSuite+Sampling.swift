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

  /// A program of which it is known where its time goes: what samples tell is compared with what it has measured itself.
  mutating func addShares() {
    for (name, engine) in [("planted", nil), ("planted-by-timers", SamplingEngine.timers)] {
      add(
        Benchmark(name, kind: .ours) {
          BenchmarkBody(figure: {
            let numbers = try SampledRun.sampled(.planted, engine: engine) { profile, numbers in
              try PlantedShares(profile, numbers).check()
            }
            // How long it was there.
            return numbers[6] - numbers[5]
          })
        }
      )
    }
  }
}

/// What samples tell of the planted program, beside what it has measured.
private struct PlantedShares {
  /// How far a share may be off: two points.
  private static let tolerance = 0.02
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

  func check() throws {
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
    try close(
      "share of seventy()",
      seventy / max(1, seventy + thirty),
      numbers[0] / (numbers[0] + numbers[1])
    )
    try close("share of the lock", waiting("waitForLock") / numbers[3], numbers[2] / numbers[3])
    let wall = Double(range.count)
    try close("share of the sleep", waiting("sleepForAWhile") / wall, numbers[4] / wall)
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
  }

  private func close(_ subject: String, _ found: Double, _ expected: Double) throws {
    guard abs(found - expected) <= Self.tolerance else {
      throw VerificationError(
        subject,
        expected: "\(expected) +- \(Self.tolerance)",
        found: "\(found)"
      )
    }
  }
}
