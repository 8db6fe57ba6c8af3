import BenchmarkResults
import Foundation
import Glibc
import ProcessLaunching
import RegressionGate
import ReportRendering
import Statistics
import SuiteErrors

/// One `hamon gate` from its arguments to its exit code.
struct GateSession {
  private let command: GateCommand
  private let request: SidesRequest
  private let options: GateOptions
  private let terminal = GateTerminal()
  private let date = Date.now.ISO8601Format()
  private let acceptancePath: String
  private let acceptances: AcceptanceFile

  /// Checks what can be checked before anything is built.
  init(_ command: GateCommand) async throws(SuiteError) {
    self.command = command
    options = command.measuring.options(of: command.rows)
    try command.output.check()
    let executables = try [command.baseExecutable, command.headExecutable].compactMap(\.self)
      .map(BenchmarkProgram.executable(at:))
    let repository =
      command.base == nil ? nil : try await command.package.repository()
    request = SidesRequest(
      package: command.package,
      repository: repository,
      base: command.base ?? executables[0],
      takesMergeBase: !command.exactBase,
      head: executables.last,
      takesHeadBenchmarks: command.benchmarks == .head,
      skipsSame: !command.fresh && command.accepted.isEmpty
        && InjectionVariable.allCases.allSatisfy { $0.value == nil }
    )
    acceptancePath =
      "\(repository?.package ?? command.package.packagePath ?? ".")/\(AcceptanceFile.name)"
    acceptances = try AcceptanceFile.read(acceptancePath)
  }

  /// Builds, measures, judges and writes.
  func run() async throws(SuiteError) -> Int32 {
    defer { terminal.line.clear() }
    let lock = try GateLock(workDirectory)
    defer { withExtendedLifetime(lock) {} }
    let sides = try await request.sides(terminal)
    if sides.areSame {
      let report = try await sides.report(options, in: "", notes: [], date: date, terminal)
      return await command.output.write(report).reports ? report.exitCode : 1
    }
    let work = "\(workDirectory)/programs"
    try? FileManager.default.removeItem(atPath: work)
    try WorkDirectory.make(work, orElse: GateLock.remedy)
    var isOver = false
    defer {
      // Two executables have no place to keep results. The lock keeps others out.
      let rest = request.repository == nil && isOver ? workDirectory : work
      try? FileManager.default.removeItem(atPath: rest)
    }
    var report = try await sides.report(
      options,
      in: work,
      journal: try journal(of: sides),
      notes: command.package.build.note,
      date: date,
      terminal
    )
    isOver = report.interruption == nil
    if isOver { keepMeasured() }
    let isNoted = accept(&report, since: sides.baseAcceptances)
    let written = await command.output.write(report)
    guard written.reports, isNoted else { return 1 }
    // A missing picture must not hide a regression.
    return report.exitCode == 0 && !written.pictures ? 1 : report.exitCode
  }

  private var workDirectory: String {
    if let repository = request.repository { return repository.workDirectory }
    let paths = [request.base, request.head ?? ""]
      .map { URL(filePath: $0).standardizedFileURL.path }
    // Other users who gate them can't write here.
    let name = Fingerprint.of(Data("\(paths.joined(separator: " ")) \(getuid())".utf8))
    return FileManager.default.temporaryDirectory.appending(path: "hamon-gate-\(name)").path
  }

  private var journalPath: String { "\(workDirectory)/journal.jsonl" }
  private var measuredPath: String { "\(workDirectory)/measured.jsonl" }

  /// Puts the journal of a finished gate aside, where it only serves to accept regressions.
  private func keepMeasured() {
    try? FileManager.default.removeItem(atPath: measuredPath)
    try? FileManager.default.moveItem(atPath: journalPath, toPath: measuredPath)
  }

  private func journal(of sides: ComparedSides) throws(SuiteError) -> GateJournal {
    var subject = sides.subjects.map { subject in
      let prints = subject.programs.map { $0.map { Fingerprint.ofFile($0.path) } ?? "-" }
      return "\(prints.base) \(prints.head)"
    }
    // Rows and commands read files of their side.
    subject += [sides.base, sides.workTree, command.package.buildCommand ?? ""]
    subject += command.package.build.words
    let injected = InjectionVariable.allCases.map { $0.value ?? "" }
    subject.append(
      "counts \(options.countsRows) wall \(options.timesRows) \(injected) "
        + "\(options.rowSeconds) \(options.plan) \(options.limits) "
        // Else rows measured without culprits would stay without.
        + "culprits \(options.attribution) lines \(options.findsLines)"
    )
    if !command.accepted.isEmpty, !FileManager.default.fileExists(atPath: journalPath) {
      try? FileManager.default.copyItem(atPath: measuredPath, toPath: journalPath)
    }
    return try GateJournal(
      path: journalPath,
      subject: subject.joined(separator: "; "),
      keepsRows: !command.fresh
    )
  }

  /// Refuses to accept unknown rows.
  private func checkAccepted(in report: GateReport) throws(SuiteError) {
    let rows = Set(report.rows.map(\.evidence.row))
    guard let name = command.accepted.first(where: { !rows.contains($0) }) else { return }
    let regressed = report.rows.filter(\.fails).map(\.evidence.row)
    throw SuiteError(
      "--accept \(name)",
      "there is no such row",
      remedy: regressed.isEmpty
        ? "nothing has regressed: leave it out"
        : "give one that has regressed: \(regressed.joined(separator: ", "))"
    )
  }

  /// Applies the acceptances of this change, and writes the requested ones to the file.
  ///
  /// - Returns: Whether they are written.
  private func accept(_ report: inout GateReport, since base: AcceptanceFile) -> Bool {
    var file = acceptances
    var isNoted = true
    // If rows are missing because of a failed build or an interruption, only that is reported.
    let names = Set(report.rows.map(\.evidence.row))
    if let reason = command.reason,
      report.listsAllRows || command.accepted.allSatisfy(names.contains)
    {
      do throws(SuiteError) {
        try checkAccepted(in: report)
      } catch {
        StandardError.error("\(error)")
        report.accept(file.added(since: base))
        return false
      }
      for name in command.accepted {
        let rows = report.rows.filter { $0.evidence.row == name && $0.fails }
        if rows.isEmpty {
          StandardError.warning("--accept \(name): it has not regressed; nothing is accepted")
        }
        for row in rows {
          file.append(AcceptedRegression(row, reason: reason, date: String(date.prefix(10))))
        }
      }
      do throws(SuiteError) {
        if file != acceptances {
          // A package that gates only commands may lack this folder.
          try? FileManager.default.createDirectory(
            atPath: URL(filePath: acceptancePath).deletingLastPathComponent().path,
            withIntermediateDirectories: true
          )
          try file.write(acceptancePath)
        }
      } catch {
        StandardError.error("\(error)")
        isNoted = false
      }
    }
    report.accept(file.added(since: base))
    return isNoted
  }
}
