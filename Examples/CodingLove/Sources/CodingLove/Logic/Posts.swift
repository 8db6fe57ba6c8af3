import NativeViews

/// What a programmer feels, with a picture of it.
struct Post: Codable, Equatable, Sendable {
  let id: Int
  let title: String
  let text: String
  /// The name of its picture, which other posts may have as well.
  let image: String
  /// Whether the user has tapped it; the server doesn't know.
  var isLoved = false

  private enum CodingKeys: CodingKey { case id, title, text, image }
}

/// Some posts that belong together.
struct Page: Codable, Equatable, Sendable {
  let posts: [Post]
  let isLast: Bool
}

/// An order of all posts.
enum Feed: String, CaseIterable, Sendable {
  case newest
  case best

  var title: String {
    switch self {
    case .newest: "Newest"
    case .best: "Best"
    }
  }

  var other: Feed { self == .newest ? .best : .newest }
}

/// Where posts come from.
protocol PostsService: Sendable {
  /// Asks for a page; the first one is 0.
  func page(_ number: Int, of feed: Feed) async throws -> Page
  /// Asks for a picture.
  func image(_ name: String) async throws -> BitmapImage
}

/// Why a service has given no answer that can be used.
struct ServiceError: Error, Equatable, CustomStringConvertible {
  let subject: String
  let problem: String

  var description: String { "\(subject): \(problem); try again" }
}
