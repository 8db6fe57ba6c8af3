import BenchmarkResults
import Statistics
import SuiteErrors

/// A row while it is measured: its body, and the samples so far.
@MainActor
final class RowMeasurement {
  /// The longest time of a sample that is measured only in part, as a multiple of its target.
  private static let longestSample: UInt64 = 20
  /// How long a round of more samples than usual may take, in nanoseconds.
  private static let longestRound: UInt64 = 100_000_000

  let benchmark: Benchmark

  /// Why the row is out, if it is.
  private(set) var failure: RowFailure?

  /// `nil` once the row is released, with all that it holds.
  private var body: BenchmarkBody?
  let cpuClock: CPUClock
  private let threads: Int
  private let injection: InjectedWork
  private let isInterrupted: @Sendable () -> Bool
  /// The memory that the body reported when it was released.
  private var memory: Int?
  /// Whether an interruption cut off a step, which is no failure of the row.
  private var isCutOff = false
  private var totalIterations = 0
  private var iterationsPerSample = 1
  private var samplesPerRound = 1
  private var mostSamplesPerRound = 1
  private var isSteady: Bool?
  private var meter: UsageMeter
  private var wallSamples: [UInt64] = []
  private var cpuSamples: [UInt64] = []
  /// The row's rounds in order: their numbers, and the range of their samples.
  private var rounds: [(number: Int, samples: Range<Int>)] = []

  /// Sets a row up.
  ///
  /// - Parameters:
  ///   - benchmark: The row.
  ///   - injection: Extra work, to check that it is found.
  ///   - isInterrupted: Whether failures may come from an interruption: Ctrl-C ends commands too.
  /// - Throws: What its set-up throws.
  init(
    _ benchmark: Benchmark,
    injection: InjectedWork = .none,
    isInterrupted: @escaping @Sendable () -> Bool = { false }
  ) async throws {
    self.benchmark = benchmark
    self.injection = injection
    self.isInterrupted = isInterrupted
    let body = try await BlockingTask.setUp(benchmark)
    self.body = body
    self.cpuClock = body.cpuClock(threads: benchmark.threads)
    meter = UsageMeter(cpuClock)
    self.threads = body.threads(declared: benchmark.threads)
  }

  var name: String { benchmark.rowName }

  /// Warms the row up, decides how many iterations and samples it gets, and checks its answer.
  func prepare(effort: MeasuringEffort) {
    failing { body in
      if body.givesFigures { return try prepareFigures(body, effort: effort) }
      mostSamplesPerRound = max(1, body.sampleLimit / effort.rounds)
      if let runs = body.singleRuns {
        for _ in 0..<runs.warmUp where !isInterrupted() { _ = try sample(body) }
        return
      }
      let target = benchmark.sampleNanoseconds
      _ = try calibrate(body, target: target, startingWith: 1)
      isSteady = try warmUp(body, effort: effort)
      // Warm code is faster, so the iterations from before the warm-up may be too few.
      let elapsed = try calibrate(body, target: target, startingWith: iterationsPerSample)
      samplesPerRound = IterationSearch.samplesPerRound(
        wanted: effort.samplesPerRound,
        sampleNanoseconds: elapsed,
        targetNanoseconds: target
      )
      // Spreads a limited number of samples over the rounds.
      let rare = samplesForPercentiles(rounds: effort.rounds, sampleNanoseconds: elapsed)
      samplesPerRound = min(max(samplesPerRound, rare), mostSamplesPerRound)
      wallSamples.reserveCapacity(samplesPerRound * effort.rounds)
      cpuSamples.reserveCapacity(samplesPerRound * effort.rounds)
      try body.verify(totalIterations)
    }
  }

  /// How many samples a round takes to get enough groups for the row's bars on percentiles, as long as the round stays short.
  ///
  /// With few short samples, a round is mostly the work between rounds.
  private func samplesForPercentiles(rounds: Int, sampleNanoseconds: UInt64) -> Int {
    let group = benchmark.bars.compactMap(\.percentile).map(BarEvidence.groupSize).max() ?? 0
    let rounds = max(1, rounds / BarJudgement.leastRounds)
    return min((group + rounds - 1) / rounds, Int(Self.longestRound / max(1, sampleNanoseconds)))
  }

