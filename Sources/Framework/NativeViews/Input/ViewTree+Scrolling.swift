import Foundation

/// The last movements of fingers on a touchpad, and what they have scrolled.
struct ScrollTrail {
  let view: ScrollView
  private var movements: [(time: Duration, delta: CGSize)] = []

  init(_ view: ScrollView) { self.view = view }

  /// The number of moments that it remembers.
  var count: Int { movements.count }

  mutating func add(_ event: ScrollEvent) {
    if let last = movements.last, last.time == event.time {
      // Events without times have no velocity, and must not add up.
      movements[movements.count - 1].delta = last.delta + event.delta
    } else {
      movements.append((event.time, event.delta))
    }
    let old = movements.firstIndex { $0.time >= event.time - FingerDrag.recent } ?? 0
    movements.removeSubrange(..<old)
  }

  /// The velocity in points per second; `nil` if the fingers have rested, or no time has passed.
  func velocity(at time: Duration) -> CGSize? {
    let recent = movements.filter { $0.time >= time - FingerDrag.recent }
    // The first movement was made before its time.
    guard let first = recent.first, recent.count > 1, time > first.time else { return nil }
    let seconds = (time - first.time).inSeconds
    let way = recent.dropFirst().reduce(CGSize.zero) { $0 + $1.delta }
    return CGSize(width: way.width / seconds, height: way.height / seconds)
  }
}

extension CGSize {
  fileprivate static func + (left: CGSize, right: CGSize) -> CGSize {
    CGSize(width: left.width + right.width, height: left.height + right.height)
  }
}

extension ViewTree {
  /// Scrolls, and lets contents glide on when fingers leave a touchpad.
  func handle(_ event: ScrollEvent) -> Bool {
    switch event.phase {
    case .moved:
      guard let view = target(at: event.location)?.nearest(where: { $0.scroll(event) }) else {
        input.scrollTrail = nil
        return false
      }
      if let view = view as? ScrollView {
        var trail = input.scrollTrail.take() ?? ScrollTrail(view)
        if trail.view !== view { trail = ScrollTrail(view) }
        trail.add(event)
        input.scrollTrail = trail
      }
      return true
    case .ended:
      guard let trail = input.scrollTrail.take(), trail.view.tree === self,
        let velocity = trail.velocity(at: event.time)
      else { return false }
      return trail.view.glide(with: velocity)
    }
  }

  /// Shows the bars of scroll views under a mouse that moves.
  func showScrollBars(around location: CGPoint) {
    guard environment.scrollBars == .whileScrolling else { return }
    var view = target(at: location)
    while let around = view {
      (around as? ScrollView)?.showBars()
      view = around.parent
    }
  }

  /// Stops gliding contents under a pointer that goes down; a finger also stops contents that an animation scrolls.
  ///
  /// - Returns: The innermost scroll view whose content was moving.
  func stopScrolling(under view: NativeView, by device: PointerEvent.Device) -> ScrollView? {
    var stopped: ScrollView?
    var around: NativeView? = view
    while let view = around {
      around = view.parent
      guard let view = view as? ScrollView, view.stop(withAnimation: device == .touchScreen) else {
        continue
      }
      stopped = stopped ?? view
    }
    return stopped
  }

  /// Registers a content that starts to glide.
  func noteGliding(_ view: ScrollView) {
    if !input.gliding.contains(where: { $0 === view }) { input.gliding.append(view) }
    setNeedsFrame()
  }

  /// Moves gliding contents to their places at a time.
  ///
  /// - Parameter time: `nil` for their ends.
  func advanceScrolling(to time: Duration?) {
    guard !input.gliding.isEmpty else { return }
    for view in input.gliding where view.tree === self { view.advanceGlide(to: time) }
    input.gliding.removeAll { view in
      if view.tree !== self { view.glide = nil }
      return view.glide == nil
    }
  }
}
