import BenchmarkHarness
import Foundation
import Katana
import KatanaElements
import KatanaUI

/// The reader's table, at its beginning.
@MainActor
final class ShownFeed {
  let store: ReaderStore
  let stage: ApplicationStage
  private var request = 0

  init(_ state: ReaderState) {
    let store = ReaderStore(interceptors: [], initialState: state)
    self.store = store
    stage = ApplicationStage(size: Look.size) { bounds in
      Renderer(rootDescription: CodingLove(props: .build { $0.frame = bounds }), store: store)
    }
  }

  /// Asks for a page, is given it, and makes the frames that show both: all that the application does but to fetch it.
  func append(_ posts: [Post]) {
    request += 1
    store.dispatch(BeginPage(request: request, isRetry: false))
    stage.tree.flush()
    store.dispatch(AddPage(request: request, page: .loaded(posts)))
    stage.tree.flush()
  }

  /// Goes back to fewer rows.
  func restore(_ rows: Entities<Int, Post>) {
    store.dispatch(RestoreRows(rows: rows))
    stage.tree.flush()
  }
}

/// Leaves the rows that there were at the beginning.
private struct RestoreRows: StateUpdater {
  let rows: Entities<Int, Post>

  func updateState(_ state: inout ReaderState) { state.rows = rows }
}

extension LoadedPage {
  /// A page that isn't the last, with pictures that are there already.
  static func loaded(_ posts: [Post]) -> LoadedPage {
    LoadedPage(posts: posts, images: [:], isLast: false)
  }
}

extension Post {
  static func numbered(_ number: Int) -> Post {
    Post(id: number, title: "Post \(number)", text: "Text \(number)", image: "picture")
  }
}

extension ReaderState {
  /// A feed of which so many rows are there.
  static func read(_ count: Int) throws -> ReaderState {
    var state = ReaderState()
    state.isReading = true
    for row in 0..<count { state.rows.append(.numbered(row), id: row) }
    state.images = ["picture": try .onePixel]
    return state
  }
}

extension BitmapImage {
  /// The beginning of a PNG file, which is all that is read of one that nobody paints.
  static var onePixel: BitmapImage {
    get throws {
      let signature: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
      let header: [UInt8] = [0, 0, 0, 13] + Array("IHDR".utf8) + [0, 0, 0, 1, 0, 0, 0, 1, 8, 6]
      return try BitmapImage(png: Data(signature + header + [UInt8](repeating: 0, count: 7)))
    }
  }
}
