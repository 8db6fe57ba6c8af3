import BenchmarkResults
import Counting
import Foundation
import ProcessLaunching
import RegressionGate
import SeededRandom
import Statistics
import SuiteErrors

/// Measures how often the gate is wrong: gates rows against themselves with known effects.
struct CalibrationRun {
  /// The executables, built for release.
  let executables: [String]
  let plan: CalibrationPlan
  /// The options of the gate, including any filter for rows.
  let options: GateOptions
  let progress: any GateProgress

  /// Runs the missing units.
  ///
  /// - Parameters:
  ///   - directory: The existing directory in which programs are linked.
  ///   - earlier: The units from before.
  ///   - isOver: Whether to stop before the next unit.
  ///   - finished: Takes each unit when it is done.
  /// - Returns: The number of units of each effect that were left out because no row is fit for them, and the number of the remaining
  ///   units.
  /// - Throws: `SuiteError` if there are no rows, if none is fit for any unit, or if it was interrupted before there were rows; also the
  ///   errors of `finished`.
  func measure(
    directory: String,
    earlier: [CalibrationUnit],
    isOver: () -> Bool = { false },
    finished: (CalibrationUnit) throws -> Void
  ) async throws -> (omitted: [CalibrationEffect: Int], count: Int) {
    var programs: [String: LinkedPrograms] = [:]
    for (number, path) in executables.enumerated() where programs[path] == nil {
      // By number: executables in different directories may have the same name.
      let place = "\(directory)/\(number)"
      programs[path] = LinkedPrograms(
        base: await link(BenchmarkProgram(path), to: "\(place)-base"),
        same: await link(BenchmarkProgram(path), to: "\(place)-same"),
        // As long as the others: a path's length moves the stack.
        head: "\(place)-head"
      )
    }
    let rows: [CalibrationRow]
    do {
      rows = try await self.rows(programs.mapValues(\.base), directory: directory)
    } catch {
      // Errors of an interrupted program don't count.
      throw progress.isInterrupted ? Self.interruption : error
    }
    if progress.isInterrupted { throw Self.interruption }
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
        + "about \(Self.minutes(of: max(count - earlier.count, 0), kind: plan.kind, after: earlier)) min"
    )
    var measured = earlier
    let earlier = Set(earlier.map(\.number))
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
      if isOver() || progress.isInterrupted { return (omitted, count) }
      let row = allowed[use % allowed.count]
      guard let program = programs[row.path] else { continue }
      let left = Self.minutes(of: count - measured.count, kind: plan.kind, after: measured)
      progress.show(
        "[\(number + 1)/\(effects.count)] \(effect.rawValue): \(row.name), about \(left) min more"
      )
      let unit = await unit(
        number,
        effect: effect,
        row: row,
        program: program,
        directory: directory
      )
      // The signal may have ended its programs too, so a failure means nothing.
      if progress.isInterrupted { return (omitted, count) }
      measured.append(unit)
      try finished(unit)
    }
    return (omitted, count)
  }

  /// The programs linked from an executable.
  private struct LinkedPrograms {
    let base: RelinkedProgram
    /// The base, linked again.
    let same: RelinkedProgram
    /// The directory in which heads with moved code are linked, one after the other.
    let head: String
  }

  private static let interruption = SuiteError(
    "interrupted",
    "while it looked for rows",
    remedy: "the same command goes on from there"
  )

  /// The estimated minutes for units, from the duration of earlier ones if there are any.
  static func minutes(of count: Int, kind: CalibrationKind, after earlier: [CalibrationUnit]) -> Int
  {
    let expected: Double =
      switch kind {
      case .rows: 4
      case .severalTasks: 11
      case .percentiles: 14
      case .commands: 45
      }
    let seconds =
      earlier.isEmpty
      ? expected : earlier.reduce(0) { $0 + $1.seconds } / Double(earlier.count)
    return Int((Double(count) * seconds / 60).rounded(.up))
  }

  private func unit(
    _ number: Int,
    effect: CalibrationEffect,
    row: CalibrationRow,
    program: LinkedPrograms,
    directory: String
  ) async -> CalibrationUnit {
    let start = ContinuousClock.now
    let injected = effect.variables(allocations: row.counts?.allocations ?? 0, in: row.command)
    var head = program.same
    if effect.isShifted {
      head = await link(
        BenchmarkProgram(row.path).adding(injected),
        to: program.head,
        shift: CodeShift(seed: UInt64(number))
      )
    }
    defer { try? FileManager.default.removeItem(atPath: program.head) }
    var options = options
    // Useless for rates, and takes seconds per row.
    options.samplesStacks = false
    options.attribution = .none
    let base = program.base
    let evidence =
      if let command = row.command {
        await measure(
          command,
          of: row,
          effect: effect,
          Sides(base: base, head: head).map { $0.programs[0] },
          options: options,
          directory: "\(directory)/command"
        )
      } else {
        await measure(row, effect: effect, Sides(base: base, head: head), options: options)
      }
    let seconds = (ContinuousClock.now - start) / .seconds(1)
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

  private func measure(
    _ row: CalibrationRow,
    effect: CalibrationEffect,
    _ programs: Sides<RelinkedProgram>,
    options: GateOptions
  ) async -> RowEvidence {
    var evidence = RowEvidence(executable: row.executable, row: row.name, presence: .both)
    evidence.isConcurrent = row.trial.greeting.isConcurrent
    if effect.isTimed {
      evidence = await RowComparison(
        name: row.executable,
        programs: programs,
        options: options
      ).measure(row.name)
    }
    // Ungated metrics need no counting.
    if effect.isCounted, !evidence.isConcurrent, let counts = row.counts {
      evidence.baseCounts = counts
      do {
        evidence.headCounts = try await CountedProgram(programs.head.programs[0]).measure(
          row: row.name,
          iterations: max(row.trial.greeting.iterations, 10),
          timeout: options.timeout * 2
        ).counts
      } catch {
        evidence.countingFailure = "\(error)"
      }
    }
    return evidence
  }

  /// Gates a run of a row as a whole command: each side has a copy of the program and its variables in a directory of its own.
  private func measure(
    _ command: CalibrationCommand,
    of row: CalibrationRow,
    effect: CalibrationEffect,
    _ programs: Sides<BenchmarkProgram>,
    options: GateOptions,
    directory: String
  ) async -> RowEvidence {
    let manager = FileManager.default
    var failure: String?
    var options = options
    options.countsRows = effect.isCounted
    options.timesRows = effect.isTimed
    let sides = Sides { "\(directory)/files-\($0.rawValue)" }
    do {
      try? manager.removeItem(atPath: directory)
      for side in Side.allCases {
        let place = sides[side]
        // Without any variable, `export` would list all that exist.
        let variables = programs[side].environment.map { "\($0)=\($1)" }
        try manager.createDirectory(atPath: place, withIntermediateDirectories: true)
        try manager.copyItem(
          atPath: programs[side].path,
          toPath: "\(place)/\(CalibrationCommand.program)"
        )
        try (["HAMON_SIDE=\(side.rawValue)"] + variables).joined(separator: " ")
          .write(toFile: "\(place)/variables", atomically: true, encoding: .utf8)
      }
    } catch {
      failure = "\(directory): it can't be made (\(error.localizedDescription)); make room"
    }
    defer { try? manager.removeItem(atPath: directory) }
    let line = "export $(cat variables); \(command.line)"
    let subject = CommandSubject(
      commands: [line],
      roots: failure == nil ? sides : nil,
      failure: failure
    )
    var evidence = await CommandComparison(subject, options: options, directory: directory)
      .measure(line)
    (evidence.executable, evidence.row) = (row.executable, row.name)
    return evidence
  }

  /// The number of rows to look at for one that is fit.
  private static let looks = 6

  private func link(
    _ program: BenchmarkProgram,
    to directory: String,
    shift: CodeShift? = nil
  ) async -> RelinkedProgram {
    try? FileManager.default.removeItem(atPath: directory)
    return await RelinkedProgram(
      of: program,
      codeOffsets: options.plan.codeOffsets,
      directory: directory,
      shift: shift
    )
  }

  /// Chooses rows that start and run quickly, spread evenly over the executables.
  private func rows(
    _ programs: [String: RelinkedProgram],
    directory: String
  ) async throws -> [CalibrationRow] {
    let timing = RowTiming(options)
    let regex = try options.rowPattern()
    var chosen: [CalibrationRow] = []
    var failures: [String] = []
    for path in executables {
      guard let program = programs[path] else { continue }
      if let reason = program.unshiftedReason {
        throw SuiteError(path, "its code can't be shifted: \(reason)", remedy: "leave it out")
      }
      let name = URL(filePath: path).lastPathComponent
      let listed = try await RowListing.rows(
        of: program.executable,
        timeout: options.timeout
      ).filter { row in
        row.kind == .ours && (regex.map { row.name.contains($0) } ?? true)
      }
      var rows: [CalibrationRow] = []
      let share = max(1, plan.rows / executables.count)
      // Commands are counted as a whole, in each unit.
      let counted = plan.kind == .rows ? try await CountedProgram(program.programs[0]) : nil
      for row in Self.spread(listed, count: Self.looks * share)
      where rows.count < share && !progress.isInterrupted {
        progress.show("looking for rows: \(name) \(row.name)")
        do {
          let trial = try timing.trial(of: row.name, program: program.programs[0])
          guard trial.startSeconds < 0.15, trial.sampleSeconds < 0.005, let tail = fit(trial)
          else { continue }
          let counts = try await counted?.measure(
            row: row.name,
            iterations: max(trial.greeting.iterations, 10),
            timeout: options.timeout
          ).counts
          var command: CalibrationCommand?
          if plan.kind == .commands {
            command = try await CalibrationCommand.measure(
              row: row.name,
              trial: trial,
              program: program.programs[0].path,
              directory: "\(directory)/command",
              timeout: options.timeout
            )
          }
          rows.append(
            CalibrationRow(
              executable: name,
              path: path,
              name: row.name,
              trial: trial,
              tailIterations: tail.iterations,
              counts: counts,
              command: command
            )
          )
        } catch {
          failures.append("\(name) \(row.name): \(error)")
        }
      }
      chosen += rows
    }
    let failure = failures.first.map { first in
      "\(failures.count) could not be run or counted, the first: \(first)"
    }
    guard !chosen.isEmpty else {
      throw SuiteError(
        "--filter",
        "no row is quick enough to calibrate with\(failure.map { "; \($0)" } ?? "")",
        remedy: "choose others"
      )
    }
    if let failure { progress.plan("note: of the rows that were looked at, \(failure)") }
    return chosen
  }

  /// Proof that a row is fit for gating.
  private struct Fitness {
    /// The iterations in a sample of its percentile; `nil` without a percentile.
    var iterations: Int?
  }

  /// The fitness of a row for gating; `nil` if it isn't fit.
  private func fit(_ trial: RowTiming.Trial) -> Fitness? {
    switch plan.kind {
    case .rows: return Fitness()
    case .severalTasks: return trial.greeting.isConcurrent ? Fitness() : nil
    case .commands: return trial.greeting.isConcurrent ? nil : Fitness()
    case .percentiles:
      guard let metric = options.limits.percentile,
        let tail = RowTiming(options).ofTail(metric, trial: trial)
      else { return nil }
      return Fitness(iterations: tail.iterations)
    }
  }

  /// Elements reordered so that any first few are spread evenly over all.
  private static func spread<Element>(_ elements: [Element], count: Int) -> [Element] {
    guard elements.count > 1 else { return elements }
    var generator = SplitMix64(seed: 7)
    return Array(elements.shuffled(using: &generator).prefix(count))
  }
}
