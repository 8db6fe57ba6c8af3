internal import CNativeViewsGTK
public import NativeViews

/// The frame clock of a window: the display's while the window is shown, and a timer while it isn't.
///
/// A hidden window has no ticks, and a compositor may stop those of a covered window. Animations still end and completions are still
/// called, by a timer: 60 times a second while the window is hidden, and a few times a second if the display owes a tick.
///
/// Isolation: the main actor.
///
/// Source: docs/semantics/ui.md, G3.
@safe @MainActor
public final class GTKFrameSource: FrameSource {
  /// Makes a frame at a time; set by the tree.
  public var onFrame: ((Duration) -> Void)?

  /// The latest reported time, which never goes back, although the display reports times of frames, not of now.
  private var latest: Int64 = 0
  private var frameTime: Duration?
  private var isRequested = false
  private var requestedAt: Int64 = 0
  private var lastFrame: Int64 = 0
  private var window: OpaquePointer?

  private static let hiddenInterval: Int64 = 16_667
  private static let overdueInterval: Int64 = 250_000

  private enum Timer: UInt32 {
    case hidden
    case overdue
  }

  init() {}

  /// The time of the monotonic clock; within a frame, the frame's.
  public var now: Duration {
    if let frameTime { return frameTime }
    latest = max(latest, gtkviews_monotonic_time())
    return .microseconds(latest)
  }

  /// Requests a frame at the display's next tick.
  public func requestFrame() {
    guard !isRequested, let window = unsafe window else { return }
    isRequested = true
    requestedAt = gtkviews_monotonic_time()
    // SAFETY: `close` comes before the window is freed.
    if unsafe gtkviews_window_is_mapped(window) {
      // SAFETY: as above.
      unsafe gtkviews_window_request_frame(window)
      start(.overdue, after: Self.overdueInterval)
    } else {
      start(.hidden, after: max(lastFrame + Self.hiddenInterval - requestedAt, 0))
    }
  }

  func open(_ window: OpaquePointer) { unsafe self.window = window }

  func close() {
    unsafe window = nil
    isRequested = false
  }

  /// Called when the window was shown or hidden: pending requests move to the other clock.
  func visibilityDidChange() {
    guard isRequested else { return }
    isRequested = false
    requestFrame()
  }

  /// The display's clock, or a timer, ticks.
  func tick(at time: Int64) {
    guard isRequested else { return }
    isRequested = false
    latest = max(latest, time)
    lastFrame = gtkviews_monotonic_time()
    frameTime = .microseconds(latest)
    defer { frameTime = nil }
    onFrame?(.microseconds(latest))
  }

  func timerFired(_ timer: UInt32) {
    guard isRequested else { return }
    let time = gtkviews_monotonic_time()
    // One timer serves all frames that the display owes: it checks what is owed when it fires.
    if timer == Timer.hidden.rawValue || time - requestedAt >= Self.overdueInterval {
      tick(at: time)
    }
    if isRequested, timer == Timer.overdue.rawValue { start(.overdue, after: Self.overdueInterval) }
  }

  private func start(_ timer: Timer, after microseconds: Int64) {
    guard let window = unsafe window else { return }
    // SAFETY: `close` comes before the window is freed.
    unsafe gtkviews_window_start_timer(window, timer.rawValue, UInt32((microseconds + 999) / 1_000))
  }
}
