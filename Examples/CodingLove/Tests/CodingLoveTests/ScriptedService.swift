import Foundation
import NativeViews
import Synchronization

#if canImport(CodingLove)
@testable import CodingLove
#endif

/// A service whose answers a test gives, whenever it likes.
final class ScriptedService: PostsService {
  /// A page that was asked for.
  struct Call: Sendable {
    let number: Int
    let feed: Feed
    fileprivate let continuation: CheckedContinuation<Page, any Error>

    func answer(_ page: Page) { continuation.resume(returning: page) }
    func fail() { continuation.resume(throwing: ServiceError.scripted) }
  }

  private struct Contents {
    var calls: [Call] = []
    var cancelled = 0
  }

  private let contents = Mutex(Contents())
  /// How many have asked for a page.
  var callCount: Int { contents.withLock { $0.calls.count } }
  /// How many calls of those were cancelled.
  var cancelledCount: Int { contents.withLock { $0.cancelled } }

  func call(_ index: Int) -> Call { contents.withLock { $0.calls[index] } }

  /// Returns when it is answered, even if it is cancelled before, as a service may that knows nothing of that.
  func page(_ number: Int, of feed: Feed) async throws -> Page {
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let call = Call(number: number, feed: feed, continuation: continuation)
        contents.withLock { $0.calls.append(call) }
      }
    } onCancel: {
      contents.withLock { $0.cancelled += 1 }
    }
  }

  func image(_ name: String) throws -> BitmapImage { try .tiny }

  /// Waits for a call.
  func waitForCall(_ index: Int) async throws -> Call {
    try await waitUntil { callCount > index }
    return call(index)
  }
}

/// A service with a number of posts that answers at once.
struct PromptService: PostsService {
  let count: Int
  var pageLength = 8

  func page(_ number: Int, of feed: Feed) -> Page {
    .some(number, of: feed, length: pageLength, count: count)
  }

  func image(_ name: String) throws -> BitmapImage { try .tiny }
}

extension Page {
  /// Posts whose ids tell feed and place.
  static func some(_ number: Int, of feed: Feed, length: Int = 3, count: Int = 1_000_000) -> Page {
    let end = min((number + 1) * length, count)
    let posts = (number * length..<end).map { place in
      let id = (feed == .newest ? 0 : 1_000_000) + place
      return Post(id: id, title: "Post \(id)", text: "Text \(id)", image: "picture")
    }
    return Page(posts: posts, isLast: end == count)
  }
}

extension ServiceError {
  static let scripted = ServiceError(subject: "the test", problem: "it has said so")
}

extension BitmapImage {
  /// The beginning of a PNG file of one pixel, which is all that anybody reads who doesn't paint it.
  static var tiny: BitmapImage {
    get throws {
      let signature: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
      let header: [UInt8] = [0, 0, 0, 13] + Array("IHDR".utf8) + [0, 0, 0, 1, 0, 0, 0, 1, 8, 6]
      return try BitmapImage(png: Data(signature + header + [UInt8](repeating: 0, count: 7)))
    }
  }
}

/// Waits until something holds, for a minute and 5,000 looks: on a machine that is busy with others a minute may be few of them.
nonisolated(nonsending) func waitUntil(_ condition: () -> Bool) async throws {
  let end = ContinuousClock.now + .seconds(60)
  var looks = 0
  while !condition() {
    looks += 1
    guard looks < 5000 || ContinuousClock.now < end else { throw WaitedTooLong() }
    try await Task.sleep(for: .milliseconds(1))
  }
}

struct WaitedTooLong: Error {}
