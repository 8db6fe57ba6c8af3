import ArgumentParser
import BenchmarkResults
import SuiteErrors

/// `hamon init`: starts a suite of benchmarks in a package.
struct InitCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "init",
    abstract: "Starts a suite of benchmarks in a package.",
    discussion: """
      Adds hamon and an executable to the package's manifest, by SwiftPM's own commands or at its end, and \
      writes a first row with its floor, and a file for CI. What exists is named, and stays as it is.

      The file for CI is that of GitHub if there is a folder .github, that of GitLab if there is a \
      .gitlab-ci.yml, else that of the remote `origin`.

      EXAMPLES
        hamon init
        hamon init ParserBenchmarks --package-path ../Parser --ci gitlab
        hamon init --library DequeModule --path ../hamon --ci none
        hamon bench                           # the first number

      EXIT STATUS
        0 if the suite is there, 1 if not; then the package is as it was.
      """
  )

  @Argument(
    help: ArgumentHelp(
      "The name of the executable (default: that of the library, with Benchmarks at its end)."
    )
  )
  var name: String?

  @Option(
    help: ArgumentHelp(
      "The library that it imports (default: the one with the package's name, or the first).",
      valueName: "name"
    )
  )
  var library: String?

  @Option(
    help: ArgumentHelp("The directory of the package, or one below.", valueName: "directory")
  )
  var packagePath = "."

  @Option(
    name: .customLong("ci"),
    help: ArgumentHelp("Write a file for github, gitlab or none.", valueName: "system")
  )
  var system: CISystem?

  @Option(
    help: ArgumentHelp(
      "Depend on the repository of hamon at this address (default: that which was installed).",
      valueName: "address"
    )
  )
  var url: String?

  @Option(help: ArgumentHelp("With --url: the branch of hamon.", valueName: "name"))
  var branch = "main"

  @Option(
    name: .customLong("path"),
    help: ArgumentHelp("Depend on this clone of hamon instead.", valueName: "directory")
  )
  var clone: String?

  func validate() throws {
    if let name, name.wholeMatch(of: /[A-Za-z_][A-Za-z0-9_]*/) == nil {
      throw ValidationError("\(name): it is no name of a module; give letters, digits and _")
    }
    let refused: RefusedOptions = [
      "--path: it names another hamon than --url; leave out one": clone != nil && url != nil
    ]
    try refused.check()
  }

  func run() async throws {
    guard let directory = ResultFile.followingLinks(packagePath) else {
      throw SuiteError(
        "--package-path \(packagePath)",
        "it can't be opened: \(SystemReason.text())",
        remedy: "give the directory of a package"
      )
    }
    let source =
      try clone.map { (path) throws(SuiteError) in try HamonSource(clone: path) }
      ?? url.map { .address($0, branch: branch) } ?? HamonSource.known
    let suite = try await NewSuite(
      package: SwiftPackage(containing: directory),
      name: name,
      library: library,
      source: source
    )
    print(try await suite.start(ci: system), terminator: "")
  }
}
