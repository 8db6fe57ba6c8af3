import Foundation
import RegressionGate
import SuiteErrors

/// One `hamon gate` from its arguments to its exit code.
struct GateSession {
  private let command: GateCommand
  private let options: GateOptions
  private let terminal = GateTerminal()
  private let repository: GateRepository?
  private let date = Date.now.ISO8601Format()
  private let acceptancePath: String
  private let acceptances: AcceptanceFile

  /// Checks what can be checked before anything is built.
  init(_ command: GateCommand) async throws(SuiteError) {
    self.command = command
    options = command.measuring.options
    try command.output.check()
    for path in [command.baseExecutable, command.headExecutable].compactMap({ $0 }) {
      try SwiftPackage.checkExecutable(path)
    }
    let repository =
      command.base == nil ? nil : try await GateRepository(package: command.packagePath)
    self.repository = repository
    acceptancePath = "\(repository?.package ?? command.packagePath)/\(AcceptanceFile.name)"
    acceptances = try AcceptanceFile.read(acceptancePath)
  }

  /// Builds, measures, judges and writes.
  func run() async throws(SuiteError) -> Int32 {
    defer { terminal.clear() }
    let lock = try GateLock(workDirectory)
    defer { withExtendedLifetime(lock) {} }
    let sides = try await sides()
    let work = "\(workDirectory)/programs"
    try? FileManager.default.removeItem(atPath: work)
    try GateDirectory.make(work, orElse: "make room")
    var isOver = false
    defer {
      // Two executables have no place to keep anything; while the lock is held nobody else works there.
      let rest = repository == nil && isOver ? workDirectory : work
      try? FileManager.default.removeItem(atPath: rest)
    }
    let journal = try journal(of: sides)
    let run = GateRun(subjects: sides.subjects, options: options, progress: terminal)
    let outcome =
      command.commands.isEmpty
      ? try await run.measure(directory: work, journal: journal) { InterruptSignal.hasArrived }
      : await run.measure(commands: sides.commands, directory: work, journal: journal) {
        InterruptSignal.hasArrived
      }
    terminal.clear()
    isOver = outcome.interruption == nil
    if isOver { keepMeasured() }
    var report = run.report(outcome, base: sides.base, head: sides.head, date: date)
    let isNoted = accept(&report, since: sides.baseAcceptances)
    let written = await command.output.write(report)
    guard written.reports, isNoted else { return 1 }
    // A picture is no reason to hide that something has regressed.
    return report.exitCode == 0 && !written.pictures ? 1 : report.exitCode
  }

  /// The two sides of a comparison.
  private struct Sides {
    var subjects: [GateSubject] = []
    var commands: [CommandSubject] = []
    var base: String
    var head: String
    /// The regressions that the base has accepted already.
    var baseAcceptances = AcceptanceFile()
    /// The identity of this state of the work tree among those of the same commit.
    var workTree = ""
  }

  private var workDirectory: String {
    if let repository { return repository.workDirectory }
    let paths = [command.baseExecutable, command.headExecutable].compactMap { $0 }
    let name = FileFingerprint.of(Data(paths.joined(separator: " ").utf8))
    return FileManager.default.temporaryDirectory.appending(path: "hamon-gate-\(name)").path
  }

  private var journalPath: String { "\(workDirectory)/journal.jsonl" }
  private var measuredPath: String { "\(workDirectory)/measured.jsonl" }

  /// Puts the journal of a gate that has ended aside: it serves only to accept a part of it.
  private func keepMeasured() {
    try? FileManager.default.removeItem(atPath: measuredPath)
    try? FileManager.default.moveItem(atPath: journalPath, toPath: measuredPath)
  }

  private func sides() async throws(SuiteError) -> Sides {
    guard let repository, let revision = command.base else { return try executables() }
    let commit = try await repository.commit(revision)
    var baseAcceptances = AcceptanceFile()
    if let text = await repository.contents(of: AcceptanceFile.name, at: commit) {
      baseAcceptances = try .parse(text, name: "\(AcceptanceFile.name) of the base")
    }
    terminal.show("checking out \(revision)")
    let basePackage = try await repository.checkOut(commit)
    try await repository.linkPathDependencies(of: basePackage)
    if await repository.contents(of: "Package.resolved", at: commit) == nil {
      try keepDependencies(of: repository.package, in: basePackage)
    }
    let baseBuild = SwiftPackage(
      root: basePackage,
      scratch: "\(repository.workDirectory)/base-build"
    )
    let headBuild = SwiftPackage(root: repository.package)
    let products = try await products(of: repository, and: basePackage)
    let subjects = try await build(products, base: baseBuild, head: headBuild)
    let commands = await commandSubjects(of: repository, base: basePackage)
    try stopIfInterrupted()
    return Sides(
      subjects: subjects,
      commands: commands,
      base: "\(revision) (\(commit.prefix(12)))",
      head: await repository.describeHead(),
      baseAcceptances: baseAcceptances,
      workTree: commands.isEmpty ? "" : await repository.workTree()
    )
  }

  /// Ctrl-C ends a build too: then it has not failed.
  private func stopIfInterrupted() throws(SuiteError) {
    guard InterruptSignal.hasArrived else { return }
    throw SuiteError("interrupted", "while building", remedy: "the same command goes on from here")
  }

