import FrameworkEvents
import NativeViews
import Signposts

/// The frames of a window in a trace, each as a part of the navigation step that it shows.
///
/// A frame that is made while a step runs, and the first one after it, belong to that step; all others to what is
/// current where they are made. So a dispatch leads to its steps, and these to what is seen of them.
///
/// Nothing but a few loads and branches a frame while nobody records.
@MainActor
final class WindowTrace {
  private var frame = SignpostID.none
  private var commit = SignpostID.none
  private var changes = ViewOperations()
  /// The step that runs, or that has ended and was not seen yet.
  private var step = SignpostID.none
  private var isStepOver = true
  private let version: @MainActor () -> UInt64
  let link: TreeLink

  /// Follows the frames of a tree, unless somebody else does so already.
  ///
  /// The tree keeps the trace; `version` tells the state's.
  init?(of tree: ViewTree, version: @escaping @MainActor () -> UInt64) {
    self.version = version
    link = tree.link
    guard tree.willMakeFrame == nil else { return nil }
    tree.willMakeFrame = { [self] in frameBegins() }
    tree.didMakeFrame = { [self] in frameEnds() }
    tree.willCommit = { [self, link = tree.link] changes in commitBegins(changes, of: link.tree) }
    tree.didCommit = { [self] in commitEnds() }
  }

  /// A step begins.
  func begin(_ step: SignpostID) { (self.step, isStepOver) = (step, false) }

  /// The step that has begun last is over.
  func endStep() { isStepOver = true }

  private func frameBegins() {
    let parent = step == .none ? SignpostID.current : step
    if isStepOver { step = .none }
    frame = KatanaTracepoints.frameBegan(
      parent: parent,
      name: TraceName(of: Window.self),
      version: version()
    )
  }

  private func frameEnds() {
    KatanaTracepoints.frameEnded(id: frame, connected: 0, updated: 0)
    frame = .none
  }

  private func commitBegins(_ changes: borrowing ViewChanges, of tree: ViewTree?) {
    guard KatanaTracepoints.isCommitRecorded, let tree else { return }
    self.changes.created = changes.created.count
    self.changes.placed = changes.placed.count
    self.changes.patched = changes.patched.count
    self.changes.removed = changes.removed.count
    commit = KatanaTracepoints.commitBegan(
      parent: frame,
      name: TraceName(of: type(of: tree.backend)),
      version: version()
    )
  }

  private func commitEnds() {
    KatanaTracepoints.commitEnded(
      id: commit,
      created: changes.created,
      placed: changes.placed,
      patched: changes.patched,
      removed: changes.removed
    )
    commit = .none
  }
}
