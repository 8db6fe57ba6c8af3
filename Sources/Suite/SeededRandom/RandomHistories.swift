import Glibc

/// The seeds of the random histories that a test runs.
///
/// As few as keep a run of all tests quick, and the same ones in each run of `make test`, unless `HAMON_HISTORIES` sets their number and
/// `HAMON_HISTORY_SEED` the first. A seed without a number runs that one history again.
package enum RandomHistories {
  /// The seed of a test that needs only one.
  package static let seed = given ?? (TestTier.isCheck ? .random(in: 0...UInt64(UInt32.max)) : 1)

  /// The seeds, one after the other.
  ///
  /// - Parameter usual: How many by default, if the environment doesn't say.
  /// - Returns: As many as asked for.
  package static func seeds(_ usual: Int) -> Range<UInt64> {
    let count = number("HAMON_HISTORIES") ?? (given == nil ? UInt64(usual) : 1)
    return seed..<seed + count
  }

  private static let given = number("HAMON_HISTORY_SEED")

  private static func number(_ variable: String) -> UInt64? {
    unsafe getenv(variable).flatMap { unsafe UInt64(String(cString: $0)) }
  }
}
