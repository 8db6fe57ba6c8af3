import Foundation
import ProcessLaunching
import RegressionGate
import Statistics
import SuiteErrors

/// The two sides of a comparison.
struct ComparedSides {
  var subjects: [GateSubject] = []
  var commands: CommandSubject?
  var base: String
  var head: String
  /// The regressions that the base already accepts.
  var baseAcceptances = AcceptanceFile()
  /// Identifies this state of the work tree among states of the same commit.
  var workTree = ""

  /// Measures the rows or commands in a directory, until it is interrupted; judges the results.
  func report(
    _ options: GateOptions,
    in directory: String,
    journal: GateJournal? = nil,
    notes: [String],
    date: String = Date.now.ISO8601Format(),
    _ terminal: GateTerminal
  ) async throws(SuiteError) -> GateReport {
    let run = GateRun(
      subjects: subjects,
      commands: commands,
      options: options,
      progress: terminal,
      journal: journal
    )
    var outcome = try await InterruptSignal.endingPrograms { () async throws(SuiteError) in
      try await run.measure(directory: directory)
    }
    terminal.line.clear()
    outcome.notes += notes
    return run.report(outcome, base: base, head: head, date: date)
  }
}

/// The sides to compare, from the command line.
struct SidesRequest {
  /// The package, and how it is built.
  let package: ComparedPackageOptions
  /// The package's repository; `nil` for two executables.
  let repository: GateRepository?
  /// The revision of the base, or its executable.
  let base: String
  /// The text before it on the command line, for errors.
  var baseOption = "--base "
  /// Whether to compare with the merge base instead of the base itself.
  var takesMergeBase = false
  /// The revision of the head, or its executable; `nil` for the work tree.
  let head: String?

  /// Checks the sides out and builds them.
  ///
  /// - Parameter terminal: Shows the progress.
  /// - Returns: Both sides; a subject that doesn't build holds its failure.
  /// - Throws: `SuiteError` if a side can't be checked out.
  func sides(_ terminal: GateTerminal) async throws(SuiteError) -> ComparedSides {
    guard let repository else { return executables() }
    return try await InterruptSignal.endingPrograms { () async throws(SuiteError) in
      try await sides(of: repository, terminal)
    }
  }

  private func sides(
    of repository: GateRepository,
    _ terminal: GateTerminal
  ) async throws(SuiteError) -> ComparedSides {
    var commit = try await repository.commit(base, option: baseOption + base)
    var name = base
    if takesMergeBase {
      let tip = commit
      commit = try await repository.mergeBase(of: tip, option: baseOption + base)
      if commit != tip {
        name = "merge base of \(base)"
        terminal.plan(
          "\(base) has commits that the head hasn't: the head is compared with where it left \(base), "
            + "\(commit.prefix(12)); --exact-base compares with \(base) itself"
        )
      }
    }
    var baseAcceptances = AcceptanceFile()
    if let text = await repository.contents(of: AcceptanceFile.name, at: commit) {
      baseAcceptances = try .parse(text, name: "\(AcceptanceFile.name) of the base")
    }
    let baseBuild = try await checkOut(commit, named: name, by: repository, terminal)
    var headBuild = SwiftPackage(
      root: repository.package,
      scratch: package.build.scratchPath,
      options: package.build.words
    )
    var headRoot = repository.root
    var headName = ""
    if let head {
      var side = repository
      side.side = .head
      let commit = try await repository.commit(head, option: head)
      headBuild = try await checkOut(commit, named: head, by: side, terminal)
      headRoot = side.baseDirectory
      headName = "\(head) (\(commit.prefix(12)))"
    } else {
      headName = await repository.describeHead()
    }
    let products = try await productNames(head: headBuild, base: baseBuild)
    let subjects = try await build(products, base: baseBuild, head: headBuild, terminal)
    let commands = await commandSubject(
      of: repository,
      base: baseBuild.root,
      head: (package: headBuild.root, top: headRoot),
      terminal
    )
    try stopIfInterrupted()
    return ComparedSides(
      subjects: subjects,
      commands: commands,
      base: "\(name) (\(commit.prefix(12)))",
      head: headName,
      baseAcceptances: baseAcceptances,
      workTree: await repository.workTree(withNewFiles: commands != nil)
    )
  }

  /// Checks a side out next to the package, with its dependencies.
  private func checkOut(
    _ commit: String,
    named revision: String,
    by repository: GateRepository,
    _ terminal: GateTerminal
  ) async throws(SuiteError) -> SwiftPackage {
    terminal.show("checking out \(revision)")
    let root = try await repository.checkOut(commit, isCompared: head == nil)
    try await repository.linkPathDependencies(of: root)
    if await repository.contents(of: "Package.resolved", at: commit) == nil {
      try keepDependencies(of: repository.package, in: root)
    }
    return SwiftPackage(root: root, scratch: repository.scratch, options: package.build.words)
  }

