import Glibc

/// Which random histories a test runs: a seed each.
///
/// As few as keep a run of all tests quick, and the same ones in each, unless `HAMON_HISTORIES` says how many and
/// `HAMON_HISTORY_SEED` the first. A seed without a number is that of the one history to run again.
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
  private static let first = seed ?? 1

  private static func number(_ variable: String) -> UInt64? {
    unsafe getenv(variable).flatMap { unsafe UInt64(String(cString: $0)) }
  }
}
