import Katana

/// A clock that stands still until it is advanced.
///
///     let clock = TestClock()
///     let handle = store.dispatch(Synchronize()).retry(3, delay: .seconds(1), clock: clock)
///     await clock.waitForSleepers(1)
///     await clock.advance(by: .seconds(1))
///
/// Sleepers wake in the order of their deadlines; with equal deadlines, in the order in which they fell asleep.
///
/// Isolation: any task; one at a time may advance it.
public final class TestClock: Clock {
  /// A moment, counted from the making of the clock.
  public struct Instant: InstantProtocol {
    /// The time since the making of the clock.
    public let offset: Duration

    /// Makes an instant.
    public init(offset: Duration = .zero) {
      self.offset = offset
    }

    /// The moment that is later by a duration.
    public func advanced(by duration: Duration) -> Instant {
      Instant(offset: offset + duration)
    }

    /// The time from this moment to another.
    public func duration(to other: Instant) -> Duration {
      other.offset - offset
    }

    /// Whether a moment is earlier than another.
    public static func < (left: Instant, right: Instant) -> Bool {
      left.offset < right.offset
    }
  }

  private struct Sleeper {
    let id: Int
    let deadline: Instant
    let continuation: CheckedContinuation<Void, any Error>
  }

  private struct Contents {
    var now = Instant()
    var nextID = 0
    /// Sorted by deadline, then by the order of falling asleep.
    var sleepers: [Sleeper] = []
    /// Sleepers that were cancelled before they fell asleep.
    var cancelled: Set<Int> = []
    var observers: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
  }

  private enum Bedtime {
    case sleep([CheckedContinuation<Void, Never>])
    case wake
    case cancel
  }

  private let contents = OrderedMutex(Contents())

  /// Makes a clock that shows zero.
  public init() {}

  /// The moment that the clock shows.
  public var now: Instant { contents.withLock { $0.now } }

  /// The smallest step: the smallest expressible duration.
  public var minimumResolution: Duration { Duration(secondsComponent: 0, attosecondsComponent: 1) }

  /// The number of sleeping tasks.
  public var sleeperCount: Int { contents.withLock { $0.sleepers.count } }

  /// Suspends the task until the clock shows a moment.
  ///
  /// - Throws: `CancellationError` if the task is cancelled.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    try Task.checkCancellation()
    let id = contents.withLock { contents in
      defer { contents.nextID += 1 }
      return contents.nextID
    }
    // Left by the cancellation handler if the sleeper was already awake.
    defer { contents.withLock { _ = $0.cancelled.remove(id) } }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        fallAsleep(Sleeper(id: id, deadline: deadline, continuation: continuation))
      }
    } onCancel: {
      let sleeper = contents.withLock { contents -> Sleeper? in
        guard let index = contents.sleepers.firstIndex(where: { $0.id == id }) else {
          contents.cancelled.insert(id)
          return nil
        }
        return contents.sleepers.remove(at: index)
      }
      sleeper?.continuation.resume(throwing: CancellationError())
    }
  }

  private func fallAsleep(_ sleeper: Sleeper) {
    let bedtime = contents.withLock { contents -> Bedtime in
      if contents.cancelled.remove(sleeper.id) != nil { return .cancel }
      if sleeper.deadline <= contents.now { return .wake }
      let index =
        contents.sleepers.firstIndex { $0.deadline > sleeper.deadline } ?? contents.sleepers.count
      contents.sleepers.insert(sleeper, at: index)
      let count = contents.sleepers.count
      let told = contents.observers.filter { $0.count <= count }.map(\.continuation)
      contents.observers.removeAll { $0.count <= count }
      return .sleep(told)
    }
    switch bedtime {
    case .sleep(let told): for continuation in told { continuation.resume() }
    case .wake: sleeper.continuation.resume()
    case .cancel: sleeper.continuation.resume(throwing: CancellationError())
    }
  }

  /// Returns as soon as this many tasks sleep, so that a test need not guess when others get there.
  public func waitForSleepers(_ count: Int) async {
    await withCheckedContinuation { continuation in
      let isEnough = contents.withLock { contents in
        if contents.sleepers.count >= count { return true }
        contents.observers.append((count, continuation))
        return false
      }
      if isEnough { continuation.resume() }
    }
  }

  /// Advances the time, and wakes sleepers whose deadlines it reaches.
  ///
  /// After each sleeper other tasks get the opportunity to run, so that one that sleeps repeatedly is woken repeatedly. If that must not
  /// depend on the scheduler, use `waitForSleepers(_:)` between short steps.
  public func advance(by duration: Duration) async {
    await advance(to: now.advanced(by: duration))
  }

  /// Advances to a moment as `advance(by:)` does; does nothing if it is past.
  public func advance(to deadline: Instant) async {
    await Self.letOthersRun()
    while await wakeNext(until: deadline) {}
    contents.withLock { $0.now = max($0.now, deadline) }
  }

  /// Advances until nobody sleeps.
  public func run() async {
    await Self.letOthersRun()
    while await wakeNext(until: nil) {}
  }

  /// Advances to the next deadline and wakes its first sleeper; returns whether there was one.
  private func wakeNext(until limit: Instant?) async -> Bool {
    let sleeper = contents.withLock { contents -> Sleeper? in
      guard let first = contents.sleepers.first else { return nil }
      if let limit, limit < first.deadline { return nil }
      contents.now = max(contents.now, first.deadline)
      return contents.sleepers.removeFirst()
    }
    guard let sleeper else { return false }
    sleeper.continuation.resume()
    await Self.letOthersRun()
    return true
  }

  /// Yields often enough, and behind tasks of higher priority, that a woken task has most likely reached its next suspension.
  private static func letOthersRun() async {
    for _ in 0..<20 { await Task.detached(priority: .background) { await Task.yield() }.value }
  }
}
