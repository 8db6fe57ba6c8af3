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
      trial = try timing.trial(of: row, program: base.paths[0])
    } catch {
      evidence.failure = "base: \(error.description)"
      return evidence
    }
    evidence.iterations = trial.greeting.iterations
    evidence.isConcurrent = trial.greeting.isConcurrent
    if let counting { await count(&evidence, trial: trial, counting: counting) }
    if options.timesRows { time(&evidence, trial: trial) }
    return evidence
  }

  /// Compares the base with a copy of itself.
  ///
  /// - Returns: What was measured; without times where a pair takes too long.
  func control(_ row: String) -> RowEvidence {
    var evidence = RowEvidence(executable: name, row: row, presence: .both)
    evidence.isControl = true
    do {
      let trial = try timing.trial(of: row, program: base.paths[0])
      evidence.iterations = trial.greeting.iterations
      guard let timing = timing.fitted(to: options.rowSeconds, trial: trial) else {
        return evidence
      }
      evidence.times = [
        try timing.compare(
          row,
          iterations: trial.greeting.iterations,
          base: base.paths,
          head: base.paths,
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
    // valgrind takes about fifty times as long, and the row is set up twice.
    let seconds = 50 * (2 * trial.startSeconds + 1.2 * samples * trial.sampleSeconds)
    guard seconds <= 2 * options.rowSeconds + 20 else {
      evidence.notes.append(
        "not counted: it would take valgrind about \(Int(seconds)) s (see --row-seconds)"
      )
      return
    }
    do throws(ProcessFailure) {
      let counts = try await counting.count(
        evidence.row,
        iterations: iterations
      )
      evidence.baseCounts = counts.base.counts
      evidence.headCounts = counts.head.counts
      let row = evidence.row
      evidence.attribution = await options.culpritSearch.attribution(
        base: counts.base.runs,
        head: counts.head.runs,
        comparisons: MetricComparison.counts(
          base: counts.base.counts,
          head: counts.head.counts,
          isConcurrent: evidence.isConcurrent,
          limits: options.limits
        ),
        isConcurrent: evidence.isConcurrent
      ) {
        try await counting.sites(row, iterations: iterations)
      }
    } catch {
      evidence.countingFailure = error.description
    }
  }

  private func time(_ evidence: inout RowEvidence, trial: RowTiming.Trial) {
    guard let timing = timing.fitted(to: options.rowSeconds, trial: trial) else {
      evidence.notes.append(
        "wall time not compared: a pair takes too long for \(options.rowSeconds) s (see --row-seconds)"
      )
      return
    }
    do throws(ProcessFailure) {
      let time = try timing.compare(
        evidence.row,
        iterations: trial.greeting.iterations,
        base: base.paths,
        head: head.paths,
        headArguments: options.headArguments,
        isConcurrent: evidence.isConcurrent
      )
      evidence.times = [time]
      guard time.isAlarm(limits: options.limits) else { return }
      // Whatever moves the machine moves the same code as well.
      evidence.control = try timing.compare(
        evidence.row,
        iterations: trial.greeting.iterations,
        base: base.paths,
        head: base.paths,
        isConcurrent: evidence.isConcurrent,
        isWhole: true
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
    iterations: Int
  ) async throws(ProcessFailure) -> (base: CountedRow, head: CountedRow) {
    async let baseCounts = count(.base, row, iterations: iterations)
    async let headCounts = count(.head, row, iterations: iterations)
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
      return SiteProfile(program: program.original, graph: graph)
    }
    async let baseSites = profile(base, [])
    async let headSites = profile(head, headArguments)
    return (try await baseSites, try await headSites)
  }

  private func count(
    _ side: GateSide,
    _ row: String,
    iterations: Int
  ) async -> Result<CountedRow, ProcessFailure> {
    do {
      return .success(
        try await (side == .base ? base : head).measure(
          row: row,
          iterations: iterations,
          arguments: side == .base ? [] : headArguments,
          timeout: timeout
        )
      )
    } catch {
      return .failure(ProcessFailure("\(side.rawValue): \(error)"))
    }
  }
}

extension RowCounts {
  /// The medians of the counts of several runs of a command, each by itself; at least one run.
  static func median(_ runs: [RowCounts]) -> RowCounts {
    func median(_ value: (RowCounts) -> Double) -> Double { PairRatios.median(runs.map(value)) }
    return RowCounts(
      instructions: median { $0.instructions },
      allocations: median { $0.allocations },
      objects: median { $0.objects },
      retains: median { $0.retains },
      releases: median { $0.releases },
      iterations: 1
    )
  }
}
