public import CSignposts
package import Signposts

// Events of layouts.
extension KatanaTracepoints {
  /// Whether a session takes the begin of a layout.
  @inlinable
  @inline(__always)
  package static var isLayoutRecorded: Bool { csignposts_katana_layout_begin_enabled() }

  /// The layout of a container with `views` views begins, or a cached one is used.
  package static func layoutBegan(
    id: SignpostID,
    parent: SignpostID,
    name: TraceName,
    views: Int,
    isCacheHit: Bool
  ) {
    if csignposts_katana_layout_begin_enabled() {
      // SAFETY: interned names live for ever.
      unsafe csignposts_katana_layout_begin(
        id.rawValue,
        parent.rawValue,
        name.cString,
        UInt32(clamping: views),
        isCacheHit
      )
    }
    emitCPUTime(of: id)
  }

  package static func layoutEnded(id: SignpostID) {
    emitCPUTime(of: id)
    if csignposts_katana_layout_end_enabled() { csignposts_katana_layout_end(id.rawValue) }
  }
}
