import CommandRunning
import Foundation
import ObjectFiles

/// A command whose program is a copy without debug information, some of which valgrind 3.19 can't read.
struct StrippedCommand {
  /// The command that is run, for the shell.
  let line: String
  /// The copy; `nil` where the program is what it was.
  let copy: String?
  /// The program that was copied.
  let original: String?

  /// Copies the program of a command, if it is one that has debug information and the shell would find it
  /// for sure where it is looked for here.
  ///
  /// The copy is beside the program, because programs look there for their resources and libraries; where
  /// it can't be made, the command stays as it is.
  init(_ command: String, in directory: String) async {
    guard let word = Self.program(of: command),
      let path = Self.file(of: String(command[word]), in: directory),
      // A program that is called by several names may do something else under that of the copy.
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
    // The same path but for the name, where that leads there: on two sides it is equally long.
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
    ELFSections(path: path)?.all.contains {
      $0.name.hasPrefix(".debug_") || $0.name.hasPrefix(".zdebug_")
    } ?? false
  }

  /// Where the word is that names the program, after assignments and `exec`; `nil` where there is a
  /// character in or before it that means something to the shell.
  static func program(of command: String) -> Range<String.Index>? {
    var index = command.startIndex
    while true {
      while index < command.endIndex, command[index] == " " || command[index] == "\t" {
        index = command.index(after: index)
      }
      let end = command[index...].firstIndex { !isPlain($0) } ?? command.endIndex
      guard end > index else { return nil }
      // What follows may be anything but a part of the word.
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
      // An element that isn't absolute is one of where the command runs.
      candidates = ProgramSearch.folders.filter { $0.hasPrefix("/") }.map { "\($0)/\(word)" }
    }
    return candidates.first { manager.isExecutableFile(atPath: $0) }
      .map { URL(filePath: $0).resolvingSymlinksInPath().path }
  }
}
