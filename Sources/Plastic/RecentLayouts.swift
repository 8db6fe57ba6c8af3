import Foundation

/// The layouts that were used last: a hash table whose entries are also a list in the order of their use.
struct RecentLayouts: Sendable {
  private struct Entry {
    let key: LayoutsCacheKey
    var frames: [CGRect]
    /// The entry that was used just after this one.
    var newer: Int?
    /// The entry that was used just before this one.
    var older: Int?
  }

  private let capacity: Int
  private let viewCapacity: Int
  private var places: [LayoutsCacheKey: Int] = [:]
  private var entries: [Entry?] = []
  private var free: [Int] = []
  private var newest: Int?
  private var oldest: Int?
  private(set) var statistics = LayoutsCacheStatistics()

  init(capacity: Int, viewCapacity: Int) {
    self.capacity = capacity
    self.viewCapacity = viewCapacity
  }

  /// The frames of a layout, which becomes the newest, or `nil`; counted either way.
  mutating func find(_ key: LayoutsCacheKey) -> [CGRect]? {
    guard let place = places[key], let frames = entries[place]?.frames else {
      statistics.misses += 1
      return nil
    }
    statistics.hits += 1
    if newest != place {
      unlink(place)
      link(place)
    }
    return frames
  }

  /// Remembers a layout, and forgets others if there is no room.
  ///
  /// One that alone is too large isn't remembered, nor one whose content isn't equal to itself, such as NaN:
  /// it would neither be found nor forgotten. Of two threads that ran the same layout, the second one's frames stay.
  mutating func insert(_ frames: [CGRect], for key: LayoutsCacheKey) {
    if let place = places[key] { remove(place) }
    guard frames.count <= viewCapacity, key == key else { return }
    while let last = oldest,
      statistics.layouts == capacity || statistics.views + frames.count > viewCapacity
    {
      remove(last)
      statistics.evictions += 1
    }
    let entry = Entry(key: key, frames: frames)
    let place = free.popLast() ?? entries.endIndex
    if place == entries.endIndex { entries.append(entry) } else { entries[place] = entry }
    places[key] = place
    link(place)
    statistics.layouts += 1
    statistics.views += frames.count
  }

  /// Forgets all layouts.
  mutating func removeAll() {
    places = [:]
    entries = []
    free = []
    newest = nil
    oldest = nil
    statistics.layouts = 0
    statistics.views = 0
  }

  private mutating func remove(_ place: Int) {
    guard let entry = entries[place] else { return }
    unlink(place)
    places[entry.key] = nil
    entries[place] = nil
    free.append(place)
    statistics.layouts -= 1
    statistics.views -= entry.frames.count
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
