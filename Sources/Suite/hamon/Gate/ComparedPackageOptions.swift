import ArgumentParser

/// The options that say what of a package two commits are compared by, and how they are built.
struct ComparedPackageOptions: ParsableArguments {
  @Option(help: ArgumentHelp("The directory of the package.", valueName: "directory"))
  var packagePath = "."

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
}
