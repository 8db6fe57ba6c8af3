public import Foundation

/// Shows a tree of views: on a screen, in an image, or nowhere.
///
/// Isolation: the main actor.
@MainActor
public protocol ViewBackend: AnyObject {
  /// Called when this backend begins to show the tree.
  func attach(to tree: ViewTree)
  /// Shows the changes since the last commit, with the values of ``NativeView/presented``, without changing views of the tree.
  func commit(_ changes: borrowing ViewChanges)
  /// Called after a commit, when views may change again: the time to report diagnoses.
  func didCommit()
  /// Called when the keyboard focus moves to another view, possibly not committed yet, or to none.
  func focusDidChange(to view: NativeView?)
  /// Called when a transition begins or stops blocking input to a view and its descendants; for input from outside the tree.
  func transitionDidChange(of view: NativeView)
  /// Called when the mouse pointer gets another shape.
  func pointerShapeDidChange(to shape: PointerShape)
  /// Called when a context menu opens in place of another one, or closes. The backend shows it and calls
  /// ``ViewTree/chooseMenuItem(_:)`` or ``ViewTree/closeMenu()``.
  func menuDidChange(to menu: OpenMenu?)
  /// Called when a dialog for files opens or closes. The backend shows it and calls ``ViewTree/answerFileDialog(_:)``.
  func fileDialogDidChange(to dialog: FileDialog?)
  /// The clock of the display.
  var frames: any FrameSource { get }
  /// Measures texts as this backend draws them.
  nonisolated var measurer: any TextMeasuring { get }
  /// Pixels per point: above 0, not necessarily whole; when it changes, ``ViewTree/displayDidChange()`` must be called.
  var displayScale: CGFloat { get }
}

extension ViewBackend {
  /// Does nothing.
  public func didCommit() {}

  /// Does nothing.
  public func focusDidChange(to view: NativeView?) {}

  /// Does nothing.
  public func transitionDidChange(of view: NativeView) {}

  /// Does nothing.
  public func pointerShapeDidChange(to shape: PointerShape) {}

  /// Does nothing: a test chooses.
  public func menuDidChange(to menu: OpenMenu?) {}

  /// Does nothing: a test answers.
  public func fileDialogDidChange(to dialog: FileDialog?) {}
}

/// Changes of a tree since its last commit; each view is in a list once.
///
/// A backend handles them in this order: it makes objects for the `created` views with all of their properties, places the `placed` views,
/// which include the created ones, updates the `patched` views, and removes the `removed` ones.
public struct ViewChanges: ~Copyable {
  /// Views that are new to the backend, in no order.
  public let created: [NativeView]
  /// Views with a new place.
  ///
  /// In this order, each goes right after its `previousSibling`, or first, in its `parent`.
  public let placed: [NativeView]
  /// Views with changed properties; see `changedProperties` of each.
  public let patched: [NativeView]
  /// Removed views, with everything in them.
  public let removed: [NativeView]

  /// Whether there is nothing to show.
  public var isEmpty: Bool {
    created.isEmpty && placed.isEmpty && patched.isEmpty && removed.isEmpty
  }
}

extension NativeView {
  /// Properties that have changed since the last commit.
  public final var changedProperties: ViewProperties { changes }
}

/// Shows a tree nowhere; text, JSON and SVG of it can be rendered at any time.
@MainActor
public final class HeadlessBackend: ViewBackend {
  /// Counts of committed changes.
  @safe @exclusivity(unchecked) public private(set) var operations = ViewOperations()
  /// The clock, advanced by a test.
  public let clock: ManualFrameSource
  /// Measures texts.
  public nonisolated let measurer: any TextMeasuring
  /// Pixels per point, not necessarily whole; another one is that of a window that has moved to another display.
  public var displayScale: CGFloat {
    didSet { if displayScale != oldValue { treeLink?.tree?.displayDidChange() } }
  }
  private var treeLink: TreeLink?

  /// The clock, advanced by a test.
  public var frames: any FrameSource { clock }

  /// Makes a backend.
  public init(
    displayScale: CGFloat = 1,
    measurer: any TextMeasuring = BlockTextMeasurer(),
    clock: ManualFrameSource = ManualFrameSource()
  ) {
    (self.displayScale, self.measurer, self.clock) = (displayScale, measurer, clock)
  }

  /// Takes the tree, of which renderings are made on request.
  public func attach(to tree: ViewTree) { treeLink = tree.link }

  /// Counts the changes.
  public func commit(_ changes: borrowing ViewChanges) {
    operations.created += changes.created.count
    operations.placed += changes.placed.count - changes.created.count
    operations.patched += changes.patched.count
    operations.removed += changes.removed.count
    operations.commits += 1
  }
}

/// Counts of changes of views.
public struct ViewOperations: Hashable, Sendable {
  /// Views that were new to the backend.
  public var created = 0
  /// Moved views, without created ones.
  public var placed = 0
  /// Views with changed properties.
  public var patched = 0
  /// Views removed with everything in them.
  public var removed = 0
  /// Commits that had something to show.
  public var commits = 0

  /// Makes counts of 0.
  public init() {}
}
