import Glibc

/// Work that is done beside what a row says it does, to see whether a gate finds it.
struct InjectedWork: Equatable, Sendable {
  /// How many iterations more than said, as a share of those.
  var iterations: Double

  /// How many allocations more, for each iteration.
  var allocations: Double

  static let none = InjectedWork(iterations: 0, allocations: 0)

  /// How many iterations are run besides so many.
  func moreIterations(than iterations: Int) -> Int {
    Int((Double(iterations) * self.iterations).rounded())
  }

  /// Allocates and frees what so many iterations shall cost besides.
  @inline(never)
  func allocate(for iterations: Int) {
    let count = Int((Double(iterations) * allocations).rounded())
    for _ in 0..<count {
      let pointer = malloc(16)
      // Without it the compiler may leave out both calls.
      blackHole(pointer)
      free(pointer)
    }
  }
}
