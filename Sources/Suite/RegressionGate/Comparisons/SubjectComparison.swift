import BenchmarkResults
import ExactCounts
import ProcessLaunching

/// One executable, ready to be compared: linked for each code offset, and copied to be counted.
struct SubjectComparison {
  let name: String
  let programs: Sides<RelinkedProgram>
  let options: GateOptions

  /// What compares a row; of several threads or tasks in more pairs.
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
      headArguments: options.headArguments,
      iterations: trial.greeting.iterations,
      timeout: options.timeout
    )
  }

  /// Measures one row.
  ///
  /// - Parameters:
  ///   - row: Its full name.
  ///   - counting: What it is counted by; `nil` where nothing is counted.
  /// - Returns: What was measured; a failure is part of it.
  func measure(_ row: String, counting: Sides<CountedProgram>?) async -> RowEvidence {
    var evidence = RowEvidence(executable: name, row: row, presence: .both)
    let trial: RowTiming.Trial
    do throws(ProcessFailure) {
      trial = try self.trial(of: row)
    } catch {
      evidence.failure = "base: \(error.description)"
      return evidence
    }
    evidence.iterations = trial.greeting.iterations
    evidence.isConcurrent = trial.greeting.isConcurrent
    if let counting { await count(&evidence, trial: trial, counting: counting) }
    if options.timesRows {
      let pair = pair(row, trial)
      time(&evidence, pair, trial: trial)
      if let metric = options.limits.percentile, evidence.failure == nil {
        comparePercentile(metric, of: &evidence, pair, trial: trial)
      }
      // Where the time went of what has changed by more than its counts explain.
      if options.samplesStacks, evidence.failure == nil,
        RowJudgement(evidence, limits: options.limits).isSlowerThanCounted
      {
        await evidence.sample(pair, sampleSeconds: trial.sampleSeconds)
      }
    }
    return evidence
  }

  /// Compares the base with a copy of itself.
  ///
  /// - Returns: What was measured; without times where a pair takes too long.
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
    counting: Sides<CountedProgram>
  ) async {
    // A slope needs some iterations, also of a row whose sample has one.
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
      programs: counting,
      headArguments: options.headArguments,
      timeout: options.timeout * 2
    )
    do throws(ProcessFailure) {
      if evidence.isConcurrent {
        try await countMeetings(&evidence, pair)
      } else {
        let counts = try await RepeatedCounts.ofRow(
          limits: options.limits,
          seconds: 10 * options.rowSeconds,
          count: pair.count
        )
        await evidence.take(counts, of: pair, options)
      }
    } catch {
      evidence.countingFailure = error.description
    }
  }

  /// Counts a row of several threads or tasks: once for a gate, which doesn't decide by it.
  private func countMeetings(
    _ evidence: inout RowEvidence,
    _ pair: CountedRowPair
  ) async throws(ProcessFailure) {
    // How they meet differs more than where memory lies.
    let counts = try await RepeatedCounts.ofMeetings(
      runs: options.attribution == .all ? RepeatedCounts.allMeetings : 1,
      seconds: options.rowSeconds
    ) { (_) async throws(ProcessFailure) in
      try await pair.count(layout: 0)
    }
    evidence.baseCounts = .mean(counts.counts.base)
    evidence.headCounts = .mean(counts.counts.head)
    evidence.attribution = await options.culpritSearch.attribution(
      counts.profiles,
      comparisons: MetricComparison.counts(of: evidence, limits: options.limits),
      chance: counts.chance,
      isConcurrent: true
    ) {
      try await pair.sites(layout: 0)
    }
  }

  private func time(_ evidence: inout RowEvidence, _ pair: RowPair, trial: RowTiming.Trial) {
    guard let timing = timing(of: trial).fitted(to: options.rowSeconds, trial: trial) else {
      evidence.notes.append(
        "wall time not compared: a pair takes too long for \(options.rowSeconds) s (see --row-seconds)"
      )
      return
    }
    compare(.wall, of: &evidence, pair, timing)
  }

  private func comparePercentile(
    _ metric: GateMetric,
    of evidence: inout RowEvidence,
    _ pair: RowPair,
    trial: RowTiming.Trial
  ) {
    guard let tail = timing(of: trial).ofTail(metric, trial: trial) else {
      evidence.notes.append(
        "\(metric.rawValue) not compared: its samples take too long for \(options.rowSeconds) s (see --row-seconds)"
      )
      return
    }
    if tail.iterations > 1 {
      evidence.notes.append("\(metric.rawValue) is of samples of \(tail.iterations) operations")
    }
    var pair = pair
    pair.iterations = tail.iterations
    compare(metric, of: &evidence, pair, tail.timing)
  }

  /// Compares a time; where it seems to have changed, that of the base with itself too: whatever moves the machine moves
  /// the same code as well.
  private func compare(
    _ metric: GateMetric,
    of evidence: inout RowEvidence,
    _ pair: RowPair,
    _ timing: RowTiming
  ) {
    let isConcurrent = evidence.isConcurrent
    do throws(ProcessFailure) {
      let time = try timing.compare(pair, metric, isConcurrent: isConcurrent)
      evidence.times.append(time)
      guard time.isAlarm(limits: options.limits) || time.isMeanAlarm else { return }
      let control = try timing.compare(
        pair.ofBase,
        metric,
        isConcurrent: isConcurrent,
        isWhole: true
      )
      if metric == .wall {
        evidence.control = control
      } else {
        evidence.percentileControl = control
      }
    } catch {
      evidence.failure = error.description
    }
  }
}

/// A row of a benchmark executable that is counted at both sides.
private struct CountedRowPair: CountedPair {
  let row: String
  let iterations: Int
  let programs: Sides<CountedProgram>
  /// More arguments for the head.
  let headArguments: [String]
  /// How long each run may take.
  let timeout: Duration

  func measure(_ side: GateSide, layout: Int) async throws -> CountedRow {
    try await programs[side].measure(
      row: row,
      iterations: iterations,
      arguments: side == .base ? [] : headArguments,
      timeout: timeout,
      layout: layout
    )
  }

  func sites(_ side: GateSide, layout: Int) async throws -> SiteProfile? {
    try await programs[side].sites(
      row: row,
      iterations: iterations,
      arguments: side == .base ? [] : headArguments,
      timeout: timeout
    )
  }
}
