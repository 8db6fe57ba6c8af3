import BenchmarkResults
import ExactCounts
import Foundation
import ProcessLaunching
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
  ///   - earlier: The units that were run before.
  ///   - isOver: Whether to stop before the next unit.
  ///   - isInterrupted: Whether a signal has arrived, which may have ended the programs of the unit that is being measured.
  ///   - finished: Takes each unit when it is done.
  /// - Returns: How many units of each effect were left out, because no row is fit for it, and how many there are besides.
  /// - Throws: `SuiteError` if there are no rows, or none is fit for any unit, or if it was interrupted before there were rows,
  ///   and what `finished` throws.
  package func measure(
    directory: String,
    earlier: [CalibrationUnit],
    isOver: () -> Bool = { false },
    isInterrupted: () -> Bool,
    finished: (CalibrationUnit) throws -> Void
  ) async throws -> (omitted: [CalibrationEffect: Int], count: Int) {
    var programs: [String: LinkedPrograms] = [:]
    for (number, path) in executables.enumerated() where programs[path] == nil {
      // By number: executables in different directories may have the same name.
      let place = "\(directory)/\(number)"
      programs[path] = LinkedPrograms(
        base: await link(path, to: "\(place)-base"),
        same: await link(path, to: "\(place)-same"),
        // As long as the others: the length of a path moves the stack.
        head: "\(place)-head"
      )
    }
    let rows: [CalibrationRow]
    do {
      rows = try await self.rows(
        programs.mapValues(\.base),
        directory: directory,
        isInterrupted: isInterrupted
      )
    } catch {
      // What a program says that was ended is no reason.
      throw isInterrupted() ? Self.interruption : error
    }
    if isInterrupted() { throw Self.interruption }
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
      if isOver() || isInterrupted() { return (omitted, count) }
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
      // The signal may have ended its programs as well: that it failed says nothing.
      if isInterrupted() { return (omitted, count) }
      measured.append(unit)
      try finished(unit)
    }
    return (omitted, count)
  }

  /// The programs that are linked of an executable.
  private struct LinkedPrograms {
    let base: RelinkedProgram
    /// The base once more.
    let same: RelinkedProgram
    /// Where heads with moved code are linked, one after the other.
    let head: String
  }

  private static let interruption = SuiteError(
    "interrupted",
    "while it looked for rows",
    remedy: "the same command goes on from there"
  )

  /// About how many minutes units take: as long as those before, where there are some.
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
    var head = program.same
    if effect.isShifted {
      head = await link(row.path, to: program.head, shift: CodeShift(seed: UInt64(number)))
    }
    defer { try? FileManager.default.removeItem(atPath: program.head) }
    var options = options
    // Of no use for rates, and it takes seconds a row.
    options.samplesStacks = false
    options.attribution = .none
    options.headArguments = effect.arguments(
      allocations: row.counts?.allocations ?? 0,
      in: row.command
    )
    let base = program.base
    let evidence =
      if let command = row.command {
        await measure(
          command,
          of: row,
          effect: effect,
          Sides(base: base, head: head).map { $0.programs[0].path },
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
      evidence = await SubjectComparison(
        name: row.executable,
        programs: programs,
        options: options
      ).measure(row.name, counting: nil)
    }
    // What isn't gated needs no counting.
    if effect.isCounted, !evidence.isConcurrent, let counts = row.counts {
      evidence.baseCounts = counts
      do {
        evidence.headCounts = try await CountedProgram.open(programs.head.programs[0]) { counted in
          try await counted.measure(
            row: row.name,
            iterations: max(row.trial.greeting.iterations, 10),
            arguments: options.headArguments,
            timeout: options.timeout * 2
          ).counts
        }
      } catch {
        evidence.countingFailure = "\(error)"
      }
    }
    return evidence
  }

  /// Gates a run of a row as a whole command: of a copy of the program in a directory of each side, and with the arguments
  /// that lie there.
  private func measure(
    _ command: CalibrationCommand,
    of row: CalibrationRow,
    effect: CalibrationEffect,
    _ programs: Sides<String>,
    options: GateOptions,
    directory: String
  ) async -> RowEvidence {
    let manager = FileManager.default
    var failure: String?
    var options = options
    options.countsRows = effect.isCounted
    options.timesRows = effect.isTimed
    let sides = Sides.both.map { "\(directory)/files-\($0.rawValue)" }
    do {
      try? manager.removeItem(atPath: directory)
      for side in [GateSide.base, .head] {
        let (place, arguments) = (sides[side], side == .base ? [] : options.headArguments)
        try manager.createDirectory(atPath: place, withIntermediateDirectories: true)
        try manager.copyItem(
          atPath: programs[side],
          toPath: "\(place)/\(CalibrationCommand.program)"
        )
        try arguments.joined(separator: " ")
          .write(toFile: "\(place)/arguments", atomically: true, encoding: .utf8)
      }
    } catch {
      failure = "\(directory): it can't be made (\(error.localizedDescription)); make room"
    }
    defer { try? manager.removeItem(atPath: directory) }
    let subject = CommandSubject(
      command: command.line(arguments: "$(cat arguments)"),
      base: failure == nil ? sides.base : nil,
      head: failure == nil ? sides.head : nil,
      failure: failure
    )
    var evidence = await CommandComparison(options: options, directory: directory)
      .measure(subject)
    (evidence.executable, evidence.row) = (row.executable, row.name)
    return evidence
  }

  /// How many rows are looked at for one that is fit.
  private static let looks = 6

  private func link(
    _ path: String,
    to directory: String,
    shift: CodeShift? = nil
  ) async -> RelinkedProgram {
    try? FileManager.default.removeItem(atPath: directory)
    return await RelinkedProgram(
      of: BenchmarkProgram(path),
      codeOffsets: options.plan.codeOffsets,
      directory: directory,
      shift: shift
    )
  }

  /// Chooses rows that start and sample quickly, spread evenly over the executables.
  private func rows(
    _ programs: [String: RelinkedProgram],
    directory: String,
    isInterrupted: () -> Bool
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
      func look(_ counted: CountedProgram?) async {
        for row in Self.spread(listed, count: Self.looks * share)
        where rows.count < share && !isInterrupted() {
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
      }
      // A command is counted whole, in each unit.
      if plan.kind == .rows {
        try await CountedProgram.open(program.programs[0]) { counted in await look(counted) }
      } else {
        await look(nil)
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

  /// That a row is fit to be gated.
  private struct Fitness {
    /// How many iterations a sample of its percentile has; `nil` where none is compared.
    var iterations: Int?
  }

  /// Whether a row is of those that are gated; `nil` if it isn't.
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

  /// Elements in an order whose first ones are spread over all.
  private static func spread<Element>(_ elements: [Element], count: Int) -> [Element] {
    guard elements.count > 1 else { return elements }
    var generator = SplitMix64(seed: 7)
    return Array(elements.shuffled(using: &generator).prefix(count))
  }
}
