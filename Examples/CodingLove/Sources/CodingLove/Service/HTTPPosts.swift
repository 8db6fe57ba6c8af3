import Foundation
import FoundationNetworking
import NativeViews

/// Posts of a server, by HTTP.
struct HTTPPosts: PostsService {
  let server: LocalServer
  private let session = URLSession(configuration: .ephemeral)

  init(server: LocalServer) { self.server = server }

  func page(_ number: Int, of feed: Feed) async throws -> Page {
    let data = try await data(at: "posts?feed=\(feed.rawValue)&page=\(number + 1)")
    do { return try JSONDecoder().decode(Page.self, from: data) } catch {
      throw ServiceError(
        subject: "page \(number + 1) of \(feed.rawValue)",
        problem: "the server's answer of \(data.count) bytes isn't a page"
      )
    }
  }

  func image(_ name: String) async throws -> BitmapImage {
    try BitmapImage(png: try await data(at: "images/\(name).png"), scale: 2)
  }

  private func data(at path: String) async throws -> Data {
    guard let url = URL(string: path, relativeTo: try await server.url) else {
      throw ServiceError(subject: path, problem: "it isn't a place of the server")
    }
    let (data, response) = try await session.data(from: url)
    let status = (response as? HTTPURLResponse)?.statusCode
    guard status == 200 else {
      let answer = status.map { "it answered \($0)" } ?? "its answer isn't one of HTTP"
      throw ServiceError(subject: "the server", problem: "asked for \(path), \(answer)")
    }
    return data
  }
}
