import Foundation

/// Makes posts: the same ones each time.
struct PostMill {
  /// The number of posts in each feed.
  let count: Int

  private static let moments = [
    "When the tests pass at once", "When it works on my machine", "When the cache is the culprit",
    "When a comment says \"temporary\"", "When the build is green again", "When I read my old code",
    "When the bug is in the other half", "When the merge has no conflicts",
    "When the log says \"here 2\"", "When a rename changes 400 files",
    "When the deadline was yesterday",
  ]

  private static let feelings = [
    "A small dance, and nobody has seen it.", "I look around who else could have written this.",
    "So it was I, all along. I tell nobody, and commit.",
    "Something must be wrong, and I won't rest until I know what.",
    "Three people come to my desk, and each of them was right.",
    "I make some tea. It is still there when I come back.",
    "For one moment all is quiet, even the fan.",
  ]

  /// A page of a feed; one beyond the end is empty.
  func page(_ number: Int, of feed: Feed, length: Int) -> Page {
    let start = min(number * length, count)
    let end = min(start + length, count)
    return Page(posts: (start..<end).map { post(at: $0, of: feed) }, isLast: end == count)
  }

  /// The post at a place of a feed: the newest has the highest id, the best ones are those whose ids end low.
  func post(at place: Int, of feed: Feed) -> Post {
    let id =
      switch feed {
      case .newest: count - place
      case .best: Self.best(place, of: count)
      }
    return Post(
      id: id,
      title: Self.moments[id % Self.moments.count],
      text: "\(Self.feelings[id % Self.feelings.count]) (No. \(id))",
      image: Picture.allCases[id % Picture.allCases.count].rawValue
    )
  }

  /// All ids, those first that leave 0 when divided by ten, then those that leave 1, and so on.
  private static func best(_ place: Int, of count: Int) -> Int {
    var place = place
    for rest in 0..<10 {
      let ids = count < rest ? 0 : (count - rest) / 10 + (rest == 0 ? 0 : 1)
      if place < ids { return rest == 0 ? (place + 1) * 10 : place * 10 + rest }
      place -= ids
    }
    return count
  }
}
