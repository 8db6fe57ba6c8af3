import Katana
import NativeViews

// Whatever comes of a request that isn't the one under way any more changes nothing: so no page is there twice, and none in a
// feed that it isn't of, even if it can't be stopped on its way.

protocol ReaderUpdater: StateUpdater, Equatable where StateType == ReaderState {}

/// Opens a feed: where the user has left it, unless it is another one or to be fresh.
struct EnterFeed: ReaderUpdater {
  let feed: Feed
  var isFresh = false

  func updateState(_ state: inout ReaderState) {
    if feed != state.feed || isFresh {
      state.feed = feed
      state.rows = Entities()
      state.pageCount = 0
      state.becomeIdle()
    } else if !state.isReading {
      // Coming back is another try.
      if state.phase != .ended { state.becomeIdle() }
    }
    state.isReading = true
  }
}

/// Closes the feed: nobody waits for a page any more.
struct LeaveFeed: ReaderUpdater {
  func updateState(_ state: inout ReaderState) {
    state.isReading = false
    if state.phase.request != nil { state.becomeIdle() }
  }
}

/// Gives a request the next page, if it is still to be had: of two that ask, only one gets it.
struct BeginPage: ReaderUpdater {
  let request: Int
  /// Whether a page that has failed may be asked for once more.
  let isRetry: Bool

  func updateState(_ state: inout ReaderState) {
    guard state.isReading else { return }
    switch state.phase {
    case .idle: break
    case .failed where isRetry: break
    default: return
    }
    state.become(.loading(request: request, isSlow: false))
  }
}

/// Takes note that a request takes long.
struct NoteSlow: ReaderUpdater {
  let request: Int

  func updateState(_ state: inout ReaderState) {
    guard state.phase.request == request else { return }
    state.become(.loading(request: request, isSlow: true))
  }
}

/// Appends a page.
struct AddPage: ReaderUpdater {
  let request: Int
  let page: LoadedPage

  func updateState(_ state: inout ReaderState) {
    guard state.phase.request == request else { return }
    for post in page.posts { state.rows.append(post, id: state.rows.count) }
    for (name, image) in page.images { state.images[name] = image }
    state.pageCount += 1
    if page.isLast { state.become(.ended) } else { state.becomeIdle() }
  }
}

/// Says why there is no page.
struct FailPage: ReaderUpdater {
  let request: Int
  let reason: String

  func updateState(_ state: inout ReaderState) {
    guard state.phase.request == request else { return }
    state.become(.failed(reason: reason))
  }
}

/// Ends the request that is under way, and has the user ask for the page again.
struct StopPage: ReaderUpdater {
  func updateState(_ state: inout ReaderState) {
    if state.phase.request != nil { state.become(.failed(reason: "Stopped.")) }
  }
}

/// Loves a post, or no more.
struct LoveRow: ReaderUpdater {
  let row: Int

  func updateState(_ state: inout ReaderState) { state.rows[row]?.isLoved.toggle() }
}
