import Glibc

/// Work that is done beside what a row says it does, to see whether a gate finds it.
package struct InjectedWork: Equatable, Sendable {
  /// How many iterations more than said, as a share of those.
  var iterations: Double

  /// How many allocations more, for each iteration.
  var allocations: Double

  /// The variable of the environment that says after how many iterations of a single run it begins.
  ///
  /// The difference of two runs has all of it then. It is no option, which older harnesses would refuse.
  package static let startVariable = "HAMON_INJECT_AFTER"

  static var start: Int { getenv(startVariable).flatMap { Int(String(cString: $0)) } ?? 0 }

  static let none = InjectedWork(iterations: 0, allocations: 0)

  /// How many iterations are run besides so many: at least one where there shall be any, so that what is
  /// injected into few iterations is more than the share.
  func moreIterations(than iterations: Int) -> Int {
    Self.count(Double(iterations) * self.iterations)
  }

  /// Allocates and frees what so many iterations shall cost besides, at least once where that is anything.
  @inline(never)
  func allocate(for iterations: Int) {
    for _ in 0..<Self.count(Double(iterations) * allocations) {
      let pointer = malloc(16)
      // Without it the compiler may leave out both calls.
      blackHole(pointer)
      free(pointer)
    }
  }

  private static func count(_ share: Double) -> Int {
    share > 0 ? max(1, Int(share.rounded())) : 0
  }
}
