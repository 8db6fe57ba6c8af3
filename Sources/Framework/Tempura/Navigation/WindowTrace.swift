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
final class WindowTrace: FrameObserver {
  private var frame = SignpostID.none
  private var commit = CommitInterval()
  /// The step that runs, or that has ended and was not seen yet.
  private var step = SignpostID.none
  private var isStepOver = true
  private let version: @MainActor () -> UInt64
  private let root: ViewAttachment
  let link: TreeLink

  /// Follows the frames of a tree, unless somebody else does so already.
  ///
  /// The tree keeps the trace; `version` tells the state's.
  init?(of tree: ViewTree, version: @escaping @MainActor () -> UInt64) {
    self.version = version
    link = tree.link
    root = ViewAttachment.of(tree.root)
    guard tree.observer == nil else { return nil }
    root.updates = ScreenUpdates()
    tree.observer = self
  }

  /// A step begins.
  func begin(_ step: SignpostID) { (self.step, isStepOver) = (step, false) }

  /// The step that has begun last is over.
  func endStep() { isStepOver = true }

  func frameBegins() {
    let parent = step == .none ? SignpostID.current : step
    if isStepOver { step = .none }
    frame = KatanaTracepoints.frameBegan(
      parent: parent,
      name: TraceName(of: Window.self),
      version: version()
    )
  }

  func frameEnds() {
    // Also those before the frame: screens follow the state as soon as the main actor is free.
    let updates = root.updates ?? ScreenUpdates()
    root.updates = ScreenUpdates()
    KatanaTracepoints.frameEnded(id: frame, connected: updates.asked, updated: updates.changed)
    frame = .none
  }

  func commitBegins(_ changes: borrowing ViewChanges, of tree: ViewTree) {
    commit.begin(
      parent: frame,
      name: TraceName(of: type(of: tree.backend)),
      version: version(),
      created: changes.created.count,
      placed: changes.placed.count,
      patched: changes.patched.count,
      removed: changes.removed.count
    )
  }

  func commitEnds() { commit.end() }
}
