import Katana
import NativeViews

/// The whole state: which feed is read, and how far.
struct ReaderState: State, Equatable {
  /// Whether the feed is on screen.
  var isReading = false
  var feed = Feed.newest
  /// The posts by their places in the feed: a cell reads its own, and no other change costs it anything.
  var rows = Entities<Int, Post>()
  /// Pictures by their names.
  var images: [String: BitmapImage] = [:]
  /// How many pages there are; the next one has this number.
  var pageCount = 0
  private(set) var phase = Phase.idle
  /// How often there was nothing under way: once each turn, the end of the table asks for the next page.
  private(set) var turn = 0

  /// What becomes of the next page.
  enum Phase: Equatable, Sendable {
    /// Nobody has asked for it.
    case idle
    case loading(request: Int, isSlow: Bool)
    case failed(reason: String)
    /// There is none.
    case ended

    /// The number of the request that is under way.
    var request: Int? { if case .loading(let request, _) = self { request } else { nil } }
    var isSlow: Bool { if case .loading(_, true) = self { true } else { false } }
  }

  /// Leaves the next page to whoever asks for it.
  mutating func becomeIdle() {
    phase = .idle
    turn += 1
  }

  mutating func become(_ phase: Phase) { self.phase = phase }

  /// What the table shows apart from its rows.
  var summary: FeedSummary {
    FeedSummary(feed: feed, rowCount: rows.count, phase: phase, turn: turn)
  }
}

/// What the table shows apart from its rows.
struct FeedSummary: Equatable, Sendable {
  var feed = Feed.newest
  var rowCount = 0
  var phase = ReaderState.Phase.idle
  var turn = 0
}
