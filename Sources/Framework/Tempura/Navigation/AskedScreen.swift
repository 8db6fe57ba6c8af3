/// One screen asked for one step: its answer, and the end of what it took over.
@MainActor
final class AskedScreen {
  /// The screen being asked; calls to a screen don't suspend, so there is only one at a time.
  private(set) static var current: AskedScreen?

  /// Practically forever, but any clock can still add it to its time.
  private static let longest = Duration.seconds(100 * 366 * 24 * 60 * 60)

  private enum State {
    case asked
    case waiting(CheckedContinuation<End, Never>)
    case ended(End)
  }

  /// How a step that a screen took over has ended.
  enum End: Equatable {
    case done
    case timedOut
  }

  private var state = State.asked
  private var isPassedOn = false
  private(set) var rejection: (any Error)?

  /// Asks the screen; returns whether it has taken the step over, or rejected it.
  func ask(_ call: (@escaping RoutingCompletion) -> Bool) -> Bool {
    let outer = Self.current
    Self.current = self
    defer { Self.current = outer }
    let isTaken = call { self.end(.done) }
    return rejection != nil || isTaken && !isPassedOn
  }

  /// Whether the step taken over is done, and not rejected.
  var isDone: Bool {
    if case .ended(.done) = state { rejection == nil } else { false }
  }

  /// Leaves the step to the next screen.
  func pass() { isPassedOn = true }

  func reject(_ error: any Error) { rejection = rejection ?? error }

  /// Waits for the completion handler or for the time limit; cancelling the task ends neither, because the next request would meet what
  /// this one has begun.
  func wait(limit: Duration, clock: any Clock<Duration>) async -> End {
    if case .ended(let end) = state { return end }
    let timer = Task { @MainActor in
      do { try await clock.sleep(for: min(max(limit, .zero), Self.longest)) } catch { return }
      end(.timedOut)
    }
    defer { timer.cancel() }
    return await withCheckedContinuation { state = .waiting($0) }
  }

  /// Ends the wait; repeated or late calls of a completion handler change nothing.
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
  /// Calls a method without a result, as in Tempura 0.2, with a completion handler.
  ///
  /// A method that releases the handler without calling it, such as an `if` without `else`, hasn't taken the step over.
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

  /// What became of a completion handler.
  @MainActor
  private final class HandlerFate {
    var isCalled = false
    weak var handler: Handler?
  }

  /// Lives as long as a completion handler.
  private final class Handler: Sendable {}
}
