public import Foundation

/// A tree of views that a backend shows, and the frames in which changes reach it.
///
/// In a frame, first contents go on that fingers have left, then what was registered with ``addUpdate(_:)`` runs, then animations
/// advance, and then all changes are committed to the backend, one patch a view. Nothing happens in a frame in which nothing has changed, and there is none that
/// nobody asked for.
///
/// Isolation: the main actor.
@MainActor
public final class ViewTree {
  /// The view that contains all others, as large as what the backend shows.
  public let root: NativeView
  /// Shows the tree.
  public let backend: any ViewBackend

  /// Takes diagnoses of mistakes; prints them to standard error unless set.
  public var onDiagnosis: (ViewDiagnosis) -> Void = { $0.printWarning() }
  /// Called when the root has got another size.
  public var onResize: [(CGSize) -> Void] = []
  /// Called before a commit that has something to show; for traces.
  package var willCommit: ((borrowing ViewChanges) -> Void)?
  /// Called after it.
  package var didCommit: (() -> Void)?
  /// Called when a frame begins; for traces.
  package var willMakeFrame: (() -> Void)?
  /// Called when it ends.
  package var didMakeFrame: (() -> Void)?

  private var updates: [(id: Int, update: () -> Void)] = []
  private var nextUpdate = 0
  private var isFrameRequested = false
  private var isInFrame = false
  /// Whether another frame was asked for within this one.
  private var needsAnotherFrame = false

  /// For those that don't keep the tree.
  package let link = TreeLink()
  let timeline = Timeline()
  let input = InputState()

  private var created: [NativeView] = []
  private var placed: [NativeView] = []
  private var patched: [NativeView] = []
  private var removed: [NativeView] = []

  /// Makes a tree and shows it.
  ///
  /// - Parameters:
  ///   - root: A view without parent, which gets the size.
  ///   - size: Size in points.
  ///   - backend: Shows the tree.
  public init(
    root: NativeView = NativeView(),
    size: CGSize,
    backend: any ViewBackend = HeadlessBackend()
  ) {
    precondition(
      root.parent == nil && root.tree == nil,
      "view tree: the root \(root.path) is in another view or tree; remove it from there first"
    )
    (self.root, self.backend) = (root, backend)
    root.frame = CGRect(origin: .zero, size: size)
    root.enter(self)
    link.tree = self
    backend.frames.onFrame = { [link] _ in link.tree?.flush() }
    backend.attach(to: self)
  }

  isolated deinit {
    link.tree = nil
    timeline.endAll(.interrupted)
    root.forEachView { forget($0) }
    for view in removed { view.forEachView { forget($0) } }
    timeline.complete()
  }

  private func forget(_ view: NativeView) {
    if view.tree === self { view.setTree(nil) }
    if view.shownBy === self { (view.shownBy, view.backendObject) = (nil, nil) }
    view.pending = []
  }

  // MARK: Frames

  /// Asks for a frame, in which all changes are shown.
  ///
  /// Changes of views in the tree ask by themselves. Called within a frame, it asks for another one after it.
  public func setNeedsFrame() {
    guard !isInFrame else {
      needsAnotherFrame = true
      return
    }
    guard !isFrameRequested else { return }
    isFrameRequested = true
    backend.frames.requestFrame()
  }

  /// Runs a closure in each frame, before animations and the commit, after those that were added before.
  ///
  /// - Returns: A closure that ends this; repeated calls do nothing.
  @discardableResult
  public func addUpdate(_ update: @escaping () -> Void) -> @MainActor () -> Void {
    let id = nextUpdate
    nextUpdate += 1
    updates.append((id, update))
    return { [link] in link.tree?.updates.removeAll { $0.id == id } }
  }

  /// Makes a frame now instead of when the display wants one.
  ///
  /// Called from within a frame, it asks for another one after it.
  public func flush() {
    guard !isInFrame else { return setNeedsFrame() }
    (isFrameRequested, isInFrame) = (false, true)
    willMakeFrame?()
    input.sweep(self)
    // Before updates: those that show what is seen have to know it.
    advanceScrolling(to: backend.frames.now)
    for (_, update) in updates { update() }
    timeline.advance(to: backend.frames.now)
    timeline.complete()
    commit()
    didMakeFrame?()
    isInFrame = false
    if needsAnotherFrame || timeline.isActive || input.isGliding || hasChanges {
      needsAnotherFrame = false
      setNeedsFrame()
    }
  }

