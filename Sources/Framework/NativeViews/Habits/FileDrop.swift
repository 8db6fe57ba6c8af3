public import Foundation

/// Takes files that a user drags into the window.
///
/// Source: docs/semantics/ui.md, H4.
public struct FileDropTarget {
  /// Files that were dropped on a view.
  public struct Drop: Hashable, Sendable {
    /// The files, at least one.
    public let files: [URL]
    /// In the view's coordinates.
    public let location: CGPoint
  }

  /// Takes dropped files; returns whether it wants them.
  public var take: @MainActor (Drop) -> Bool
  /// Called when files come over the view, and when they leave or were dropped: the time to show where they would go.
  public var isOver: @MainActor (Bool) -> Void

  /// Makes a target.
  public init(
    isOver: @escaping @MainActor (Bool) -> Void = { _ in },
    take: @escaping @MainActor (Drop) -> Bool
  ) {
    (self.take, self.isOver) = (take, isOver)
  }
}

/// Files on their way over a window.
public struct DropEvent: Hashable, Sendable {
  /// What happens to them.
  public enum Phase: Hashable, Sendable {
    /// They are over the window.
    case moved
    /// They have left it.
    case left
    /// They were dropped.
    case dropped([URL])
  }

  /// What happens.
  public var phase: Phase
  /// In points, from the upper left corner of the tree's root.
  public var location: CGPoint

  /// Makes an event.
  public init(_ phase: Phase, at location: CGPoint = .zero) {
    (self.phase, self.location) = (phase, location)
  }
}

extension ViewTree {
  /// Hands files that are dragged over the tree to the view that takes them.
  ///
  /// - Returns: Whether a view takes them, or would.
  func handle(_ event: DropEvent) -> Bool {
    var view: NativeView?
    if event.phase != .left {
      view = target(at: event.location)?.nearest { $0.fileDrop != nil }
    }
    moveDrop(to: view)
    guard case .dropped(let files) = event.phase else { return view != nil }
    moveDrop(to: nil)
    guard let view, view.tree === self, !files.isEmpty, let target = view.fileDrop,
      let place = view.convertFromRoot(event.location)
    else { return false }
    return target.take(FileDropTarget.Drop(files: files, location: place))
  }

  private func moveDrop(to view: NativeView?) {
    let old = input.dropTarget
    guard view !== old else { return }
    input.dropTarget = view
    old?.fileDrop?.isOver(false)
    if input.dropTarget === view { view?.fileDrop?.isOver(true) }
  }
}
