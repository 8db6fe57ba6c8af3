import BenchmarkResults
import Counting
import ProcessLaunching
import Statistics
package import SuiteErrors

/// One gate over benchmark executables or whole commands: measures each row or command on both sides, then judges.
///
/// Rows that its journal already has are not measured again. An interruption ends the gate before its next row.
package final class GateRun {
  private let subjects: [GateSubject]
  private let commands: CommandSubject?
  private let options: GateOptions
  private let progress: any GateProgress
  private let journal: GateJournal?
  private let start = ContinuousClock.now
  private var outcome = Outcome()
  /// The number of rows or commands, and how many of them were begun.
  private var (total, begun) = (0, 0)
  private var isPaceTold = false
  /// The own limits of rows, by executable and row.
  private var limits: [String: [String: Sides<RowLimit?>]] = [:]

  package init(
    subjects: [GateSubject],
    commands: CommandSubject? = nil,
    options: GateOptions,
    progress: any GateProgress,
    journal: GateJournal? = nil
  ) {
    self.subjects = subjects
    self.commands = commands
    self.options = options
    self.progress = progress
    self.journal = journal
  }

  /// The evidence of the rows of all executables.
  package struct Outcome: Sendable {
    /// The rows, in the order of the executables, then in each executable's own order.
    package var rows: [RowEvidence] = []
    /// Comparisons of the base with itself.
    package var controls: [RowEvidence] = []
    package var notes: [String] = []
    /// Why the gate stopped early; `nil` if it didn't.
    package var interruption: String?
    package var seconds = 0.0

    package init() {}
  }

  /// Measures the commands, or the rows if there are none.
  ///
  /// Programs are linked in the directory, which the caller may remove afterwards.
  ///
  /// The evidence of rows that could not be measured says why.
  package func measure(directory: String) async throws(SuiteError) -> Outcome {
    let work =
      if let commands {
        await measure(commands, in: directory)
      } else {
        try await measureRows(in: directory)
      }
    if outcome.interruption != nil {
      // Reports list rows that were not reached.
      let measured = Set(outcome.rows.map(\.identity))
      outcome.rows += work.flatMap { executable, rows in
        rows.map { RowEvidence.interrupted(executable, $0) }
      }.filter { !measured.contains($0.identity) }
    }
    outcome.seconds = (ContinuousClock.now - start) / .seconds(1)
    return outcome
  }

  /// Judges what was measured.
  package func report(
    _ outcome: Outcome,
    base: String,
    head: String,
    date: String
  ) -> GateReport {
    let alarms = outcome.controls.filter { control in
      control.times.contains { $0.isAlarm(limits: options.limits) }
    }
    let alarm =
      alarms.isEmpty
      ? nil
      : "the base against a copy of itself differs (\(alarms.map(\.row).joined(separator: ", "))): "
        + "no wall time of this job can be trusted"
    return GateReport(
      base: base,
      head: head,
      date: date,
      machine: .current(),
      loadAverages: MachineDescription.loadAverages(),
      limits: options.limits,
      plan: options.plan,
      seconds: outcome.seconds,
      rows: outcome.rows.map {
        RowJudgement(
          $0,
          limits: options.limits,
          allowsOneSided: options.allowsOneSided,
          alarm: alarm
        )
      },
      controls: outcome.controls,
      notes: outcome.notes + (alarm.map { [$0] } ?? []),
      interruption: outcome.interruption
    )
  }

  // MARK: - Rows and commands, one after the other

  /// Whether the gate was interrupted; the outcome then says so.
  private func isOver() -> Bool {
    guard progress.isInterrupted else { return false }
    outcome.interruption = "interrupted; the same command goes on from here"
    return true
  }

  /// Measures rows or commands, except those that the journal has, until the gate is over.
  private func measure(_ rows: [String], by comparison: some SubjectComparison) async {
    for row in rows where !isOver() {
      show(row, of: comparison.name)
      if let earlier = journal?.rows["\(comparison.name) \(row)"] {
        outcome.rows.append(earlier)
        continue
      }
      let start = ContinuousClock.now
      var evidence = await comparison.measure(row)
      // Ctrl-C ends the benchmark too, so its evidence is no result.
      if isOver() { return }
      evidence.seconds = (ContinuousClock.now - start) / .seconds(1)
      outcome.rows.append(evidence)
      keep(evidence)
    }
  }

  /// Shows which row or command is next, and how long the rest of the rows takes.
  private func show(_ row: String, of executable: String) {
    let left = commands == nil ? GatePace(outcome.rows).left(rows: total - begun) : nil
    begun += 1
    if let left, !isPaceTold {
      isPaceTold = true
      progress.plan("\(left) more, as the first rows have taken")
    }
    let subject = commands == nil ? "\(executable) \(row)" : row
    progress.show("[\(begun)/\(total)] \(subject)\(left.map { ", \($0) more" } ?? "")")
  }

  /// Writes evidence into the journal; a failure becomes a note, once.
  private func keep(_ evidence: RowEvidence) {
    do throws(SuiteError) {
      try journal?.append(evidence)
    } catch {
      if !outcome.notes.contains(error.description) { outcome.notes.append(error.description) }
    }
  }

  private func measure(
    _ subject: CommandSubject,
    in directory: String
  ) async -> [(String, [String])] {
    let comparison = CommandComparison(subject, options: options, directory: directory)
    total = subject.commands.count
    progress.plan("\(GateText.commands(total)): \(comparison.runs)")
    await measure(subject.commands, by: comparison)
    return [(comparison.name, subject.commands)]
  }

  private func measureRows(
    in directory: String
  ) async throws(SuiteError) -> [(String, [String])] {
    let regex = try options.rowPattern()
    let files = try SideFiles()
    defer { files.remove() }
    var work: [(subject: GateSubject, rows: [String])] = []
    for var subject in subjects {
      subject.programs = Sides { [subject] side in
        subject.programs[side]?.adding(files.variables(side))
      }
      let rows = await select(subject, matching: regex)
      if !rows.isEmpty { work.append((subject, rows)) }
      // Ctrl-C also ends the executable that lists its rows; that is no failure.
      if isOver() {
        outcome.rows = []
        return []
      }
    }
    total = work.reduce(0) { $0 + $1.rows.count }
    if total == 0, outcome.rows.isEmpty {
      throw SuiteError(
        "rows",
        "none that both sides have is left by --filter and --skip",
        remedy: "see the rows with --list of an executable"
      )
    }
    let remaining = work.reduce(0) { sum, item in
      sum + item.rows.count { journal?.rows["\(item.subject.name) \($0)"] == nil }
    }
    if total > 0 { progress.plan(GatePace.plan(rows: total, remaining: remaining)) }
    // Controls are spread evenly, to represent all rows.
    let controls = min(options.timesRows ? options.controls : 0, total)
    let places = (0..<controls).map { $0 * total / controls }
    for (subject, rows) in work where outcome.interruption == nil {
      let controls = places.filter { (begun..<(begun + rows.count)).contains($0) }
        .map { rows[$0 - begun] }
      guard let comparison = await comparison(of: subject, in: directory) else { continue }
      await measure(rows, by: comparison)
      for row in controls where !isOver() { control(row, of: comparison) }
    }
    return work.map { ($0.subject.name, $0.rows) }
  }

  /// Lists the rows of both sides; one-sided rows and executables that don't work go to the outcome.
  private func select(
    _ subject: GateSubject,
    matching regex: Regex<AnyRegexOutput>?
  ) async -> [String] {
    func matches(_ row: RowDescription) -> Bool {
      (options.comparesAllKinds || row.kind == .ours)
        && (regex.map { row.name.contains($0) } ?? true)
    }
    func fail(_ message: String) {
      var row = RowEvidence(executable: subject.name, row: GateReport.allRows, presence: .both)
      row.failure = message
      outcome.rows.append(row)
    }
    func list(_ side: Side) async -> [RowDescription]? {
      guard let program = subject.programs[side] else { return [] }
      do {
        return try await RowListing.rows(of: program, timeout: options.timeout)
      } catch {
        fail("\(side.rawValue): \(error)")
        return nil
      }
    }
    if let failure = subject.failure {
      fail(failure)
      return []
    }
    guard let base = await list(.base), let head = await list(.head) else { return [] }
    // The base may be older than kinds of rows: the head's descriptions count.
    let baseNames = Set(base.map(\.name))
    let headNames = Set(head.map(\.name))
    let compared = head.filter(matches).map(\.name)
    func own(_ rows: [RowDescription]) -> [String: RowLimit] {
      Dictionary(rows.compactMap { row in row.limit.map { (row.name, $0) } }) { $1 }
    }
    let own = Sides(base: own(base), head: own(head))
    for row in Set(own.base.keys).union(own.head.keys) {
      limits[subject.name, default: [:]][row] = Sides(base: own.base[row], head: own.head[row])
    }
    outcome.rows += compared.filter { !baseNames.contains($0) }
      .map { RowEvidence(executable: subject.name, row: $0, presence: .added) }
    outcome.rows += base.filter { matches($0) && !headNames.contains($0.name) }
      .map { RowEvidence(executable: subject.name, row: $0.name, presence: .removed) }
    return compared.filter(baseNames.contains)
  }

  /// Links an executable, and copies it for counting; `nil` if a side is missing.
  private func comparison(
    of subject: GateSubject,
    in directory: String
  ) async -> RowComparison? {
    guard let built = Sides(subject.programs.base, subject.programs.head) else { return nil }
    var programs = Sides(
      base: await link(subject, .base, built.base, in: directory),
      head: await link(subject, .head, built.head, in: directory)
    )
    if let reason = programs.base.unshiftedReason ?? programs.head.unshiftedReason {
      programs = programs.map { $0.unshifted(reason) }
      outcome.notes.append(
        "\(subject.name): the code is not shifted, so where the linker put it counts: \(reason)"
      )
    }
    var comparison = RowComparison(name: subject.name, programs: programs, options: options)
    comparison.limits = limits[subject.name] ?? [:]
    guard options.countsRows else { return comparison }
    do throws(SuiteError) {
      comparison.counted = Sides(
        base: try await Self.counted(programs.base),
        head: try await Self.counted(programs.head)
      )
    } catch {
      outcome.notes.append("\(error)")
      comparison.countingFailure = "\(error)"
    }
    return comparison
  }

  private static func counted(
    _ program: RelinkedProgram
  ) async throws(SuiteError) -> CountedProgram {
    try await CountedProgram(program.programs[0], symbolizedBy: program.executable.path)
  }

  /// Compares the base with itself unless the journal has that; a failure becomes a note.
  private func control(_ row: String, of comparison: RowComparison) {
    let identity = RowEvidence.controlIdentity(comparison.name, row)
    if let earlier = journal?.rows[identity] {
      outcome.controls.append(earlier)
      return
    }
    progress.show("\(comparison.name): the base against itself: \(row)")
    let evidence = comparison.control(row)
    if let reason = evidence.failure {
      outcome.notes.append("\(row): the base could not be compared with itself: \(reason)")
    } else if !evidence.times.isEmpty {
      outcome.controls.append(evidence)
      keep(evidence)
    }
  }

  private func link(
    _ subject: GateSubject,
    _ side: Side,
    _ program: BenchmarkProgram,
    in directory: String
  ) async -> RelinkedProgram {
    let offsets = options.plan.codeOffsets
    // Code offsets don't affect counts.
    guard options.timesRows else {
      return RelinkedProgram(unshifted: program, count: offsets.count)
    }
    return await RelinkedProgram(
      of: program,
      codeOffsets: offsets,
      directory: "\(directory)/\(subject.name)-\(side.rawValue)"
    )
  }
}
