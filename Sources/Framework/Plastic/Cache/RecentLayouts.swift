import Foundation

/// The most recently used layouts: a hash table whose entries are also a list in the order of their use.
///
/// It knows layouts only by their digests. Comparing layouts with the same digest, and freeing forgotten ones, may run the user's code, so
/// both are left to the caller, outside its lock.
struct RecentLayouts: Sendable {
  private struct Entry {
    var layout: RememberedLayout
    let digest: Int
    /// The entry that was used just after this one.
    var newer: Int?
    /// The entry that was used just before this one.
    var older: Int?
  }

  private let capacity: Int
  private let viewCapacity: Int
  private var places: [Int: Int] = [:]
  private var entries: [Entry?] = []
  private var free: [Int] = []
  private var newest: Int?
  private var oldest: Int?
  private(set) var statistics = LayoutsCacheStatistics()

  init(capacity: Int, viewCapacity: Int) {
    self.capacity = capacity
    self.viewCapacity = viewCapacity
  }

  func layout(at digest: Int) -> RememberedLayout? {
    places[digest].flatMap { entries[$0]?.layout }
  }

  /// Counts a layout that was found; it becomes the newest unless it was forgotten meanwhile.
  ///
  /// The successor is the same layout of a newer hierarchy, which will be used instead of the old one; it is found from now on.
  ///
  /// - Returns: What was forgotten, to be freed outside the lock.
  mutating func noteHit(
    of layout: RememberedLayout,
    at digest: Int,
    successor: RememberedLayout?
  ) -> RememberedLayout? {
    statistics.hits += 1
    guard let place = places[digest], entries[place]?.layout === layout else { return successor }
    if let successor { entries[place]?.layout = successor }
    if newest != place {
      unlink(place)
      link(place)
    }
    return successor == nil ? nil : layout
  }

  /// Counts a layout that has to be run.
  mutating func noteMiss() { statistics.misses += 1 }

  /// Remembers a layout instead of the one with the same digest, and forgets others if there is no room.
  ///
  /// A layout that is too large on its own isn't remembered.
  ///
  /// - Returns: What was forgotten, to be freed outside the lock.
  mutating func insert(_ layout: RememberedLayout, at digest: Int) -> [RememberedLayout] {
    let count = layout.frames.count
    var forgotten: [RememberedLayout] = []
    guard count <= viewCapacity else { return forgotten }
    if let place = places[digest] { remove(place, to: &forgotten) }
    while let last = oldest,
      statistics.layouts == capacity || statistics.views + count > viewCapacity
    {
      remove(last, to: &forgotten)
      statistics.evictions += 1
    }
    let entry = Entry(layout: layout, digest: digest)
    let place = free.popLast() ?? entries.endIndex
    if place == entries.endIndex { entries.append(entry) } else { entries[place] = entry }
    places[digest] = place
    link(place)
    statistics.layouts += 1
    statistics.views += count
    return forgotten
  }

  /// Forgets all layouts.
  ///
  /// - Returns: What was forgotten, to be freed outside the lock.
  mutating func removeAll() -> [RememberedLayout] {
    let forgotten = entries.compactMap { $0?.layout }
    places = [:]
    entries = []
    free = []
    newest = nil
    oldest = nil
    statistics.layouts = 0
    statistics.views = 0
    return forgotten
  }

  private mutating func remove(_ place: Int, to forgotten: inout [RememberedLayout]) {
    guard let entry = entries[place] else { return }
    unlink(place)
    places[entry.digest] = nil
    entries[place] = nil
    free.append(place)
    statistics.layouts -= 1
    statistics.views -= entry.layout.frames.count
    forgotten.append(entry.layout)
  }

  private mutating func link(_ place: Int) {
    entries[place]?.older = newest
    entries[place]?.newer = nil
    if let newest { entries[newest]?.newer = place }
    newest = place
    if oldest == nil { oldest = place }
  }

  private mutating func unlink(_ place: Int) {
    guard let entry = entries[place] else { return }
    if let newer = entry.newer { entries[newer]?.older = entry.older } else { newest = entry.older }
    if let older = entry.older { entries[older]?.newer = entry.newer } else { oldest = entry.newer }
  }
}

/// A layout in a cache.
final class RememberedLayout: Sendable {
  let key: LayoutsCacheKey
  let frames: [CGRect]

  init(key: LayoutsCacheKey, frames: [CGRect]) {
    self.key = key
    self.frames = frames
  }
}

/// Statistics of a cache of layouts.
public struct LayoutsCacheStatistics: Hashable, Sendable {
  /// How many layouts were found.
  public internal(set) var hits = 0

  /// How many layouts had to be run.
  public internal(set) var misses = 0

  /// How many layouts were forgotten to make room.
  public internal(set) var evictions = 0

  /// The number of remembered layouts.
  public internal(set) var layouts = 0

  /// The number of their frames.
  public internal(set) var views = 0

  /// The share of layouts that were found; 0 before the first.
  public var hitRate: Double { hits + misses == 0 ? 0 : Double(hits) / Double(hits + misses) }
}
