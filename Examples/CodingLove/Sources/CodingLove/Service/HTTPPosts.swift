import Foundation
import FoundationNetworking
import NativeViews

/// Posts of a server, by HTTP.
struct HTTPPosts: PostsService {
  let server: LocalServer
  private let session = URLSession(configuration: .ephemeral)

  init(server: LocalServer) { self.server = server }

  func page(_ number: Int, of feed: Feed) async throws -> Page {
    let subject = "page \(number + 1) of \(feed.rawValue)"
    let data = try await data(of: subject, at: "posts?feed=\(feed.rawValue)&page=\(number + 1)")
    do { return try JSONDecoder().decode(Page.self, from: data) } catch {
      throw ServiceError(
        subject: subject,
        problem: "the server's answer of \(data.count) bytes isn't a page"
      )
    }
  }

  func image(_ name: String) async throws -> BitmapImage {
    try BitmapImage(
      png: try await data(of: "the picture \(name)", at: "images/\(name).png"),
      scale: 2
    )
  }

  private func data(of subject: String, at path: String) async throws -> Data {
    guard let url = URL(string: path, relativeTo: try await server.url) else {
      throw ServiceError(subject: subject, problem: "\(path) isn't a place of the server")
    }
    let (data, response) = try await session.data(from: url)
    let status = (response as? HTTPURLResponse)?.statusCode
    guard status == 200 else {
      let answer = status.map { "the server answered \($0)" } ?? "the answer isn't one of HTTP"
      throw ServiceError(subject: subject, problem: answer)
    }
    return data
  }
}
