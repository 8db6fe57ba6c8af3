import AsyncHTTPClient
import NIOCore
import ServiceLifecycle

/// Sends a server a number of requests, ten at a time.
struct Customer: Service {
  let requests: Int
  /// The port that the server listens on, as soon as it does.
  let ports: AsyncStream<Int>

  func run() async throws {
    for await port in ports {
      try await withThrowingTaskGroup(of: Void.self) { group in
        for index in 0..<requests {
          if index >= 10 { try await group.next() }
          group.addTask { try await send(index, to: port) }
        }
        try await group.waitForAll()
      }
      return
    }
  }

  private func send(_ index: Int, to port: Int) async throws {
    let path =
      switch index % 10 {
      case 0: "health"
      case 1: "nowhere"
      case 2: "price/13"
      default: "price/\(index % 7)"
      }
    let request = HTTPClientRequest(url: "http://127.0.0.1:\(port)/\(path)")
    let response = try await HTTPClient.shared.execute(request, timeout: .seconds(30))
    _ = try await response.body.collect(upTo: 1 << 20)
  }
}
