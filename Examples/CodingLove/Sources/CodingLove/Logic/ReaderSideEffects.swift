import Katana
import NativeViews

/// A side effect of this application.
protocol ReaderSideEffect: SideEffect
where StateType == ReaderState, Dependencies == ReaderDependencies {
  typealias Context = SideEffectContext<ReaderState, ReaderDependencies>
}

extension SideEffectContext<ReaderState, ReaderDependencies> {
  fileprivate func isCurrent(_ request: Int) -> Bool { getState().phase.request == request }

  /// Spares the server a request that nobody waits for any more, as the state has said before.
  fileprivate func cancelWhatIsStale() {
    dependencies.requests.cancel(unlessCurrent: isCurrent)
  }
}

/// Opens a feed; a request of another one is cancelled.
struct OpenFeed: ReaderSideEffect, Equatable {
  let feed: Feed
  var isFresh = false

  func sideEffect(_ context: Context) async throws {
    try await context.dispatch(EnterFeed(feed: feed, isFresh: isFresh)).value
    context.cancelWhatIsStale()
  }
}

/// Closes the feed, and cancels what is under way.
struct CloseFeed: ReaderSideEffect, Equatable {
  func sideEffect(_ context: Context) async throws {
    try await context.dispatch(LeaveFeed()).value
    context.cancelWhatIsStale()
  }
}

/// Cancels what is under way, because the user is tired of waiting.
struct StopLoading: ReaderSideEffect, Equatable {
  func sideEffect(_ context: Context) async throws {
    try await context.dispatch(StopPage()).value
    context.cancelWhatIsStale()
  }
}

/// Asks for the next page, unless somebody else does, or there is none.
struct LoadPage: ReaderSideEffect, Equatable {
  var isRetry = false

  func sideEffect(_ context: Context) async throws {
    let requests = context.dependencies.requests
    let request = requests.makeNumber()
    try await context.dispatch(BeginPage(request: request, isRetry: isRetry)).value
    guard let next = context.getState().nextPage(for: request) else { return }
    let fetch = context.dispatch(next)
    requests.hold(request, ifCurrent: context.isCurrent) { fetch.cancel() }
    do {
      let page = try await fetch.value
      try await context.dispatch(AddPage(request: request, page: page)).value
    } catch {
      // Of one that was cancelled by the user, the state knows another or no request.
      let reason = error is CancellationError ? "Cancelled." : "\(error)"
      try await context.dispatch(FailPage(request: request, reason: reason)).value
    }
  }
}

extension ReaderState {
  /// What a request that is under way has to fetch.
  fileprivate func nextPage(for request: Int) -> FetchPage? {
    guard phase.request == request else { return nil }
    return FetchPage(
      request: request,
      feed: feed,
      number: pageCount,
      knownImages: Set(images.keys)
    )
  }
}

/// A page with its pictures.
struct LoadedPage: Equatable, Sendable {
  let posts: [Post]
  let images: [String: BitmapImage]
  let isLast: Bool
}

/// Fetches a page and the pictures that aren't there yet, says when it takes long, and gives up when it takes too long.
struct FetchPage: ReaderSideEffect, Equatable {
  let request: Int
  let feed: Feed
  let number: Int
  let knownImages: Set<String>

  func sideEffect(_ context: Context) async throws -> LoadedPage {
    let dependencies = context.dependencies
    do {
      return try await withThrowingTaskGroup(of: LoadedPage.self) { group in
        group.addTask { try await load(from: dependencies.service) }
        group.addTask { try await complain(context) }
        defer { group.cancelAll() }
        // Of the two tasks, the second one ends by an error alone.
        guard let page = try await group.next() else { throw CancellationError() }
        return page
      }
    } catch {
      // Whatever a service says that is cancelled.
      try Task.checkCancellation()
      throw error
    }
  }

  private func load(from service: any PostsService) async throws -> LoadedPage {
    let page = try await service.page(number, of: feed)
    let names = Set(page.posts.map(\.image)).subtracting(knownImages)
    let images = await withTaskGroup(of: (String, BitmapImage?).self) { group in
      for name in names {
        // A post without its picture is better than none; the next page that has it tries again.
        group.addTask { (name, try? await service.image(name)) }
      }
      return await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
    }
    try Task.checkCancellation()
    return LoadedPage(posts: page.posts, images: images, isLast: page.isLast)
  }

  private func complain(_ context: Context) async throws -> Never {
    let dependencies = context.dependencies
    let patience = dependencies.patience
    try await dependencies.clock.sleep(for: patience.notice)
    try await context.dispatch(NoteSlow(request: request)).value
    try await dependencies.clock.sleep(for: patience.end - patience.notice)
    throw ServiceError(
      subject: "page \(number + 1) of \(feed.rawValue)",
      problem: "there was no answer within \(patience.end)"
    )
  }
}
