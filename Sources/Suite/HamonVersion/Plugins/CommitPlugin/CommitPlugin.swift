import Foundation
import PackagePlugin

/// Writes the commit of the build into a Swift file of its target.
///
/// A build command with inputs: it runs when a source file or the commit has changed, and rewrites the file only if its text changes.
/// (`Context.gitInformation` in the manifest gives the commit of the manifest's last change, as SwiftPM caches evaluated manifests; a
/// prebuild command runs only when the build is planned anew.)
@main
struct CommitPlugin: BuildToolPlugin {
  private static let script = """
    export GIT_OPTIONAL_LOCKS=0
    commit=
    if cd "$1" && [ -e .git ] && commit=$(git rev-parse --short=7 HEAD 2>/dev/null); then
      [ -z "$(git status --porcelain -- Package.swift Sources)" ] || commit="$commit, modified"
    fi
    line="let builtCommit = \\"$commit\\""
    [ "$line" = "$(cat "$2" 2>/dev/null)" ] || printf '%s\\n' "$line" > "$2"
    """

  func createBuildCommands(context: PluginContext, target: any Target) -> [Command] {
    // The repository that the package lies in, at Sources/Suite/HamonVersion.
    let package = context.package.directoryURL.resolvingSymlinksInPath()
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let output = context.pluginWorkDirectoryURL.appending(path: "BuiltCommit.swift")
    return [
      .buildCommand(
        displayName: "Finding the commit",
        executable: URL(filePath: "/bin/sh"),
        arguments: ["-c", Self.script, "sh", package.path, output.path],
        inputFiles: Self.sources(of: package) + [package.appending(path: "Package.swift")]
          + Self.heads(of: package),
        outputFiles: [output]
      )
    ]
  }

  /// The files that are compiled into the products.
  private static func sources(of package: URL) -> [URL] {
    let folder = package.appending(path: "Sources")
    let files = (try? FileManager.default.subpathsOfDirectory(atPath: folder.path)) ?? []
    return files.filter { [".swift", ".c", ".h"].contains(where: $0.hasSuffix) }.sorted()
      .map { folder.appending(path: $0) }
  }

  /// The files of git that change with each commit and checkout; none outside a checkout.
  private static func heads(of package: URL) -> [URL] {
    var directory = package.appending(path: ".git")
    // In a worktree or a submodule, `.git` is a file: "gitdir: PATH".
    if let link = try? String(contentsOf: directory, encoding: .utf8), link.hasPrefix("gitdir: ") {
      let path = link.dropFirst("gitdir: ".count).trimmingCharacters(in: .whitespacesAndNewlines)
      directory = URL(filePath: path, relativeTo: package)
    }
    return ["HEAD", "logs/HEAD"].map { directory.appending(path: $0) }
      .filter { FileManager.default.fileExists(atPath: $0.path) }
  }
}
