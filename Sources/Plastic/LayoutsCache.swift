public import Foundation
import Signposts

/// Remembers the frames of layouts, so that a layout that is asked for again need not run.
///
/// A layout is found by all that it depends on: the container's size, the environment, the views with
/// their keys, parents, frames and contents, what describes it, and what its author says it reads. Where
/// the container is doesn't matter, for frames are relative to it. The least recently used layouts are
/// forgotten.
///
/// Isolation: any thread; a layout that isn't found runs outside of the cache's lock.
///
/// Source: SEMANTICS.md, P12.
public final class LayoutsCache: Sendable {
  private let recent: OrderedMutex<RecentLayouts>

  /// Makes an empty cache.
  ///
  /// - Parameters:
  ///   - capacity: How many layouts it remembers, at least 1.
  ///   - viewCapacity: How many frames they have in total, at least 1; a frame is 32 bytes.
  public init(capacity: Int = 256, viewCapacity: Int = 1 << 20) {
    guard capacity >= 1 else { stop("layouts cache: its capacity is \(capacity), not at least 1") }
    guard viewCapacity >= 1 else {
      stop("layouts cache: its capacity of views is \(viewCapacity), not at least 1")
    }
    recent = OrderedMutex(RecentLayouts(capacity: capacity, viewCapacity: viewCapacity))
  }

  /// What the cache did so far.
  public var statistics: LayoutsCacheStatistics { recent.withLock { $0.statistics } }

  /// Forgets all layouts; the counters stay.
  public func removeAll() { recent.withLock { $0.removeAll() } }

  /// Gives the frames of a layout that was run before, or runs it.
  ///
  /// Complexity: O(1) for a layout that is found, and for one of views whose hierarchy was made anew, O(n)
  /// for `n` views.
  ///
  /// - Parameters:
  ///   - hierarchy: The views.
  ///   - description: What the layout belongs to: another type's layout may place the same views otherwise.
  ///   - content: All that `layout` reads besides the views, such as properties and state, or a hash of it
  ///     (the original's `layoutHash`); `nil` runs the layout and remembers nothing.
  ///   - frame: The container's.
  ///   - environment: What the layout inherits.
  ///   - layout: Places the views; it isn't called if the frames are known.
  /// - Returns: The frames.
  /// - Throws: ``LayoutError`` as ``PlasticLayout/run(in:environment:name:_:)`` does; nothing is remembered
  ///   then.
  public func layout<Key>(
    _ hierarchy: ViewHierarchy<Key>,
    of description: Any.Type,
    content: (any Hashable & Sendable)?,
    in frame: CGRect,
    environment: LayoutEnvironment = LayoutEnvironment(),
    _ layout: (ViewsContainer<Key>) throws(LayoutError) -> Void
  ) throws(LayoutError) -> LayoutResult<Key> {
    guard let content else {
      return try run(hierarchy, of: description, in: frame, environment: environment, layout)
    }
    guard frame.isAcceptable else { throw .invalidFrame(view: "nativeView", frame) }
    let key = LayoutsCacheKey(
      width: frame.size.width,
      height: frame.size.height,
      environment: environment,
      description: ObjectIdentifier(description),
      content: content,
      hierarchy: hierarchy.content
    )
    if let frames = recent.withLock({ $0.find(key) }) {
      let interval = LayoutInterval(
        TraceName(of: description),
        views: hierarchy.count,
        isCacheHit: true
      )
      defer { interval.end() }
      return LayoutResult(hierarchy: hierarchy, frames: frames, size: frame.size)
    }
    let result = try run(hierarchy, of: description, in: frame, environment: environment, layout)
    recent.withLock { $0.insert(result.frames, for: key) }
    return result
  }

  private func run<Key>(
    _ hierarchy: ViewHierarchy<Key>,
    of description: Any.Type,
    in frame: CGRect,
    environment: LayoutEnvironment,
    _ layout: (ViewsContainer<Key>) throws(LayoutError) -> Void
  ) throws(LayoutError) -> LayoutResult<Key> {
    try PlasticLayout(hierarchy)
      .run(in: frame, environment: environment, name: TraceName(of: description), layout)
  }
}
