import BenchmarkResults
import CostAttribution
import ExactCounts
import Foundation
import ProcessLaunching

/// One executable, ready to be compared: linked for each code offset, and copied to be counted.
struct SubjectComparison {
  let name: String
  let base: RelinkedProgram
  let head: RelinkedProgram
  let options: GateOptions

  private var timing: RowTiming {
    RowTiming(plan: options.plan, limits: options.limits, timeout: options.timeout)
  }

  private func plan(of trial: RowTiming.Trial) -> PairPlan {
    trial.greeting.isConcurrent ? options.plan.ofSeveralThreads : options.plan
  }

  /// What compares a row; `nil` where even the smallest plan takes too long.
  private func fittedTiming(_ trial: RowTiming.Trial) -> RowTiming? {
    RowTiming(plan: plan(of: trial), limits: options.limits, timeout: options.timeout)
      .fitted(to: options.rowSeconds, trial: trial)
  }

  /// Measures one row.
  ///
  /// - Parameters:
  ///   - row: Its full name.
  ///   - counting: Counts it; `nil` where nothing is counted.
  /// - Returns: What was measured; a failure is part of it.
  func measure(_ row: String, counting: RowCounting?) async -> RowEvidence {
    var evidence = RowEvidence(executable: name, row: row, presence: .both)
    let trial: RowTiming.Trial
    do throws(ProcessFailure) {
      trial = try timing.trial(of: row, program: base.programs[0])
    } catch {
      evidence.failure = "base: \(error.description)"
      return evidence
    }
    evidence.iterations = trial.greeting.iterations
    evidence.isConcurrent = trial.greeting.isConcurrent
    if let counting { await count(&evidence, trial: trial, counting: counting) }
    if options.timesRows {
      time(&evidence, trial: trial)
      if let metric = options.limits.percentile, evidence.failure == nil {
        comparePercentile(metric, of: &evidence, trial: trial)
      }
      await sample(&evidence, trial: trial)
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
      let trial = try timing.trial(of: row, program: base.programs[0])
      evidence.iterations = trial.greeting.iterations
      guard let timing = fittedTiming(trial) else {
        return evidence
      }
      evidence.times = [
        try timing.compare(
          row,
          iterations: trial.greeting.iterations,
          base: base.programs,
          head: base.programs,
          isConcurrent: trial.greeting.isConcurrent
        )
      ]
    } catch {
      evidence.failure = "\(error)"
    }
    return evidence
  }

  private func count(
    _ evidence: inout RowEvidence,
    trial: RowTiming.Trial,
    counting: RowCounting
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
    do throws(ProcessFailure) {
      if evidence.isConcurrent {
        try await countMeetings(&evidence, iterations: iterations, counting: counting)
      } else {
        try await countLayouts(&evidence, iterations: iterations, counting: counting)
      }
    } catch {
      evidence.countingFailure = error.description
    }
  }

  private func countLayouts(
    _ evidence: inout RowEvidence,
    iterations: Int,
    counting: RowCounting
  ) async throws(ProcessFailure) {
    let row = evidence.row
    var profiles: [(base: CountedRuns, head: CountedRuns)] = []
    let runs = try await LayoutCounts.take(
      limits: options.limits,
      layouts: LayoutCounts.allLayouts,
      seconds: 10 * options.rowSeconds
    ) { (layout) async throws(ProcessFailure) in
      let counted = try await counting.count(row, iterations: iterations, layout: layout)
      profiles.append((counted.base.runs, counted.head.runs))
      return (counted.base.counts, counted.head.counts)
    }
    evidence.baseCounts = .median(runs.base)
    evidence.headCounts = .median(runs.head)
    if runs.base.count > 1 {
      evidence.baseCountRuns = runs.base
      evidence.headCountRuns = runs.head
    }
    let typical = profiles[LayoutCounts.typicalLayout(base: runs.base, head: runs.head)]
    evidence.attribution = await options.culpritSearch.attribution(
      base: typical.base,
      head: typical.head,
      comparisons: MetricComparison.counts(of: evidence, limits: options.limits)
    ) {
      try await counting.sites(row, iterations: iterations)
    }
  }

  /// Counts a row of several threads or tasks: once for a gate, which doesn't decide by it.
  private func countMeetings(
    _ evidence: inout RowEvidence,
    iterations: Int,
    counting: RowCounting
  ) async throws(ProcessFailure) {
    let row = evidence.row
    // How they meet differs more than where memory lies.
    let runs = try await MeetingCounts.take(
      runs: options.attribution == .all ? MeetingCounts.allRuns : 1,
      seconds: options.rowSeconds
    ) { () async throws(ProcessFailure) in
      try await counting.count(row, iterations: iterations, layout: 0)
    }
    (evidence.baseCounts, evidence.headCounts) = runs.counts
    let profiles = runs.profiles
    evidence.attribution = await options.culpritSearch.attribution(
      base: profiles.base,
      head: profiles.head,
      comparisons: MetricComparison.counts(of: evidence, limits: options.limits),
      chance: runs.chance,
      isConcurrent: true
    ) {
      try await counting.sites(row, iterations: iterations)
    }
  }

