import FrameworkEvents
import Signposts

/// A layout in a trace; does nothing while nobody records.
struct LayoutInterval {
  private let id: SignpostID

  init(_ name: @autoclosure () -> TraceName, views: Int, isCacheHit: Bool = false) {
    guard KatanaTracepoints.isLayoutRecorded else {
      id = .none
      return
    }
    id = .makeUnique()
    KatanaTracepoints.layoutBegan(
      id: id,
      parent: .current,
      name: name(),
      views: views,
      isCacheHit: isCacheHit
    )
  }

  func end() {
    if id != .none { KatanaTracepoints.layoutEnded(id: id) }
  }
}
