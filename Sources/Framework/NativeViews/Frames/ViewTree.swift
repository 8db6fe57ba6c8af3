public import Foundation

/// A tree of views that a backend shows, and the frames in which changes reach it.
///
/// A frame has these steps:
/// 1. Gliding contents move on.
/// 2. Closures registered with ``addUpdate(_:)`` run.
/// 3. Views that asked for it place their children.
/// 4. Animations advance.
/// 5. All changes are committed to the backend, one patch per view.
///
/// Frames are made only on request, and do nothing if nothing has changed.
///
/// Properties that each frame reads aren't checked for overlapping accesses at run time, which took a tenth of a frame: they are read and
/// written as a whole, and no code of programs runs in between.
///
/// Isolation: the main actor.
@MainActor
public final class ViewTree {
  /// The view that contains all others, as large as the backend's display.
  public let root: NativeView
  /// Shows the tree.
  public let backend: any ViewBackend

  /// Finds the view that gets keys while none has the focus, such as the top screen's; the root if there is none.
  package var findViewForUnfocusedKeys: (() -> NativeView?)?

  /// Finds the view that the focus stays in, such as a modal; the root if there is none.
  package var findFocusScope: (() -> NativeView?)?

  /// What texts are copied to and pasted from; a backend with a display sets its own.
  public var clipboard: any Clipboard = MemoryClipboard()

  /// The look that the user has chosen, which views read: set by a window, or by a test.
  ///
  /// Views hear of another one at once, and are laid out and drawn again in the next frame.
  public var environment = ViewEnvironment.fixed {
    didSet {
      guard environment != oldValue else { return }
      isEnvironmentFixed = environment == .fixed
      displayDidChange()
    }
  }
  @safe @exclusivity(unchecked) private var isEnvironmentFixed = true

  /// Receives diagnoses of mistakes; prints them to standard error by default.
  public var onDiagnosis: (ViewDiagnosis) -> Void = { $0.printWarning() }
  /// Called when the root's size has changed; handlers from ``addResizeHandler(_:)`` can be removed.
  public var onResize: [(CGSize) -> Void] = []
  /// Observes frames, for traces.
  @safe @exclusivity(unchecked) package var observer: (any FrameObserver)?

  private var resizeHandlers: [(id: Int, handler: (CGSize) -> Void)] = []
  @safe @exclusivity(unchecked) private var updates: [(id: Int, update: () -> Void)] = []
  private var nextUpdate = 0
  @safe @exclusivity(unchecked) private var isFrameRequested = false
  @safe @exclusivity(unchecked) private var isInFrame = false
  /// Whether another frame was requested within this one.
  @safe @exclusivity(unchecked) private var needsAnotherFrame = false
  /// The backend's clock.
  private let frames: any FrameSource

  /// For objects that don't keep the tree alive.
  package let link = TreeLink()
  let timeline = Timeline()
  let input = InputState()

  /// The backend's measurer and pixels per point.
  package var displayTraits: DisplayTraits { currentTraits }
  // Private, so that reads need no check of exclusivity: each view that enters reads it.
  private var currentTraits: DisplayTraits

  /// Changes for the next commit.
  @safe @exclusivity(unchecked) private(set) var notes = ViewNotes()
  /// Views whose children are to be placed in the next frame; some may have been placed or have left meanwhile.
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
    currentTraits = DisplayTraits(of: backend, in: .fixed)
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

  /// Requests a frame, which shows all changes.
  ///
  /// Changes of views in the tree request one themselves. Within a frame, it requests another one.
  public func setNeedsFrame() {
    guard !isInFrame else {
      needsAnotherFrame = true
      return
    }
    guard !isFrameRequested else { return }
    isFrameRequested = true
    frames.requestFrame()
  }

  /// Runs a closure in each frame, before animations and the commit, after earlier closures.
  ///
  /// - Returns: A closure that removes it; repeated calls do nothing.
  @discardableResult
  public func addUpdate(_ update: @escaping () -> Void) -> @MainActor () -> Void {
    let id = nextUpdate
    nextUpdate += 1
    updates.append((id, update))
    return { [link] in
      guard let tree = link.tree, let place = tree.updates.firstIndex(where: { $0.id == id }) else {
        return
      }
      // Released after the array has changed: objects that the closure keeps may do anything then.
      _ = tree.updates.remove(at: place)
    }
  }

  /// Calls a closure when the root's size has changed, after earlier closures.
  ///
  /// - Returns: A closure that removes it; repeated calls do nothing.
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