  private func time(_ evidence: inout RowEvidence, trial: RowTiming.Trial) {
    guard let timing = fittedTiming(trial) else {
      evidence.notes.append(
        "wall time not compared: a pair takes too long for \(options.rowSeconds) s (see --row-seconds)"
      )
      return
    }
    do throws(ProcessFailure) {
      let time = try timing.compare(
        evidence.row,
        iterations: trial.greeting.iterations,
        base: base.programs,
        head: head.programs,
        headArguments: options.headArguments,
        isConcurrent: evidence.isConcurrent
      )
      evidence.times = [time]
      guard time.isAlarm(limits: options.limits) || time.isMeanAlarm else { return }
      // Whatever moves the machine moves the same code as well.
      evidence.control = try timing.compare(
        evidence.row,
        iterations: trial.greeting.iterations,
        base: base.programs,
        head: base.programs,
        isConcurrent: evidence.isConcurrent,
        isWhole: true
      )
    } catch {
      evidence.failure = error.description
    }
  }
}

extension SubjectComparison {
  /// Samples where the time went of a row whose wall time, mean or percentile has changed by more than its counts explain.
  private func sample(_ evidence: inout RowEvidence, trial: RowTiming.Trial) async {
    guard options.samplesStacks, evidence.failure == nil else { return }
    let judgement = RowJudgement(evidence, limits: options.limits)
    guard judgement.isSlowerThanCounted else { return }
    let pair = RowPair(
      row: evidence.row,
      base: base.programs,
      head: head.programs,
      headArguments: options.headArguments,
      iterations: trial.greeting.iterations,
      timeout: options.timeout
    )
    await evidence.sample(
      pair,
      sampleSeconds: trial.sampleSeconds,
      operations: trial.greeting.iterations
    )
  }

  private func comparePercentile(
    _ metric: GateMetric,
    of evidence: inout RowEvidence,
    trial: RowTiming.Trial
  ) {
    let tail = TailTiming(
      metric,
      plan: plan(of: trial),
      limits: options.limits,
      timeout: options.timeout,
      trial: trial,
      // All pairs at once: four times those of the first look at the wall time.
      seconds: 4 * options.rowSeconds
    )
    guard let tail else {
      evidence.notes.append(
        "\(metric.rawValue) not compared: its samples take too long for \(options.rowSeconds) s (see --row-seconds)"
      )
      return
    }
    if tail.iterations > 1 {
      evidence.notes.append("\(metric.rawValue) is of samples of \(tail.iterations) operations")
    }
    do throws(ProcessFailure) {
      let time = try tail.compare(
        evidence.row,
        base: base.programs,
        head: head.programs,
        headArguments: options.headArguments,
        isConcurrent: evidence.isConcurrent
      )
      evidence.times.append(time)
      guard time.isAlarm(limits: options.limits) else { return }
      evidence.percentileControl = try tail.compare(
        evidence.row,
        base: base.programs,
        head: base.programs,
        isConcurrent: evidence.isConcurrent
      )
    } catch {
      evidence.failure = error.description
    }
  }
}

/// Counts one row at base and head, both at once.
struct RowCounting {
  let base: CountedProgram
  let head: CountedProgram
  /// More arguments for the head.
  var headArguments: [String] = []
  /// How long each run may take.
  let timeout: Duration

  /// Counts what both sides execute and call.
  func count(
    _ row: String,
    iterations: Int,
    layout: Int
  ) async throws(ProcessFailure) -> (base: CountedRow, head: CountedRow) {
    async let baseCounts = count(.base, row, iterations: iterations, layout: layout)
    async let headCounts = count(.head, row, iterations: iterations, layout: layout)
    switch (await baseCounts, await headCounts) {
    case (.failure(let error), _), (_, .failure(let error)): throw error
    case (.success(let base), .success(let head)): return (base, head)
    }
  }

  /// Runs both sides once more, for the cost of each of their instructions.
  func sites(_ row: String, iterations: Int) async throws -> (base: SiteProfile, head: SiteProfile)
  {
    @Sendable func profile(
      _ program: CountedProgram,
      _ arguments: [String]
    ) async throws -> SiteProfile {
      let graph = try await program.sites(
        row: row,
        iterations: iterations,
        arguments: arguments,
        timeout: timeout
      )
      return SiteProfile(program: program.symbolized, graph: graph)
    }
    async let baseSites = profile(base, [])
    async let headSites = profile(head, headArguments)
    return (try await baseSites, try await headSites)
  }

  private func count(
    _ side: GateSide,
    _ row: String,
    iterations: Int,
    layout: Int
  ) async -> Result<CountedRow, ProcessFailure> {
    do {
      return .success(
        try await (side == .base ? base : head).measure(
          row: row,
          iterations: iterations,
          arguments: side == .base ? [] : headArguments,
          timeout: timeout,
          layout: layout
        )
      )
    } catch {
      return .failure(ProcessFailure("\(side.rawValue): \(error)"))
    }
  }
}
