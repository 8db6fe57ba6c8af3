import ArgumentParser
import CommandRunning
import SuiteErrors

/// The options that say what of a package two commits are compared by, and how they are built.
struct ComparedPackageOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The directory of the package; with --command, where it runs.",
      valueName: "directory"
    )
  )
  var packagePath: String?

  @Option(
    name: .customLong("product"),
    help: ArgumentHelp(
      "A benchmark executable of the package; may be repeated. Without it, all.",
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
      "With --command: how each side is built; in a package swift build -c release, unless it says else.",
      valueName: "command"
    )
  )
  var buildCommand: String?

  @OptionGroup(title: "How it is built") var build: BuildOptions

  func validate() throws {
    if build.scratchPath != nil, !commands.isEmpty {
      throw ValidationError(
        """
        --command: it runs what the package's own build has made, which --scratch-path and `swift package hamon` leave \
        alone; run hamon itself, without --scratch-path
        """
      )
    }
    if buildCommand != nil, !build.words.isEmpty {
      throw ValidationError("--build-command: give \(build.words[0]) in it")
    }
  }

  /// The repository that is compared.
  func repository() async throws(SuiteError) -> GateRepository {
    try await GateRepository(package: packagePath, runsCommands: !commands.isEmpty)
  }

  /// How a side is built for whole commands; `nil` where there is nothing to build.
  func buildCommand(in directory: String) -> String? {
    if let buildCommand { return buildCommand }
    guard PackageManifest.isPackage(directory) else { return nil }
    return (["swift build -c release"] + build.words.map(ShellWord.quoted)).joined(separator: " ")
  }
}
