public import Foundation

/// A node of a retained tree of views: user code sets its properties and children, and a backend shows it.
///
/// Setting a property draws nothing and calls no backend. The view only notes what has changed; its ``ViewTree`` commits that once per
/// frame, as one patch per view. A view without a tree can be built and changed, too, at no cost to a backend before it is inserted.
///
/// Siblings are linked, so inserting, moving and removing a child takes the same time among ten and among a hundred thousand. A view
/// belongs to the code that inserted it: a container may hold views of several owners, each of which removes only its own.
///
/// Rules of the links, which are `nonisolated(unsafe)` because a `deinit` isn't isolated:
/// 1. Outside of `deinit`, links are read and written on the main actor only; they are private to this file.
/// 2. A parent owns its first child, and each child the next one. Links to the parent, the last child, the previous sibling and trees don't
///    own. An object that goes cuts the links to it: a view in `unlink` or `deinit`, a tree in its own `deinit`; until then the tree keeps
///    the views that it still has to remove from its backend.
/// 3. `deinit` runs when nothing else refers to the view. It cuts the links of its children, which no other view links to. A program that
///    releases the last reference to a view with children off the main actor must not use these children on it at the same time.
/// 4. Properties without a check of exclusive access, which would take longer than the access, are read and written as a whole, by
///    accessors in this file that call nothing in between.
///
/// Isolation: the main actor.
///
/// Source: docs/semantics/ui.md, U18.
@MainActor
open class NativeView {
  // SAFETY: for the links and their uses: the rules above.
  @exclusivity(unchecked) private nonisolated(unsafe) final unowned(unsafe) var parentLink:
    NativeView?
  @exclusivity(unchecked) private nonisolated(unsafe) final var firstLink: NativeView?
  @exclusivity(unchecked) private nonisolated(unsafe) final unowned(unsafe) var lastLink:
    NativeView?
  @exclusivity(unchecked) private nonisolated(unsafe) final unowned(unsafe) var previousLink:
    NativeView?
  @exclusivity(unchecked) private nonisolated(unsafe) final var nextLink: NativeView?
  @exclusivity(unchecked) private nonisolated(unsafe) final unowned(unsafe) var treeLink: ViewTree?
  @exclusivity(unchecked) private nonisolated(unsafe) final unowned(unsafe) var shownByLink:
    ViewTree?

  // SAFETY: for these, rule 4.
  @exclusivity(unchecked) private final var storedRare: RareProperties?
  // Together, the smaller ones fill a word.
  @exclusivity(unchecked) private final var storedChanges: ViewProperties = []
  @exclusivity(unchecked) private final var storedPending: PendingChanges = .mayHaveLostChild
  @exclusivity(unchecked) private final var storedAnimated: AnimatedProperties = []
  @exclusivity(unchecked) private final var storedIsHidden = false
  @exclusivity(unchecked) private final var storedClipsToBounds = false
  @exclusivity(unchecked) private final var storedIsUserInteractionEnabled = true
  @exclusivity(unchecked) private final var storedTraits = DisplayTraits.none
  @exclusivity(unchecked) private final var storedFrame = CGRect.zero
  @exclusivity(unchecked) private final var storedAlpha: CGFloat = 1
  @exclusivity(unchecked) private final var storedBackgroundColor = Color.clear

  /// The backend's object for the view, such as a widget; for the backend alone.
  public final var backendObject: AnyObject?

  /// The name by which tests find the view; renderings as text or JSON contain it.
  public final var key: String?

  /// Makes a view without a parent.
  public init() {}

  deinit {
    // One by one, instead of each in the `deinit` of the one that links to it: a long chain would exhaust the stack.
    // SAFETY: rules 2 and 3.
    var pending = unsafe firstLink
    unsafe firstLink = nil
    while var view = pending.take() {
      pending = unsafe view.nextLink
      unsafe view.nextLink = nil
      unsafe view.parentLink = nil
      unsafe view.previousLink = nil
      guard let first = unsafe view.firstLink, isKnownUniquelyReferenced(&view) else { continue }
      unsafe view.lastLink?.nextLink = pending
      unsafe view.firstLink = nil
      pending = first
    }
  }

  // MARK: Content

  /// Draws what the view shows above its background and below its children, in its own coordinates.
  ///
  /// Called when the view is first shown and after ``setNeedsDisplay()`` or a change of its size.
  open func draw(into list: inout DisplayList) {}

  /// Requests a new call of ``draw(into:)``.
  public final func setNeedsDisplay() { didChange(.content) }

  /// Requests a new drawing after a two-state property has changed, such as whether the view is pressed.
  ///
  /// A second toggle before the next frame cancels the first: a button pressed and released in between isn't drawn again. Use it for one
  /// property per view; for others, call ``setNeedsDisplay()``.
  public final func displayDidToggle() {
    let changes = self.changes
    self.changes = changes.symmetricDifference(.toggledContent)
    if changes.isEmpty { tree?.notePatched(self) }
  }

