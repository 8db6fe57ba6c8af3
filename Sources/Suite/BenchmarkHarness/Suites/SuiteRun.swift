import BenchmarkResults
import Statistics
import SuiteErrors

/// One run of a suite: measures the selected rows, and keeps the result file up to date.
@MainActor
final class SuiteRun {
  /// How long results may stay unwritten, in nanoseconds.
  ///
  /// Writing takes milliseconds and cools the caches, so it doesn't follow every round.
  private static let writingInterval: UInt64 = 1_000_000_000

  private let selection: RowSelection
  private let isSequential: Bool
  let effort: MeasuringEffort
  private let file: ResultFile?
  /// Extra work next to that of rows; only its iterations are used.
  private let injection: InjectedWork
  let probe: MachineProbe
  let progress = ProgressLine()
  private var runPosition: RunPosition
  let steps: ProgressFile
  private var lastWriting = ClockReading.wallNow()
  let benchmarks: [String: Benchmark]
  /// The rows that have or will have a result, by name; rows of finished groups keep samples only.
  var measurements: [String: RowMeasurement] = [:]
  /// The same names, in the order of measurement.
  var order: [String] = []
  /// The failures of rows that could not be set up.
  private var unprepared: [RowFailure] = []
  private var evidence = BarEvidence()
  /// Whether a bar uses the samples of the rounds, and not only their medians.
  private let comparesPercentiles: Bool
  /// The number of the next round that isn't a round of all rows of a group; no two rounds of a row share a number.
  var nextRound: Int

  /// The results so far.
  private(set) var result: SuiteResult

  /// Describes the run and its surroundings; measures nothing yet.
  init(
    suite: BenchmarkSuite,
    selection: RowSelection,
    effort: MeasuringEffort,
    file: ResultFile?,
    injection: InjectedWork = .none,
    probe: MachineProbe = .live
  ) {
    self.selection = selection
    isSequential = suite.isSequential
    self.effort = effort
    self.file = file
    self.injection = injection
    self.probe = probe
    benchmarks = Dictionary(uniqueKeysWithValues: selection.benchmarks.map { ($0.rowName, $0) })
    comparesPercentiles = selection.benchmarks.contains { benchmark in
      benchmark.bars.contains { $0.percentile != nil }
    }
    nextRound = effort.rounds
    steps = ProgressFile()
    runPosition = RunPosition(suite: suite.name, count: selection.benchmarks.count)
    result = SuiteResult(
      beginning: suite.name,
      rounds: effort.rounds,
      toolchain: SourceRevision.output(of: "swift --version")?.first ?? "unknown",
      source: .current(),
      deterministicHashing: DeterministicHashing.isOn,
      isOptimized: BuildMode.isOptimized
    )
    result.highlights = suite.highlights.isEmpty ? nil : suite.highlights
    result.about = suite.about.isEmpty ? nil : suite.about
    result.words = suite.words.isEmpty ? nil : suite.words
  }

  /// Measures every row; if interrupted, the result stays incomplete.
  ///
  /// - Throws: ``SuiteError`` if the results can't be written; ``result`` keeps them.
  func measure() async throws(SuiteError) {
    defer {
      progress.clear()
      steps.end()
    }
    // If a row ends the process, even the first, this file reports it.
    if steps.isWatched { try write() }
    let groups = isSequential ? selection.benchmarks.map { [$0] } : selection.groups
    for group in groups where !probe.isInterrupted() { try await measure(group) }
    if !probe.isInterrupted() { try await decideExponents() }
    result.isComplete = !probe.isInterrupted()
    try write()
  }

  private func measure(_ group: [Benchmark]) async throws(SuiteError) {
    let start = probe.processorTimes()
    var rows: [RowMeasurement] = []
    for benchmark in group where !probe.isInterrupted() {
      progress.show("\(position(of: benchmark)) \(benchmark.rowName): warming up")
      steps.begin(benchmark.rowName)
      do {
        let row = try await RowMeasurement(
          benchmark,
          injection: injection.of(benchmark.rowName),
          isInterrupted: probe.isInterrupted
        )
        rows.append(row)
        measurements[row.name] = row
        order.append(row.name)
        row.prepare(effort: effort)
      } catch {
        unprepared.append(
          RowFailure(row: benchmark.rowName, message: "its set-up failed: \(error)")
        )
      }
    }

    do throws(SuiteError) {
      let begin = ClockReading.wallNow()
      for round in 0..<effort.rounds {
        let isWhole = takeRound(round, of: rows) { row in
          "\(position(of: row.benchmark)) \(row.name): round \(round + 1) of \(effort.rounds)"
        }
        guard isWhole else { break }
        if ClockReading.wallNow() - lastWriting > Self.writingInterval { try publish(rows) }
      }
      takeMoreRounds(of: rows, regular: ClockReading.wallNow() - begin) {
        note(start, of: rows)
        return openBars(of: rows)
      }
    } catch {
      for row in rows { row.finish() }
      throw error
    }
    for row in rows {
      steps.begin(row.name)
      row.finish()
    }
    note(start, of: rows)
    try publish(rows)
    for row in rows { row.release() }
    for benchmark in group { steps.finish(benchmark.rowName) }
    runPosition.finished += group.count
  }

