public import Foundation

/// A node of a retained tree of views: user code sets its properties and children, and a backend shows it.
///
/// Nothing is drawn and no backend is called when a property is set. The view only notes what has
/// changed; its ``ViewTree`` commits that once a frame, as one patch for each view. A view without a tree
/// can be built and changed as well; it costs its backend nothing before it is inserted.
///
/// Siblings are linked, so that inserting, moving and removing a child takes the same time among ten and among a
/// hundred thousand. A view belongs to the one that inserted it: a container may hold views of several owners, and
/// each removes only its own.
///
/// Rules of the links, which are `nonisolated(unsafe)` because a `deinit` isn't isolated:
/// 1. Outside of `deinit` links are read and written on the main actor only; they are private to this file.
/// 2. A parent owns its first child and each child the next one. Links to the parent, to the last child, to the
///    previous sibling and to trees don't own; whoever goes cuts those that lead to it: a view in `unlink` or
///    `deinit`, a tree in its own `deinit`, for which it holds what it still has to take out of its backend.
/// 3. `deinit` runs when nobody else refers to the view. It cuts the links of its children, which no other view
///    links to. A program that releases the last reference to a view with children outside of the main actor must
///    not use these children on it at the same time.
/// 4. What has no check of exclusive access, which would take longer than the access, is read and written as a whole, by
///    accessors in this file that call nothing in the meantime.
///
/// Isolation: the main actor.
///
/// Source: docs/semantics/ui.md, U18.
@MainActor
open class NativeView {
  // SAFETY: of the links and of what uses them: the rules above.
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

  // SAFETY: of these, rule 4.
  @exclusivity(unchecked) private final var storedRare: RareProperties?
  // The smaller ones together fill a word.
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

  /// An object of the backend that shows the view, such as a widget; the backend's alone.
  public final var backendObject: AnyObject?

  /// The name by which a test finds the view, and that a rendering as text or JSON tells.
  public final var key: String?

  /// Makes a view without parent.
  public init() {}

