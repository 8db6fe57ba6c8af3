public import Katana

extension AnyNode: StateReader {
  /// Notes that the node is to be updated in the flush that runs, or in the next frame.
  @usableFromInline
  package final func stateDidChange() {
    flags.insert(.isOutOfDate)
    renderer?.enqueue(self)
  }
}