  /// Prepares a body that gives figures: a sample is one iteration, however long; one warms the row up.
  private func prepareFigures(_ body: BenchmarkBody, effort: MeasuringEffort) throws {
    iterationsPerSample = 1
    _ = try sample(body)
    samplesPerRound = max(1, min(effort.samplesPerRound / 5, body.sampleLimit / effort.rounds))
  }

  /// Takes the samples of a round.
  ///
  /// - Parameter number: The number of the round; rows are compared by their times in rounds of the same number.
  func takeRound(_ number: Int) {
    failing { body in
      let first = wallSamples.count
      let before = totalIterations
      let begin = ClockReading.wallNow()
      meter.start()
      defer {
        meter.stop(operations: totalIterations - before)
        if wallSamples.count > first { rounds.append((number, first..<wallSamples.count)) }
      }
      while wallSamples.count < min(first + samplesPerRound, body.sampleLimit) {
        let reading = try sample(body)
        wallSamples.append(reading.wall)
        cpuSamples.append(reading.cpu)
        if wallSamples.count == 1, let runs = body.singleRuns {
          let fitting = Int(runs.roundNanoseconds / max(1, ClockReading.wallNow() - begin))
          samplesPerRound = min(max(1, fitting), mostSamplesPerRound)
        }
      }
    }
  }

  /// Drops the samples of the last round if it has this number or a later one.
  func dropRounds(from number: Int) {
    while let last = rounds.last, last.number >= number {
      wallSamples.removeLast(last.samples.count)
      cpuSamples.removeLast(last.samples.count)
      rounds.removeLast()
    }
  }

  var roundCount: Int { rounds.count }

  /// How many rounds it takes for so many samples, at the row's samples per round.
  func rounds(forSamples samples: Int) -> Int {
    (samples + samplesPerRound - 1) / samplesPerRound
  }

  /// Whether it takes samples in a further round.
  var takesMore: Bool {
    failure == nil && !isCutOff && (body.map { wallSamples.count < $0.sampleLimit } ?? false)
  }

  /// The median time of an operation in each round, in nanoseconds, by the round's number.
  var roundMedians: [Int: Double] {
    Dictionary(
      uniqueKeysWithValues: rounds.map { ($0.number, block($0.samples).median) }
    )
  }

  /// The time of an operation in each sample of a round, in nanoseconds, by the round's number.
  var roundSamples: [Int: [Double]] {
    Dictionary(uniqueKeysWithValues: rounds.map { ($0.number, block($0.samples)) })
  }

  /// Checks the answer a last time, and tears the row down.
  func finish() {
    failing { try $0.verify(totalIterations) }
    body?.tearDown()
  }

  /// Releases what a finished row has set up, so that a run doesn't hold the inputs of all its rows.
  func release() {
    memory = memory ?? body?.memory?() ?? nil
    body = nil
  }

  /// Sets a released row up once more, for further rounds.
  ///
  /// If that fails, the earlier measurements stay, and the row takes no more.
  ///
  /// - Throws: What its set-up throws.
  func reopen(effort: MeasuringEffort) async throws {
    guard failure == nil, !isCutOff, body == nil else { return }
    totalIterations = 0
    body = try await BlockingTask.setUp(benchmark)
    failing { body in
      if body.givesFigures { _ = try sample(body) } else { _ = try warmUp(body, effort: effort) }
    }
  }

  /// The result so far, with the ratios to its floors.
  ///
  /// - Parameters:
  ///   - floors: The rows to compare it with.
  ///   - asksMemory: Whether to ask the body for its memory, which may take long.
  /// - Returns: `nil` if the row has failed or has no samples yet.
  func result(floors: [RowMeasurement], asksMemory: Bool = true) -> RowResult? {
    guard failure == nil, !wallSamples.isEmpty else { return nil }
    return RowResult(
      name: name,
      benchmark: benchmark.name,
      parameters: benchmark.parameters,
      kind: benchmark.kind,
      threads: threads,
      cpuClock: cpuClock,
      iterationsPerSample: iterationsPerSample,
      samplesPerRound: samplesPerRound,
      wall: Distribution(nanosecondsPerOperation: perOperation(wallSamples)),
      cpu: Distribution(nanosecondsPerOperation: perOperation(cpuSamples)),
      ratios: floors.filter { $0.failure == nil }.compactMap { floor in
        let common = commonBlocks(with: floor)
        return RatioResult(
          floor: floor.name,
          blocks: common.map(\.own),
          floorBlocks: common.map(\.other)
        )
      },
      wallSamples: wallSamples,
      cpuSamples: cpuSamples,
      memory: memory ?? (asksMemory ? body?.memory?() ?? nil : nil),
      usage: meter.usage,
      isSteady: isSteady
    )
  }

