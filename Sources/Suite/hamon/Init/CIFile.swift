import ArgumentParser
private import CPages
import CommandRunning
import Foundation

/// A system that runs the gate.
enum CISystem: String, ExpressibleByArgument, CaseIterable {
  case github, gitlab, none

  /// The system of a repository; `nil` if nothing tells it.
  static func found(in repository: String) async -> CISystem? {
    func exists(_ name: String) -> Bool {
      FileManager.default.fileExists(atPath: "\(repository)/\(name)")
    }
    if exists(".github") { return .github }
    if exists(gitLabFile) { return .gitlab }
    let remote = Command(
      "git",
      ["-C", repository, "config", "--get", "remote.origin.url"],
      environment: .withoutGitDirectory
    )
    let address = (try? await remote.run())?.output.lowercased() ?? ""
    return [CISystem.github, .gitlab].first { address.contains($0.rawValue) }
  }

  /// The file that runs the gate, relative to the repository; beside the system's own file, if there is one.
  func path(in repository: String) -> String? {
    switch self {
    case .github: return ".github/workflows/performance.yml"
    case .gitlab:
      let text = try? String(contentsOfFile: "\(repository)/\(Self.gitLabFile)", encoding: .utf8)
      return text?.contains("hamon gate") ?? true ? Self.gitLabFile : ".gitlab/performance.yml"
    case .none: return nil
    }
  }

  /// Whether the repository has jobs of its own, which test it as it likes.
  func hasOwnJobs(in repository: String) -> Bool {
    switch self {
    case .github:
      let folder = ".github/workflows"
      let files = try? FileManager.default.contentsOfDirectory(atPath: "\(repository)/\(folder)")
      return files?.contains {
        $0.contains(/\.ya?ml$/) && "\(folder)/\($0)" != path(in: repository)
      } ?? false
    case .gitlab: return path(in: repository) != Self.gitLabFile
    case .none: return false
    }
  }

  /// The text of that file, as in tools/ci, for a package.
  ///
  /// - Parameters:
  ///   - source: Where hamon is, if that is known: what the file builds it from, unless its variable is set.
  ///   - hasTests: Whether it runs the package's tests.
  ///   - branch: The repository's default branch.
  ///   - package: The directory of the package, relative to the repository; empty for the repository itself.
  /// - Returns: The text.
  func text(
    source: HamonSource?,
    hasTests: Bool = true,
    branch: String = "main",
    package: String = ""
  ) -> String {
    var text = template
    if !hasTests {
      text = text.replacing(/(?s)\n *test:\n.*?(?=\n *gate:\n)/, with: "")
        .replacing("    needs: test\n", with: "")
        .replacing("# Tests, and a gate", with: "# A gate")
        .replacing(" tests; then the ", with: " the ")
        .replacing("stages: [test, ", with: "stages: [")
    }
    if case .address(let address, _) = source {
      switch self {
      case .github:
        guard let name = address.firstMatch(of: /github\.com[\/:](.+?)(\.git)?$/)?.1 else { break }
        text.replace("|| github.repository }}", with: "|| '\(name)' }}")
        text.replace(
          /(?s)# Copy it to .*?\n#\n/,
          with: """
            # Written by hamon init. It builds hamon of \(name), or of the variable HAMON_REPOSITORY
            # (Settings > Secrets and variables > Actions > Variables).
            #

            """
        )
      case .gitlab:
        text.replace(":-$CI_REPOSITORY_URL}", with: ":-\(address)}")
        text.replace("the package is taken to be hamon itself", with: address)
        text.replace(/(?s)# Include it in .*? copy it there\./, with: "# Written by hamon init.")
      case .none: break
      }
    }
    text.replace("    branches: [main]\n", with: "    branches: [\(branch)]\n")
    text.replace("push to main  ", with: "push to \(branch)  ")
    return package.isEmpty ? text : Self.text(text, for: package)
  }

  /// Lets each command of a text work on a package below the repository.
  private static func text(_ text: String, for package: String) -> String {
    let option = "--package-path \(package)"
    let commands = /hamon (gate(?= --base)|history add|history show)/
    return text.replacing(commands) { "\($0.0) \(option)" }
      .replacing("--package-path .", with: option)
      .replacing(/swift (test|build --configuration release)(?=\n)/) { "\($0.0) \(option)" }
      .replacing(/(git add |paths: \[)results\/history/) { "\($0.1)\(package)/results/history" }
  }

  /// What is left to do for that file to work.
  func advice(path: String, source: HamonSource?) -> [String] {
    var lines: [String] = []
    if self == .gitlab, path != Self.gitLabFile {
      lines.append(
        "add to \(Self.gitLabFile): include: { local: /\(path) }, and gate, note and history to "
          + "its stages, if it names them"
      )
    }
    if case .clone = source {
      lines.append("CI has no clone of hamon: let the manifest name its address (--url) before")
    }
    if text(source: source) == template {
      let variable = self == .github ? "HAMON_REPOSITORY" : "HAMON_URL"
      lines.append("set the variable \(variable), as the first lines of \(path) say")
    }
    return lines
  }

  private static let gitLabFile = ".gitlab-ci.yml"

  private var template: String {
    // SAFETY: the text is a constant with a zero at its end.
    switch self {
    case .github: unsafe String(cString: cpages_text(GitHubActions_yml))
    case .gitlab: unsafe String(cString: cpages_text(GitLabCI_yml))
    case .none: ""
    }
  }
}
