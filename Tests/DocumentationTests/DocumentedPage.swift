import Foundation

/// A page of the documentation: the programs that its blocks of Swift are.
///
/// A block is a file. The blocks of a guide are the files of one program, so that what one declares is there for those below;
/// `<!-- another program -->` begins another, and `<!-- module: NAME -->` one that those below can import. Each block of the README is
/// a program by itself. What a reader needs no telling of, but the compiler does, is in comments of HTML: `<!-- swift before` what
/// stands above the next block in its file, and `<!-- swift after` what stands below the last one, each to a line `-->`. A block
/// below `<!-- excerpt: FILE -->` is a part of that file of the repository, where it is compiled.
struct DocumentedPage {
  /// The page, by its path in the repository.
  let path: String
  /// The files of each program, by their names: `main.swift` is the one that has statements.
  let programs: [[String: String]]
  /// The names of those programs that are modules, by their places.
  let moduleNames: [Int: String]
  /// The blocks that are parts of files.
  let excerpts: [DocumentedExcerpt]
  /// The names in `.product(name: "...", package: "hamon")`, anywhere on the page.
  let products: Set<String>
  /// What is wrong with the page itself.
  let faults: [String]

  static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// The README, the guides and the pages of the modules' catalogues.
  static func all() throws -> [String] {
    let catalogues = FileManager.default.enumerator(atPath: root.appending(path: "Sources").path)
    let pages = (catalogues?.compactMap { $0 as? String } ?? []).filter {
      $0.hasSuffix(".md") && $0.contains(".docc/")
    }
    return try ["README.md"] + guides() + pages.sorted().map { "Sources/\($0)" }
  }

  /// The guides.
  static func guides() throws -> [String] {
    let names = try FileManager.default.contentsOfDirectory(
      atPath: root.appending(path: "docs").path
    )
    return names.filter { $0.hasSuffix(".md") }.sorted().map { "docs/\($0)" }
  }

  /// Reads a page.
  init(_ path: String) throws {
    self.path = path
    let text = try String(contentsOf: Self.root.appending(path: path), encoding: .utf8)
    var parser = DocumentedPageParser(isOneProgram: path != "README.md")
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      parser.read(String(line))
    }
    parser.finish()
    programs = parser.programs
    moduleNames = parser.moduleNames
    excerpts = parser.excerpts
    faults = parser.faults
    products = Set(
      text.matches(of: #/\.product\(name: "(\w+)", package: "hamon"\)/#).map { String($0.1) }
    )
  }
}

/// A block that is a part of a file of the repository.
struct DocumentedExcerpt: Equatable {
  let file: String
  var text = ""
}

/// Takes the lines of a page apart.
struct DocumentedPageParser {
  private(set) var programs: [[String: String]] = []
  private(set) var moduleNames: [Int: String] = [:]
  private(set) var excerpts: [DocumentedExcerpt] = []
  private(set) var faults: [String] = []

  /// Whether blocks belong together unless the page says otherwise.
  private let isOneProgram: Bool
  private var state = State.prose
  private var before: [String] = []
  private var block: Block?
  /// The file that the next block is a part of.
  private var file: String?
  private var files: [Block] = []
  private var lineNumber = 0

  private enum State {
    case prose, swift, excerpt, otherCode, before, after
  }

  private struct Block {
    var number: Int
    var lines: [String]
    var isWrapped = false

    /// Whether it has statements outside of declarations, as only a main file may.
    var hasStatements: Bool {
      !isWrapped
        && lines.contains { line in
          guard let first = line.first, first.isLetter || first == "_" || first == "#" else {
            return false
          }
          let word = line.prefix { $0.isLetter || $0 == "_" || $0 == "#" }
          return !Self.declarations.contains(String(word))
            || line.contains(#/^(?:let|var) .*= *(?:try|await) /#)
        }
    }

    private static let declarations: Set<String> = [
      "import", "struct", "class", "final", "enum", "actor", "extension", "protocol", "func", "let",
      "var", "typealias", "public", "private", "nonisolated",
    ]
  }

  init(isOneProgram: Bool) { self.isOneProgram = isOneProgram }

  /// Reads the next line of the page.
  mutating func read(_ line: String) {
    lineNumber += 1
    switch state {
    case .prose: readProse(line)
    case .swift:
      if line == "```" { state = .prose } else { block?.lines.append(line) }
    case .excerpt:
      if line == "```" { state = .prose } else { excerpts[excerpts.count - 1].text += line + "\n" }
    case .otherCode:
      if line.trimmingCharacters(in: .whitespaces).hasPrefix("```") { state = .prose }
    case .before:
      if line == "-->" { state = .prose } else { before.append(line) }
    case .after:
      if line == "-->" { state = .prose } else { block?.lines.append(line) }
    }
  }

  private mutating func readProse(_ line: String) {
    switch line {
    case "```swift" where file != nil:
      excerpts.append(DocumentedExcerpt(file: file.take() ?? ""))
      state = .excerpt
    case "```swift":
      close()
      block = Block(number: lineNumber, lines: before)
      before = []
      state = .swift
    case "<!-- swift before": state = .before
    case "<!-- swift after":
      if block == nil { faults.append("\(lineNumber): there is no block above") }
      block?.isWrapped = true
      state = .after
    case "<!-- another program -->": endProgram()
    default:
      if let name = line.wholeMatch(of: #/<!-- module: (\w+) -->/#) {
        endProgram()
        moduleNames[programs.count] = String(name.1)
      }
      if let name = line.wholeMatch(of: #/<!-- excerpt: (.+) -->/#) { file = String(name.1) }
      if line.trimmingCharacters(in: .whitespaces).hasPrefix("```") { state = .otherCode }
    }
  }

  /// Ends the page.
  mutating func finish() {
    if state != .prose { faults.append("\(lineNumber): a block or a comment has no end") }
    endProgram()
  }

  private mutating func close() {
    if let block { files.append(block) }
    block = nil
    if !isOneProgram { endProgram() }
  }

  private mutating func endProgram() {
    if let block { files.append(block) }
    block = nil
    guard !files.isEmpty else { return }
    var program: [String: String] = [:]
    for file in files {
      let name = file.hasStatements ? "main.swift" : "Line\(file.number).swift"
      if program[name] != nil {
        faults.append("\(file.number): a second block with statements; begin another program")
      }
      program[name] = file.lines.joined(separator: "\n") + "\n"
    }
    programs.append(program)
    files = []
  }
}
