import BenchmarkResults
import Counting
import ProcessLaunching
package import Statistics

/// One executable ready for comparison: linked for each code offset, and copied for counting.
package struct RowComparison: SubjectComparison {
  let name: String
  let programs: Sides<RelinkedProgram>
  private(set) var options: GateOptions
  /// The rows' own limits.
  var limits: [String: Sides<RowLimit?>] = [:]
  /// The programs to count rows by; `nil` to skip counting.
  var counted: Sides<CountedProgram>?
  /// Why no row can be counted although all should be.
  var countingFailure: String?

  package init(name: String, programs: Sides<RelinkedProgram>, options: GateOptions) {
    self.name = name
    self.programs = programs
    self.options = options
  }

  /// The timing of a row; with more pairs if it has several threads or tasks.
  private func timing(of trial: RowTiming.Trial) -> RowTiming {
    var options = options
    if trial.greeting.isConcurrent { options.plan = options.plan.ofSeveralThreads }
    return RowTiming(options)
  }

  private func trial(of row: String) throws(ProcessFailure) -> RowTiming.Trial {
    try RowTiming(options).trial(of: row, program: programs.base.programs[0])
  }

  private func pair(_ row: String, _ trial: RowTiming.Trial) -> RowPair {
    RowPair(
      row: row,
      sides: programs.map(\.programs),
      iterations: trial.greeting.iterations,
      timeout: options.timeout
    )
  }

  package func measure(_ row: String) async -> RowEvidence {
    guard let own = limits[row] else { return await measureWithinLimits(row) }
    var comparison = self
    comparison.options.limits = options.limits.with(own.head)
    var evidence = await comparison.measureWithinLimits(row)
    (evidence.baseLimit, evidence.limit) = (own.base, own.head)
    return evidence
  }

  private func measureWithinLimits(_ row: String) async -> RowEvidence {
    var evidence = RowEvidence(executable: name, row: row, presence: .both)
    evidence.countingFailure = countingFailure
    let trial: RowTiming.Trial
    do throws(ProcessFailure) {
      trial = try self.trial(of: row)
    } catch {
      evidence.failure = "base: \(error.description)"
      return evidence
    }
    evidence.iterations = trial.greeting.iterations
    evidence.isConcurrent = trial.greeting.isConcurrent
    if let counted { await count(&evidence, trial: trial, counted) }
    if let leaks = options.leaks { await look(for: leaks, in: &evidence, trial: trial) }
    if options.timesRows {
      let pair = pair(row, trial)
      for metric in [.wall, options.limits.percentile].compactMap(\.self)
      where evidence.failure == nil {
        compare(metric, of: &evidence, pair, trial: trial)
      }
      await evidence.sample(pair, sampleSeconds: trial.sampleSeconds, options)
    }
    return evidence
  }

  /// Compares the base with a copy of itself.
  ///
  /// - Returns: The evidence; without times if a pair takes too long.
  func control(_ row: String) -> RowEvidence {
    var evidence = RowEvidence(executable: name, row: row, presence: .both)
    evidence.isControl = true
    do {
      let trial = try trial(of: row)
      evidence.iterations = trial.greeting.iterations
      guard let timing = timing(of: trial).fitted(to: options.rowSeconds, trial: trial) else {
        return evidence
      }
      evidence.times = [
        try timing.compare(pair(row, trial).ofBase, isConcurrent: trial.greeting.isConcurrent)
      ]
    } catch {
      evidence.failure = "\(error)"
    }
    return evidence
  }

  private func count(
    _ evidence: inout RowEvidence,
    trial: RowTiming.Trial,
    _ programs: Sides<CountedProgram>
  ) async {
    // A slope needs some iterations, even for a row with one iteration per sample.
    let iterations = max(trial.greeting.iterations, 10)
    let samples = Double(iterations) / Double(trial.greeting.iterations)
    let seconds = trial.countingSeconds(samples: samples)
    guard seconds <= 2 * options.rowSeconds + 20 else {
      evidence.notes.append(
        "not counted: it would take valgrind about \(Int(seconds)) s (see --row-seconds)"
      )
      return
    }
    let pair = CountedRowPair(
      row: evidence.row,
      iterations: iterations,
      programs: programs,
      timeout: options.timeout * 2
    )
    // A gate doesn't judge a row of several threads or tasks by counts.
    let meetings = options.attribution == .all ? RepeatedCounts.allMeetings : 1
    await evidence.count(pair, as: evidence.isConcurrent ? .meetings(meetings) : .row, options)
  }

  private func look(
    for leaks: LeakSearch,
    in evidence: inout RowEvidence,
    trial: RowTiming.Trial
  ) async {
    let sample = trial.greeting.iterations
    let iterations = RowMemory.iterations(
      ofSample: sample,
      nanoseconds: trial.sampleSeconds * 1e9 / Double(sample)
    )
    // It runs four times as many.
    let samples = 4 * Double(iterations) / Double(sample)
    let seconds = trial.startSeconds + samples * trial.sampleSeconds
    guard seconds <= options.rowSeconds else {
      evidence.notes.append(
        "no leaks looked for: it would take at least \(Int(seconds)) s (see --row-seconds)"
      )
      return
    }
    await evidence.findLeaks(of: programs.map(\.executable), iterations: iterations, by: leaks)
  }

  private func compare(
    _ metric: GateMetric,
    of evidence: inout RowEvidence,
    _ pair: RowPair,
    trial: RowTiming.Trial
  ) {
    let isWall = metric == .wall
    let whole = timing(of: trial)
    guard
      let (timing, iterations) = isWall
        ? whole.fitted(to: options.rowSeconds, trial: trial).map({ ($0, pair.iterations) })
        : whole.ofTail(metric, trial: trial)
    else {
      evidence.notes.append(
        "\(isWall ? "wall time" : metric.rawValue) not compared: \(isWall ? "a pair takes" : "its samples take") "
          + "too long for \(options.rowSeconds) s (see --row-seconds)"
      )
      return
    }
    if !isWall, iterations > 1 {
      evidence.notes.append("\(metric.rawValue) is of samples of \(iterations) operations")
    }
    var pair = pair
    pair.iterations = iterations
    let isConcurrent = evidence.isConcurrent
    evidence.compare(metric, options.limits) { (isControl) throws(ProcessFailure) in
      try timing.compare(
        isControl ? pair.ofBase : pair,
        metric,
        isConcurrent: isConcurrent,
        isWhole: isControl
      )
    }
  }
}

/// A row of a benchmark executable, counted on both sides.
private struct CountedRowPair: CountedPair {
  let row: String
  let iterations: Int
  let programs: Sides<CountedProgram>
  /// The time limit of each run.
  let timeout: Duration

  func measure(_ side: Side, layout: Int) async throws -> CountedRow {
    try await programs[side].measure(
      row: row,
      iterations: iterations,
      timeout: timeout,
      layout: layout
    )
  }

  func sites(_ side: Side, layout: Int) async throws -> SiteProfile? {
    try await programs[side].sites(
      row: row,
      iterations: iterations,
      timeout: timeout,
      layout: layout
    )
  }
}
