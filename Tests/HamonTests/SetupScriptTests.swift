import Foundation
import Subprocess
import Testing

/// `tools/setup` on machines that are made of a few programs each.
@Suite struct SetupScriptTests {
  /// Runs the script where PATH has only bash's needs and what is given.
  private func run(
    _ arguments: [String] = [],
    missing: [String],
    programs: [String: String] = [:]
  ) async throws -> (status: TerminationStatus, output: String, error: String) {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "setup-\(UUID().uuidString)").path
    let files = FileManager.default
    try files.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? files.removeItem(atPath: folder) }
    for tool in ["bash", "env", "cat"] {
      try files.createSymbolicLink(
        atPath: "\(folder)/\(tool)",
        withDestinationPath: "/usr/bin/\(tool)"
      )
    }
    var programs = programs
    // Called as: dpkg-query -W -f FORMAT PACKAGE
    programs["dpkg-query"] = """
      case " \(missing.joined(separator: " ")) " in *" $4 "*) exit 1 ;; esac; echo installed
      """
    for name in ["pkg-config", "gnuplot"] { programs[name] = ":" }
    for (name, text) in programs {
      try ExecutableFile.write("#!/bin/bash\n\(text)\n", to: "\(folder)/\(name)")
    }
    let script = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../tools/setup").standardized.path
    let result = try await Subprocess.run(
      .name("env"),
      arguments: Arguments(["PATH=\(folder)", script] + arguments),
      output: .string(limit: 1 << 20),
      error: .string(limit: 1 << 20)
    )
    return (result.terminationStatus, result.standardOutput, result.standardError)
  }

  @Test("where all is installed the script does nothing and says so in a line")
  func nothingToDo() async throws {
    let outcome = try await run(missing: [], programs: ["apt-get": "echo called"])
    #expect(outcome.status == .exited(0))
    // How many there are is the script's own affair; that it called nothing is the test.
    #expect(outcome.output.wholeMatch(of: /setup: all \d+ packages are installed\n/) != nil)
    #expect(outcome.error == "")
  }

  @Test("where nothing can be installed the script names the packages, and building goes on")
  func impossible() async throws {
    let user = ["apt-get": "echo called", "id": "echo 1000"]
    for programs in [[:], user] {
      let outcome = try await run(missing: ["valgrind", "lttng-tools"], programs: programs)
      #expect(outcome.status == .exited(0))
      #expect(outcome.output == "")
      #expect(outcome.error.contains("apt-get install lttng-tools valgrind\n"))
      let required = try await run(["--require"], missing: ["valgrind"], programs: programs)
      #expect(required.status == .exited(1))
    }
  }

  @Test("what is missing is installed after an update, by sudo where there is no root")
  func installs() async throws {
    let outcome = try await run(
      missing: ["valgrind"],
      programs: [
        "apt-get": "echo \"apt-get $DEBIAN_FRONTEND $*\"", "id": "echo 1000",
        "sudo": "echo by sudo; \"$@\"",
      ]
    )
    #expect(
      outcome.output == """
        setup: installing valgrind
        by sudo
        apt-get noninteractive -q update
        by sudo
        apt-get noninteractive -q install -y --no-install-recommends valgrind

        """
    )
    // Nothing was really installed, and the script does not believe that it was.
    #expect(outcome.error.contains("still missing"))
  }

  @Test("unknown arguments are a usage error")
  func usage() async throws {
    #expect(try await run(["--all"], missing: []).status == .exited(64))
  }
}