  /// Makes a frame now instead of at the display's next one.
  ///
  /// Within a frame, it requests another one instead.
  public func flush() {
    guard !isInFrame else { return setNeedsFrame() }
    (isFrameRequested, isInFrame) = (false, true)
    let observer = observer
    observer?.frameBegins()
    input.sweep(self)
    // Before updates, which may depend on what is visible.
    if !input.gliding.isEmpty { advanceScrolling(to: frames.now) }
    for (_, update) in updates { update() }
    if !unplaced.isEmpty { placeChildren() }
    if input.longPress != nil { advanceLongPress() }
    if timeline.isActive {
      timeline.advance(to: frames.now)
      timeline.complete()
    }
    settleFocus()
    if input.mouse != nil {
      // Also while the mouse is held by what it has gone down on, which isn't looked for: the notes end with this frame.
      if timeline.isActive || notes.placeViews { input.isPlaced = false }
      settlePointer()
    }
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

  /// Resizes the root, as a backend does when its window was resized.
  public func resize(to size: CGSize) {
    guard size != root.frame.size else { return }
    root.frame.size = size
    for handler in onResize { handler(size) }
    for (_, handler) in resizeHandlers { handler(size) }
    setNeedsFrame()
  }

  /// Draws all views and places their children again in the next frame.
  ///
  /// A backend calls it when its ``ViewBackend/displayScale`` or its measurer changes, as when a window moves to another display. Views
  /// outside the tree, such as those of covered screens, are laid out again when they return.
  ///
  /// Complexity: O(n) for `n` views; O(1) if neither has changed.
  public func displayDidChange() {
    let traits = DisplayTraits(of: backend, in: environment)
    guard traits != displayTraits else { return }
    currentTraits = traits
    var surprised: [NativeView] = []
    root.forEachView { view in
      if hasOtherEnvironment(than: view) { surprised.append(view) }
      view.setNeedsDisplay()
      view.setNeedsLayout()
      view.displayTraits = traits
    }
    for view in surprised where view.tree === self { view.tellEnvironment() }
  }

  /// Whether a view last knew another environment.
  func hasOtherEnvironment(than view: NativeView) -> Bool {
    let known = view.displayTraits
    if known == currentTraits { return false }
    if known.isOfUnshown { return !isEnvironmentFixed }
    return known.environment != environment
  }

  // MARK: Changes

  func noteEntered(_ view: NativeView) {
    if let other = view.shownBy, other !== self {
      // Another backend shows it and must remove it before this one makes an object of its own.
      other.noteRemoved(view)
      other.commit(other.observer)
    }
    // Read and written once: lists of thousands of rows enter at a time.
    var pending = view.pending
    if view.shownBy == nil {
      view.changes = .all
      if pending.insert(.created).inserted { notes.created.append(view) }
    } else if !view.changes.isEmpty, pending.insert(.patched).inserted {
      notes.patched.append(view)
    }
    if pending.insert(.placed).inserted { notes.placed.append(view) }
    if view.displayTraits.wereOther(than: currentTraits) { pending.insert(.layout) }
    if pending.contains(.layout) { unplaced.append(view) }
    view.pending = pending
    view.displayTraits = currentTraits
    requestFrameForChanges()
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

  /// Notes that a view shown by this tree has left it, alone or with an ancestor.
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

  /// Places the children of all waiting views, outer ones first: they determine the sizes of the inner ones.
  private func placeChildren() {
    // A layout may request others; one that always requests its own again waits for the next frame.
    for _ in 0..<Self.layoutRounds where !unplaced.isEmpty {
      let waiting = unplaced.map { (view: $0, depth: $0.depth) }
      unplaced = []
      for (view, _) in waiting.sorted(by: { $0.depth < $1.depth }) where view.tree === self {
        view.placeChildrenIfNeeded()
      }
    }
  }

  private static let layoutRounds = 8

  func requestFrameForChanges() {
    // Changes within a frame are committed at its end.
    if !isInFrame, !isFrameRequested { setNeedsFrame() }
  }

  /// Hands all changes to the backend.
  private func commit(_ observer: (any FrameObserver)?) {
    guard !notes.isEmpty else { return }
    // Taken out, since the backend may cause more changes.
    var taken = ViewNotes()
    swap(&taken, &notes)
    taken.settle(for: self)
    show(ViewChanges(taken), observer)
    taken.removeAll()
    // Reuses their memory for the next ones.
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

/// A link to a tree while it exists, without a weak reference.
///
/// An object that ever had a weak reference counts its references more slowly; a tree's are counted often.
@MainActor
package final class TreeLink {
  // SAFETY: the tree itself sets and cuts it, the latter in its `deinit`; all on the main actor.
  unowned(unsafe) private var link: ViewTree?

  /// The tree, usable but not kept alive; `nil` once it is gone.
  package fileprivate(set) var tree: ViewTree? {
    get { unsafe link }
    set { unsafe link = newValue }
  }
}
