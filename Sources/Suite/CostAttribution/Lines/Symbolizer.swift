import CommandRunning
import ExactCounts
import Foundation
package import SuiteErrors

/// Tells the source lines of addresses of a program, with what is inlined there, by `llvm-symbolizer`.
package struct Symbolizer: Sendable {
  private let path: String

  /// Finds the tool: that of the Swift toolchain, or on PATH.
  ///
  /// - Throws: ``SuiteError`` where there is none.
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

  /// The lines of addresses, each with its functions from the innermost.
  ///
  /// - Parameters:
  ///   - addresses: Addresses as valgrind has loaded the program.
  ///   - sites: The functions that they are of, which tell where that was.
  ///   - program: The program with its debug information.
  /// - Returns: The lines by address; none of an address that has no debug information.
  /// - Throws: ``SuiteError`` where the tool fails.
  func places(
    of addresses: Set<UInt64>,
    sites: [CallGraph.Function: [UInt64: CallGraph.Site]],
    program: String
  ) async throws(SuiteError) -> [UInt64: [Place]] {
    guard !addresses.isEmpty else { return [:] }
    let shift = try await loadAddress(of: sites, program: program)
    let own = try await places(ofOwn: Set(addresses.map { $0 &- shift }), program: program)
    return Dictionary(uniqueKeysWithValues: own.map { ($0.key &+ shift, $0.value) })
  }

  /// A function at an address, with its symbol, or its name where that is of C++ or Rust, and where it was written as far as that is known.
  package struct Place: Decodable, Sendable {
    package let function: String
    package let file: String
    package let line: Int

    private enum CodingKeys: String, CodingKey {
      case function = "FunctionName"
      case file = "FileName"
      case line = "Line"
    }
  }

  /// The functions at addresses as a program or library has them itself, each with those that are inlined there, the innermost
  /// first.
  ///
  /// - Throws: ``SuiteError`` where the tool fails.
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
        // As Callgrind does, whose symbols these are compared with: those of C++ and Rust, and none of Swift.
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

  /// Reads what the tool says: an answer a line, or all of them in one array, as versions differ.
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

  /// How far from its own addresses the program was loaded: a function's first instruction is always executed,
  /// and the file says where it is.
  private func loadAddress(
    of sites: [CallGraph.Function: [UInt64: CallGraph.Site]],
    program: String
  ) async throws(SuiteError) -> UInt64 {
    var first: [Substring: UInt64] = [:]
    for (function, addresses) in sites {
      guard let least = addresses.keys.min() else { continue }
      let symbol = CallgrindSymbol.withoutMark(function.symbol[...])
      first[symbol] = min(first[symbol] ?? least, least)
    }
    let result = try await Command("nm", ["--defined-only", program]).run()
    var votes: [UInt64: Int] = [:]
    for line in result.lines {
      let words = line.split(separator: " ", maxSplits: 2)
      guard words.count == 3, let least = first[words[2]],
        let address = UInt64(words[0], radix: 16), least >= address
      else { continue }
      votes[least - address, default: 0] += 1
    }
    guard let shift = votes.max(by: { ($0.value, $1.key) < ($1.value, $0.key) })?.key else {
      throw SuiteError(
        program,
        "it has no symbols, so no source lines are told",
        remedy: "build it without -Xlinker -s"
      )
    }
    return shift
  }
}
