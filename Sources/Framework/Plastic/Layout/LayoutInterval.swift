import FrameworkEvents
package import Signposts

/// A layout in a trace; does nothing while nobody records.
package struct LayoutInterval {
  private let id: SignpostID

  package init(_ name: @autoclosure () -> TraceName, views: Int, isCacheHit: Bool = false) {
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

  package func end() {
    if id != .none { KatanaTracepoints.layoutEnded(id: id) }
  }
}