  /// Gives the root another size, as a backend does when its window was resized.
  public func resize(to size: CGSize) {
    guard size != root.frame.size else { return }
    root.frame.size = size
    for handler in onResize { handler(size) }
    setNeedsFrame()
  }

  // MARK: Changes

  func noteEntered(_ view: NativeView) {
    if let other = view.shownBy {
      // Shown by another backend, from which it has to go before this one makes its own object of it.
      if other !== self { other.commit() }
    }
    if view.shownBy == nil {
      view.changes = .all
      if isFirstNote(of: view, .created) { created.append(view) }
    } else if !view.changes.isEmpty {
      notePatched(view)
    }
    notePlaced(view)
  }

  func notePlaced(_ view: NativeView) {
    guard isFirstNote(of: view, .placed) else { return }
    placed.append(view)
    requestFrameForChanges()
  }

  func notePatched(_ view: NativeView) {
    guard isFirstNote(of: view, .patched) else { return }
    patched.append(view)
    requestFrameForChanges()
  }

  func noteRemoved(_ view: NativeView) {
    // One that isn't shown may have views in it that are.
    guard isFirstNote(of: view, .removed) else { return }
    removed.append(view)
    requestFrameForChanges()
  }

  private func isFirstNote(of view: NativeView, _ kind: PendingChanges) -> Bool {
    let pending = view.pending
    guard !pending.contains(kind) else { return false }
    view.pending = pending.union(kind)
    return true
  }

  private func requestFrameForChanges() {
    // Within a frame, these are committed at its end.
    if !isInFrame, !isFrameRequested { setNeedsFrame() }
  }

  private var hasChanges: Bool {
    !created.isEmpty || !placed.isEmpty || !patched.isEmpty || !removed.isEmpty
  }

  /// Hands all changes to the backend.
  private func commit() {
    guard hasChanges else { return }
    let changes = ViewChanges(
      created: take(&created, .created) { $0.tree === self && $0.shownBy == nil },
      placed: takePlaced(),
      patched: take(&patched, .patched) { $0.tree === self && $0.shownBy === self },
      removed: take(&removed, .removed) { $0.tree !== self }
    )
    guard !changes.isEmpty else { return }
    willCommit?(changes)
    backend.commit(changes)
    didCommit?()
    for view in changes.created { (view.shownBy, view.changes) = (self, []) }
    for view in changes.patched { view.changes = [] }
    for view in changes.removed {
      view.forEachView { view in
        guard view.shownBy === self else { return }
        (view.shownBy, view.backendObject) = (nil, nil)
      }
    }
  }

  private func take(
    _ list: inout [NativeView],
    _ kind: PendingChanges,
    where isValid: (NativeView) -> Bool
  ) -> [NativeView] {
    guard !list.isEmpty else { return [] }
    var taken = list
    list.removeAll(keepingCapacity: false)
    var allAreValid = true
    for view in taken {
      view.pending.subtract(kind)
      if !isValid(view) { allAreValid = false }
    }
    if !allAreValid { taken.removeAll { !isValid($0) } }
    return taken
  }

  /// Takes the views that were placed, in an order in which each finds its previous sibling at its place: that of the siblings.
  ///
  /// Complexity: O(k) for `k` placed views.
  private func takePlaced() -> [NativeView] {
    guard !placed.isEmpty else { return [] }
    let views = placed
    placed.removeAll(keepingCapacity: false)
    var ordered: [NativeView] = []
    ordered.reserveCapacity(views.count)
    for view in views where view.pending.contains(.placed) {
      var first = view
      while let previous = first.previousSibling, previous.pending.contains(.placed) {
        first = previous
      }
      var next: NativeView? = first
      while let view = next, view.pending.contains(.placed) {
        view.pending.subtract(.placed)
        if view.tree === self, view !== root { ordered.append(view) }
        next = view.nextSibling
      }
    }
    return ordered
  }
}

/// Leads to a tree as long as it is there, without a weak reference.
///
/// An object to which a weak reference has ever led counts its references in a slower way; a tree's are counted often.
@MainActor
package final class TreeLink {
  // SAFETY: set and cut by the tree itself, the latter in its `deinit`; all on the main actor.
  unowned(unsafe) private var link: ViewTree?

  /// The tree, which may be used but isn't kept; `nil` once it is gone.
  package fileprivate(set) var tree: ViewTree? {
    get { unsafe link }
    set { unsafe link = newValue }
  }
}
