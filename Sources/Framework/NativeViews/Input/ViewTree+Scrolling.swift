import Foundation

extension ViewTree {
  /// Stops contents that glide under a pointer that goes down; a finger also stops those that an animation scrolls.
  ///
  /// - Returns: The innermost scroll view whose content was on its way.
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

  /// Lets a finger that has moved scroll what it may.
  ///
  /// - Returns: Whether the touch belongs to a scroll view.
  func scroll(by event: PointerEvent) -> Bool {
    guard var capture = input.captures[event.pointer], var drag = capture.drag else { return false }
    let effect = drag.move(event) { input.isScrolled($0) }
    capture.drag = drag
    switch effect {
    case .none:
      input.captures[event.pointer] = capture
      return false
    case .scrolls(let view, let start):
      input.captures[event.pointer] = capture
      view.scroll(from: start, to: event.location)
    case .takes(let view, let start):
      let touched = capture.view.take()
      input.captures[event.pointer] = capture
      if let touched {
        capture.view = touched
        touched.touchCancelled(capture.touch(event))
      }
      // The handler may have done anything.
      guard view.tree === self, input.captures[event.pointer]?.drag?.scrollView === view else {
        break
      }
      _ = view.stop(withAnimation: true)
      view.scroll(from: start, to: event.location)
    }
    return true
  }

  /// Lets the content that a finger has scrolled go on with its velocity.
  ///
  /// - Returns: Whether the touch belonged to a scroll view.
  func release(_ event: PointerEvent, of capture: InputState.Capture) -> Bool {
    guard var drag = capture.drag, let view = drag.scrollView else { return false }
    if case .scrolls(_, let start) = drag.move(event, isTaken: { _ in false }) {
      view.scroll(from: start, to: event.location)
    }
    guard view.tree === self, let (from, to, seconds) = drag.recentWay(until: event.time),
      let start = view.convertFromRoot(from), let end = view.convertFromRoot(to)
    else { return true }
    let velocity = CGSize(
      width: (start.x - end.x) / seconds,
      height: (start.y - end.y) / seconds
    )
    guard let glide = ScrollGlide(velocity, at: backend.frames.now) else { return true }
    view.glide = glide
    if !input.gliding.contains(where: { $0 === view }) { input.gliding.append(view) }
    setNeedsFrame()
    return true
  }

  /// Moves contents that glide to where they are at a time.
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
