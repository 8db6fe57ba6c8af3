public import Foundation
import FrameworkEvents
import Signposts

/// Remembers the frames of layouts, so that a repeated layout need not run.
///
/// A layout is found by everything that it depends on: the container's size, the environment, the views with their keys, parents, frames
/// and contents, its description, and what its author says it reads. The container's position doesn't matter, because frames are relative
/// to it. The least recently used layouts are forgotten.
///
/// Isolation: any thread. No foreign code runs in the cache's lock: neither layouts, nor `==`, `hash(into:)` or `deinit` of keys and
/// contents.
///
/// Source: docs/semantics/layout.md, P12.
public final class LayoutsCache: Sendable {
  /// The number of remembered layouts with the same hash, and so the maximum number of comparisons per look-up.
  ///
  /// Two layouts that a good hash function distinguishes hardly ever have the same hash by chance.
  private static let ways = 8

  private let recent: OrderedMutex<RecentLayouts>

  /// Makes an empty cache.
  ///
  /// - Parameters:
  ///   - capacity: How many layouts it remembers, at least 1.
  ///   - viewCapacity: How many views they have in total, at least 1. A view takes 32 bytes for its frame, and in the first layout of its
  ///     hierarchy some 40 for its declaration plus the size of an optional key: 90 with a number as its key, not counting what keys and
  ///     contents refer to.
  public init(capacity: Int = 256, viewCapacity: Int = 1 << 20) {
    guard capacity >= 1 else { stop("layouts cache: its capacity is \(capacity), not at least 1") }
    guard viewCapacity >= 1 else {
      stop("layouts cache: its capacity of views is \(viewCapacity), not at least 1")
    }
    recent = OrderedMutex(RecentLayouts(capacity: capacity, viewCapacity: viewCapacity))
  }

  /// Statistics so far.
  public var statistics: LayoutsCacheStatistics { recent.withLock { $0.statistics } }

  /// Forgets all layouts; the counters stay.
  public func removeAll() {
    // Freed at the end, outside the lock.
    _ = recent.withLock { $0.removeAll() }
  }

  /// Returns the frames of a layout that was run before, or runs it.
  ///
  /// Complexity: O(1) for a layout that is found, however many others are remembered. O(n) for `n` views of a hierarchy that is used for
  /// the first time, such as a new one: a few nanoseconds per view.
  ///
  /// - Parameters:
  ///   - hierarchy: The views.
  ///   - description: What the layout belongs to: another type's layout may place the same views differently.
  ///   - content: Everything that `layout` reads except the views, such as properties and state, or a hash of it (the original's
  ///     `layoutHash`); `nil` runs the layout and remembers nothing.
  ///   - frame: The container's.
  ///   - environment: What the layout inherits.
  ///   - layout: Places the views; it isn't called if the frames are known.
  /// - Returns: The frames.
  /// - Throws: ``LayoutError`` as ``PlasticLayout`` throws it; nothing is remembered then.
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
      hierarchy: hierarchy.content.declared
    )
    let digest = key.digest
    var way = 0
    while let known = recent.withLock({ $0.layout(at: digest &+ way) }) {
      if known.key.isSame(as: key) {
        // The same hierarchy is used again and again, and then found without a comparison.
        let successor =
          known.key.hierarchy === key.hierarchy
          ? nil : RememberedLayout(key: key, frames: known.frames)
        // Forgotten layouts are freed here, outside the lock.
        _ = recent.withLock { $0.noteHit(of: known, at: digest &+ way, successor: successor) }
        let interval = LayoutInterval(
          TraceName(of: description),
          views: hierarchy.count,
          isCacheHit: true
        )
        defer { interval.end() }
        return LayoutResult(hierarchy: hierarchy, frames: known.frames, size: frame.size)
      }
      if way == Self.ways - 1 { break }
      way += 1
    }
    recent.withLock { $0.noteMiss() }
    let result = try run(hierarchy, of: description, in: frame, environment: environment, layout)
    // A key that isn't equal to itself, such as NaN, would never be found.
    if key.isSame(as: key) {
      let layout = RememberedLayout(key: key, frames: result.frames)
      // If two threads ran the same layout, the second one's frames stay. Forgotten layouts are freed here.
      _ = recent.withLock { $0.insert(layout, at: digest &+ way) }
    }
    return result
  }

  private func run<Key>(
    _ hierarchy: ViewHierarchy<Key>,
    of description: Any.Type,
    in frame: CGRect,
    environment: LayoutEnvironment,
    _ layout: (ViewsContainer<Key>) throws(LayoutError) -> Void
  ) throws(LayoutError) -> LayoutResult<Key> {
    // A name is needed only if somebody records.
    let name = KatanaTracepoints.isLayoutRecorded ? TraceName(of: description) : nil
    return try PlasticLayout(hierarchy).run(in: frame, environment: environment, name: name, layout)
  }
}

extension LayoutsCache {
  /// Returns the frames of a layout that was run before, or runs it by a closure that may throw anything.
  ///
  /// A closure that throws nothing, or declares `throws(LayoutError)`, uses the other overload and gets errors of that type; this is for
  /// all others, such as a closure that uses plain `try`.
  ///
  /// - Parameters:
  ///   - hierarchy: The views.
  ///   - description: What the layout belongs to: another type's layout may place the same views differently.
  ///   - content: Everything that `layout` reads except the views, such as properties and state, or a hash of it (the original's
  ///     `layoutHash`); `nil` runs the layout and remembers nothing.
  ///   - frame: The container's.
  ///   - environment: What the layout inherits.
  ///   - layout: Places the views; it isn't called if the frames are known.
  /// - Returns: The frames.
  /// - Throws: What `layout` throws, or ``LayoutError`` as the layout's run does; nothing is remembered then.
  public func layout<Key>(
    _ hierarchy: ViewHierarchy<Key>,
    of description: Any.Type,
    content: (any Hashable & Sendable)?,
    in frame: CGRect,
    environment: LayoutEnvironment = LayoutEnvironment(),
    _ layout: (ViewsContainer<Key>) throws -> Void
  ) throws -> LayoutResult<Key> {
    var userError = UserError()
    do throws(LayoutError) {
      return try self.layout(
        hierarchy,
        of: description,
        content: content,
        in: frame,
        environment: environment
      ) { (views) throws(LayoutError) in
        try userError.catching { try layout(views) }
      }
    } catch {
      throw userError.replacing(error)
    }
  }
}
