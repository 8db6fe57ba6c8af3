import BenchmarkResults
import SuiteErrors

/// A row while it is measured: its body, and the samples so far.
@MainActor
final class RowMeasurement {
  /// How many times as long as a sample should be one may take that is measured only in part.
  private static let longestSample: UInt64 = 20

  let benchmark: Benchmark

  /// Why the row is out, if it is.
  private(set) var failure: RowFailure?

  private let body: BenchmarkBody
  private let cpuClock: CPUClock
  private let isInterrupted: @Sendable () -> Bool
  /// Whether a step was cut off by an interruption, which is no failure of the row.
  private var isCutOff = false
  private var totalIterations = 0
  private var iterationsPerSample = 1
  private var samplesPerRound = 1
  private var isSteady: Bool?
  private var meter: UsageMeter
  private var wallSamples: [UInt64] = []
  private var cpuSamples: [UInt64] = []

  /// Sets a row up.
  ///
  /// - Parameters:
  ///   - benchmark: The row.
  ///   - isInterrupted: Whether what fails may fail for an interruption: Ctrl-C ends commands too.
  /// - Throws: What its set-up throws.
  init(
    _ benchmark: Benchmark,
    isInterrupted: @escaping @Sendable () -> Bool = { false }
  ) async throws {
    self.benchmark = benchmark
    self.isInterrupted = isInterrupted
    self.body = try await benchmark.setUp()
    self.cpuClock = body.cpuClock(threads: benchmark.threads)
    meter = UsageMeter(cpuClock)
  }

  var name: String { benchmark.rowName }

  /// Warms the row up, decides how many iterations and samples it gets, and checks its answer.
  func prepare(effort: MeasuringEffort) {
    failing {
      if body.givesFigures { return try prepareFigures(effort: effort) }
      let target = benchmark.sampleNanoseconds
      _ = try calibrate(target: target, startingWith: 1)
      try warmUp(effort: effort)
      // What is warm is faster, so the iterations from before the warm-up may be too few.
      let elapsed = try calibrate(target: target, startingWith: iterationsPerSample)
      samplesPerRound = IterationSearch.samplesPerRound(
        wanted: effort.samplesPerRound,
        sampleNanoseconds: elapsed,
        targetNanoseconds: target
      )
      // Those that are few are spread over the rounds.
      samplesPerRound = max(1, min(samplesPerRound, body.sampleLimit / effort.rounds))
      wallSamples.reserveCapacity(samplesPerRound * effort.rounds)
      cpuSamples.reserveCapacity(samplesPerRound * effort.rounds)
      try body.verify(totalIterations)
    }
  }

  /// A sample is one iteration, however long that is; one warms the row up.
  private func prepareFigures(effort: MeasuringEffort) throws {
    iterationsPerSample = 1
    _ = try sample()
    samplesPerRound = max(1, min(effort.samplesPerRound / 5, body.sampleLimit / effort.rounds))
  }

  /// Takes the samples of a round.
  func takeRound() {
    failing {
      let before = totalIterations
      meter.start()
      defer { meter.stop(operations: totalIterations - before) }
      for _ in 0..<samplesPerRound where wallSamples.count < body.sampleLimit {
        let reading = try sample()
        wallSamples.append(reading.wall)
        cpuSamples.append(reading.cpu)
      }
    }
  }

  /// Drops the samples of later rounds.
  func keepRounds(_ count: Int) {
    let samples = min(count * samplesPerRound, wallSamples.count)
    wallSamples.removeLast(wallSamples.count - samples)
    cpuSamples.removeLast(cpuSamples.count - samples)
  }

  /// Checks the answer a last time, and tears the row down.
  func finish() {
    failing { try body.verify(totalIterations) }
    body.tearDown()
  }