  /// The view's role, name and state, as assistive technology and test queries see them.
  ///
  /// A subclass overrides it for what it shows; ``accessibilityOverride`` takes precedence.
  open var accessibility: Accessibility { rare?.accessibility ?? Accessibility() }

  /// Notes a change of an overridden ``accessibility``.
  public final func accessibilityDidChange() { didChange(.accessibility) }

  /// Called after the view was inserted into a tree or removed from it, with its ancestors or alone.
  open func treeDidChange() {}

  /// Called when ``environment`` has changed, and when the view enters a tree with another one than it knew; at first, it knows
  /// ``ViewEnvironment/fixed``.
  open func environmentDidChange() {}

  /// Called after the size of the frame has changed.
  open func sizeDidChange(from oldSize: CGSize) {}

  /// Places the children; called after ``sizeDidChange(from:)``, within the animation if one changes the frame.
  ///
  /// It is called again in the next frame if texts are measured differently or pixels per point have changed since: in another tree, or on
  /// another display. ``setNeedsLayout()`` requests a call.
  open func layoutSubviews() {}

  // MARK: Input

  /// Whether the view takes touches on itself and on descendants that don't take them.
  open var handlesTouches: Bool { false }

  /// Whether a finger that goes down on the view or its descendants doesn't scroll what is around: for views to draw on or turn by finger.
  open var keepsTouches: Bool { false }

  /// Called when the main mouse button or a finger goes down on the view, which then gets its further events, too.
  open func touchBegan(_ touch: Touch) {}

  /// Called when a touch that began on the view moves, even outside of it.
  open func touchMoved(_ touch: Touch) {}

  /// Called when a touch that began on the view goes up, inside or outside of it.
  open func touchEnded(_ touch: Touch) {}

  /// Called instead of ``touchEnded(_:)`` when the system or a scroll view took the touch, or the view left the tree.
  open func touchCancelled(_ touch: Touch) {}

  /// Called when the mouse enters or leaves a view that handles touches.
  open func hoverDidChange(_ isHovered: Bool) {}

  /// Scrolls by a wheel or a touchpad over the view or a descendant.
  ///
  /// - Returns: Whether there was something to scroll; otherwise the next enclosing view is asked.
  open func scroll(_ event: ScrollEvent) -> Bool { false }

  /// Whether the view takes the keyboard focus.
  open var isFocusable: Bool { false }

  /// Called when the view has got or lost the keyboard focus.
  open func focusDidChange(_ isFocused: Bool) {}

  /// Called for a key while the view or a descendant has the focus.
  ///
  /// - Returns: Whether the view used the key; otherwise the next enclosing view is asked.
  open func key(_ event: KeyEvent) -> Bool { false }

  /// Called with what an input method does while the view has the focus.
  ///
  /// - Returns: Whether the view takes texts.
  open func textInput(_ event: TextInputEvent) -> Bool { false }

  /// What an input method may know of the text; `nil` for a view that takes none.
  ///
  /// With one, typed characters come by ``textInput(_:)`` in windows, and other keys by ``key(_:)``.
  open var textInputState: TextInputState? { nil }

  /// Does what a tap does: called for the return and space keys, and by assistive technology.
  ///
  /// - Returns: Whether there was something to do.
  @discardableResult
  open func activate() -> Bool { false }

  // MARK: Properties

  /// The frame in the parent, in points, from the parent's upper left corner.
  ///
  /// A frame that isn't finite is refused with a ``ViewDiagnosis``; the view keeps its frame.
  public final var frame: CGRect {
    get { unsafe storedFrame }
    set {
      let old = unsafe storedFrame
      let isSame = newValue.isSame(as: old)
      let isAnimated = concernsAnimations
      guard !isSame || isAnimated else { return }
      guard newValue.isFinite else { return refuse(newValue) }
      unsafe storedFrame = newValue
      if isAnimated { didSet(\.frame, .frame, .frame, from: old, to: newValue) }
      guard !isSame else { return }
      didChange(.frame)
      if newValue.size.width != old.size.width || newValue.size.height != old.size.height {
        // The drawing has the new size even while the old one stays on the screen, as during a delay.
        if isAnimated { didChange(.content) }
        sizeDidChange(from: old.size)
        placeChildren()
      }
    }
  }

  /// Opacity of the view and everything in it, from 0 to 1.
  ///
  /// One that isn't finite is refused with a ``ViewDiagnosis``.
  public final var alpha: CGFloat {
    get { unsafe storedAlpha }
    set {
      let old = unsafe storedAlpha
      guard newValue != old || concernsAnimations else { return }
      guard newValue.isFinite else { return refuse("its alpha would be \(newValue)") }
      unsafe storedAlpha = newValue
      if concernsAnimations { didSet(\.alpha, .alpha, .alpha, from: old, to: newValue) }
      if newValue != old { didChange(.alpha) }
    }
  }

