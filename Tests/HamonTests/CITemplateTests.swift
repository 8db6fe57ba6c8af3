import Foundation
import Subprocess
import Testing

/// What keeps secrets of a repository from the code of a pull request, in the templates that people copy.
@Suite(.timeLimit(.minutes(30)))
struct CITemplateTests {
  private func template(_ name: String) throws -> [String] {
    let path = "\(FixturePackage.repository)/tools/ci/\(name)"
    return try String(contentsOfFile: path, encoding: .utf8)
      .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  /// The lines of a job, from its name to the next one's.
  private func job(_ name: String, of lines: [String], indentation: Int) throws -> [String] {
    let space = String(repeating: " ", count: indentation)
    let start = try #require(lines.firstIndex(of: "\(space)\(name):"))
    let rest = lines[(start + 1)...]
    let end = rest.firstIndex { line in
      line.hasPrefix(space) && !line.isEmpty && !line.hasPrefix("\(space) ")
        && !line.hasPrefix("\(space)#")
    }
    return Array(rest[..<(end ?? rest.endIndex)])
  }

  @Test func `each action of GitHub is a commit, with the tag in a comment`() throws {
    let uses = try template("github-actions.yml").filter { $0.contains("uses: ") }
    #expect(uses.count == 5)
    for line in uses {
      #expect(line.contains(/uses: [\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/), "\(line)")
    }
  }

  @Test(arguments: ["test", "gate", "history"])
  func `no checkout of GitHub leaves a token to what is built and run`(name: String) throws {
    let job = try job(name, of: template("github-actions.yml"), indentation: 2)
    #expect(job.contains { $0.contains("actions/checkout@") })
    #expect(job.contains("          persist-credentials: false"))
    // Where one is needed, it is in the environment of one step.
    #expect(job.count { $0.contains("github.token") } == (name == "history" ? 1 : 0))
  }

  @Test func `GitLab's jobs that run a merge request's code refuse to begin with the token`()
    async throws
  {
    let lines = try template("gitlab-ci.yml")
    for name in ["test", "gate"] {
      let job = try job(name, of: lines, indentation: 0)
      let before = try #require(job.firstIndex(of: "  before_script:"))
      #expect(job[before + 1] == "    - !reference [.untrusted, script]")
      #expect(!job.joined().contains("HAMON_TOKEN"))
    }
    let script = try job(".untrusted", of: lines, indentation: 0)
      .filter { $0.hasPrefix("      ") }.joined(separator: "\n")
    let refused = try await sh(script, environment: ["HAMON_TOKEN": "secret"])
    #expect(refused.status != 0 && refused.output.contains("environment scope hamon-note"))
    #expect(!refused.output.contains("secret"))
    #expect(try await sh(script, environment: [:]).status == 0)
  }

  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/jq"), "needs jq"))
  func `GitLab's note replaces that of its own user, and none of others with its marker`()
    async throws
  {
    let job = try job("note", of: template("gitlab-ci.yml"), indentation: 0)
    #expect(job.contains("    name: hamon-note"))
    let start = try #require(job.lastIndex(of: "    - |"))
    let script = job[(start + 1)...].joined(separator: "\n")
    let fixture = try BenchFixture()
    try fixture.write("## passed\n", to: "gate-report/summary.md")
    try fixture.writeScript(
      #"""
      for last in "$@"; do :; done
      case "$*" in
      *"--request"*) echo "$*" | sed 's/.*--request \([A-Z]*\).*/\1/' > requests; echo "$last" >> requests ;;
      *per_page*) cat notes ;;
      */user*) echo '{"id":7}' ;;
      esac
      """#,
      to: "curl"
    )
    let marker = "<!-- hamon gate -->"
    func requests(_ notes: String) async throws -> String {
      try fixture.write(notes, to: "notes")
      let result = try await sh(
        "set -e\ncd '\(fixture.path)'\n\(script)",
        environment: [
          "HAMON_TOKEN": "secret", "CI_API_V4_URL": "api", "CI_PROJECT_ID": "1",
          "CI_MERGE_REQUEST_IID": "2",
          "PATH": "\(fixture.path):\(ProcessInfo.processInfo.environment["PATH"] ?? "")",
        ]
      )
      #expect(result.status == 0, "\(result.output)")
      return try fixture.text("requests")
    }
    let other = #"{"id":11,"author":{"id":5},"body":"\#(marker) not ours"}"#
    let own = #"{"id":12,"author":{"id":7},"body":"\#(marker) ours"}"#
    let notes = "api/projects/1/merge_requests/2/notes"
    #expect(try await requests("[\(other)]") == "POST\n\(notes)\n")
    #expect(try await requests("[\(other),\(own)]") == "PUT\n\(notes)/12\n")
  }

  private func sh(
    _ script: String,
    environment: [String: String]
  ) async throws -> (status: Int32, output: String) {
    var updates: [Environment.Key: String?] = ["HAMON_TOKEN": nil]
    for (name, value) in environment { updates[try #require(.init(rawValue: name))] = value }
    let result = try await Subprocess.run(
      .name("sh"),
      arguments: ["-c", script],
      environment: .inherit.updating(updates),
      output: .string(limit: 1 << 16),
      error: .string(limit: 1 << 16)
    )
    let status: Int32 =
      switch result.terminationStatus {
      case .exited(let code): code
      case .signaled(let signal): 128 + signal
      }
    return (status, result.standardOutput + result.standardError)
  }
}