  /// The result so far, with the ratios to those of the rows that are its floors.
  ///
  /// - Returns: `nil` if the row has failed or has no samples yet.
  func result(floors: [RowMeasurement]) -> RowResult? {
    guard failure == nil, !wallSamples.isEmpty else { return nil }
    return RowResult(
      name: name,
      benchmark: benchmark.name,
      parameters: benchmark.parameters,
      kind: benchmark.kind,
      threads: body.threads(declared: benchmark.threads),
      cpuClock: cpuClock,
      iterationsPerSample: iterationsPerSample,
      samplesPerRound: samplesPerRound,
      wall: Distribution(nanosecondsPerOperation: perOperation(wallSamples)),
      cpu: Distribution(nanosecondsPerOperation: perOperation(cpuSamples)),
      ratios: floors.filter { $0.failure == nil }.compactMap {
        RatioResult(floor: $0.name, blocks: blocks, floorBlocks: $0.blocks)
      },
      wallSamples: wallSamples,
      cpuSamples: cpuSamples,
      memory: body.memory?(),
      usage: meter.usage,
      isSteady: isSteady
    )
  }

  private var blocks: [[Double]] {
    let samples = perOperation(wallSamples)
    return stride(from: 0, to: samples.count, by: samplesPerRound).map {
      Array(samples[$0..<min($0 + samplesPerRound, samples.count)])
    }
  }

  private func perOperation(_ samples: [UInt64]) -> [Double] {
    samples.map { Double($0) / Double(iterationsPerSample) }
  }

  private func sample() throws -> ClockReading {
    let reading = try body.sample(iterations: iterationsPerSample, cpuClock: cpuClock)
    totalIterations += iterationsPerSample
    return reading
  }

  /// Samples until the row has settled, or for as long as it may.
  private func warmUp(effort: MeasuringEffort) throws {
    var state = SteadyState()
    let start = ClockReading.wallNow()
    var elapsed: UInt64 = 0
    repeat {
      for _ in 0..<SteadyState.window / 2 where elapsed < effort.warmUpLimitNanoseconds {
        state.record(nanoseconds: try sample().wall)
        elapsed = ClockReading.wallNow() - start
      }
      isSteady = state.isSettled
    } while elapsed < effort.warmUpLimitNanoseconds
      && (elapsed < effort.warmUpNanoseconds || isSteady != true)
  }

  /// Returns what the last sample of the search took, scaled to the iterations found.
  private func calibrate(target: UInt64, startingWith iterations: Int) throws -> UInt64 {
    var search = IterationSearch(targetNanoseconds: target, startingWith: iterations)
    while true {
      iterationsPerSample = search.iterations
      let begin = ClockReading.wallNow()
      var elapsed = try sample().wall
      if body.takesOwnTime {
        // Where little of a sample is measured, the whole of it shall not take for ever.
        elapsed = max(elapsed, (ClockReading.wallNow() - begin) / Self.longestSample)
      }
      try search.record(nanoseconds: elapsed)
      if search.isDone {
        let scale = Double(search.iterations) / Double(iterationsPerSample)
        iterationsPerSample = search.iterations
        return UInt64(Double(elapsed) * scale)
      }
    }
  }

  /// Takes what the steps throw as the reason why the row is out; a row that is out stays so.
  private func failing(_ steps: () throws -> Void) {
    guard failure == nil, !isCutOff else { return }
    do {
      try steps()
    } catch {
      guard !isInterrupted() else {
        isCutOff = true
        return
      }
      failure = RowFailure(row: name, message: "\(error)")
    }
  }
}

/// How much is measured of each row.
struct MeasuringEffort: Equatable, Sendable {
  /// How many rounds each row takes part in.
  var rounds: Int

  /// How many samples of a row a round takes.
  var samplesPerRound: Int

  /// How long a row runs at least before its iterations are fixed, in nanoseconds.
  var warmUpNanoseconds: UInt64

  /// How long it runs at most until it has settled, in nanoseconds; see ``SteadyState``.
  var warmUpLimitNanoseconds: UInt64

  static let full = MeasuringEffort(
    rounds: 20,
    samplesPerRound: 10,
    warmUpNanoseconds: 50_000_000,
    warmUpLimitNanoseconds: 1_000_000_000
  )

  static let quick = MeasuringEffort(
    rounds: 5,
    samplesPerRound: 5,
    warmUpNanoseconds: 10_000_000,
    warmUpLimitNanoseconds: 200_000_000
  )
}
