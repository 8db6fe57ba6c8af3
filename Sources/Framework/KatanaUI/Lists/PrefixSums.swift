import Foundation
package import Plastic

/// Lengths one after the other, of which any can be changed, and the place of any found, in a time that hardly grows with their
/// number.
///
/// Both parts of each length are added up, so that the sums are right whatever the multiplier.
///
/// Source: P. Fenwick, A New Data Structure for Cumulative Frequency Tables, 1994.
package struct PrefixSums: Sendable, Equatable {
  /// At `i`, the sum of the lengths of a range that ends at `i` and is as long as the lowest bit of `i + 1`.
  private var sums: ContiguousArray<Value>
  private var lengths: ContiguousArray<Value>

  /// Adds up lengths.
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

  /// The index of the length in which a place is; the last one for places after all, where there are any.
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
