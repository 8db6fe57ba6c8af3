extension RandomAccessCollection where Index == Int {
  /// The place of the first element, of those in the order of time, that is later than a time.
  ///
  /// - Complexity: Proportional to the logarithm of their number.
  package func firstIndex(after time: UInt64, by key: (Element) -> UInt64) -> Int {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = low + (high - low) / 2
      if key(self[middle]) <= time { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
