import FrameworkEvents
import Katana
import NativeViews
import Signposts

/// Traces the frames of a view tree: each with its reconciliations, layouts and commit, and the version of the state it shows.
///
/// Without a recording it costs a few loads and branches per frame.
@MainActor
final class FrameTrace: FrameObserver {
  /// The current frame; `none` outside of a frame, or without a recording.
  private(set) var frame = SignpostID.none
  private var commit = CommitInterval()
  private var before = NodeCounts()
  private let link: RendererLink
  private var treeLink: TreeLink?

  init(_ link: RendererLink) { self.link = link }

  /// Follows the frames of a tree; among several renderers of a tree, the first one does.
  func follow(_ tree: ViewTree) {
    end()
    guard tree.observer == nil else { return }
    tree.observer = self
    treeLink = tree.link
  }

  /// Stops following; the tree may outlive the renderer.
  func end() {
    if let tree = treeLink?.tree, tree.observer === self { tree.observer = nil }
    treeLink = nil
  }

  func frameBegins() {
    guard KatanaTracepoints.isFrameRecorded, let renderer = link.renderer else { return }
    before = renderer.tally
    frame = KatanaTracepoints.frameBegan(
      parent: .current,
      name: renderer.traceName,
      version: renderer.stateVersion
    )
  }

  func frameEnds() {
    guard frame != .none else { return }
    defer { frame = .none }
    guard let renderer = link.renderer else { return }
    KatanaTracepoints.frameEnded(
      id: frame,
      connected: renderer.tally.connected - before.connected,
      updated: renderer.tally.updated - before.updated
    )
  }

  func commitBegins(_ changes: borrowing ViewChanges, of tree: ViewTree) {
    guard let renderer = link.renderer else { return }
    commit.begin(
      parent: frame,
      name: TraceName(of: type(of: tree.backend)),
      version: renderer.stateVersion,
      created: changes.created.count,
      placed: changes.placed.count,
      patched: changes.patched.count,
      removed: changes.removed.count
    )
  }

  func commitEnds() { commit.end() }

  /// Runs a reconciliation as an interval that contains the layouts.
  func reconciling(_ renderer: Renderer, _ body: () -> Void) {
    let before = renderer.tally
    let id = KatanaTracepoints.reconcileBegan(
      parent: frame,
      name: renderer.traceName,
      version: renderer.stateVersion
    )
    if id == .none { body() } else { id.asCurrent(body) }
    let after = renderer.tally
    KatanaTracepoints.reconcileEnded(
      id: id,
      created: after.created - before.created,
      reused: after.updated - before.updated,
      removed: after.removed - before.removed,
      moved: after.moved - before.moved
    )
  }
}

extension Renderer {
  /// The name of the root's description.
  var traceName: TraceName { TraceName(of: rootType) }

  /// The version of the shown state; 0 without a store.
  var stateVersion: UInt64 { store?.stateVersion ?? 0 }
}
