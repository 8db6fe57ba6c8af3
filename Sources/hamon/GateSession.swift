import BenchmarkHarness
import Foundation
import RegressionGate

/// One `hamon gate` from its arguments to its exit code.
struct GateSession {
  private let command: GateCommand
  private let options: GateOptions
  private let terminal = GateTerminal()
  private let repository: GateRepository?
  private let date = Date.now.ISO8601Format()

  /// Checks what can be checked before anything is built.
  init(_ command: GateCommand) async throws(GateError) {
    self.command = command
    options = command.measuring.options
    try command.output.check()
    repository =
      command.base == nil ? nil : try await GateRepository(package: command.packagePath)
  }

  /// Builds, measures, judges and writes.
  ///
  /// - Returns: The exit code.
  func run() async throws(GateError) -> Int32 {
    defer { terminal.clear() }
    let sides = try await sides()
    let work = "\(workDirectory)/programs"
    do {
      try? FileManager.default.removeItem(atPath: work)
      try FileManager.default.createDirectory(atPath: work, withIntermediateDirectories: true)
    } catch {
      throw GateError("\(work): it can't be made (\(error.localizedDescription)); make room")
    }
    defer { try? FileManager.default.removeItem(atPath: work) }
    let journal = try journal(of: sides)
    let run = GateRun(subjects: sides.subjects, options: options, progress: terminal)
    let outcome =
      command.commands.isEmpty
      ? try await run.measure(directory: work, journal: journal) { InterruptSignal.hasArrived }
      : await run.measure(commands: sides.commands, journal: journal) {
        InterruptSignal.hasArrived
      }
    terminal.clear()
    if outcome.interruption == nil { keepMeasured() }
    var report = run.report(outcome, base: sides.base, head: sides.head, date: date)
    try await accept(&report, baseCommit: sides.baseCommit)
    guard await command.output.write(report) else { return 1 }
    return report.exitCode
  }

  /// What is compared.
  private struct Sides {
    var subjects: [GateSubject] = []
    var commands: [CommandSubject] = []
    var base: String
    var head: String
    var baseCommit: String?
    /// What tells this state of the work tree from others of the same commit.
    var changes = ""
  }

  private var workDirectory: String {
    if let repository { return repository.workDirectory }
    let paths = [command.baseExecutable, command.headExecutable].compactMap { $0 }
    let name = FileFingerprint.of(Data(paths.joined(separator: " ").utf8))
    return FileManager.default.temporaryDirectory.appending(path: "hamon-gate-\(name)").path
  }

  private var journalPath: String { "\(workDirectory)/journal.jsonl" }
  private var measuredPath: String { "\(workDirectory)/measured.jsonl" }

  /// What was measured in full serves only to accept a part of it.
  private func keepMeasured() {
    guard repository != nil else {
      try? FileManager.default.removeItem(atPath: workDirectory)
      return
    }
    try? FileManager.default.removeItem(atPath: measuredPath)
    try? FileManager.default.moveItem(atPath: journalPath, toPath: measuredPath)
  }

  private func sides() async throws(GateError) -> Sides {
    guard let repository, let revision = command.base else { return try executables() }
    let commit = try await repository.commit(revision)
    let products = command.commands.isEmpty ? try products(of: repository) : []
    terminal.show("checking out \(revision)")
    let basePackage = try await repository.checkOut(commit)
    try keepDependencies(of: repository.package, in: basePackage)
    let baseBuild = GateBuild(
      package: basePackage,
      scratch: "\(repository.workDirectory)/base-build"
    )
    let headBuild = GateBuild(package: repository.package, scratch: nil)
    var subjects: [GateSubject] = []
    for product in products {
      subjects.append(await build(product, base: baseBuild, head: headBuild))
      if InterruptSignal.hasArrived { throw GateError("interrupted; nothing was measured yet") }
    }
    return Sides(
      subjects: subjects,
      commands: await commandSubjects(base: basePackage, head: repository.package),
      base: "\(revision) (\(commit.prefix(12)))",
      head: await repository.describeHead(),
      baseCommit: commit,
      changes: await repository.changes()
    )
  }

