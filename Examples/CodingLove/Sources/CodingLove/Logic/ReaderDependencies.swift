import Katana
import NativeViews
import Synchronization

typealias ReaderStore = Store<ReaderState, ReaderDependencies>

/// What side effects work with.
final class ReaderDependencies: SideEffectDependencyContainer {
  let service: any PostsService
  let clock: any Clock<Duration>
  let patience: Patience
  let requests = Requests()

  init(
    service: any PostsService,
    clock: any Clock<Duration> = ContinuousClock(),
    patience: Patience = Patience()
  ) {
    (self.service, self.clock, self.patience) = (service, clock, patience)
  }

  convenience init(dispatch: @escaping AnyDispatch, getState: @escaping GetState) {
    self.init(service: NoService())
  }
}

/// How long a page may take.
struct Patience: Sendable {
  /// The time after which the user is told that it takes long.
  var notice = Duration.seconds(1)
  /// The time after which it has failed.
  var end = Duration.seconds(15)
}

/// The request that is under way, so that it can be cancelled: which one it is, the state says.
final class Requests: Sendable {
  private struct Contents {
    var last = 0
    var held: (request: Int, cancel: @Sendable () -> Void)?
  }

  private let contents = Mutex(Contents())

  /// The number of a new request.
  func makeNumber() -> Int {
    contents.withLock { contents in
      contents.last += 1
      return contents.last
    }
  }

  /// Holds a request in the place of an older one, which is cancelled; one that isn't current any more is cancelled itself.
  func hold(
    _ request: Int,
    ifCurrent isCurrent: (Int) -> Bool,
    cancel: @escaping @Sendable () -> Void
  ) {
    let stale = contents.withLock { contents -> (@Sendable () -> Void)? in
      guard isCurrent(request) else { return cancel }
      defer { contents.held = (request, cancel) }
      return contents.held?.cancel
    }
    stale?()
  }

  /// Cancels the request that is held, if it isn't current any more.
  func cancel(unlessCurrent isCurrent: (Int) -> Bool) {
    let stale = contents.withLock { contents -> (@Sendable () -> Void)? in
      guard let held = contents.held, !isCurrent(held.request) else { return nil }
      contents.held = nil
      return held.cancel
    }
    stale?()
  }
}

/// The service of a store that was given none.
private struct NoService: PostsService {
  private let error = ServiceError(subject: "posts", problem: "the store has no service")

  func page(_ number: Int, of feed: Feed) throws -> Page { throw error }
  func image(_ name: String) throws -> BitmapImage { throw error }
}

extension Store where S == ReaderState, D == ReaderDependencies {
  /// Makes the store.
  convenience init(
    service: any PostsService,
    clock: any Clock<Duration> = ContinuousClock(),
    patience: Patience = Patience()
  ) {
    self.init(
      interceptors: [],
      dependencies: { _, _ in
        ReaderDependencies(service: service, clock: clock, patience: patience)
      },
      initialState: ReaderState()
    )
  }
}