  deinit {
    // One after the other instead of each within the `deinit` of the one that links to it: the stack would not
    // last for a long chain.
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

  /// Adds what the view shows above its background and below its children, in its own coordinates.
  ///
  /// Called when the view is shown for the first time and after ``setNeedsDisplay()`` or a change of its size.
  open func draw(into list: inout DisplayList) {}

  /// Notes that ``draw(into:)`` would draw something else now.
  public final func setNeedsDisplay() { didChange(.content) }

  /// Notes that something has changed in what ``draw(into:)`` draws which is either so or not, such as whether the view is pressed.
  ///
  /// A second such change before the next frame takes back the first: a button that was pressed and let go in between is what it was,
  /// and isn't shown anew. It is for one property of a view; others call ``setNeedsDisplay()``.
  public final func displayDidToggle() {
    let changes = self.changes
    self.changes = changes.symmetricDifference(.toggledContent)
    if changes.isEmpty { tree?.notePatched(self) }
  }

  /// The view's role, name and state, as assistive technology and the queries of tests see them.
  ///
  /// A subclass overrides it to tell what it shows; what ``accessibilityOverride`` sets takes precedence.
  open var accessibility: Accessibility { rare?.accessibility ?? Accessibility() }

  /// Notes that an overridden ``accessibility`` tells something else now.
  public final func accessibilityDidChange() { didChange(.accessibility) }

  /// Called when the view was inserted into a tree, or taken out of it, with its ancestors or alone.
  open func treeDidChange() {}

  /// Called after the frame has got another size.
  open func sizeDidChange(from oldSize: CGSize) {}

  /// Places the children; called after ``sizeDidChange(from:)``, where something animates the frame within the animation.
  ///
  /// It is called again, in the next frame, where texts are measured otherwise than when it was called last, or a point has another
  /// number of pixels: in another tree, or on another display. A program asks for it by ``setNeedsLayout()``.
  open func layoutSubviews() {}

  // MARK: Input

  /// Whether touches on the view, and on what is in it and doesn't take them itself, come to it.
  open var handlesTouches: Bool { false }

  /// Whether a finger that goes down on the view, or on what is in it, doesn't scroll what is around the view: for views that are
  /// drawn on, or turned by a finger.
  open var keepsTouches: Bool { false }

  /// Called when the main mouse button or a finger goes down on the view; what it does next comes to this view too.
  open func touchBegan(_ touch: Touch) {}

  /// Called when a touch that has begun on the view moves, also outside of it.
  open func touchMoved(_ touch: Touch) {}

  /// Called when a touch that has begun on the view goes up, inside or outside of it.
  open func touchEnded(_ touch: Touch) {}

  /// Called instead of ``touchEnded(_:)`` when the system or a scroll view took the touch away, or the view has left the tree.
  open func touchCancelled(_ touch: Touch) {}

  /// Called when the mouse comes to a view that handles touches, or goes from it.
  open func hoverDidChange(_ isHovered: Bool) {}

  /// Scrolls by a wheel or a touchpad over the view or what is in it.
  ///
  /// - Returns: Whether there was something to scroll; otherwise the next view around this one is asked.
  open func scroll(_ event: ScrollEvent) -> Bool { false }

  /// Whether the view can have the keyboard focus.
  open var isFocusable: Bool { false }

  /// Called when the view has got the keyboard focus, or has lost it.
  open func focusDidChange(_ isFocused: Bool) {}

  /// Called for a key while the view, or one that is in it, has the focus.
  ///
  /// - Returns: Whether the key was used; otherwise the next view around this one is asked.
  open func key(_ event: KeyEvent) -> Bool { false }

  /// Does what a tap does: called for the return and the space key, and by assistive technology.
  ///
  /// - Returns: Whether there was something to do.
  @discardableResult
  open func activate() -> Bool { false }

  // MARK: Properties

  /// The place in the parent, in points, from the parent's upper left corner.
  ///
  /// A frame that isn't finite is refused with a ``ViewDiagnosis``; the view keeps the one that it has.
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
        // The drawing is that of the new size, also while the one on the screen stays, as in a delay.
        if isAnimated { didChange(.content) }
        sizeDidChange(from: old.size)
        placeChildren()
      }
    }
  }

  /// Opacity of the view and of all that is in it, from 0 to 1.
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

  /// The colour behind the content; clear unless set.
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

  /// Whether the view and all that is in it is neither shown, nor touched, nor told to assistive technology.
  public final var isHidden: Bool {
    get { unsafe storedIsHidden }
    set {
      guard unsafe newValue != storedIsHidden else { return }
      unsafe storedIsHidden = newValue
      didChange(.visibility)
    }
  }

  /// Whether what the view draws and its children are shown, and touched, within the bounds and their corners only.
  public final var clipsToBounds: Bool {
    get { unsafe storedClipsToBounds }
    set {
      guard unsafe newValue != storedClipsToBounds else { return }
      unsafe storedClipsToBounds = newValue
      didChange(.clipping)
    }
  }

  /// Whether the view and what is in it takes touches.
  public final var isUserInteractionEnabled: Bool {
    get { unsafe storedIsUserInteractionEnabled }
    set { unsafe storedIsUserInteractionEnabled = newValue }
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

  /// Properties whose value on the screen isn't that of the view, but on its way there.
  package final var animated: AnimatedProperties {
    get { unsafe storedAnimated }
    set { unsafe storedAnimated = newValue }
  }

  // MARK: Links

  /// The view that this one is in.
  public final var parent: NativeView? { unsafe parentLink }
  /// The child that is drawn first, below the others.
  public final var firstChild: NativeView? { unsafe firstLink }
  /// The child that is drawn last, above the others.
  public final var lastChild: NativeView? { unsafe lastLink }
  /// The sibling before this one.
  public final var previousSibling: NativeView? { unsafe previousLink }
  /// The sibling after this one.
  public final var nextSibling: NativeView? { unsafe nextLink }
  /// The tree that the view is in, if it is in one.
  public final var tree: ViewTree? { unsafe treeLink }

  /// Takes note of the tree that the view is in from now on; its children are not told.
  final func setTree(_ tree: ViewTree) { unsafe treeLink = tree }

  /// Takes note that the view is in no tree from now on, whose next commit has nothing of it to show; its children are not told.
  final func cutTree() {
    unsafe treeLink = nil
    pending.subtract([.created, .placed, .patched])
  }

  /// Takes note of a change that the next commit is to tell.
  package final func didChange(_ property: ViewProperties) {
    let changes = self.changes
    self.changes = changes.union(property)
    if changes.isEmpty { tree?.notePatched(self) }
  }

  /// Takes what was toggled for a change of the content, where it isn't as it was.
  final func settleToggles() {
    let changes = self.changes
    guard changes.contains(.toggledContent) else { return }
    self.changes = changes.subtracting(.toggledContent).union(.content)
  }

  /// The tree whose backend shows the view since its last commit, also when the view has left the tree since.
  final var shownBy: ViewTree? {
    get { unsafe shownByLink }
    set { unsafe shownByLink = newValue }
  }

  /// Links the view into a parent whose child the sibling is.
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
