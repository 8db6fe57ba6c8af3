public import Foundation

/// Shows a tree of views: on a screen, in an image, or nowhere.
///
/// Isolation: the main actor.
@MainActor
public protocol ViewBackend: AnyObject {
  /// The tree is shown by this backend from now on.
  func attach(to tree: ViewTree)
  /// Shows what has changed since the last commit, with the values of ``NativeView/presented``; it doesn't change
  /// views of the tree.
  func commit(_ changes: borrowing ViewChanges)
  /// A commit is over, and views may be changed: what is to be told of it is told now.
  func didCommit()
  /// Another view has the keyboard focus, or none has; it may be one that wasn't committed yet.
  func focusDidChange(to view: NativeView?)
  /// Input is kept from a view and what is in it, or isn't any more; for what takes input from elsewhere than the tree.
  func transitionDidChange(of view: NativeView)
  /// The clock of what is shown.
  var frames: any FrameSource { get }
  /// Measures texts as this backend draws them.
  nonisolated var measurer: any TextMeasuring { get }
  /// Pixels per point: above 0, whole or not; ``ViewTree/displayDidChange()`` is called when it is another.
  var displayScale: CGFloat { get }
}

extension ViewBackend {
  /// Does nothing.
  public func didCommit() {}

  /// Does nothing.
  public func focusDidChange(to view: NativeView?) {}

  /// Does nothing.
  public func transitionDidChange(of view: NativeView) {}
}

/// Changes of a tree since its last commit, each view once in a list.
///
/// A backend handles them in this order: it makes objects of the `created` views and gives them all of their properties,
/// puts the `placed` ones, which include the created, at their places, changes what is `patched`, and removes what is
/// `removed`.
public struct ViewChanges: ~Copyable {
  /// Views that the backend doesn't know, in no order.
  public let created: [NativeView]
  /// Views that stand elsewhere now.
  ///
  /// In this order, each goes right after its `previousSibling`, or first, in its `parent`.
  public let placed: [NativeView]
  /// Views of which properties have changed; `changedProperties` of each says which.
  public let patched: [NativeView]
  /// Views that have gone, with all that is in them.
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

/// Shows a tree nowhere; text, JSON and SVG of it are there whenever they are asked for.
@MainActor
public final class HeadlessBackend: ViewBackend {
  /// Numbers of changes that were committed.
  @safe @exclusivity(unchecked) public private(set) var operations = ViewOperations()
  /// The clock, which a test advances.
  public let clock: ManualFrameSource
  /// Measures texts.
  public nonisolated let measurer: any TextMeasuring
  /// Pixels per point.
  public let displayScale: CGFloat

  /// The clock that a test advances.
  public var frames: any FrameSource { clock }

  /// Makes a backend.
  public init(
    displayScale: CGFloat = 1,
    measurer: any TextMeasuring = BlockTextMeasurer(),
    clock: ManualFrameSource = ManualFrameSource()
  ) {
    (self.displayScale, self.measurer, self.clock) = (displayScale, measurer, clock)
  }

  /// Does nothing: whoever wants to see the tree asks for a rendering.
  public func attach(to tree: ViewTree) {}

  /// Counts the changes.
  public func commit(_ changes: borrowing ViewChanges) {
    operations.created += changes.created.count
    operations.placed += changes.placed.count - changes.created.count
    operations.patched += changes.patched.count
    operations.removed += changes.removed.count
    operations.commits += 1
  }
}

/// Numbers of changes of views.
public struct ViewOperations: Hashable, Sendable {
  /// Views that the backend hadn't known.
  public var created = 0
  /// Views that were moved; those that were created aren't counted.
  public var placed = 0
  /// Views of which properties were changed.
  public var patched = 0
  /// Views that were removed with all that was in them.
  public var removed = 0
  /// Commits that had something to show.
  public var commits = 0

  /// Makes numbers that are all 0.
  public init() {}
}
