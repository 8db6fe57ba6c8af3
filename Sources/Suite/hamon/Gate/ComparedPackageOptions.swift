import ArgumentParser
import CommandRunning
import SuiteErrors

/// The options that choose what of a package is compared, and how it is built.
struct ComparedPackageOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The directory of the package; with --command, where the command runs.",
      valueName: "directory"
    )
  )
  var packagePath: String?

  @Option(
    name: .customLong("product"),
    help: ArgumentHelp(
      "A benchmark executable of the package; may be repeated (default: all).",
      valueName: "name"
    )
  )
  var products: [String] = []

  @Option(
    name: .customLong("command"),
    help: ArgumentHelp(
      "Compare this whole command, run in the directory of each side; may be repeated.",
      valueName: "command"
    )
  )
  var commands: [String] = []

  @Option(
    help: ArgumentHelp(
      "With --command: the command that builds each side (default in a package: swift build -c release).",
      valueName: "command"
    )
  )
  var buildCommand: String?

  @OptionGroup(title: "How it is built") var build: BuildOptions

  func validate() throws {
    let refused: RefusedOptions = [
      "--command: it excludes --product; leave one out": !commands.isEmpty && !products.isEmpty,
      """
      --command: it runs the products of the package's own build, which --scratch-path and `swift package hamon` \
      don't touch; run hamon itself, without --scratch-path
      """: build.scratchPath != nil && !commands.isEmpty,
      "--build-command: \(build.words.first ?? "") does not reach it; give that in the command":
        buildCommand != nil && !build.words.isEmpty,
    ]
    try refused.check()
  }

  /// The repository that is compared.
  func repository() async throws(SuiteError) -> GateRepository {
    try await GateRepository(package: packagePath, runsCommands: !commands.isEmpty)
  }

  /// The command that builds a side for whole commands; `nil` if there is nothing to build.
  func buildCommand(in directory: String) -> String? {
    if let buildCommand { return buildCommand }
    guard PackageManifest.isPackage(directory) else { return nil }
    return (["swift build -c release"] + build.words.map(ShellWord.quoted)).joined(separator: " ")
  }
}
