/// The clock of a tree: says when the next frame is made.
///
/// A source calls ``onFrame`` once for each request, at the next time that its display shows something; never within
/// ``requestFrame()``.
///
/// Isolation: the main actor.
@MainActor
public protocol FrameSource: AnyObject {
  /// The time since some beginning: within ``onFrame`` that of the frame, and otherwise that of the call.
  var now: Duration { get }
  /// Makes a frame, at a time; set by the tree.
  var onFrame: ((_ time: Duration) -> Void)? { get set }
  /// Asks for a frame. Asked again before it came, there is one frame.
  func requestFrame()
}

/// A clock that a test, or a program without a display, advances.
@MainActor
public final class ManualFrameSource: FrameSource {
  /// The time that has passed in all calls of ``advance(by:)``.
  public private(set) var now: Duration = .zero
  /// Makes a frame, at a time; set by the tree.
  public var onFrame: ((Duration) -> Void)?
  /// Whether somebody waits for a frame.
  @safe @exclusivity(unchecked) public private(set) var isFrameRequested = false
  /// Time between two frames.
  public let interval: Duration

  /// Makes a clock that stands at 0.
  ///
  /// - Parameter interval: The time between frames; that of a display of 60 Hz unless given.
  public init(interval: Duration = .nanoseconds(16_666_667)) {
    precondition(interval > .zero, "frame source: its interval is \(interval), not above 0")
    self.interval = interval
  }

  /// Asks for a frame, which the next ``advance(by:)`` makes.
  public func requestFrame() { isFrameRequested = true }

  /// Lets time pass: a frame each interval as long as one is requested, and one at the end.
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
