public import Foundation

/// A tree of views that a backend shows, and the frames in which changes reach it.
///
/// In a frame, first contents go on that fingers have left, then what was registered with ``addUpdate(_:)`` runs, then
/// children are placed where that was asked for, then animations advance, and then all changes are committed to the backend, one
/// patch a view. Nothing happens in a frame in which nothing has changed, and there is none that nobody asked for.
///
/// Accesses of what each frame reads aren't checked for overlaps while the program runs, which took a tenth of a frame:
/// it is read and written as a whole, and no code of programs runs meanwhile.
///
/// Isolation: the main actor.
@MainActor
public final class ViewTree {
  /// The view that contains all others, as large as what the backend shows.
  public let root: NativeView
  /// Shows the tree.
  public let backend: any ViewBackend

  /// Tells to which view keys go while none has the focus, such as that of the screen on top; to the root where there is none.
  package var findViewForUnfocusedKeys: (() -> NativeView?)?

  /// Tells which view the focus doesn't leave, such as a modal; the root where there is none.
  package var findFocusScope: (() -> NativeView?)?

  /// Takes diagnoses of mistakes; prints them to standard error unless set.
  public var onDiagnosis: (ViewDiagnosis) -> Void = { $0.printWarning() }
  /// Called when the root has got another size; ``addResizeHandler(_:)`` adds one that can be taken out.
  public var onResize: [(CGSize) -> Void] = []
  /// Is told of frames; for traces.
  @safe @exclusivity(unchecked) package var observer: (any FrameObserver)?

  private var resizeHandlers: [(id: Int, handler: (CGSize) -> Void)] = []
  @safe @exclusivity(unchecked) private var updates: [(id: Int, update: () -> Void)] = []
  private var nextUpdate = 0
  @safe @exclusivity(unchecked) private var isFrameRequested = false
  @safe @exclusivity(unchecked) private var isInFrame = false
  /// Whether another frame was asked for within this one.
  @safe @exclusivity(unchecked) private var needsAnotherFrame = false
  /// The backend's clock.
  private let frames: any FrameSource

  /// For those that don't keep the tree.
  package let link = TreeLink()
  let timeline = Timeline()
  let input = InputState()

  /// How the backend measures texts, and how large its pixels are.
  package private(set) var displayTraits: DisplayTraits

