package import Foundation

/// A sequence of lengths, such as the heights of lines, in which changing one and finding the one at a place take logarithmic time.
///
/// Lengths of two parts (`Value`) are summed part by part, so the sums hold for any multiplier.
///
/// Source: P. Fenwick, A New Data Structure for Cumulative Frequency Tables, 1994.
@frozen
package struct PrefixSums<Length: AdditiveArithmetic & Sendable>: Sendable, Equatable {
  /// At `i`, the sum of the lengths in a range that ends at `i` and is as long as the lowest set bit of `i + 1`.
  @usableFromInline var sums: ContiguousArray<Length> = []
  @usableFromInline var lengths: ContiguousArray<Length>

  /// Sums lengths.
  ///
  /// Complexity: O(n).
  @inlinable
  package init(_ lengths: some Sequence<Length>) {
    self.lengths = ContiguousArray(lengths)
    sumAll()
  }

  @inlinable
  mutating func sumAll() {
    sums = lengths
    for index in sums.indices {
      let next = index | (index + 1)
      if next < sums.count { sums[next] += sums[index] }
    }
  }

  @inlinable
  package static func == (left: PrefixSums, right: PrefixSums) -> Bool {
    left.lengths == right.lengths
  }

  @inlinable package var count: Int { lengths.count }

  /// A length.
  ///
  /// Complexity: O(1) to read, O(log n) to change.
  @inlinable
  package subscript(index: Int) -> Length {
    get { lengths[index] }
    set {
      let difference = newValue - lengths[index]
      lengths[index] = newValue
      var place = index
      while place < sums.count {
        sums[place] += difference
        place |= place + 1
      }
    }
  }

  /// Replaces lengths by others that are equal.
  ///
  /// Complexity: O(n), unless their number stays: then nothing is replaced.
  @inlinable
  package mutating func replace(_ range: Range<Int>, count: Int, length: Length) {
    guard range.count != count else { return }
    lengths.replaceSubrange(range, with: repeatElement(length, count: count))
    sumAll()
  }

  /// The sum of all lengths.
  @inlinable package var total: Length { sum(before: count) }

  /// The sum of the lengths before an index.
  ///
  /// Complexity: O(log n).
  @inlinable
  package func sum(before index: Int) -> Length {
    var (sum, place) = (Length.zero, index)
    while place > 0 {
      sum += sums[place - 1]
      place &= place - 1
    }
    return sum
  }

  /// Finds the length that contains a place.
  ///
  /// - Parameters:
  ///   - offset: The place, in points.
  ///   - points: The points of a length or a sum of lengths.
  /// - Returns: Its index: the first for a place before all, the last, if any, for one past the end.
  ///
  /// Complexity: O(log n).
  @inlinable
  package func index(at offset: CGFloat, points: (Length) -> CGFloat) -> Int {
    var (place, rest) = (0, offset)
    var step = 1 << (Int.bitWidth - 1 - max(count, 1).leadingZeroBitCount)
    while step > 0 {
      let next = place + step
      if next <= count {
        let length = points(sums[next - 1])
        if length <= rest {
          place = next
          rest -= length
        }
      }
      step >>= 1
    }
    return min(place, max(count - 1, 0))
  }
}

extension PrefixSums<CGFloat> {
  /// The index of the length that contains a place, as `index(at:points:)`.
  package func index(at offset: CGFloat) -> Int { index(at: offset) { $0 } }
}
