import FrameworkEvents
import NativeViews
import Signposts

/// Traces the frames of a window, each as a part of the navigation step it shows.
///
/// A frame made while a step runs, and the first one after it, belong to that step; other frames belong to the current interval. So a
/// dispatch leads to its steps, and these to their visible effects.
///
/// Without a recording, it costs a few loads and branches per frame.
@MainActor
final class WindowTrace: FrameObserver {
  private var frame = SignpostID.none
  private var commit = CommitInterval()
  /// The running step, or one that has ended but wasn't shown yet.
  private var step = SignpostID.none
  private var isStepOver = true
  private let version: @MainActor () -> UInt64
  private let root: ViewAttachment
  let link: TreeLink

  /// Follows the frames of a tree, unless it has an observer already.
  ///
  /// The tree keeps the trace; `version` returns the state's.
  init?(of tree: ViewTree, version: @escaping @MainActor () -> UInt64) {
    self.version = version
    link = tree.link
    root = ViewAttachment.of(tree.root)
    guard tree.observer == nil else { return nil }
    root.updates = ScreenUpdates()
    tree.observer = self
  }

  func begin(_ step: SignpostID) { (self.step, isStepOver) = (step, false) }

  /// Marks the step that began last as ended.
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
    // Includes updates before the frame: screens follow the state as soon as the main actor is free.
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
