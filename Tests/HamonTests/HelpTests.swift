import ArgumentParser
import Foundation
import Testing

@testable import hamon

/// What the commands say of themselves, and of command lines that make no sense.
@Suite struct HelpTests {
  private static let all: [any ParsableCommand.Type] = [Hamon.self] + commands(below: Hamon.self)

  private static func commands(
    below command: any ParsableCommand.Type
  ) -> [any ParsableCommand.Type] {
    command.configuration.subcommands.flatMap { [$0] + commands(below: $0) }
  }

  @Test func `each command's help has examples`() {
    for command in Self.all {
      let lines = command.configuration.discussion.split(separator: "\n")
      let examples = lines.drop { $0 != "EXAMPLES" }.dropFirst().prefix { $0.hasPrefix("  ") }
      #expect(examples.contains { $0.contains("hamon ") }, "\(command)")
    }
  }

  @Test func `the help of the tool and of its commands tells exit statuses`() {
    // Those of the history's commands are told by the one above them.
    let commands: [any ParsableCommand.Type] = [Hamon.self] + Hamon.configuration.subcommands
    for command in commands {
      #expect(command.configuration.discussion.contains("EXIT STATUS\n  "), "\(command)")
    }
  }

  @Test func `an option has one name and one form, whichever command has it`() throws {
    var forms: [String: Set<String>] = [:]
    func look(at command: [String: Any]) throws {
      for argument in command["arguments"] as? [[String: Any]] ?? [] {
        let kind = try #require(argument["kind"] as? String)
        let form = kind == "option" ? "<\(argument["valueName"] ?? "")>" : kind
        for name in argument["names"] as? [[String: Any]] ?? [] {
          forms[try #require(name["name"] as? String), default: []].insert(form)
        }
      }
      for subcommand in command["subcommands"] as? [[String: Any]] ?? [] {
        try look(at: subcommand)
      }
    }
    let help = try JSONSerialization.jsonObject(with: Data(Hamon._dumpHelp().utf8))
    try look(at: try #require((help as? [String: Any])?["command"] as? [String: Any]))
    #expect(forms.count > 50)
    // What is written is a file of some commands and a directory of others.
    for name in ["o", "output"] { forms[name]?.remove("<directory>") }
    // Of a recording it names blocks, of benchmarks rows.
    forms["memory"]?.remove("<regex>")
    #expect(forms.filter { $0.value.count > 1 } == [:])
  }

  @Test(arguments: [
    ["bench", "--scratch-path", "there", "executable"],
    ["bench", "--scratch-path", "there", "--command", "true"],
    ["gate", "--base", "main", "--scratch-path", "there", "--command", "true"],
    ["diff", "main", "--scratch-path", "there", "--command", "true"],
  ])
  func `only packages have a place where they are built`(arguments: [String]) throws {
    let error = #expect(throws: (any Error).self) { try Hamon.parseAsRoot(arguments) }
    #expect(Hamon.message(for: try #require(error)).contains("--scratch-path"))
  }

  @Test func `nothing that is printed has colours`() throws {
    let sources = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Sources/Suite").standardized
    let files = FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil)
    for case let file as URL in files?.allObjects ?? [] where file.pathExtension == "swift" {
      let text = try String(contentsOf: file, encoding: .utf8)
      // Sequences of the terminal that end in `m`: colours, bold and the like.
      #expect(text.firstMatch(of: #/\\u\{1[Bb]\}\[[0-9;]*m/#) == nil, "\(file.path)")
    }
  }
}
