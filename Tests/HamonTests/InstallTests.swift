import ArgumentParser
import Foundation
import Subprocess
import Testing

@testable import hamon

/// `tools/install` with the tool that was built for the tests.
@Suite(.timeLimit(.minutes(30)))
struct InstallTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../..").standardized.path

  /// Runs the script, installing into a folder.
  private func install(
    _ arguments: [String] = [],
    into folder: String,
    prefix: String = "/opt/hamon"
  ) async throws -> (status: TerminationStatus, output: String, error: String) {
    let result = try await Subprocess.run(
      .name("env"),
      arguments: Arguments(
        [
          "HAMON=\(Built.program("hamon"))", "DESTDIR=\(folder)", "PREFIX=\(prefix)",
          "\(Self.root)/tools/install",
        ]
          + arguments
      ),
      output: .string(limit: 1 << 20),
      error: .string(limit: 1 << 20)
    )
    return (result.terminationStatus, result.standardOutput, result.standardError)
  }

  /// The files below a folder, by their paths in it.
  private func files(in folder: String) throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: folder).filter { path in
      var isFolder: ObjCBool = false
      return FileManager.default.fileExists(atPath: "\(folder)/\(path)", isDirectory: &isFolder)
        && !isFolder.boolValue
    }
  }

  private func withFolder(_ body: (String) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "install-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try await body(folder)
  }

  @Test func `each command has a man page, each shell completions, and nothing of it stays`()
    async throws
  {
    try await withFolder { folder in
      let installed = try await install(into: folder)
      #expect(installed.status == .exited(0), "\(installed.error)")
      let prefix = "\(folder)/opt/hamon"
      let found = try files(in: prefix)
      let list = try String(
        contentsOfFile: "\(prefix)/share/hamon/installed-files",
        encoding: .utf8
      )
      #expect(Set(list.split(separator: "\n").map(String.init)) == Set(found))
      #expect(FileManager.default.isExecutableFile(atPath: "\(prefix)/bin/hamon"))
      for command in Hamon.configuration.subcommands {
        let name = try #require(command.configuration.commandName)
        let page = try String(
          contentsOfFile: "\(prefix)/share/man/man1/hamon-\(name).1",
          encoding: .utf8
        )
        #expect(page.contains(".SH EXAMPLES\n") && page.contains(".SH EXIT STATUS\n"), "\(name)")
      }
      let page = try String(contentsOfFile: "\(prefix)/share/man/man1/hamon.1", encoding: .utf8)
      #expect(page.contains("\\fB126, 127\\fR") && page.contains("\\fBNO_COLOR\\fR"), "\(page)")
      for completion in [
        "bash-completion/completions/hamon", "zsh/site-functions/_hamon",
        "fish/vendor_completions.d/hamon.fish",
      ] {
        let text = try String(contentsOfFile: "\(prefix)/share/\(completion)", encoding: .utf8)
        #expect(text.contains("flight-recorder"), "\(completion)")
      }

      // What others have put there stays.
      let other = "\(prefix)/share/man/man1/other.1"
      try "other".write(toFile: other, atomically: true, encoding: .utf8)
      let removed = try await install(["--uninstall"], into: folder)
      #expect(removed.status == .exited(0), "\(removed.error)")
      #expect(try files(in: folder) == ["opt/hamon/share/man/man1/other.1"])
      let again = try await install(["--uninstall"], into: folder)
      #expect(again.status == .exited(1))
      #expect(again.error.contains("installed-files is not there; give"), "\(again.error)")
    }
  }

  @Test func `a list of files that leads elsewhere removes nothing`() async throws {
    try await withFolder { folder in
      try FileManager.default.createDirectory(
        atPath: "\(folder)/opt/hamon/share/hamon",
        withIntermediateDirectories: true
      )
      try "kept".write(toFile: "\(folder)/kept", atomically: true, encoding: .utf8)
      try "../../kept\n".write(
        toFile: "\(folder)/opt/hamon/share/hamon/installed-files",
        atomically: true,
        encoding: .utf8
      )
      let outcome = try await install(["--uninstall"], into: folder)
      #expect(outcome.status == .exited(1))
      #expect(FileManager.default.fileExists(atPath: "\(folder)/kept"))
    }
  }

  @Test func `a relative prefix is refused`() async throws {
    try await withFolder { folder in
      let outcome = try await install(into: folder, prefix: "usr")
      #expect(outcome.status == .exited(64))
      #expect(outcome.error.hasPrefix("error: install: PREFIX=usr is no absolute path; "))
    }
  }
}
