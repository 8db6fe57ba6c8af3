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
    if exists(".gitlab-ci.yml") { return .gitlab }
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
      let own = ".gitlab-ci.yml"
      let text = try? String(contentsOfFile: "\(repository)/\(own)", encoding: .utf8)
      return text?.contains("hamon gate") ?? true ? own : ".gitlab/performance.yml"
    case .none: return nil
    }
  }

  /// The text of that file, as in tools/ci; what it builds hamon from is the default of its variable.
  ///
  /// - Parameters:
  ///   - source: Where hamon is, if that is known.
  ///   - hasTests: Whether the package has tests; without them it gets no job that runs them.
  /// - Returns: The text.
  func text(source: HamonSource?, hasTests: Bool = true) -> String {
    var template = template
    if !hasTests {
      template = template.replacing(/(?s)\n *test:\n.*?(?=\n *gate:\n)/, with: "")
        .replacing("    needs: test\n", with: "")
        .replacing("# Tests, and a gate", with: "# A gate")
        .replacing(" tests; then the ", with: " the ")
    }
    guard case .address(let address, _) = source else { return template }
    switch self {
    case .github:
      guard let name = address.firstMatch(of: /github\.com[\/:](.+?)(\.git)?$/)?.1 else {
        return template
      }
      return template.replacing("|| github.repository }}", with: "|| '\(name)' }}")
    case .gitlab:
      return template.replacing(":-$CI_REPOSITORY_URL}", with: ":-\(address)}")
    case .none: return ""
    }
  }

  /// What is left to do for that file to work.
  func advice(path: String, source: HamonSource?) -> [String] {
    var lines: [String] = []
    if self == .gitlab, path != ".gitlab-ci.yml" {
      lines.append("add to .gitlab-ci.yml: include: { local: /\(path) }")
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

  private var template: String {
    // SAFETY: the text is a constant with a zero at its end.
    switch self {
    case .github: unsafe String(cString: cpages_text(GitHubActions_yml))
    case .gitlab: unsafe String(cString: cpages_text(GitLabCI_yml))
    case .none: ""
    }
  }
}
