package import Signposts

/// The commit of a frame in a trace, from its begin, where its numbers are known, to its end.
package struct CommitInterval {
  private var id = SignpostID.none
  private var (created, placed, patched, removed) = (0, 0, 0, 0)

  /// Makes an interval that hasn't begun.
  package init() {}

  /// Begins it, if somebody records; the parameters are those of ``KatanaTracepoints``' functions.
  package mutating func begin(
    parent: SignpostID,
    name: @autoclosure () -> TraceName,
    version: @autoclosure () -> UInt64,
    created: Int,
    placed: Int,
    patched: Int,
    removed: Int
  ) {
    guard KatanaTracepoints.isCommitRecorded else { return }
    (self.created, self.placed, self.patched, self.removed) = (created, placed, patched, removed)
    id = KatanaTracepoints.commitBegan(parent: parent, name: name(), version: version())
  }

  /// Ends it; does nothing if it hasn't begun.
  package mutating func end() {
    guard id != .none else { return }
    KatanaTracepoints.commitEnded(
      id: id,
      created: created,
      placed: placed,
      patched: patched,
      removed: removed
    )
    id = .none
  }
}