  /// Throws after an interrupt: Ctrl-C also ends a build, which has not failed then.
  private func stopIfInterrupted() throws(SuiteError) {
    guard InterruptSignal.hasArrived else { return }
    throw SuiteError("interrupted", "while building", remedy: "the same command goes on from here")
  }

  /// Builds both sides, each in its own directory, and makes the commands that run there.
  private func commandSubject(
    of repository: GateRepository,
    base: String,
    head: (package: String, top: String),
    _ terminal: GateTerminal
  ) async -> CommandSubject? {
    let commands = package.commands
    guard !commands.isEmpty else { return nil }
    var failure: String?
    for (side, directory) in [(Side.head, head.package), (.base, base)] where failure == nil {
      guard FileManager.default.fileExists(atPath: directory) else {
        failure = "\(side.rawValue): it has no directory \(repository.prefix.dropLast())"
        continue
      }
      guard let buildCommand = package.buildCommand(in: directory) else { continue }
      do throws(SuiteError) {
        try await terminal.line.show("building the \(side.rawValue): \(buildCommand)") {
          () async throws(SuiteError) in
          try await SwiftPackage(root: directory).build(command: buildCommand)
        }
      } catch {
        failure = "\(side.rawValue): it doesn't build: \(error)"
      }
    }
    return CommandSubject(
      // A failed build is one error, not one for each command.
      commands: failure == nil ? commands : [GateBuilds.name(of: commands)],
      roots: failure == nil ? Sides(base: repository.baseDirectory, head: head.top) : nil,
      subdirectory: String(repository.prefix.dropLast()),
      failure: failure
    )
  }

  private func executables() -> ComparedSides {
    let head = head ?? base
    let subject = GateSubject(
      name: URL(filePath: head).lastPathComponent,
      programs: Sides(base: base, head: head).map { BenchmarkProgram($0) }
    )
    return ComparedSides(subjects: [subject], base: base, head: head)
  }

  /// The benchmarks of the head, then those of the base only, with the sides that have them.
  private func productNames(
    head headBuild: SwiftPackage,
    base baseBuild: SwiftPackage
  ) async throws(SuiteError) -> [(name: String, sides: Set<Side>)] {
    guard package.commands.isEmpty else { return [] }
    let products = package.products
    let base = await Self.benchmarks(of: baseBuild)
    let head =
      products.isEmpty
      ? try await headBuild.benchmarks().map(\.name) : await Self.benchmarks(of: headBuild)
    let names = products.isEmpty ? head + base.filter { !head.contains($0) } : products
    return names.map { name in
      // An executable that isn't found as a benchmark may still be on both sides.
      switch (base.contains(name), head.contains(name)) {
      case (true, false): (name, [.base])
      case (false, true): (name, [.head])
      default: (name, [.base, .head])
      }
    }
  }

  /// The benchmarks of a package; empty if its directory is no package.
  private static func benchmarks(of package: SwiftPackage) async -> [String] {
    guard PackageManifest.isPackage(package.root) else { return [] }
    return (try? await package.benchmarks().map(\.name)) ?? []
  }

  /// Gives the base the head's versions of dependencies if the repository doesn't pin them.
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
      throw .unwritten("\(base)/Package.resolved", error, remedy: "make room")
    }
  }

  /// Builds benchmarks on the sides that have them.
  ///
  /// The head comes first: a change that doesn't build is reported before the long build of the base.
  private func build(
    _ products: [(name: String, sides: Set<Side>)],
    base: SwiftPackage,
    head: SwiftPackage,
    _ terminal: GateTerminal
  ) async throws(SuiteError) -> [GateSubject] {
    var builds = GateBuilds(products.map(\.name))
    for (side, package) in [(Side.head, head), (.base, base)] {
      // A side without the benchmark doesn't fail: its rows are new, or gone.
      for (name, sides) in products where sides.contains(side) && !builds.hasFailed(name) {
        do throws(SuiteError) {
          let path = try await terminal.line.show("building \(name) of the \(side.rawValue)") {
            () async throws(SuiteError) in
            try await package.build(name)
          }
          builds.add(BenchmarkProgram(path, in: package.root), of: name, side)
        } catch {
          builds.fail(name, "\(side.rawValue): it doesn't build: \(error)")
        }
        try stopIfInterrupted()
      }
    }
    return builds.subjects
  }
}
