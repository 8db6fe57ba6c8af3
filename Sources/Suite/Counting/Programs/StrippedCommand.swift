import CommandRunning
import Foundation
import ObjectFiles

/// A command whose program is replaced by a copy without debug information, because valgrind 3.19 can't read some.
struct StrippedCommand {
  /// The shell command to run.
  let line: String
  /// The copy; `nil` if the program was not replaced.
  let copy: String?
  /// The copied program; `nil` if there is no copy.
  let original: String?

  /// Copies the program of a command, if it has debug information and the shell would certainly find the same file.
  ///
  /// The copy lies next to the program, because programs look there for their resources and libraries. If it can't be made, the command
  /// stays unchanged.
  init(_ command: String, in directory: String) async {
    guard let word = Self.program(of: command),
      let path = Self.file(of: String(command[word]), in: directory),
      // A program with several names may behave differently under the name of the copy.
      URL(filePath: path).lastPathComponent
        == URL(filePath: String(command[word])).lastPathComponent,
      Self.hasDebugInformation(path)
    else {
      (line, copy, original) = (command, nil, nil)
      return
    }
    let url = URL(filePath: path)
    let name = ".\(url.lastPathComponent).hamon-\(UUID().uuidString.prefix(8))"
    let target = url.deletingLastPathComponent().appending(path: name).path
    let strip = try? await Command("strip", ["--strip-debug", "-o", target, path]).run()
    guard let strip, strip.isSuccess else {
      try? FileManager.default.removeItem(atPath: target)
      (line, copy, original) = (command, nil, nil)
      return
    }
    // The same path except for the name, if it leads there: then both sides' paths are equally long.
    let text = String(command[word])
    let parent = text.lastIndex(of: "/").map { String(text[...$0]) } ?? ""
    let place = URL(filePath: "\(directory)/\(parent)").resolvingSymlinksInPath().path
    let isThere =
      !parent.isEmpty && !parent.hasPrefix("/")
      && URL(filePath: target).deletingLastPathComponent().path == place
    line = command.replacingCharacters(
      in: word,
      with: isThere ? parent + name : ShellWord.quoted(target)
    )
    (copy, original) = (target, path)
  }

  func remove() {
    guard let copy else { return }
    try? FileManager.default.removeItem(atPath: copy)
  }

  private static func hasDebugInformation(_ path: String) -> Bool {
    ELFFile(path: path)?.sections.contains {
      $0.name.hasPrefix(".debug_") || $0.name.hasPrefix(".zdebug_")
    } ?? false
  }

  /// The range of the word that names the program, after assignments and `exec`; `nil` if a character in or before it means something to
  /// the shell.
  static func program(of command: String) -> Range<String.Index>? {
    var index = command.startIndex
    while true {
      while index < command.endIndex, command[index] == " " || command[index] == "\t" {
        index = command.index(after: index)
      }
      let end = command[index...].firstIndex { !isPlain($0) } ?? command.endIndex
      guard end > index else { return nil }
      // Whatever follows must not be part of the word.
      if end < command.endIndex, !" \t\n;&|<>".contains(command[end]) { return nil }
      let word = command[index..<end]
      guard word == "exec" || isAssignment(word) else {
        return reserved.contains(String(word)) ? nil : index..<end
      }
      guard end < command.endIndex, command[end] == " " || command[end] == "\t" else { return nil }
      index = end
    }
  }

  private static let reserved: Set<String> = [
    "if", "then", "else", "elif", "fi", "do", "done", "case", "esac", "while", "until", "for",
  ]

  private static func isPlain(_ character: Character) -> Bool {
    character.isASCII
      && (character.isLetter || character.isNumber || "_./+,-@%:=".contains(character))
  }

  private static func isAssignment(_ word: Substring) -> Bool {
    guard let equals = word.firstIndex(of: "="), let first = word.first else { return false }
    return (first.isLetter || first == "_")
      && word[..<equals].allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
  }

  /// The file that a word names, after symbolic links.
  private static func file(of word: String, in directory: String) -> String? {
    let manager = FileManager.default
    let candidates: [String]
    if word.hasPrefix("/") {
      candidates = [word]
    } else if word.contains("/") {
      candidates = ["\(directory)/\(word)"]
    } else {
      // Relative elements of PATH depend on where the command runs.
      candidates = ProgramSearch.folders.filter { $0.hasPrefix("/") }.map { "\($0)/\(word)" }
    }
    return candidates.first { manager.isExecutableFile(atPath: $0) }
      .map { URL(filePath: $0).resolvingSymlinksInPath().path }
  }
}
