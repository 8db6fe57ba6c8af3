/// The clock of a tree: decides when the next frame is made.
///
/// A source calls ``onFrame`` once per request, at the next time its display shows something; never within ``requestFrame()``.
///
/// Isolation: the main actor.
@MainActor
public protocol FrameSource: AnyObject {
  /// The time since some start: within ``onFrame`` the frame's, otherwise the current time.
  var now: Duration { get }
  /// Makes a frame at a time; set by the tree.
  var onFrame: ((_ time: Duration) -> Void)? { get set }
  /// Requests a frame. Requests before that frame are merged.
  func requestFrame()
}

/// A clock advanced by a test, or by a program without a display.
@MainActor
public final class ManualFrameSource: FrameSource {
  /// The total time of all calls of ``advance(by:)``.
  public private(set) var now: Duration = .zero
  /// Makes a frame at a time; set by the tree.
  public var onFrame: ((Duration) -> Void)?
  /// Whether a frame is requested.
  @safe @exclusivity(unchecked) public private(set) var isFrameRequested = false
  /// Time between two frames.
  public let interval: Duration

  /// Makes a clock at 0.
  ///
  /// - Parameter interval: The time between frames; by default that of a 60 Hz display.
  public init(interval: Duration = .nanoseconds(16_666_667)) {
    precondition(interval > .zero, "frame source: its interval is \(interval), not above 0")
    self.interval = interval
  }

  /// Requests a frame, which the next ``advance(by:)`` makes.
  public func requestFrame() { isFrameRequested = true }

  /// Advances the time: makes a frame in each interval while one is requested, and one at the end.
  public func advance(by duration: Duration) {
    precondition(duration >= .zero, "frame source: the duration is \(duration), below 0")
    let end = now + duration
    while isFrameRequested, now < end {
      now = min(now + interval, end)
      makeFrame()
    }
    now = end
    if isFrameRequested, duration == .zero { makeFrame() }
  }

  private func makeFrame() {
    isFrameRequested = false
    onFrame?(now)
  }
}
