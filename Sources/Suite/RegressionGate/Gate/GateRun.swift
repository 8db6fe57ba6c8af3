import BenchmarkResults
import ExactCounts
import ProcessLaunching
package import SuiteErrors

/// One gate over some benchmark executables: lists their rows, measures each on both sides, judges.
package struct GateRun {
  private let subjects: [GateSubject]
  let options: GateOptions
  let progress: any GateProgress

  package init(subjects: [GateSubject], options: GateOptions, progress: any GateProgress) {
    self.subjects = subjects
    self.options = options
    self.progress = progress
  }

  /// The evidence of the rows of all executables.
  package struct Outcome: Sendable {
    /// The rows, in the order of the executables and in theirs.
    package var rows: [RowEvidence] = []
    /// The base against itself.
    package var controls: [RowEvidence] = []
    package var notes: [String] = []
    /// Why it stopped before its end.
    package var interruption: String?
    package var seconds = 0.0
  }

  /// Measures in a directory where programs are linked, which may be removed afterwards.
  ///
  /// Rows that could not be measured say why.
  package func measure(
    directory: String,
    journal: GateJournal?,
    isInterrupted: @escaping () -> Bool = { false }
  ) async throws(SuiteError) -> Outcome {
    let gate = RunningGate(journal: journal, isInterrupted: isInterrupted)
    let regex = try options.rowPattern()
    let files = try SideFiles()
    defer { files.remove() }
    var work: [(subject: GateSubject, rows: [String])] = []
    for subject in subjects {
      let subject = subject.keepingFiles(files)
      let rows = await select(subject, matching: regex, gate)
      if !rows.isEmpty { work.append((subject, rows)) }
      // Ctrl-C ends what is asked for its rows too: it has not failed.
      if isInterrupted() { return Outcome(interruption: Self.interrupted) }
    }
    let total = work.reduce(0) { $0 + $1.rows.count }
    if total == 0, gate.outcome.rows.isEmpty {
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
    // Rows spread evenly over all rows stand for the others.
    let controls = min(options.timesRows ? options.controls : 0, total)
    let places = (0..<controls).map { $0 * total / controls }
    var done = 0
    var isPaceTold = false
    for (subject, rows) in work where gate.outcome.interruption == nil {
      let controls = places.filter { (done..<(done + rows.count)).contains($0) }
        .map { rows[$0 - done] }
      await measure(subject, rows: rows, controls: controls, in: directory, gate) { row in
        done += 1
        let left = GatePace(gate.outcome.rows).left(rows: total - done + 1)
        if let left, !isPaceTold {
          isPaceTold = true
          progress.plan("\(left) more, as the first rows have taken")
        }
        let time = left.map { ", \($0) more" } ?? ""
        progress.show("[\(done)/\(total)] \(subject.name) \(row)\(time)")
      }
    }
    return gate.end(of: work.map { ($0.subject.name, $0.rows) })
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

  /// Lists the rows that both sides have; those of one side, and executables that don't work, go to
  /// the outcome.
  private func select(
    _ subject: GateSubject,
    matching regex: Regex<AnyRegexOutput>?,
    _ gate: RunningGate
  ) async -> [String] {
    func matches(_ row: RowDescription) -> Bool {
      (options.comparesAllKinds || row.kind == .ours)
        && (regex.map { row.name.contains($0) } ?? true)
    }
    func list(_ program: BenchmarkProgram?, _ side: GateSide) async -> [RowDescription]? {
      guard let program else { return [] }
      do {
        return try await RowListing.rows(of: program, timeout: options.timeout)
      } catch {
        fail(subject, "\(side.rawValue): \(error)", gate)
        return nil
      }
    }
    if let failure = subject.failure {
      fail(subject, failure, gate)
      return []
    }
    guard let base = await list(subject.base, .base), let head = await list(subject.head, .head)
    else { return [] }
    // The base may be of before rows said what they are: what the head knows counts.
    let baseNames = Set(base.map(\.name))
    let headNames = Set(head.map(\.name))
    let compared = head.filter(matches).map(\.name)
    gate.outcome.rows += compared.filter { !baseNames.contains($0) }
      .map { RowEvidence(executable: subject.name, row: $0, presence: .added) }
    gate.outcome.rows += base.filter { matches($0) && !headNames.contains($0.name) }
      .map { RowEvidence(executable: subject.name, row: $0.name, presence: .removed) }
    return compared.filter(baseNames.contains)
  }

  private func fail(_ subject: GateSubject, _ message: String, _ gate: RunningGate) {
    var row = RowEvidence(executable: subject.name, row: GateReport.allRows, presence: .both)
    row.failure = message
    gate.outcome.rows.append(row)
  }

  private func measure(
    _ subject: GateSubject,
    rows: [String],
    controls: [String],
    in directory: String,
    _ gate: RunningGate,
    before: (String) -> Void
  ) async {
    guard let baseProgram = subject.base, let headProgram = subject.head else { return }
    var programs = Sides(
      base: await link(subject, .base, baseProgram, in: directory),
      head: await link(subject, .head, headProgram, in: directory)
    )
    if let reason = programs.base.unshiftedReason ?? programs.head.unshiftedReason {
      programs = programs.map { $0.unshifted(reason) }
      gate.outcome.notes.append(
        "\(subject.name): the code is not shifted, so where the linker put it counts: \(reason)"
      )
    }
    let comparison = SubjectComparison(name: subject.name, programs: programs, options: options)
    func measureRows(_ counted: Sides<CountedProgram>?, uncounted: String? = nil) async {
      for row in rows {
        before(row)
        let goesOn = await gate.take(subject.name, row) {
          var evidence = await comparison.measure(row, counting: counted)
          evidence.countingFailure = evidence.countingFailure ?? uncounted
          return evidence
        }
        guard goesOn else { return }
      }
      for row in controls {
        control(row, of: comparison, gate)
        if gate.isOver() { return }
      }
    }
    guard options.countsRows else { return await measureRows(nil) }
    do {
      let (base, head) = (programs.base, programs.head)
      try await CountedProgram.open(base.programs[0], symbolizedBy: base.executable.path) { base in
        try await CountedProgram.open(head.programs[0], symbolizedBy: head.executable.path) {
          await measureRows(Sides(base: base, head: $0))
        }
      }
    } catch {
      gate.outcome.notes.append("\(error)")
      await measureRows(nil, uncounted: "\(error)")
    }
  }

  /// Compares the base with itself, where that was not done before; a failure is a note.
  private func control(_ row: String, of comparison: SubjectComparison, _ gate: RunningGate) {
    let identity = RowEvidence.controlIdentity(comparison.name, row)
    if let earlier = gate.journal?.rows[identity] {
      gate.outcome.controls.append(earlier)
      return
    }
    progress.show("\(comparison.name): the base against itself: \(row)")
    let evidence = comparison.control(row)
    if let reason = evidence.failure {
      gate.outcome.notes.append("\(row): the base could not be compared with itself: \(reason)")
    } else if !evidence.times.isEmpty {
      gate.outcome.controls.append(evidence)
      try? gate.journal?.append(evidence)
    }
  }

  static let interrupted = "interrupted; the same command goes on from here"

  private func link(
    _ subject: GateSubject,
    _ side: GateSide,
    _ program: BenchmarkProgram,
    in directory: String
  ) async -> RelinkedProgram {
    let offsets = options.plan.codeOffsets
    // Where the linker puts the code has no part in a count.
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
