import TraceReading

/// Which intervals began or dispatched which, by kind and name.
struct NestingRecorder {
  /// Pairs of names beyond this many are counted as one.
  private static let maximumCount = 4096

  private var counts: [UInt64] = []
  private var numbers = Numbering<NestingKey>(maximum: maximumCount)

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
    let hint =
      Int(parent.name?.index ?? 0) &* 31 &+ Int(name?.index ?? 0) &+ Int(kind.index)
    let place = numbers.number(of: key, hint: hint) {
      NestingKey(parentKind: $0.parentKind, parent: nil, childKind: $0.childKind, child: nil)
    }
    if place == counts.count { counts.append(0) }
    counts[place] += 1
  }

  func nestingCounts(_ catalog: TraceCatalog) -> [NestingCount] {
    zip(numbers.keys, counts).map { key, count in
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
    // == compares the kinds: few names have several.
    hasher.combine(parent)
    hasher.combine(child)
  }
}
