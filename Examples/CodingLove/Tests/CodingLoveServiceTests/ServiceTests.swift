import Foundation
import FoundationNetworking
import Katana
import NativeViews
import NativeViewsCairo
import Testing

@testable import CodingLove

struct `A server on 127.0.0.1` {
  /// Runs something with a server, and ends it.
  private func withServer<Result: Sendable>(
    posts: Int = 60,
    failingPage: Int = 0,
    slowPage: Int = 0,
    delay: Duration = .seconds(600),
    _ body: @MainActor (LocalServer) async throws -> Result
  ) async throws -> Result {
    let server = LocalServer(
      posts: posts,
      failingPage: failingPage,
      slowPage: slowPage,
      delay: delay
    )
    let result = try await body(server)
    await server.stop()
    return result
  }

  @Test func `all pages have all posts, once, and the last one says so`() async throws {
    try await withServer(posts: 29) { server in
      let posts = HTTPPosts(server: server)
      for feed in Feed.allCases {
        var ids: [Int] = []
        for number in 0..<4 {
          let page = try await posts.page(number, of: feed)
          ids += page.posts.map(\.id)
          #expect(page.isLast == (number == 3))
        }
        #expect(ids.sorted() == Array(1...29))
        #expect(ids.first == (feed == .newest ? 29 : 10))
      }
      let nothing = try await posts.page(4, of: .newest)
      #expect(nothing == Page(posts: [], isLast: true))
    }
  }

  @Test func `its pictures are PNG files that differ`() async throws {
    try await withServer { server in
      let posts = HTTPPosts(server: server)
      var digests: Set<Int> = []
      for picture in Picture.allCases {
        let image = try await posts.image(picture.rawValue)
        #expect(image.size == CGSize(width: 72, height: 72))
        digests.insert(try Pixels(decoding: image).hashValue)
      }
      #expect(digests.count == Picture.allCases.count)
      await #expect(throws: ServiceError.self) { try await posts.image("nothing") }
    }
  }

  @Test func `it listens on the loopback alone, at a port that was free`() async throws {
    try await withServer { first in
      try await withServer { second in
        let (one, other) = (try await first.url, try await second.url)
        #expect(one.host() == "127.0.0.1" && one.port != other.port)
      }
    }
  }

  @Test func `a page fails once, and a wrong question is no page`() async throws {
    try await withServer(failingPage: 2) { server in
      let posts = HTTPPosts(server: server)
      await #expect(throws: ServiceError.self) { try await posts.page(1, of: .newest) }
      let page = try await posts.page(1, of: .newest)
      #expect(page.posts.count == 8)
      await #expect(throws: ServiceError.self) { try await posts.page(-1, of: .newest) }
    }
  }

  @Test func `a slow page is stopped by whoever has asked for it`() async throws {
    try await withServer(slowPage: 1) { server in
      let store = ReaderStore(service: HTTPPosts(server: server))
      try await store.dispatch(OpenFeed(feed: .newest)).value
      let handle = store.dispatch(LoadPage())
      while await server.requests.isEmpty { try await Task.sleep(for: .milliseconds(1)) }
      try await store.dispatch(CloseFeed()).value
      // Ends, though the server has no answer for ten minutes.
      try await handle.value
      #expect(store.state.phase == .idle)
    }
  }

  @Test func `a user reads all of it, through a failure and a slow page`() async throws {
    let delay = Duration.milliseconds(50)
    try await withServer(posts: 40, failingPage: 2, slowPage: 3, delay: delay) { server in
      let store = ReaderStore(
        service: HTTPPosts(server: server),
        patience: Patience(notice: .milliseconds(10), end: .seconds(60))
      )
      let user = try await User.begin(ReaderApplication(store))
      // On a busy machine each page may be a slow one.
      try await user.perform([
        .tap("Read"), .own(.awaitAnswer), .own(.scrollToEnd), .own(.awaitAnswer),
      ])
      #expect(user.tree.query(role: .label, containing: "server answered 503").exists)
      try await user.perform(.tap("Retry"))
      try await user.perform(.own(.awaitAnswer))
      while store.state.phase != .ended {
        try await user.perform(.own(.scrollToEnd))
        try await user.perform(.own(.awaitAnswer))
      }
      #expect((0..<40).map { store.state.rows[$0]?.id } == (1...40).reversed().map { $0 })
      // Each picture was fetched once, each page but the one that had failed, too.
      let requests = await server.requests
      #expect(requests.count { $0.hasPrefix("/images") } == Picture.allCases.count)
      #expect(requests.count { $0.hasPrefix("/posts") } == 6)
    }
  }
}
