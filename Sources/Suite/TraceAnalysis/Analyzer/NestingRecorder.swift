import TraceReading

/// Which intervals have begun or dispatched which, by kind and name.
struct NestingRecorder {
  /// Pairs of names beyond this many are counted as one.
  private static let maximumCount = 4096

  private var counts: [NestingKey: UInt64] = [:]

  mutating func count(
    _ kind: TraceIntervalKind,
    _ name: TraceSymbol?,
    below parent: IntervalGroup.Key
  ) {
    var key = NestingKey(
      parentKind: parent.kind,
      parent: parent.name,
      childKind: kind,
      child: name
    )
    if counts.count >= Self.maximumCount, counts[key] == nil {
      key = NestingKey(parentKind: parent.kind, parent: nil, childKind: kind, child: nil)
    }
    counts[key, default: 0] += 1
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