  /// Builds both sides, each in its own directory, and makes the commands that run there.
  private func commandSubjects(base: String, head: String) async -> [CommandSubject] {
    guard !command.commands.isEmpty else { return [] }
    var failure: String?
    for (side, directory) in [(GateSide.base, base), (.head, head)] where failure == nil {
      terminal.show("building the \(side.rawValue): \(command.buildCommand)")
      do throws(GateError) {
        try await GateBuild.run(command.buildCommand, in: directory)
      } catch {
        failure = "\(side.rawValue): it doesn't build: \(error)"
      }
    }
    return command.commands.map { line in
      CommandSubject(
        command: line,
        base: failure == nil ? base : nil,
        head: failure == nil ? head : nil,
        failure: failure
      )
    }
  }

  private func executables() throws(GateError) -> Sides {
    guard let base = command.baseExecutable, let head = command.headExecutable else {
      throw GateError("--base: give it, or two executables")
    }
    for path in [base, head] {
      do throws(BenchError) {
        try BenchExecutables.check(path)
      } catch {
        throw GateError("\(error)")
      }
    }
    let name = URL(filePath: head).lastPathComponent
    return Sides(
      subjects: [GateSubject(name: name, base: base, head: head)],
      base: base,
      head: head
    )
  }

  private func products(of repository: GateRepository) throws(GateError) -> [String] {
    guard command.products.isEmpty else { return command.products }
    do throws(BenchError) {
      return try BenchExecutables.package(from: repository.package).names
    } catch {
      throw GateError("\(error)")
    }
  }

  /// Lets the base use the same versions of its dependencies where the repository doesn't say which.
  private func keepDependencies(of head: String, in base: String) throws(GateError) {
    let manager = FileManager.default
    guard manager.fileExists(atPath: "\(head)/Package.resolved"),
      !manager.fileExists(atPath: "\(base)/Package.resolved")
    else { return }
    do {
      try manager.copyItem(
        atPath: "\(head)/Package.resolved",
        toPath: "\(base)/Package.resolved"
      )
    } catch {
      throw GateError("\(base)/Package.resolved: it can't be written; make room")
    }
  }

  private func build(_ product: String, base: GateBuild, head: GateBuild) async -> GateSubject {
    var paths: [GateSide: String] = [:]
    for (side, build) in [(GateSide.base, base), (.head, head)] {
      // A base of before the benchmark is no failure: its rows are new.
      if side == .base, command.products.isEmpty,
        (try? BenchExecutables.package(from: base.package).names.contains(product)) != true
      {
        continue
      }
      terminal.show("building \(product) of the \(side.rawValue)")
      do throws(GateError) {
        paths[side] = try await build.build(product)
      } catch {
        return GateSubject(
          name: product,
          base: nil,
          head: nil,
          failure: "\(side.rawValue): it doesn't build: \(error)"
        )
      }
    }
    return GateSubject(name: product, base: paths[.base], head: paths[.head])
  }

  private func journal(of sides: Sides) throws(GateError) -> GateJournal {
    var subject = sides.subjects.map { subject in
      [subject.base, subject.head].map { $0.map(FileFingerprint.of) ?? "-" }.joined(separator: " ")
    }
    subject += command.commands.isEmpty ? [] : [sides.base, sides.head, sides.changes]
    subject.append(
      "counts \(options.countsRows) wall \(options.timesRows) \(options.headArguments) "
        + "\(options.rowSeconds) \(options.plan) \(options.limits)"
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

  /// Writes the acceptances down that are asked for, and takes all of this change into account.
  private func accept(
    _ report: inout GateReport,
    baseCommit: String?
  ) async throws(GateError) {
    let package = repository?.package ?? command.packagePath
    let path = "\(package)/\(AcceptanceFile.name)"
    var file = try AcceptanceFile.read(path)
    if let reason = command.reason {
      for name in command.accepted {
        guard let row = report.rows.first(where: { $0.evidence.row == name && $0.fails }) else {
          StandardError.warning("--accept \(name): it has not regressed; nothing is accepted")
          continue
        }
        file.append(
          AcceptedRegression(row, reason: reason, date: String(date.prefix(10)))
        )
      }
      do throws(ResultFileError) {
        try file.write(path)
      } catch {
        throw GateError("\(error)")
      }
    }
    var base = AcceptanceFile()
    if let repository, let baseCommit,
      let text = await repository.contents(of: AcceptanceFile.name, at: baseCommit)
    {
      base = try AcceptanceFile.parse(text, name: "\(AcceptanceFile.name) of the base")
    }
    report.accept(file.added(since: base))
  }
}