  /// The colour behind the content; by default clear.
  public final var backgroundColor: Color {
    get { unsafe storedBackgroundColor }
    set {
      let old = unsafe storedBackgroundColor
      guard newValue != old || concernsAnimations else { return }
      unsafe storedBackgroundColor = newValue
      if concernsAnimations {
        didSet(\.backgroundColor, .backgroundColor, .backgroundColor, from: old, to: newValue)
      }
      if newValue != old { didChange(.backgroundColor) }
    }
  }

  /// Whether the view, with everything in it, is invisible, untouchable, and hidden from assistive technology.
  public final var isHidden: Bool {
    get { unsafe storedIsHidden }
    set {
      guard unsafe newValue != storedIsHidden else { return }
      unsafe storedIsHidden = newValue
      didChange(.visibility)
    }
  }

  /// Whether the view's drawing and children show only within the bounds and their corners, and take touches only within the bounds.
  public final var clipsToBounds: Bool {
    get { unsafe storedClipsToBounds }
    set {
      guard unsafe newValue != storedClipsToBounds else { return }
      unsafe storedClipsToBounds = newValue
      didChange(.clipping)
    }
  }

  /// Whether the view and its descendants take touches.
  public final var isUserInteractionEnabled: Bool {
    get { unsafe storedIsUserInteractionEnabled }
    set {
      guard unsafe newValue != storedIsUserInteractionEnabled else { return }
      unsafe storedIsUserInteractionEnabled = newValue
      // In that frame the focus leaves what can't be used any more.
      tree?.input.isPlaced = false
      tree?.requestFrameForChanges()
    }
  }

  /// Properties that few views set.
  package final var rare: RareProperties? {
    get { unsafe storedRare }
    set { unsafe storedRare = newValue }
  }

  /// Properties that have changed since the last commit.
  package final var changes: ViewProperties {
    get { unsafe storedChanges }
    set { unsafe storedChanges = newValue }
  }

  /// Lists of the next commit that the view is in.
  package final var pending: PendingChanges {
    get { unsafe storedPending }
    set { unsafe storedPending = newValue }
  }

  /// The display for which the children were placed last.
  final var displayTraits: DisplayTraits {
    get { unsafe storedTraits }
    set { unsafe storedTraits = newValue }
  }

  /// Properties whose value on the screen is still on its way to the view's.
  package final var animated: AnimatedProperties {
    get { unsafe storedAnimated }
    set { unsafe storedAnimated = newValue }
  }

  // MARK: Links

  /// The enclosing view.
  public final var parent: NativeView? { unsafe parentLink }
  /// The child that is drawn first, below the others.
  public final var firstChild: NativeView? { unsafe firstLink }
  /// The child that is drawn last, above the others.
  public final var lastChild: NativeView? { unsafe lastLink }
  /// The sibling before this one.
  public final var previousSibling: NativeView? { unsafe previousLink }
  /// The sibling after this one.
  public final var nextSibling: NativeView? { unsafe nextLink }
  /// The view's tree, if any.
  public final var tree: ViewTree? { unsafe treeLink }

  /// Sets the tree that the view is in from now on, without notifying its children.
  final func setTree(_ tree: ViewTree) { unsafe treeLink = tree }

  /// Notes that the view is in no tree, so that the next commit has nothing of it to show; doesn't notify its children.
  final func cutTree() {
    unsafe treeLink = nil
    pending.subtract([.created, .placed, .patched])
  }

  /// Notes a change for the next commit.
  package final func didChange(_ property: ViewProperties) {
    let changes = self.changes
    self.changes = changes.union(property)
    if changes.isEmpty { tree?.notePatched(self) }
  }

  /// Counts what was toggled as a change of the content, unless it was toggled back.
  final func settleToggles() {
    let changes = self.changes
    guard changes.contains(.toggledContent) else { return }
    self.changes = changes.subtracting(.toggledContent).union(.content)
  }

  /// The tree whose backend shows the view since its last commit, even if the view has left the tree since.
  final var shownBy: ViewTree? {
    get { unsafe shownByLink }
    set { unsafe shownByLink = newValue }
  }

  /// Links the view into a parent after a sibling, or first.
  final func link(into parent: NativeView, after sibling: NativeView?) {
    unsafe parentLink = parent
    let next = unsafe sibling == nil ? parent.firstLink : sibling?.nextLink
    unsafe previousLink = sibling
    unsafe nextLink = next
    if let next { unsafe next.previousLink = self } else { unsafe parent.lastLink = self }
    if let sibling { unsafe sibling.nextLink = self } else { unsafe parent.firstLink = self }
  }

  /// Cuts the links to and from the parent and the siblings.
  final func unlink() {
    guard let parent = unsafe parentLink else { return }
    parent.pending.insert(.mayHaveLostChild)
    let (previous, next) = unsafe (previousLink, nextLink)
    unsafe next?.previousLink = previous
    if next == nil { unsafe parent.lastLink = previous }
    // These two may own the view, which the caller holds.
    if let previous { unsafe previous.nextLink = next } else { unsafe parent.firstLink = next }
    unsafe nextLink = nil
    unsafe previousLink = nil
    unsafe parentLink = nil
  }
}
