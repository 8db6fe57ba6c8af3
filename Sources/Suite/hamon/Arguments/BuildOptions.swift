import ArgumentParser

/// The options of a package's build, named as in `swift build`.
struct BuildOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Build in this directory instead of the package's .build.",
      valueName: "directory"
    )
  )
  var scratchPath: String?

  @Option(
    name: .customLong("Xswiftc", withSingleDash: true),
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp("Pass this to the Swift compiler; may be repeated.", valueName: "option")
  )
  var swiftCompiler: [String] = []

  @Option(
    name: .customLong("Xcc", withSingleDash: true),
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp("Pass this to the C compiler; may be repeated.", valueName: "option")
  )
  var cCompiler: [String] = []

  @Option(
    name: .customLong("Xcxx", withSingleDash: true),
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp("Pass this to the C++ compiler; may be repeated.", valueName: "option")
  )
  var cxxCompiler: [String] = []

  @Option(
    name: .customLong("Xlinker", withSingleDash: true),
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp("Pass this to the linker; may be repeated.", valueName: "option")
  )
  var linker: [String] = []

  @Option(help: ArgumentHelp("Build with these traits of the package.", valueName: "names"))
  var traits: String?

  @Option(help: ArgumentHelp("Build with this SwiftPM build system.", valueName: "name"))
  var buildSystem: String?

  @Option(help: ArgumentHelp("Build with the toolchain in this directory.", valueName: "directory"))
  var toolchain: String?

  @Option(
    name: .customLong("swift-sdk"),
    help: ArgumentHelp("Build for this Swift SDK.", valueName: "name")
  )
  var swiftSDK: String?

  /// A note for the report, so that others can build the same way.
  var note: [String] {
    words.isEmpty ? [] : ["both sides are built with \(words.joined(separator: " "))"]
  }

  /// The options for each SwiftPM command, without the build directory.
  var words: [String] {
    let repeated = [
      ("-Xswiftc", swiftCompiler), ("-Xcc", cCompiler), ("-Xcxx", cxxCompiler),
      ("-Xlinker", linker),
    ]
    let single = [
      ("--traits", traits), ("--build-system", buildSystem), ("--toolchain", toolchain),
      ("--swift-sdk", swiftSDK),
    ]
    return repeated.flatMap { name, values in values.flatMap { [name, $0] } }
      + single.flatMap { name, value in value.map { [name, $0] } ?? [] }
  }
}
