import Glibc

/// Which random histories a test runs: a seed each.
///
/// As few as keep a run of all tests quick, unless `HAMON_HISTORIES` says how many; from a seed that is another one in each run,
/// unless `HAMON_HISTORY_SEED` says the first. A seed without a number is that of the one history to run again.
package enum RandomHistories {
  /// The seeds, one after the other.
  ///
  /// - Parameter usual: How many, where the environment doesn't say.
  /// - Returns: As many as asked for.
  package static func seeds(_ usual: Int) -> Range<UInt64> {
    let count = number("HAMON_HISTORIES") ?? (seed == nil ? UInt64(usual) : 1)
    return first..<first + count
  }

  private static let seed = number("HAMON_HISTORY_SEED")
  private static let first = seed ?? .random(in: 0...UInt64(UInt32.max))

  private static func number(_ variable: String) -> UInt64? {
    unsafe getenv(variable).flatMap { unsafe UInt64(String(cString: $0)) }
  }
}
