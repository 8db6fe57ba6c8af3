import Foundation
import PackagePlugin

/// `swift package hamon ...`: the tool, built as a product of this package, for packages that depend on it and have no checkout.
///
/// It depends on no executable: SwiftPM would build all of the suite once more for the plugin, also where only the
/// framework is wanted. So the tool is built when it is asked for.
///
/// While a plugin runs, the build of its package is locked: what hamon builds goes to a directory of its own.
@main
struct HamonCommand: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) async throws {
    let build = try packageManager.build(
      .product("hamon"),
      parameters: .init(configuration: .release, logging: .concise, echoLogs: true)
    )
    guard build.succeeded,
      let hamon = build.builtArtifacts.first(where: { $0.url.lastPathComponent == "hamon" })
    else {
      throw PluginError(text: "hamon: it could not be built; see above")
    }
    let process = Process()
    process.executableURL = hamon.url
    process.arguments = Self.separated(
      arguments,
      scratch: context.package.directoryURL.appending(path: ".build/hamon").path
    )
    try process.run()
    process.waitUntilExit()
    guard process.terminationReason == .exit, process.terminationStatus == 0 else {
      throw PluginError(
        text: process.terminationReason == .exit
          ? "hamon: it ended with status \(process.terminationStatus)"
          : "hamon: it was ended by signal \(process.terminationStatus)"
      )
    }
  }

  /// The arguments, with the directory in which commands that build shall do so.
  private static func separated(_ arguments: [String], scratch: String) -> [String] {
    guard let command = arguments.first,
      ["bench", "diff", "gate", "release-notes"].contains(command),
      !arguments.contains(where: { $0 == "-h" || $0 == "--help" || $0.hasPrefix("--scratch-path") })
    else { return arguments }
    return [command, "--scratch-path", scratch] + arguments.dropFirst()
  }
}

/// Why the command failed.
struct PluginError: Error, CustomStringConvertible {
  let text: String

  var description: String { text }
}
