import Foundation
import FoundationNetworking
import Testing

@testable import TempuraTesting

@Suite(.serialized) @MainActor
final class `Requests that local files answer` {
  private let folders: SnapshotFolders
  private let session: URLSession

  init() throws {
    folders = try SnapshotFolders()
    let configuration = URLSessionConfiguration.ephemeral
    configuration.protocolClasses = [LocalFileURLProtocol.self]
    session = URLSession(configuration: configuration)
    LocalFileURLProtocol.folders = [URL(fileURLWithPath: folders.root)]
  }

  isolated deinit {
    LocalFileURLProtocol.folders = []
    session.finishTasksAndInvalidate()
  }

  private func load(_ address: String) async throws -> (text: String, status: Int?) {
    let url = try #require(URL(string: address))
    let (data, response) = try await session.data(from: url)
    return (String(decoding: data, as: UTF8.self), (response as? HTTPURLResponse)?.statusCode)
  }

  @Test
  func `a file is found by its address, its name, or its name without extension`() async throws {
    // An address is a path of folders as well.
    let nested = "\(folders.root)/https:/example.com"
    try FileManager.default.createDirectory(atPath: nested, withIntermediateDirectories: true)
    try folders.write(Data("address".utf8), to: "https:/example.com/one.png")
    try folders.write(Data("name".utf8), to: "one.png")
    try folders.write(Data("bare".utf8), to: "two")
    let answers = [
      ("https://example.com/one.png", "address"), ("http://other.org/a/b/one.png", "name"),
      ("https://example.com/two.jpg", "bare"),
    ]
    for (address, text) in answers {
      let answer = try await load(address)
      #expect(answer.text == text && answer.status == 200, "\(address)")
    }
  }

  @Test
  func `what no file is found for is left to others`() throws {
    try folders.write(Data("name".utf8), to: "one.png")
    let isAnswered = { (address: String) in
      LocalFileURLProtocol.canInit(with: URLRequest(url: try #require(URL(string: address))))
    }
    #expect(try isAnswered("https://example.com/one.png"))
    for address in [
      "https://example.com/missing.png", "file:///tmp/one.png", "https://example.com/",
      "https://example.com/..", "ftp://example.com/one.png",
    ] {
      #expect(try !isAnswered(address), "\(address)")
    }
  }
}
