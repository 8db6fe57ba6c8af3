import FlyingFox
import FlyingSocks
import Foundation
import NativeViewsCairo

/// A server on 127.0.0.1, at a port that is free, with posts and pictures that it makes itself.
///
/// It starts when somebody asks for its address.
actor LocalServer {
  /// Posts on a page.
  static let pageLength = 8

  private let mill: PostMill
  private let failingPage: Int
  private let slowPage: Int
  private let delay: Duration
  private var server: HTTPServer?
  private var running: Task<Void, any Error>?
  private var start: Task<URL, any Error>?
  /// Feeds of which the page has failed already.
  private var failed: Set<Feed> = []
  /// What was asked for, for tests.
  private(set) var requests: [String] = []

  /// Makes a server.
  ///
  /// - Parameters:
  ///   - posts: The number of posts in a feed.
  ///   - failingPage: The page that fails when it is asked for first, as people count them.
  ///   - slowPage: The page that takes long.
  ///   - delay: How long that takes.
  init(posts: Int, failingPage: Int, slowPage: Int, delay: Duration = .seconds(4)) {
    mill = PostMill(count: posts)
    (self.failingPage, self.slowPage, self.delay) = (failingPage, slowPage, delay)
  }

  /// The server's address.
  var url: URL {
    get async throws {
      let start = start ?? Task { try await begin() }
      self.start = start
      return try await start.value
    }
  }

  private func begin() async throws -> URL {
    let server = HTTPServer(address: try .inet(ip4: "127.0.0.1", port: 0), logger: .disabled)
    self.server = server
    await server.appendRoute("GET /posts") { [weak self] request in
      try await self?.page(request) ?? HTTPResponse(statusCode: .gone)
    }
    await server.appendRoute("GET /images/:name") { [weak self] request in
      try await self?.image(request) ?? HTTPResponse(statusCode: .gone)
    }
    running = Task { try await server.run() }
    try await server.waitUntilListening()
    let address = await server.listeningAddress
    guard case .ip4(_, let port) = address, let url = URL(string: "http://127.0.0.1:\(port)/")
    else { throw ServiceError(subject: "the server", problem: "it has no port on 127.0.0.1") }
    return url
  }

  /// Ends the server.
  func stop() async {
    await server?.stop()
    running?.cancel()
    _ = try? await running?.value
  }

  private func page(_ request: HTTPRequest) async throws -> HTTPResponse {
    requests.append(request.path + "?" + request.query.map { "\($0.name)=\($0.value)" }.joined())
    guard let feed = request.query["feed"].flatMap(Feed.init),
      let page = request.query["page"].flatMap({ Int($0) }), page > 0
    else { return HTTPResponse(statusCode: .badRequest) }
    if page == failingPage, failed.insert(feed).inserted {
      return HTTPResponse(statusCode: .serviceUnavailable)
    }
    if page == slowPage { try await Task.sleep(for: delay) }
    return HTTPResponse(
      statusCode: .ok,
      headers: [.contentType: "application/json"],
      body: try JSONEncoder().encode(mill.page(page - 1, of: feed, length: Self.pageLength))
    )
  }

  private func image(_ request: HTTPRequest) throws -> HTTPResponse {
    requests.append(request.path)
    let name = request.routeParameters["name"] ?? ""
    guard let picture = Picture(rawValue: name.replacing(".png", with: "")) else {
      return HTTPResponse(statusCode: .notFound)
    }
    return HTTPResponse(
      statusCode: .ok,
      headers: [.contentType: "image/png"],
      body: try picture.pixels(side: 144).png()
    )
  }
}
