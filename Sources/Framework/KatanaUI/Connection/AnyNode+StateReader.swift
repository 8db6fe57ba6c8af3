public import Katana

extension AnyNode: StateReader {
  /// Schedules an update of the node in the running flush, or in the next frame.
  @usableFromInline
  package final func stateDidChange() {
    flags.insert(.isOutOfDate)
    renderer?.enqueue(self)
  }
}
