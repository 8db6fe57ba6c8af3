import CPangoCairo
import Foundation
import NativeViews

/// The places of a text's characters, given what its letters are drawn as.
///
/// Letters that are drawn as one, as in a ligature, share its width; a character that is drawn as several, as some emoji are without a font
/// for them, has the width of all.
///
/// - Parameters:
///   - text: The text.
///   - clusters: What is drawn, from left to right.
/// - Returns: The characters from left to right.
func characters(of text: String, drawnAs clusters: [cpc_cluster]) -> [LineGeometry.Cluster] {
  var starts: [Int] = []
  var end = 0
  for character in text {
    starts.append(end)
    end += character.utf8.count
  }
  starts.append(end)
  // Where clusters start, in the order of reading.
  let order = clusters.map { Int($0.start) }.sorted() + [end]
  /// Numbers of the characters that begin in a cluster.
  func numbers(of cluster: cpc_cluster) -> Range<Int> {
    let start = Int(cluster.start)
    let next = order[order.partitioningIndex { $0 > start }]
    let first = starts.partitioningIndex { $0 >= start }
    return first..<max(min(starts.partitioningIndex { $0 >= next }, starts.count - 1), first)
  }
  var characters: [LineGeometry.Cluster] = []
  // By the number of the character.
  var places: [Int: Int] = [:]
  for cluster in clusters {
    let range = numbers(of: cluster)
    let width = cluster.width / Double(max(range.count, 1))
    for index in 0..<range.count {
      let number =
        cluster.is_right_to_left ? range.upperBound - 1 - index : range.lowerBound + index
      places[number] = characters.count
      characters.append(
        LineGeometry.Cluster(
          range: starts[number]..<starts[number + 1],
          x: cluster.x + width * Double(index),
          width: width,
          isRightToLeft: cluster.is_right_to_left
        )
      )
    }
  }
  // Others continue a character, on either side of what begins it.
  for cluster in clusters {
    let range = numbers(of: cluster)
    guard range.isEmpty, let place = places[range.lowerBound - 1] else { continue }
    let left = min(characters[place].x, cluster.x)
    let right = max(characters[place].x + characters[place].width, cluster.x + cluster.width)
    (characters[place].x, characters[place].width) = (left, right - left)
  }
  return characters
}

extension [Int] {
  /// The first index at which something holds that holds at all later ones; the end if there is none.
  fileprivate func partitioningIndex(where holds: (Int) -> Bool) -> Int {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = (low + high) / 2
      if holds(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
