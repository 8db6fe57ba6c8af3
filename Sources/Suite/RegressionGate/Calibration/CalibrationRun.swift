import BenchmarkResults
import ExactCounts
import Foundation
import SeededRandom
import SuiteErrors

/// Measures how often the gate is wrong: gates rows against themselves with effects that are known.
package struct CalibrationRun {
  private let executables: [String]
  private let plan: CalibrationPlan
  private let options: GateOptions
  private let progress: any GateProgress

  /// Creates a calibration of executables that were built for release; the options may have a filter for rows.
  package init(
    executables: [String],
    plan: CalibrationPlan,
    options: GateOptions,
    progress: any GateProgress
  ) {
    self.executables = executables
    self.plan = plan
    self.options = options
    self.progress = progress
  }

  /// Runs the units that are still missing.
  ///
  /// - Parameters:
  ///   - directory: Where programs are linked; it is there.
  ///   - earlier: The numbers of the units that were run before.
  ///   - isInterrupted: Whether to stop before the next unit.
  ///   - finished: Takes each unit when it is done.
  /// - Returns: How many units of each effect were left out, because no row is fit for it.
  /// - Throws: ``SuiteError`` if there are no rows, or none is fit for any unit, and what `finished` throws.
  package func measure(
    directory: String,
    earlier: Set<Int>,
    isInterrupted: () -> Bool,
    finished: (CalibrationUnit) throws -> Void
  ) async throws -> [CalibrationEffect: Int] {
    var programs: [String: (base: RelinkedProgram, same: RelinkedProgram)] = [:]
    for path in executables {
      let name = URL(filePath: path).lastPathComponent
      programs[path] = (
        await link(path, to: "\(directory)/\(name)-base"),
        await link(path, to: "\(directory)/\(name)-same")
      )
    }
    let rows = try await rows(programs.mapValues(\.base))
    let effects = plan.effects()
    var uses: [CalibrationEffect: Int] = [:]
    var omitted: [CalibrationEffect: Int] = [:]
    for effect in effects where !rows.contains(where: { $0.allows(effect) }) {
      omitted[effect, default: 0] += 1
    }
    let count = effects.count - omitted.values.reduce(0, +)
    guard count > 0 else {
      let reasons = omitted.keys.map(\.requirement).sorted().joined(separator: "; ")
      throw SuiteError(
        "--filter",
        "no row is fit for any of these units: \(reasons)",
        remedy: "choose others"
      )
    }
    progress.plan(
      "\(count) units from \(rows.count) rows, \(earlier.count) of them measured before: "
        + "about \(max(count - earlier.count, 0) * 4 / 60) min"
    )
    for effect in CalibrationEffect.allCases {
      guard let count = omitted[effect] else { continue }
      progress.plan("note: \(effect.omission(of: count))")
    }
    for (number, effect) in effects.enumerated() {
      let allowed = rows.filter { $0.allows(effect) }
      guard !allowed.isEmpty else { continue }
      let use = uses[effect, default: 0]
      uses[effect] = use + 1
      if earlier.contains(number) { continue }
      if isInterrupted() { return omitted }
      let row = allowed[use % allowed.count]
      guard let program = programs[row.path] else { continue }
      progress.show("[\(number + 1)/\(effects.count)] \(effect.rawValue): \(row.name)")
      try finished(
        await unit(number, effect: effect, row: row, program: program, directory: directory)
      )
    }
    return omitted
  }

  private func unit(
    _ number: Int,
    effect: CalibrationEffect,
    row: CalibrationRow,
    program: (base: RelinkedProgram, same: RelinkedProgram),
    directory: String
  ) async -> CalibrationUnit {
    let start = ContinuousClock.now
    var head = program.same
    let place = "\(directory)/\(row.executable)-head"
    if effect.isShifted {
      head = await link(row.path, to: place, shift: CodeShift(seed: UInt64(number)))
    }
    defer { try? FileManager.default.removeItem(atPath: place) }
    var options = options
    // Of no use for rates, and it takes seconds a row.
    options.samplesStacks = false
    options.headArguments = effect.arguments(allocations: row.counts.allocations)
    var evidence = RowEvidence(executable: row.executable, row: row.name, presence: .both)
    evidence.isConcurrent = row.trial.greeting.isConcurrent
    if effect.isTimed {
      let comparison = SubjectComparison(
        name: row.executable,
        base: program.base,
        head: head,
        options: options
      )
      evidence = await comparison.measure(row.name, counting: nil)
    }
    // What isn't gated needs no counting.
    if effect.isCounted, !evidence.isConcurrent {
      evidence.baseCounts = row.counts
      do {
        evidence.headCounts = try await CountedProgram.open(head.paths[0]) { counted in
          try await counted.count(
            row: row.name,
            iterations: max(row.trial.greeting.iterations, 10),
            arguments: options.headArguments,
            timeout: options.timeout * 2
          )
        }
      } catch {
        evidence.countingFailure = "\(error)"
      }
    }
    return unit(
      number,
      effect: effect,
      evidence: evidence,
      seconds: (ContinuousClock.now - start) / .seconds(1)
    )
  }

  private func unit(
    _ number: Int,
    effect: CalibrationEffect,
    evidence: RowEvidence,
    seconds: Double
  ) -> CalibrationUnit {
    let judgement = RowJudgement(evidence, limits: options.limits)
    let wall = judgement.comparisons.first { $0.metric == .wall }
    return CalibrationUnit(
      number: number,
      effect: effect,
      executable: evidence.executable,
      row: evidence.row,
      isConcurrent: evidence.isConcurrent,
      verdict: judgement.verdict,
      verdicts: Dictionary(
        judgement.comparisons.map { ($0.metric.rawValue, $0.verdict) },
        uniquingKeysWith: { first, _ in first }
      ),
      changes: Dictionary(
        judgement.comparisons.compactMap { item in item.change.map { (item.metric.rawValue, $0) } },
        uniquingKeysWith: { first, _ in first }
      ),
      spread: evidence.times.first?.ratios.spread,
      width: wall.flatMap { wall in wall.upper.flatMap { upper in wall.lower.map { upper - $0 } } },
      seconds: seconds,
      load: MachineDescription.loadAverages().first ?? 0,
      failure: evidence.failure ?? evidence.countingFailure
    )
  }

  private func link(
    _ path: String,
    to directory: String,
    shift: CodeShift? = nil
  ) async -> RelinkedProgram {
    try? FileManager.default.removeItem(atPath: directory)
    try? FileManager.default.createDirectory(
      atPath: directory,
      withIntermediateDirectories: true
    )
    return await RelinkedProgram(
      of: path,
      codeOffsets: options.plan.codeOffsets,
      directory: directory,
      shift: shift
    )
  }

  /// Chooses rows that start and sample quickly, spread evenly over the executables.
  private func rows(_ programs: [String: RelinkedProgram]) async throws -> [CalibrationRow] {
    let timing = RowTiming(plan: options.plan, limits: options.limits, timeout: options.timeout)
    let regex = try options.filter.map { try Regex($0) }
    var chosen: [CalibrationRow] = []
    for path in executables {
      guard let program = programs[path] else { continue }
      if let reason = program.unshiftedReason {
        throw SuiteError(path, "its code can't be shifted: \(reason)", remedy: "leave it out")
      }
      let name = URL(filePath: path).lastPathComponent
      let listed = try await RowListing.rows(of: path, timeout: options.timeout).filter { row in
        row.kind == .ours && (regex.map { row.name.contains($0) } ?? true)
      }
      var rows: [CalibrationRow] = []
      let share = max(1, plan.rows / executables.count)
      try await CountedProgram.open(program.paths[0]) { counted in
        for row in Self.spread(listed, count: 3 * share) where rows.count < share {
          progress.show("looking for rows: \(name) \(row.name)")
          guard let trial = try? timing.trial(of: row.name, program: program.paths[0]),
            trial.startSeconds < 0.15, trial.sampleSeconds < 0.005,
            let counts = try? await counted.count(
              row: row.name,
              iterations: max(trial.greeting.iterations, 10),
              timeout: options.timeout
            )
          else { continue }
          rows.append(
            CalibrationRow(
              executable: name,
              path: path,
              name: row.name,
              trial: trial,
              counts: counts
            )
          )
        }
      }
      chosen += rows
    }
    guard !chosen.isEmpty else {
      throw SuiteError(
        "--filter",
        "no row is quick enough to calibrate with",
        remedy: "choose others"
      )
    }
    return chosen
  }

  /// Elements in an order whose first ones are spread over all.
  private static func spread<Element>(_ elements: [Element], count: Int) -> [Element] {
    guard elements.count > 1 else { return elements }
    var generator = SplitMix64(seed: 7)
    return Array(elements.shuffled(using: &generator).prefix(count))
  }
}