  /// What the next commit has to look at.
  @safe @exclusivity(unchecked) private var notes = ViewNotes()
  /// Views whose children are to be placed in the next frame; some may have been placed, or have left, since.
  @safe @exclusivity(unchecked) private var unplaced: [NativeView] = []

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
    displayTraits = DisplayTraits(of: backend)
    frames = backend.frames
    root.setTree(self)
    root.frame = CGRect(origin: .zero, size: size)
    root.enter(self)
    link.tree = self
    frames.onFrame = { [link] _ in link.tree?.flush() }
    backend.attach(to: self)
  }

  isolated deinit {
    link.tree = nil
    timeline.endAll(.interrupted)
    root.forEachView { forget($0) }
    for view in notes.removed { view.forEachView { forget($0) } }
    timeline.complete()
  }

  private func forget(_ view: NativeView) {
    if view.tree === self { view.cutTree() }
    guard view.shownBy === self else { return }
    (view.shownBy, view.backendObject) = (nil, nil)
    view.pending.remove(.removed)
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
    frames.requestFrame()
  }

  /// Runs a closure in each frame, before animations and the commit, after those that were added before.
  ///
  /// - Returns: A closure that ends this; repeated calls do nothing.
  @discardableResult
  public func addUpdate(_ update: @escaping () -> Void) -> @MainActor () -> Void {
    let id = nextUpdate
    nextUpdate += 1
    updates.append((id, update))
    return { [link] in
      guard let tree = link.tree, let place = tree.updates.firstIndex(where: { $0.id == id }) else {
        return
      }
      // Let go when the array has been changed: what the closure keeps may do anything then.
      _ = tree.updates.remove(at: place)
    }
  }

  /// Calls a closure when the root has got another size, after those that were added before.
  ///
  /// - Returns: A closure that ends this; repeated calls do nothing.
  @discardableResult
  public func addResizeHandler(_ handler: @escaping (CGSize) -> Void) -> @MainActor () -> Void {
    let id = nextUpdate
    nextUpdate += 1
    resizeHandlers.append((id, handler))
    return { [link] in
      guard let tree = link.tree,
        let place = tree.resizeHandlers.firstIndex(where: { $0.id == id })
      else { return }
      _ = tree.resizeHandlers.remove(at: place)
    }
  }

  /// Makes a frame now instead of when the display wants one.
  ///
  /// Called from within a frame, it asks for another one after it.
  public func flush() {
    guard !isInFrame else { return setNeedsFrame() }
    (isFrameRequested, isInFrame) = (false, true)
    let observer = observer
    observer?.frameBegins()
    input.sweep(self)
    // Before updates: those that show what is seen have to know it.
    if !input.gliding.isEmpty { advanceScrolling(to: frames.now) }
    for (_, update) in updates { update() }
    if !unplaced.isEmpty { placeChildren() }
    if timeline.isActive {
      timeline.advance(to: frames.now)
      timeline.complete()
    }
    settleFocus()
    commit(observer)
    observer?.frameEnds()
    isInFrame = false
    if needsAnotherFrame || timeline.isActive || input.isGliding || !notes.isEmpty
      || !unplaced.isEmpty
    {
      needsAnotherFrame = false
      setNeedsFrame()
    }
  }

  /// Gives the root another size, as a backend does when its window was resized.
  public func resize(to size: CGSize) {
    guard size != root.frame.size else { return }
    root.frame.size = size
    for handler in onResize { handler(size) }
    for (_, handler) in resizeHandlers { handler(size) }
    setNeedsFrame()
  }

  /// Draws all views anew, and places their children, in the next frame.
  ///
  /// A backend calls it when its ``ViewBackend/displayScale`` is another one, or its measurer, as where a window has come to another
  /// display. Views that aren't in the tree, such as those of covered screens, are placed anew when they come back.
  ///
  /// Complexity: O(n) for `n` views; O(1) where neither has changed.
  public func displayDidChange() {
    let traits = DisplayTraits(of: backend)
    guard !traits.agree(with: displayTraits) else { return }
    displayTraits = traits
    root.forEachView { view in
      view.setNeedsDisplay()
      view.setNeedsLayout()
      view.displayTraits = traits
    }
  }

  // MARK: Changes

  func noteEntered(_ view: NativeView) {
    if let other = view.shownBy, other !== self {
      // Shown by another backend, from which it has to go before this one makes its own object of it.
      other.noteRemoved(view)
      other.commit(other.observer)
    }
    if view.shownBy == nil {
      view.changes = .all
      if isFirstNote(of: view, .created) { notes.created.append(view) }
    } else if !view.changes.isEmpty {
      notePatched(view)
    }
    notePlaced(view)
    if view.displayTraits.wereOther(than: displayTraits) { view.pending.insert(.layout) }
    view.displayTraits = displayTraits
    if view.pending.contains(.layout) { noteUnplaced(view) }
  }

  func notePlaced(_ view: NativeView) {
    guard isFirstNote(of: view, .placed) else { return }
    notes.placed.append(view)
    requestFrameForChanges()
  }

  func notePatched(_ view: NativeView) {
    guard isFirstNote(of: view, .patched) else { return }
    notes.patched.append(view)
    requestFrameForChanges()
  }

  /// Takes note that a view that this tree shows has left it, or what it has left it in.
  func noteRemoved(_ view: NativeView) {
    guard isFirstNote(of: view, .removed) else { return }
    notes.removed.append(view)
    requestFrameForChanges()
  }

  private func isFirstNote(of view: NativeView, _ kind: PendingChanges) -> Bool {
    let pending = view.pending
    guard !pending.contains(kind) else { return false }
    view.pending = pending.union(kind)
    return true
  }

  func noteUnplaced(_ view: NativeView) {
    unplaced.append(view)
    requestFrameForChanges()
  }

  /// Places the children of all views that wait, of the outer ones first: these give the inner ones their sizes.
  private func placeChildren() {
    // A layout may ask for others; what asks for its own each time is left to the next frame.
    for _ in 0..<Self.layoutRounds where !unplaced.isEmpty {
      let waiting = unplaced.map { (view: $0, depth: $0.depth) }
      unplaced = []
      for (view, _) in waiting.sorted(by: { $0.depth < $1.depth }) where view.tree === self {
        view.placeChildrenIfNeeded()
      }
    }
  }

  private static let layoutRounds = 8

  private func requestFrameForChanges() {
    // Within a frame, these are committed at its end.
    if !isInFrame, !isFrameRequested { setNeedsFrame() }
  }

  /// Hands all changes to the backend.
  private func commit(_ observer: (any FrameObserver)?) {
    guard !notes.isEmpty else { return }
    // Taken out, for the backend may lead to more of them.
    var taken = ViewNotes()
    swap(&taken, &notes)
    taken.settle(for: self)
    show(ViewChanges(taken), observer)
    taken.removeAll()
    // Their memory is that of the next ones.
    if notes.isEmpty { swap(&taken, &notes) }
  }

  private func show(_ changes: consuming ViewChanges, _ observer: (any FrameObserver)?) {
    guard !changes.isEmpty else { return }
    observer?.commitBegins(changes, of: self)
    backend.commit(changes)
    observer?.commitEnds()
    for view in changes.created { (view.shownBy, view.changes) = (self, []) }
    for view in changes.patched { view.changes = [] }
    for view in changes.removed {
      view.forEachView { view in
        guard view.shownBy === self else { return }
        (view.shownBy, view.backendObject) = (nil, nil)
      }
    }
    backend.didCommit()
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