  /// Takes a round of some rows.
  ///
  /// - Returns: Whether all of them took it; otherwise none has, since ratios compare the same round.
  func takeRound(
    _ round: Int,
    of rows: [RowMeasurement],
    progressText: (RowMeasurement) -> String
  ) -> Bool {
    // In alternating order, so that no row always follows the same one.
    for row in round.isMultiple(of: 2) ? rows : rows.reversed() {
      progress.show(progressText(row))
      steps.begin(row.name)
      let isJudged = row.benchmark.bars.contains(where: \.takesRounds)
      let loops = Set(row.benchmark.bars.compactMap(\.calibration))
        .union(isJudged ? [.dependentAdd, .independentAdd] : [])
      let before = loops.map { ($0, probe.loopNanoseconds($0)) }
      let meets = isJudged && row.cpuClock.isConcurrent
      let nearBefore = meets ? probe.handOverNanoseconds() : nil
      row.takeRound(round)
      if meets, let farthest = [nearBefore, probe.handOverNanoseconds()].compactMap(\.self).max() {
        evidence.handOvers[row.name, default: [:]][round] = farthest
      }
      // Before and after, because the clock may change in between.
      let times = before.compactMap { loop, before in
        before.flatMap { before in probe.loopNanoseconds(loop).map { (loop, (before + $0) / 2) } }
      }
      evidence.note(Dictionary(uniqueKeysWithValues: times), beside: row.name, round: round)
      if probe.isInterrupted() {
        for row in rows { row.dropRounds(from: round) }
        return false
      }
    }
    return true
  }

  /// Recomputes the results of some rows, judges all bars, and writes the file.
  func publish(_ rows: [RowMeasurement]) throws(SuiteError) {
    update(rows)
    result.bars = order.flatMap { judged($0).map(\.result) }
    let limits = result.rows.flatMap { row in
      benchmarks[row.name]?.bars.compactMap { $0.allocationLimit(of: row) } ?? []
    }
    result.allocationLimits = limits.isEmpty ? nil : limits
    let unjudged = result.rows.flatMap { row in
      benchmarks[row.name]?.bars.compactMap { $0.unjudged(for: row, among: result.rows) } ?? []
    }
    result.unjudgedBars = unjudged.isEmpty ? nil : unjudged
    result.failures = unprepared + order.compactMap { measurements[$0]?.failure }
    try write()
  }

  /// Recomputes the results of some rows.
  func update(_ rows: [RowMeasurement], asksMemory: Bool = true) {
    for row in rows {
      let floors = (selection.floors[row.name] ?? []).compactMap { measurements[$0] }
      evidence.rounds[row.name] = row.roundMedians
      if comparesPercentiles { evidence.samples[row.name] = row.roundSamples }
      let index = result.rows.firstIndex { $0.name == row.name }
      switch (row.result(floors: floors, asksMemory: asksMemory), index) {
      case (let new?, let index?): result.rows[index] = new
      case (let new?, nil): result.rows.append(new)
      case (nil, let index?): result.rows.remove(at: index)
      case (nil, nil): break
      }
    }
  }

  /// The bars of a row, judged by the evidence so far.
  func judged(_ name: String) -> [JudgedBar] {
    guard let row = result.rows.first(where: { $0.name == name }) else { return [] }
    return benchmarks[name]?.bars.flatMap {
      $0.judged(for: row, among: result.rows, evidence: evidence)
    } ?? []
  }

  /// Records what else the machine has done since some rows were set up.
  func note(_ start: ProcessorTimes?, of rows: [RowMeasurement], joining: Bool = false) {
    guard let start, var disturbance = probe.processorTimes()?.disturbance(since: start) else {
      return
    }
    disturbance.load = probe.loadAverage()
    for row in rows {
      let earlier = joining ? evidence.disturbances[row.name] : nil
      evidence.disturbances[row.name] = earlier?.worse(disturbance) ?? disturbance
    }
  }

  func position(of benchmark: Benchmark) -> String {
    runPosition.text(at: selection.benchmarks.firstIndex { $0.rowName == benchmark.rowName } ?? 0)
  }

  private func write() throws(SuiteError) {
    result.loadAverageAfter = MachineDescription.loadAverages()
    try file?.write(result)
    lastWriting = ClockReading.wallNow()
  }
}

/// The results of a run as a plain table.
///
/// The report of the `hamon` tool shows more; this table is for users who only have the executable.
struct ResultListing {
  private var lines: [[String]] = [
    ["row", "min", "median", "spread", "p99", "cpu", "ratio to floor"]
  ]

  init(_ rows: [RowResult]) {
    for row in rows {
      let ratios = row.ratios.map { "\(Self.text($0.median))x \($0.floor)" }
      // The first ratio is on the line of the times, the others below it.
      lines.append([
        row.name, Self.text(row.wall.minimum), Self.text(row.wall.median),
        Self.text(row.wall.spread * 100) + "%",
        Distribution.showsPercentile(99, of: row.sampleCount) ? Self.text(row.wall.p99) : "-",
        Self.text(row.cpu.median), ratios.first ?? "",
      ])
      for ratio in ratios.dropFirst() {
        lines.append(Array(repeating: "", count: lines[0].count - 1) + [ratio])
      }
    }
  }

  /// Writes the table; times are in nanoseconds an operation.
  func rendered() -> String {
    let columns = lines[0].indices
    let widths = columns.map { column in lines.map { $0[column].count }.max() ?? 0 }
    let rows = lines.map { line in
      columns.map { column in
        let padding = String(repeating: " ", count: widths[column] - line[column].count)
        // Names to the left, numbers to the right; nothing follows the last column.
        return column == 0
          ? line[column] + padding
          : column == columns.last ? line[column] : padding + line[column]
      }.joined(separator: "  ")
    }
    return rows.joined(separator: "\n") + "\n(times in ns per operation)"
  }

  private static func text(_ value: Double) -> String { value.text(decimals: 2) }
}
