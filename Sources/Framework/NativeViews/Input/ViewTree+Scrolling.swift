import Foundation

extension ViewTree {
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
