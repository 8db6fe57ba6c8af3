import Foundation

/// References that no test of a file uses any more, as far as a process is certain when it ends.
///
/// It is certain if all of its tests have run and passed, for files whose tests all use the process's library. It doesn't know the names in
/// tests that were skipped or returned early: everything that a literal in the file may name counts as used, unless the literal names a
/// used reference.
///
/// Source: docs/semantics/tempura.md, S3.
struct UnusedReferences: Equatable {
  /// The folder next to the file.
  let folder: String
  /// The names, without extensions; empty if the file doesn't exist, so that the folder's user is unknown.
  let names: [String]

  // MARK: End of the process

  /// Reports which references a process's tests haven't used, and removes them if the environment says so.
  static func tell(after names: SnapshotNames, _ status: Int32) {
    let value = ProcessInfo.processInfo.environment[SnapshotRecording.variable]
    let prunes = value == SnapshotRecording.pruning
    var lines: [String] = []
    if status == 0, GalleryRun.runOfSwiftTest() != nil, hasRunAll(CommandLine.arguments) {
      lines = find(names.places).map { prunes ? $0.prune() : $0.description }
    } else if prunes {
      lines = [
        """
        \(SnapshotRecording.variable)=\(SnapshotRecording.pruning): nothing was removed, for not all tests \
        of a process have run and passed; run them by `swift test`, without filters
        """
      ]
    }
    for line in lines { FileHandle.standardError.write(Data("\(line)\n".utf8)) }
  }

  /// Whether a process with these arguments runs all of its tests: XCTest takes only names of tests, and Swift Testing the arguments of
  /// `swift test`.
  static func hasRunAll(_ arguments: [String]) -> Bool {
    guard arguments.contains("--testing-library") else { return arguments.count == 1 }
    return !arguments.contains { argument in
      ["--filter", "--skip", "--specifier", "-s"].contains(String(argument.prefix { $0 != "=" }))
        || argument.contains("configuration-path")
    }
  }

  // MARK: Finding

  /// Finds unused references next to test files, given the paths of used ones and the places that use them.
  static func find(_ used: [String: SnapshotLocation]) -> [UnusedReferences] {
    let files = used.compactMap { path, location in
      let folder = SnapshotFileNames.folder(besides: location.filePath)
      return path.hasPrefix(folder + "/") ? location.filePath : nil
    }
    let roots = Dictionary(grouping: Set(files)) { file in
      URL(fileURLWithPath: SnapshotFileNames.folder(besides: file)).deletingLastPathComponent().path
    }
    return roots.sorted { $0.key < $1.key }.flatMap { root, files in
      guard let isOfTesting = files.lazy.compactMap({ Source($0)?.isOfTesting }).first else {
        return [UnusedReferences]()
      }
      return SnapshotFiles(folder: root).names(in: ".").compactMap { name in
        let folder = "\(root)/\(name)"
        let names = used.keys.filter { $0.hasPrefix(folder + "/") }
          .map { String($0.dropFirst(folder.count + 1)) }
        let unused = references(in: folder).subtracting(names)
        guard !unused.isEmpty else { return nil }
        guard let source = Source("\(root)/../\(name).swift") else {
          return names.isEmpty ? UnusedReferences(folder: folder, names: []) : nil
        }
        guard source.isOfTesting == isOfTesting else { return nil }
        let certain = source.certain(unused, besides: names)
        return certain.isEmpty ? nil : UnusedReferences(folder: folder, names: certain.sorted())
      }
    }
  }

  private static let suffixes = [".png", ".txt", ".json"]

  private static func references(in folder: String) -> Set<String> {
    Set(
      SnapshotFiles(folder: folder).names(in: ".").compactMap { file in
        suffixes.first(where: file.hasSuffix).map { String(file.dropLast($0.count)) }
      }
    )
  }

  /// A test file.
  private struct Source {
    private let text: String

    init?(_ path: String) {
      guard let text = try? String(contentsOfFile: path, encoding: .utf8) else { return nil }
      self.text = text
    }

    /// Whether its tests use Swift Testing, or else XCTest; nil if it uses both or neither, or if some may be skipped.
    var isOfTesting: Bool? {
      let isOfTesting = text.contains("@Test")
      guard isOfTesting != text.contains("XCT") else { return nil }
      return [".disabled", ".enabled", "XCTSkip", "Test.cancel"].contains(where: text.contains)
        ? nil : isOfTesting
    }

    /// Unused references that can't belong to a test which has used none: no literal may name them, except literals that name used ones.
    func certain(_ unused: Set<String>, besides used: [String]) -> Set<String> {
      let literals = text.matches(of: #/"((?:\\.|[^"\\\n])*)"/#).map { Literal($0.1) }
      let unheard = literals.filter { literal in !used.contains(where: literal.mayName) }
      return unused.filter { name in !unheard.contains { $0.mayName(name) } }
    }
  }

  /// A string literal in a test file.
  private struct Literal {
    /// The text before the first interpolation.
    private let head: String
    private let isWhole: Bool

    init(_ text: Substring) {
      let end = text.firstRange(of: #"\("#)?.lowerBound
      (head, isWhole) = (String(text[..<(end ?? text.endIndex)]), end == nil)
    }

    /// Whether it may be a reference's name, or the part before the name of an environment or a view.
    func mayName(_ name: String) -> Bool {
      guard isWhole else { return name.hasPrefix(head) }
      return !head.isEmpty && name.hasPrefix(head)
        && [nil, ".", "_"].contains(name.dropFirst(head.count).first)
    }
  }

  // MARK: Telling

  /// `<subject>: <what is wrong>; <what to do>`.
  var description: String {
    let path = SnapshotFileNames.relative(folder)
    guard !names.isEmpty else {
      return """
        \(path): there is no file of tests with this name beside it; remove the folder unless others \
        use it
        """
    }
    return """
      \(path): no test uses \(names.joined(separator: ", ")); remove them by \
      \(SnapshotRecording.variable)=\(SnapshotRecording.pruning)
      """
  }

  /// Removes the references, and reports it.
  func prune() -> String {
    guard !names.isEmpty else { return description }
    let files = SnapshotFiles(folder: folder)
    for name in names { for suffix in Self.suffixes { files.remove(name + suffix) } }
    return """
      \(SnapshotFileNames.relative(folder)): removed \(names.joined(separator: ", ")), which no test \
      uses
      """
  }
}
