import Glibc

/// Random numbers that a seed repeats.
///
/// Source: G. Steele, D. Lea, C. Flood, Fast Splittable Pseudorandom Number Generators, OOPSLA 2014.
package struct SplitMix64: RandomNumberGenerator {
  @usableFromInline package var state: UInt64

  /// Starts a sequence.
  ///
  /// - Parameter seed: The same seed gives the same numbers.
  @inlinable
  package init(seed: UInt64) {
    state = seed
  }

  /// The next 64 bits.
  @inlinable
  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// A number below a limit, from 0.
  ///
  /// It takes one step for any limit, so a sequence of them repeats on each platform.
  ///
  /// - Parameter limit: At least 1.
  /// - Returns: A number below it.
  @inlinable
  package mutating func next(below limit: Int) -> Int {
    Int(next().multipliedFullWidth(by: UInt64(limit)).high)
  }

  /// A number from 0 up to 1.
  package mutating func nextFraction() -> Double { Double(next() >> 11) * 0x1p-53 }

  /// A number of the normal distribution with mean 0 and deviation 1, by the method of Box and Muller.
  package mutating func nextNormal() -> Double {
    (-2 * log(1 - nextFraction())).squareRoot() * cos(2 * .pi * nextFraction())
  }
}
