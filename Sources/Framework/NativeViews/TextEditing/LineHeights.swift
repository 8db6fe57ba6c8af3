package import Foundation

/// Heights of lines, in which changing a height and finding the line at a place take logarithmic time.
///
/// Source: P. Fenwick, A New Data Structure for Cumulative Frequency Tables, 1994.
package struct LineHeights: Sendable {
  /// At `i`, the sum of the heights in a range that ends at `i` and is as long as the lowest set bit of `i + 1`.
  private var sums: ContiguousArray<CGFloat> = []
  private var heights: ContiguousArray<CGFloat>

  package init(count: Int, height: CGFloat) {
    heights = ContiguousArray(repeating: height, count: count)
    sumAll()
  }

  package var count: Int { heights.count }
  package var total: CGFloat { sum(before: count) }

  private mutating func sumAll() {
    sums = heights
    for index in sums.indices {
      let next = index | (index + 1)
      if next < sums.count { sums[next] += sums[index] }
    }
  }

  package subscript(index: Int) -> CGFloat {
    get { heights[index] }
    set {
      let difference = newValue - heights[index]
      heights[index] = newValue
      var place = index
      while place < sums.count {
        sums[place] += difference
        place |= place + 1
      }
    }
  }

  /// Replaces lines by others of one height.
  ///
  /// Complexity: O(n), unless the number of lines stays.
  package mutating func replace(_ range: Range<Int>, count: Int, height: CGFloat) {
    guard range.count != count else { return }
    heights.replaceSubrange(range, with: repeatElement(height, count: count))
    sumAll()
  }

  package func sum(before index: Int) -> CGFloat {
    var (sum, place) = (CGFloat(0), index)
    while place > 0 {
      sum += sums[place - 1]
      place &= place - 1
    }
    return sum
  }

  /// The line at a distance from the top: the first for a place above all, the last for one below.
  package func index(at distance: CGFloat) -> Int {
    var (place, rest) = (0, distance)
    var step = 1 << (Int.bitWidth - 1 - max(count, 1).leadingZeroBitCount)
    while step > 0 {
      let next = place + step
      if next <= count, sums[next - 1] <= rest {
        place = next
        rest -= sums[next - 1]
      }
      step >>= 1
    }
    return min(place, max(count - 1, 0))
  }
}
