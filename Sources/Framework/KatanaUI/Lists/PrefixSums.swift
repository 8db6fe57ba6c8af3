import Foundation
package import Plastic

/// A sequence of lengths in which changing a length and finding the length at a place take logarithmic time.
///
/// Both parts of each length are summed, so the sums hold for any multiplier.
///
/// Source: P. Fenwick, A New Data Structure for Cumulative Frequency Tables, 1994.
package struct PrefixSums: Sendable, Equatable {
  /// At `i`, the sum of the lengths in a range that ends at `i` and is as long as the lowest set bit of `i + 1`.
  private var sums: ContiguousArray<Value>
  private var lengths: ContiguousArray<Value>

  /// Sums lengths.
  ///
  /// Complexity: O(n).
  package init(_ lengths: some Sequence<Value>) {
    self.lengths = ContiguousArray(lengths)
    sums = self.lengths
    for index in sums.indices {
      let next = index | (index + 1)
      if next < sums.count { sums[next] += sums[index] }
    }
  }

  package static func == (left: PrefixSums, right: PrefixSums) -> Bool {
    left.lengths == right.lengths
  }

  var count: Int { lengths.count }

  /// A length.
  ///
  /// Complexity: O(1) to read, O(log n) to change.
  package subscript(index: Int) -> Value {
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

  /// The sum of the lengths before an index.
  ///
  /// Complexity: O(log n).
  func sum(before index: Int) -> Value {
    var sum = Value.zero
    var place = index
    while place > 0 {
      sum += sums[place - 1]
      place &= place - 1
    }
    return sum
  }

  /// The index of the length that contains a place; for places past the end the last one, if any.
  ///
  /// Complexity: O(log n).
  func index(at offset: CGFloat, multiplier: CGFloat) -> Int {
    guard count > 0 else { return 0 }
    var place = 0
    var rest = offset
    var step = 1 << (Int.bitWidth - 1 - count.leadingZeroBitCount)
    while step > 0 {
      let next = place + step
      if next <= count {
        let length = sums[next - 1].scale(multiplier)
        if length <= rest {
          place = next
          rest -= length
        }
      }
      step >>= 1
    }
    return min(place, count - 1)
  }
}
