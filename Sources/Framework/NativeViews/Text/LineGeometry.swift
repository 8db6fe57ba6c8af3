public import Foundation

/// Places of the characters of a text on one line.
///
/// From it follow the places of carets, what a click hits, and what is selected; also where directions of reading meet.
public struct LineGeometry: Hashable, Sendable {
  /// A character, or several that are drawn as one.
  public struct Cluster: Hashable, Sendable {
    /// UTF-8 code units of the text.
    public var range: Range<Int>
    /// The distance of its left edge from the line's, in points.
    public var x: CGFloat
    /// Its width in points.
    public var width: CGFloat
    /// Whether it is read from right to left.
    public var isRightToLeft: Bool

    /// Makes a cluster.
    public init(range: Range<Int>, x: CGFloat, width: CGFloat, isRightToLeft: Bool = false) {
      (self.range, self.x, self.width) = (range, x, width)
      self.isRightToLeft = isRightToLeft
    }
  }

  /// From left to right; their ranges fill the text.
  public var clusters: [Cluster]
  /// The width and the height of the line in points, as ``TextMeasuring/size(of:width:)`` tells them.
  public var size: CGSize
  /// Whether the line is read from right to left as a whole.
  public var isRightToLeft: Bool

  /// Makes a geometry.
  public init(clusters: [Cluster], size: CGSize, isRightToLeft: Bool = false) {
    (self.clusters, self.size, self.isRightToLeft) = (clusters, size, isRightToLeft)
  }
}

extension TextMeasuring {
  /// Places of characters, each as wide as the text grows by it: for texts that are read from left to right.
  public func line(_ text: TextBlock) -> LineGeometry {
    var (block, clusters) = (text, [LineGeometry.Cluster]())
    var (start, x) = (0, CGFloat(0))
    for character in text.text.string {
      let end = start + character.utf8.count
      block.text = text.text.slice(0..<end)
      let width = max(size(of: block, width: .infinity).width, x)
      clusters.append(LineGeometry.Cluster(range: start..<end, x: x, width: width - x))
      (start, x) = (end, width)
    }
    block.text = text.text.string.isEmpty ? " " : text.text
    let height = size(of: block, width: .infinity).height
    return LineGeometry(clusters: clusters, size: CGSize(width: x, height: height))
  }
}

/// A place in a line at which a caret is shown.
struct CaretPlace: Hashable {
  /// In UTF-8 code units.
  var column: Int
  /// Whether it is shown at the character before it.
  var isUpstream: Bool
}

extension LineGeometry {
  /// The gap between clusters, counted from the left, at which a caret is shown.
  private func gap(of place: CaretPlace) -> Int {
    let upstream = clusters.firstIndex { $0.range.upperBound == place.column }
    let downstream = clusters.firstIndex { $0.range.contains(place.column) }
    if let index = place.isUpstream ? upstream : nil {
      return clusters[index].isRightToLeft ? index : index + 1
    }
    if let index = downstream { return clusters[index].isRightToLeft ? index + 1 : index }
    // At the end of the text the caret is where the next character of the line's own direction would come.
    return isRightToLeft ? 0 : clusters.count
  }

  /// The distance of a caret from the left edge.
  func x(of place: CaretPlace) -> CGFloat {
    let gap = gap(of: place)
    if gap < clusters.count { return clusters[gap].x }
    return clusters.last.map { $0.x + $0.width } ?? 0
  }

  /// The place that is nearest to a distance from the left edge.
  func place(at x: CGFloat) -> CaretPlace {
    let index = clusters.firstIndex { x < $0.x + $0.width } ?? clusters.count - 1
    guard index >= 0 else { return CaretPlace(column: 0, isUpstream: false) }
    return clusters[index].edge(right: x >= clusters[index].x + clusters[index].width / 2)
  }

  /// The place on the other side of the character to the right or left of a caret; `nil` at the edge.
  func place(beside place: CaretPlace, toRight: Bool) -> CaretPlace? {
    let index = toRight ? gap(of: place) : gap(of: place) - 1
    return clusters.indices.contains(index) ? clusters[index].edge(right: toRight) : nil
  }

  /// From where to where a part of the text is drawn, from left to right.
  func extents(of range: Range<Int>) -> [ClosedRange<CGFloat>] {
    var extents: [ClosedRange<CGFloat>] = []
    for cluster in clusters where cluster.range.overlaps(range) {
      let (left, right) = (cluster.x, cluster.x + cluster.width)
      if let last = extents.last, abs(last.upperBound - left) < 0.01 {
        extents[extents.count - 1] = last.lowerBound...max(right, last.upperBound)
      } else {
        extents.append(left...right)
      }
    }
    return extents
  }
}

extension LineGeometry.Cluster {
  fileprivate func edge(right: Bool) -> CaretPlace {
    right == isRightToLeft
      ? CaretPlace(column: range.lowerBound, isUpstream: false)
      : CaretPlace(column: range.upperBound, isUpstream: true)
  }
}
