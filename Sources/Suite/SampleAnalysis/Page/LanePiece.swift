/// A piece of a lane of a page, which lasts until the next one begins, or until the lane ends.
package protocol LanePiece {
  /// In nanoseconds.
  var begin: Int64 { get set }

  /// Whether two pieces differ only in their times.
  func isLike(_ other: Self) -> Bool
}

extension Array where Element: LanePiece {
  /// Adds up the short pieces that are alike in each step of time, one kind after the other.
  ///
  /// - Parameters:
  ///   - step: The length of a step, in nanoseconds; longer pieces stay as they are.
  ///   - end: The end of the last piece.
  /// - Returns: Pieces with the same sums.
  /// - Complexity: Proportional to the number of pieces, times that of the kinds in a step.
  package func addedUp(in step: Int64, until end: Int64) -> [Element] {
    var merged: [Element] = []
    var sums: [(piece: Element, length: Int64)] = []
    func flush() {
      guard let first = sums.first else { return }
      var begin = first.piece.begin
      for (var piece, length) in sums {
        piece.begin = begin
        merged.append(piece)
        begin += length
      }
      sums.removeAll(keepingCapacity: true)
    }
    for (index, piece) in enumerated() {
      let length = (index + 1 < count ? self[index + 1].begin : end) - piece.begin
      if let first = sums.first, length >= step || piece.begin / step != first.piece.begin / step {
        flush()
      }
      if length >= step {
        merged.append(piece)
      } else if let place = sums.firstIndex(where: { $0.piece.isLike(piece) }) {
        sums[place].length += length
      } else {
        sums.append((piece, length))
      }
    }
    flush()
    return merged
  }
}
