import TraceReading

/// Which intervals have begun or dispatched which, by kind and name.
struct NestingRecorder {
  /// Pairs of names beyond this many are counted as one.
  private static let maximumCount = 4096

  private var counts: [(key: NestingKey, count: UInt64)] = []
  private var places: [NestingKey: Int] = [:]
  /// A place of each slot, before the dictionary; -1 for none.
  private var cache = Array(repeating: Int32(-1), count: cacheSize)
  private static let cacheSize = 256

  mutating func count(
    _ kind: TraceIntervalKind,
    _ name: TraceSymbol?,
    below parent: IntervalGroup.Key
  ) {
    let key = NestingKey(
      parentKind: parent.kind,
      parent: parent.name,
      childKind: kind,
      child: name
    )
    let number = Int(parent.name?.index ?? 0) &* 31 &+ Int(name?.index ?? 0)
    let slot = (number &+ Int(kind.index)) & (Self.cacheSize - 1)
    var place = Int(cache[slot])
    if place < 0 || counts[place].key != key {
      place = self.place(of: key)
      cache[slot] = Int32(place)
    }
    counts[place].count += 1
  }

  private mutating func place(of key: NestingKey) -> Int {
    var key = key
    if let place = places[key] { return place }
    if counts.count >= Self.maximumCount {
      key = NestingKey(
        parentKind: key.parentKind,
        parent: nil,
        childKind: key.childKind,
        child: nil
      )
      if let place = places[key] { return place }
    }
    counts.append((key, 0))
    places[key] = counts.count - 1
    return counts.count - 1
  }

  func nestingCounts(_ catalog: TraceCatalog) -> [NestingCount] {
    counts.map { key, count in
      NestingCount(
        parentKind: catalog.label(of: key.parentKind),
        parent: key.parent.map(catalog.string),
        childKind: catalog.label(of: key.childKind),
        child: key.child.map(catalog.string),
        count: count
      )
    }
    .sorted {
      ($0.count, $1.parent ?? "", $1.child ?? "") > ($1.count, $0.parent ?? "", $0.child ?? "")
    }
  }
}

/// The kinds and names of a parent and a child.
private struct NestingKey: Hashable {
  let parentKind: TraceIntervalKind
  let parent: TraceSymbol?
  let childKind: TraceIntervalKind
  let child: TraceSymbol?

  func hash(into hasher: inout Hasher) {
    // The kinds are left to ==: few names are of several.
    hasher.combine(parent)
    hasher.combine(child)
  }
}
