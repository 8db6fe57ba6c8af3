import BenchmarkHarness

/// About a millisecond of arithmetic, each step of which waits for the one before.
struct Work {
  private static let steps = 500_000

  private var state: UInt64 = 1
  private var runs = 0

  /// Not inlined, so that it is the same code wherever it is measured.
  @inline(never)
  mutating func run() {
    for _ in 0..<Self.steps {
      // Marsaglia's xorshift: the compiler can't take several steps at once.
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
    }
    runs += 1
  }

  /// Checks that it ran so often, and that the last state is not the first.
  func check(_ iterations: Int) throws(VerificationError) {
    try VerificationError.check("runs", found: runs, expected: iterations)
    try VerificationError.check("state is still the first", found: state == 1, expected: false)
  }
}
