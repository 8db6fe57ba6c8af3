import Foundation
package import SuiteErrors

/// Finds the source lines of a program's addresses, with inlined functions, by `llvm-symbolizer`.
package struct Symbolizer: Sendable {
  private let path: String

  /// Finds the tool: in the Swift toolchain, or on PATH.
  ///
  /// - Throws: ``SuiteError`` if there is none.
  package init() throws(SuiteError) {
    let beside = ProgramSearch.path(of: "swift").map { swift in
      URL(filePath: swift).resolvingSymlinksInPath().deletingLastPathComponent()
        .appending(path: "llvm-symbolizer").path
    }
    let versions = (14...22).reversed().map { "llvm-symbolizer-\($0)" }
    let found =
      beside.flatMap { FileManager.default.isExecutableFile(atPath: $0) ? $0 : nil }
      ?? (["llvm-symbolizer"] + versions).lazy.compactMap(ProgramSearch.path).first
    guard let found else {
      throw SuiteError(
        "llvm-symbolizer",
        "not found, so no source lines are told",
        remedy: "run tools/setup, or install llvm"
      )
    }
    path = found
  }

  /// A function at an address, with its symbol (its name for C++ or Rust), and its source as far as known.
  package struct Place: Decodable, Sendable {
    package let function: String
    package let file: String
    package let line: Int
    private let beginFile: String?
    private let beginLine: Int?

    /// A function of which only the symbol is known.
    package init(function: String) {
      (self.function, file, line) = (function, "", 0)
      (beginFile, beginLine) = (nil, nil)
    }

    /// Where the function begins in its source; `nil` if unknown.
    package var begin: (file: String, line: Int)? {
      guard let beginFile, let beginLine, beginLine > 0, !beginFile.isEmpty else { return nil }
      return (beginFile, beginLine)
    }

    private enum CodingKeys: String, CodingKey {
      case function = "FunctionName"
      case file = "FileName"
      case line = "Line"
      case beginFile = "StartFileName"
      case beginLine = "StartLine"
    }
  }

  /// The functions at addresses of a program or library file, each with those inlined there, the innermost first.
  ///
  /// - Throws: ``SuiteError`` if the tool fails.
  package func places(
    ofOwn addresses: Set<UInt64>,
    program: String
  ) async throws(SuiteError) -> [UInt64: [Place]] {
    var found: [UInt64: [Place]] = [:]
    let sorted = addresses.sorted()
    // An argument list has a limit.
    for start in stride(from: 0, to: sorted.count, by: 4000) {
      let part = sorted[start..<min(start + 4000, sorted.count)]
      let result = try await Command(
        path,
        // As Callgrind does, whose symbols these are compared with: demangles C++ and Rust, but not Swift.
        ["--obj=\(program)", "--inlines", "--demangle", "--output-style=JSON"]
          + part.map { "0x\(String($0, radix: 16))" }
      ).run()
      guard result.isSuccess else {
        let reason = result.errors.split(separator: "\n").first ?? "it says nothing"
        throw SuiteError(
          path,
          "it fails: \(reason)",
          remedy: "install llvm 14 or a later one"
        )
      }
      for answer in Self.answers(result.lines) {
        guard let address = UInt64(answer.address.dropFirst(2), radix: 16) else { continue }
        found[address] = answer.places ?? []
      }
    }
    return found
  }

  /// Reads the tool's output: one answer per line, or all in one array, depending on the version.
  private static func answers(_ lines: [Substring]) -> [Answer] {
    let decoder = JSONDecoder()
    return lines.flatMap { line -> [Answer] in
      let data = Data(line.utf8)
      if let answers = try? decoder.decode([Answer].self, from: data) { return answers }
      return (try? decoder.decode(Answer.self, from: data)).map { [$0] } ?? []
    }
  }

  /// The tool's answer for an address.
  private struct Answer: Decodable {
    let address: String
    let places: [Place]?

    private enum CodingKeys: String, CodingKey {
      case address = "Address"
      case places = "Symbol"
    }
  }
}
