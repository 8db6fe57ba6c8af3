import ArgumentParser

/// The options that say what of a package two commits are compared by, and how they are built.
struct ComparedPackageOptions: ParsableArguments {
  @Option(help: ArgumentHelp("The directory of the package.", valueName: "directory"))
  var packagePath = "."

  @Option(
    help: ArgumentHelp(
      "Build the work tree in this directory, and not in the package's .build.",
      valueName: "directory"
    )
  )
  var scratchPath: String?

  @Option(
    name: .customLong("product"),
    help: ArgumentHelp(
      "A benchmark executable of the package; may be repeated. Without it, those in Benchmarks/.",
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

  @Option(help: ArgumentHelp("With --command: how each side is built.", valueName: "command"))
  var buildCommand = "swift build -c release"

  func validate() throws {
    if scratchPath != nil, !commands.isEmpty {
      throw ValidationError(
        """
        --command: it runs what the package's own build has made, which --scratch-path and `swift package hamon` leave \
        alone; run hamon itself, without --scratch-path
        """
      )
    }
  }
}