  /// Builds both sides, each in its own directory, and makes the commands that run there.
  private func commandSubjects(
    of repository: GateRepository,
    base: String
  ) async -> [CommandSubject] {
    guard !command.commands.isEmpty else { return [] }
    let head = repository.package
    var failure: String?
    for (side, directory) in [(GateSide.head, head), (.base, base)] where failure == nil {
      terminal.show("building the \(side.rawValue): \(command.buildCommand)")
      do throws(SuiteError) {
        try await SwiftPackage(root: directory).build(command: command.buildCommand)
      } catch {
        failure = "\(side.rawValue): it doesn't build: \(error)"
      }
    }
    // A failed build is one error, and not one of each command.
    let lines =
      failure == nil ? command.commands : [GateBuilds.name(of: command.commands)]
    return lines.map { line in
      CommandSubject(
        command: line,
        base: failure == nil ? repository.baseDirectory : nil,
        head: failure == nil ? repository.root : nil,
        subdirectory: String(repository.prefix.dropLast()),
        failure: failure
      )
    }
  }

  private func executables() throws(SuiteError) -> Sides {
    guard let base = command.baseExecutable, let head = command.headExecutable else {
      throw SuiteError(
        "--base",
        "there is nothing to compare with",
        remedy: "give it, or two executables"
      )
    }
    let name = URL(filePath: head).lastPathComponent
    return Sides(
      subjects: [GateSubject(name: name, base: base, head: head)],
      base: base,
      head: head
    )
  }

  /// The benchmarks of the head, and then those that only the base has, with the sides that have them.
  private func products(
    of repository: GateRepository,
    and base: String
  ) async throws(SuiteError) -> [(name: String, sides: Set<GateSide>)] {
    guard command.commands.isEmpty else { return [] }
    let base = await Self.benchmarks(of: base)
    guard command.products.isEmpty else {
      let head = await Self.benchmarks(of: repository.package)
      return command.products.map { name in
        // What is in no folder of benchmarks may be an executable of both all the same.
        switch (base.contains(name), head.contains(name)) {
        case (true, false): (name, [.base])
        case (false, true): (name, [.head])
        default: (name, [.base, .head])
        }
      }
    }
    let head = try await SwiftPackage(root: repository.package).benchmarks()
    return head.map { ($0, base.contains($0) ? [.base, .head] : [.head]) }
      + base.filter { !head.contains($0) }.map { ($0, [.base]) }
  }

  /// The benchmarks in a directory; none if that is no package, or has none.
  private static func benchmarks(of package: String) async -> [String] {
    guard FileManager.default.fileExists(atPath: "\(package)/Package.swift") else { return [] }
    return (try? await SwiftPackage(root: package).benchmarks()) ?? []
  }

  /// Lets the base use the same versions of its dependencies where the repository doesn't say which.
  private func keepDependencies(of head: String, in base: String) throws(SuiteError) {
    let manager = FileManager.default
    guard manager.fileExists(atPath: "\(head)/Package.resolved") else { return }
    do {
      // An earlier gate may have left one.
      try? manager.removeItem(atPath: "\(base)/Package.resolved")
      try manager.copyItem(
        atPath: "\(head)/Package.resolved",
        toPath: "\(base)/Package.resolved"
      )
    } catch {
      throw SuiteError(
        "\(base)/Package.resolved",
        "it can't be written",
        remedy: "make room"
      )
    }
  }

  /// Builds benchmarks on the sides that have them: the head first, so that a change that doesn't build is told before
  /// the base is built, which may take long.
  private func build(
    _ products: [(name: String, sides: Set<GateSide>)],
    base: SwiftPackage,
    head: SwiftPackage
  ) async throws(SuiteError) -> [GateSubject] {
    var builds = GateBuilds(products.map(\.name))
    for (side, package) in [(GateSide.head, head), (.base, base)] {
      // A side that hasn't the benchmark doesn't fail: its rows are new, or gone.
      for (name, sides) in products where sides.contains(side) && !builds.hasFailed(name) {
        terminal.show("building \(name) of the \(side.rawValue)")
        do throws(SuiteError) {
          builds.add(try await package.build(name), of: name, side)
        } catch {
          builds.fail(name, "\(side.rawValue): it doesn't build: \(error)")
        }
        try stopIfInterrupted()
      }
    }
    return builds.subjects
  }

  private func journal(of sides: Sides) throws(SuiteError) -> GateJournal {
    var subject = sides.subjects.map { subject in
      [subject.base, subject.head].map { $0.map(FileFingerprint.of) ?? "-" }.joined(separator: " ")
    }
    subject += command.commands.isEmpty ? [] : [sides.base, sides.workTree, command.buildCommand]
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

  /// Refuses to accept rows that there aren't.
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

  /// Takes the acceptances of this change into account, and writes down those that are asked for.
  ///
  /// - Returns: Whether they are written down.
  private func accept(_ report: inout GateReport, since base: AcceptanceFile) -> Bool {
    var file = acceptances
    var isNoted = true
    if let reason = command.reason {
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
          // A package that gates commands only may have no such folder.
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
