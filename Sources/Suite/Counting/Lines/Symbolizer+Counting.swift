import CommandRunning
import SuiteErrors

extension Symbolizer {
  /// The lines of addresses, each with its functions from the innermost.
  ///
  /// - Parameters:
  ///   - addresses: Addresses in the program as valgrind loaded it.
  ///   - sites: The functions that contain them, which show where it was loaded.
  ///   - program: The program with its debug information.
  /// - Returns: The lines by address; none for an address without debug information.
  /// - Throws: ``SuiteError`` if the tool fails.
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

  /// The offset at which the program was loaded: a function's first instruction is always executed, and the file has its address.
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