  /// The times of an operation in the rounds that both have.
  private func commonBlocks(with other: RowMeasurement) -> [(own: [Double], other: [Double])] {
    let others = Dictionary(uniqueKeysWithValues: other.rounds.map { ($0.number, $0.samples) })
    return rounds.compactMap { round in
      others[round.number].map { (block(round.samples), other.block($0)) }
    }
  }

  private func block(_ samples: Range<Int>) -> [Double] {
    perOperation(Array(wallSamples[samples]))
  }

  private func perOperation(_ samples: [UInt64]) -> [Double] {
    samples.map { Double($0) / Double(iterationsPerSample) }
  }

  private func sample(_ body: BenchmarkBody) throws -> ClockReading {
    let iterations = iterationsPerSample + injection.moreIterations(than: iterationsPerSample)
    let reading = try body.sample(iterations: iterations, cpuClock: cpuClock)
    totalIterations += iterations
    return reading
  }

  /// Samples until the row has settled, or for as long as it may.
  ///
  /// - Returns: Whether it has settled; `nil` if there were too few samples to tell.
  private func warmUp(_ body: BenchmarkBody, effort: MeasuringEffort) throws -> Bool? {
    var isSteady: Bool?
    var state = SteadyState()
    let start = ClockReading.wallNow()
    var elapsed: UInt64 = 0
    repeat {
      for _ in 0..<SteadyState.window / 2 where elapsed < effort.warmUpLimitNanoseconds {
        state.record(nanoseconds: try sample(body).wall)
        elapsed = ClockReading.wallNow() - start
      }
      isSteady = state.isSettled
    } while elapsed < effort.warmUpLimitNanoseconds
      && (elapsed < effort.warmUpNanoseconds || isSteady != true)
    return isSteady
  }

  /// Finds the iterations, and returns the time of the last sample of the search, scaled to them.
  private func calibrate(
    _ body: BenchmarkBody,
    target: UInt64,
    startingWith iterations: Int
  ) throws -> UInt64 {
    var search = IterationSearch(targetNanoseconds: target, startingWith: iterations)
    while true {
      iterationsPerSample = search.iterations
      let begin = ClockReading.wallNow()
      var elapsed = try sample(body).wall
      if body.takesOwnTime {
        // Limits the whole sample if only a little of it is measured.
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

  /// Records what the steps throw as the row's failure; a row that has failed stays so.
  private func failing(_ steps: (BenchmarkBody) throws -> Void) {
    guard failure == nil, !isCutOff, let body else { return }
    do {
      try steps(body)
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

  /// The least time a row runs before its iterations are fixed, in nanoseconds.
  var warmUpNanoseconds: UInt64

  /// The longest time it runs to settle, in nanoseconds; see ``SteadyState``.
  var warmUpLimitNanoseconds: UInt64

  /// The time for further rounds of rows with an undecided bar, in nanoseconds; 0 for none.
  var barBudgetNanoseconds: UInt64 = 0

  static let full = MeasuringEffort(
    rounds: 20,
    samplesPerRound: 10,
    warmUpNanoseconds: 50_000_000,
    warmUpLimitNanoseconds: 1_000_000_000,
    barBudgetNanoseconds: 10_000_000_000
  )

  static let quick = MeasuringEffort(
    rounds: 5,
    samplesPerRound: 5,
    warmUpNanoseconds: 10_000_000,
    warmUpLimitNanoseconds: 200_000_000,
    barBudgetNanoseconds: 2_000_000_000
  )
}
