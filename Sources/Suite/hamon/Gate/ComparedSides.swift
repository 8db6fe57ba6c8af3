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
  /// Whether nothing was built, because no file of a benchmark differs.
  var areSame = false
  /// Whether the base has no benchmarks, so that none can have been lost.
  var baseHasNone = false
  /// The sources that differ, if they are few.
  var changed: [ChangedFile] = []

  /// Measures the rows or commands in a directory, until it is interrupted; judges the results.
  func report(
    _ options: GateOptions,
    in directory: String,
    journal: GateJournal? = nil,
    notes: [String],
    date: String = Date.now.ISO8601Format(),
    _ terminal: GateTerminal
  ) async throws(SuiteError) -> GateReport {
    var options = options
    options.allowsOneSided = options.allowsOneSided || baseHasNone
    let run = GateRun(
      subjects: subjects,
      commands: commands,
      options: options,
      progress: terminal,
      journal: journal
    )
    guard !areSame else {
      var report = run.report(.init(), base: base, head: head, date: date)
      report.isUnchanged = true
      return report
    }
    var outcome = try await InterruptSignal.endingPrograms { () async throws(SuiteError) in
      try await run.measure(directory: directory)
    }
    terminal.line.clear()
    outcome.notes += notes
    if baseHasNone { outcome.notes.append("the base has no benchmarks yet to compare with") }
    var report = run.report(outcome, base: base, head: head, date: date)
    if let note = changedNote(on: report.rows) { report.notes.append(note) }
    return report
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
  /// Whether the base is built with the head's benchmarks.
  var takesHeadBenchmarks = false
  /// Whether nothing is built where no file of a benchmark differs.
  var skipsSame = false

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
    let headCommit = try await repository.commit(head ?? "HEAD", option: head)
    // git is started often, and takes longer to start than for most of this: what doesn't need each other is asked at once.
    async let acceptances = repository.contents(of: AcceptanceFile.name, at: commit)
    async let hasAllFiles = repository.treeHasAllFiles()
    async let description = repository.describeHead()
    let headTree = head == nil ? await repository.workTree() : headCommit
    var baseAcceptances = AcceptanceFile()
    if let text = await acceptances {
      baseAcceptances = try .parse(text, name: "\(AcceptanceFile.name) of the base")
    }
    var tree = commit
    if takesHeadBenchmarks {
      tree = try await baseTree(commit, withBenchmarksOf: headTree, in: repository)
      name += " with the head's benchmarks"
    }
    var sides = ComparedSides(
      base: "\(name) (\(commit.prefix(12)))",
      head: "\(head ?? "") (\(headCommit.prefix(12)))",
      baseAcceptances: baseAcceptances
    )
    if head == nil { sides.head = await description }
    let differing = await repository.changes(from: tree, to: headTree)
    // Asking SwiftPM takes half a second: once, and only where something differs or is built.
    let maySkip = skipsSame && package.commands.isEmpty
    let parts = maySkip && differing == [] ? nil : await repository.targetDirectories()
    if maySkip {
      if SourceChanges(differing, of: parts, in: repository).areNone {
        sides.areSame = true
        return sides
      }
    }
    var headSide = repository
    headSide.side = .head
    terminal.show("checking out \(name)")
    let base = SideSources(
      side: .base,
      commit: commit,
      tree: tree,
      root: repository.basePackage
    )
    async let checkedOut = checkOut(base, of: repository)
    var headRoot = repository.package
    if head != nil {
      headRoot = try await headSide.checkOut(headCommit)
      try await headSide.linkPathDependencies(of: headRoot)
    }
    async let changed = repository.changedLines(differing ?? [], from: tree, to: headTree)
    let isInTree = await hasAllFiles
    let build = SidesBuild(
      repository: repository,
      base: base,
      head: SideSources(side: .head, commit: headCommit, tree: headTree, root: headRoot),
      treeIsHead: head != nil || differing != nil && isInTree,
      parts: parts,
      options: package.build.words,
      place: try BuildPlace(in: package.build.scratchPath ?? "\(repository.package)/.build"),
      terminal: terminal
    )
    let builtRoot = package.commands.isEmpty ? try await build.checkOutHead() : headRoot
    let neighbours = try await checkedOut.get()
    let baseNames = await Self.benchmarks(of: repository.manifested(base.root))
    let products = try await productNames(
      head: repository.manifested(headRoot),
      base: baseNames ?? []
    )
    sides.baseHasNone = baseNames == [] && !products.isEmpty
    // What is built of commands may be new files of the work tree.
    let runsCommands = !package.commands.isEmpty
    async let before = runsCommands ? "" : repository.workTree(withNewFiles: false)
    let with = takesHeadBenchmarks ? " with the head's benchmarks" : ""
    sides.subjects = try await build.build(
      products,
      headRoot: builtRoot,
      neighbours: neighbours,
      failure: "it doesn't build\(with)"
    )
    sides.commands = await commandSubject(
      of: repository,
      base: base.root,
      head: (package: headRoot, top: head == nil ? repository.root : headSide.baseDirectory),
      terminal
    )
    try Self.stopIfInterrupted()
    sides.changed = await changed
    sides.workTree = runsCommands ? await repository.workTree() : await before
    return sides
  }

  /// Checks the base out.
  ///
  /// - Returns: The packages beside the repository that it depends on by path.
  private func checkOut(
    _ base: SideSources,
    of repository: GateRepository
  ) async -> Result<[String], SuiteError> {
    do throws(SuiteError) {
      _ = try await repository.checkOut(base.commit, tree: base.tree, isCompared: head == nil)
      return .success(try await repository.linkPathDependencies(of: base.root))
    } catch {
      return .failure(error)
    }
  }

  /// The files of the base with the head's benchmarks.
  private func baseTree(
    _ commit: String,
    withBenchmarksOf headTree: String,
    in repository: GateRepository
  ) async throws(SuiteError) -> String {
    let benchmarks = try await repository.manifested(repository.package).benchmarks()
    let directories = benchmarks.flatMap { $0.sources ?? [] }
    guard !benchmarks.contains(where: { $0.sources == nil }) else {
      throw SuiteError(
        "--benchmarks head",
        "the directory of a benchmark isn't known",
        remedy: "give its target a path"
      )
    }
    return try await repository.tree(of: commit, withBenchmarksOf: headTree, in: directories)
  }

  /// Throws after an interrupt: Ctrl-C also ends a build, which has not failed then.
  static func stopIfInterrupted() throws(SuiteError) {
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
    base: [String]
  ) async throws(SuiteError) -> [(name: String, sides: Set<Side>)] {
    guard package.commands.isEmpty else { return [] }
    let products = package.products
    let head =
      products.isEmpty
      ? try await headBuild.benchmarks().map(\.name) : await Self.benchmarks(of: headBuild) ?? []
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

  /// The benchmarks of a package; empty if its directory is no package, `nil` if its manifest is wrong.
  private static func benchmarks(of package: SwiftPackage) async -> [String]? {
    guard PackageManifest.isPackage(package.root) else { return [] }
    return (try? await package.manifest())?.benchmarks(in: package.root).map(\.name)
  }
}
