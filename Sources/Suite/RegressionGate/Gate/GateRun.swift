import BenchmarkResults
import ExactCounts
import Foundation
import ProcessLaunching
package import SuiteErrors

/// One gate over some benchmark executables: lists their rows, measures each on both sides, judges.
package struct GateRun {
  private let subjects: [GateSubject]
  let options: GateOptions
  let progress: any GateProgress

  /// Creates a gate.
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
    /// Further notes.
    package var notes: [String] = []
    /// Why it stopped before its end.
    package var interruption: String?
    /// How long it took, in seconds.
    package var seconds = 0.0

    /// Adds the rows that an interrupted gate has not come to.
    mutating func addInterrupted(_ executable: String, _ names: [String]) {
      let measured = Set(rows.map(\.identity))
      rows += names.map { RowEvidence.interrupted(executable, $0) }
        .filter { !measured.contains($0.identity) }
    }
  }

  /// Measures in a directory where programs are linked, which may be removed afterwards.
  ///
  /// Rows that could not be measured say why.
  package func measure(
    directory: String,
    journal: GateJournal?,
    isInterrupted: () -> Bool = { false }
  ) async throws(SuiteError) -> Outcome {
    let start = ContinuousClock.now
    var outcome = Outcome()
    let regex = try options.rowPattern()
    let files = try SideFiles()
    defer { files.remove() }
    let subjects = subjects.map { $0.keepingFiles(files) }
    var work: [(subject: GateSubject, rows: [String])] = []
    for subject in subjects {
      let rows = await select(subject, matching: regex, outcome: &outcome)
      if !rows.isEmpty { work.append((subject, rows)) }
      // Ctrl-C ends what is asked for its rows too: it has not failed.
      if isInterrupted() { return Outcome(interruption: Self.interrupted) }
    }
    let total = work.reduce(0) { $0 + $1.rows.count }
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
    // Rows spread evenly over all rows stand for the others.
    let controls = min(options.timesRows ? options.controls : 0, total)
    let places = (0..<controls).map { $0 * total / controls }
    var done = 0
    var isPaceTold = false
    for (subject, rows) in work {
      let controls = places.filter { (done..<(done + rows.count)).contains($0) }
        .map { rows[$0 - done] }
      await measure(
        subject,
        rows: rows,
        controls: controls,
        in: directory,
        journal: journal,
        outcome: &outcome
      ) {
        row,
        measured in
        done += 1
        let left = GatePace(measured).left(rows: total - done + 1)
        if let left, !isPaceTold {
          isPaceTold = true
          progress.plan("\(left) more, as the first rows have taken")
        }
        let time = left.map { ", \($0) more" } ?? ""
        progress.show("[\(done)/\(total)] \(subject.name) \(row)\(time)")
      } isInterrupted: {
        isInterrupted()
      }
      if outcome.interruption != nil { break }
    }
    if outcome.interruption != nil {
      // Whoever reads the reports only shall see what is missing.
      for (subject, rows) in work { outcome.addInterrupted(subject.name, rows) }
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

  /// Lists the rows that both sides have; those of one side, and executables that don't work, go to
  /// the outcome.
  private func select(
    _ subject: GateSubject,
    matching regex: Regex<AnyRegexOutput>?,
    outcome: inout Outcome
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
        fail(subject, "\(side.rawValue): \(error)", outcome: &outcome)
        return nil
      }
    }
    if let failure = subject.failure {
      fail(subject, failure, outcome: &outcome)
      return []
    }
    guard let base = await list(subject.base, .base), let head = await list(subject.head, .head)
    else { return [] }
    // The base may be of before rows said what they are: what the head knows counts.
    let baseNames = Set(base.map(\.name))
    let headNames = Set(head.map(\.name))
    let compared = head.filter(matches).map(\.name)
    for row in compared where !baseNames.contains(row) {
      outcome.rows.append(RowEvidence(executable: subject.name, row: row, presence: .added))
    }
    for row in base.filter(matches) where !headNames.contains(row.name) {
      outcome.rows.append(
        RowEvidence(executable: subject.name, row: row.name, presence: .removed)
      )
    }
    return compared.filter(baseNames.contains)
  }

  private func fail(_ subject: GateSubject, _ message: String, outcome: inout Outcome) {
    var row = RowEvidence(executable: subject.name, row: GateReport.allRows, presence: .both)
    row.failure = message
    outcome.rows.append(row)
  }

  private func measure(
    _ subject: GateSubject,
    rows: [String],
    controls: [String],
    in directory: String,
    journal: GateJournal?,
    outcome: inout Outcome,
    before: (String, [RowEvidence]) -> Void,
    isInterrupted: () -> Bool
  ) async {
    guard let baseProgram = subject.base, let headProgram = subject.head else { return }
    var base = await link(subject, .base, baseProgram, in: directory)
    var head = await link(subject, .head, headProgram, in: directory)
    if let reason = base.unshiftedReason ?? head.unshiftedReason {
      base = base.unshifted(reason)
      head = head.unshifted(reason)
      outcome.notes.append(
        "\(subject.name): the code is not shifted, so where the linker put it counts: \(reason)"
      )
    }
    let comparison = SubjectComparison(
      name: subject.name,
      base: base,
      head: head,
      options: options
    )
    func measureRows(
      _ counting: RowCounting?,
      _ outcome: inout Outcome,
      uncounted: String? = nil
    ) async {
      for row in rows {
        before(row, outcome.rows)
        if isInterrupted() {
          outcome.interruption = Self.interrupted
          return
        }
        if let earlier = journal?.rows["\(subject.name) \(row)"] {
          outcome.rows.append(earlier)
          continue
        }
        let start = ContinuousClock.now
        var evidence = await comparison.measure(row, counting: counting)
        // Ctrl-C ends the benchmark too: what came of it then is no result.
        if isInterrupted() {
          outcome.interruption = Self.interrupted
          return
        }
        evidence.countingFailure = evidence.countingFailure ?? uncounted
        keep(evidence, since: start, journal: journal, outcome: &outcome)
      }
      for row in controls {
        control(row, of: comparison, journal: journal, outcome: &outcome)
        if isInterrupted() {
          outcome.interruption = Self.interrupted
          return
        }
      }
    }
    guard options.countsRows else { return await measureRows(nil, &outcome) }
    var measured = outcome
    do {
      measured = try await CountedProgram.open(
        base.programs[0],
        symbolizedBy: base.executable.path
      ) { countedBase in
        try await CountedProgram.open(
          head.programs[0],
          symbolizedBy: head.executable.path
        ) { countedHead in
          var measured = measured
          await measureRows(
            RowCounting(
              base: countedBase,
              head: countedHead,
              headArguments: options.headArguments,
              timeout: options.timeout * 2
            ),
            &measured
          )
          return measured
        }
      }
      outcome = measured
    } catch {
      outcome.notes.append("\(error)")
      await measureRows(nil, &outcome, uncounted: "\(error)")
    }
  }

  /// Compares the base with itself, where that was not done before; a failure is a note.
  private func control(
    _ row: String,
    of comparison: SubjectComparison,
    journal: GateJournal?,
    outcome: inout Outcome
  ) {
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
      try? journal?.append(evidence)
    }
  }

  /// Keeps what was measured of a row; a journal that can't be written is a note.
  func keep(
    _ evidence: RowEvidence,
    since start: ContinuousClock.Instant,
    journal: GateJournal?,
    outcome: inout Outcome
  ) {
    var evidence = evidence
    evidence.seconds = (ContinuousClock.now - start) / .seconds(1)
    outcome.rows.append(evidence)
    do throws(SuiteError) {
      try journal?.append(evidence)
    } catch {
      if !outcome.notes.contains(error.description) { outcome.notes.append(error.description) }
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
    let place = "\(directory)/\(subject.name)-\(side.rawValue)"
    try? FileManager.default.createDirectory(
      atPath: place,
      withIntermediateDirectories: true
    )
    return await RelinkedProgram(of: program, codeOffsets: offsets, directory: place)
  }
}
