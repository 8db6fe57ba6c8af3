/// One screen that is asked for one step: its answer, and the end of what it took over.
@MainActor
final class AskedScreen {
  /// The one that is being asked; calls to a screen don't suspend, so that there is one at a time.
  private(set) static var current: AskedScreen?

  /// Longer than anybody waits, and still something that any clock can add to its time.
  private static let longest = Duration.seconds(100 * 366 * 24 * 60 * 60)

  private enum State {
    case asked
    case waiting(CheckedContinuation<End, Never>)
    case ended(End)
  }

  /// How something that a screen took over has ended.
  enum End: Equatable {
    case done
    case timedOut
  }

  private var state = State.asked
  private var isPassedOn = false
  private(set) var rejection: (any Error)?

  /// Asks; returns whether the screen has taken the step over, or rejected it.
  func ask(_ call: (@escaping RoutingCompletion) -> Bool) -> Bool {
    let outer = Self.current
    Self.current = self
    defer { Self.current = outer }
    let isTaken = call { self.end(.done) }
    return rejection != nil || isTaken && !isPassedOn
  }

  /// Whether what was taken over is done, and was not rejected.
  var isDone: Bool {
    if case .ended(.done) = state { rejection == nil } else { false }
  }

  /// Leaves the step to the next screen.
  func pass() { isPassedOn = true }

  func reject(_ error: any Error) { rejection = rejection ?? error }

  /// Waits for the completion handler or for the time limit; cancelling the task ends neither, because the next
  /// request would meet what this one has begun.
  func wait(limit: Duration, clock: any Clock<Duration>) async -> End {
    if case .ended(let end) = state { return end }
    let timer = Task { @MainActor in
      do { try await clock.sleep(for: min(max(limit, .zero), Self.longest)) } catch { return }
      end(.timedOut)
    }
    defer { timer.cancel() }
    return await withCheckedContinuation { state = .waiting($0) }
  }

  /// Ends the wait; a completion handler that is called again, or late, changes nothing.
  private func end(_ end: End) {
    switch state {
    case .asked: state = .ended(end)
    case .waiting(let continuation):
      state = .ended(end)
      continuation.resume(returning: end)
    case .ended: break
    }
  }
}

extension AskedScreen {
  /// Calls a method that returns nothing, as those of Tempura 0.2, with a completion handler.
  ///
  /// One that lets go of the handler without calling it, as an `if` without `else` does, has not taken the step over.
  static func isTaken(
    _ done: @escaping RoutingCompletion,
    _ method: (@escaping RoutingCompletion) -> Void
  ) -> Bool {
    let fate = HandlerFate()
    do {
      let handler = Handler()
      fate.handler = handler
      method {
        withExtendedLifetime(handler) { fate.isCalled = true }
        done()
      }
    }
    return fate.isCalled || fate.handler != nil
  }

  /// What has become of a completion handler.
  @MainActor
  private final class HandlerFate {
    var isCalled = false
    weak var handler: Handler?
  }

  /// Lives as long as a completion handler.
  private final class Handler: Sendable {}
}
