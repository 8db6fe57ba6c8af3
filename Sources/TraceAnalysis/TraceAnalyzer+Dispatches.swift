import TraceReading

// What becomes of items that are dispatched, and who has dispatched them.
extension TraceAnalyzer {
  /// Pairs of names beyond this many are counted as one.
  private static let maximumNestings = 4096

  struct DiscardKey: Hashable {
    let name: TraceSymbol?
    let kind: TraceSymbol?
  }

  mutating func enqueue(
    _ dispatch: PendingDispatches.Dispatch,
    id: UInt64,
    processIndex: Int
  ) {
    // Under one kind for all: which one begins later tells its own name.
    dispatches.insert(dispatch, for: key(processIndex, .updater, id))
    let kind: IntervalKind =
      catalog.string(dispatch.kind) == "side_effect" ? .sideEffect : .updater
    nest(dispatch.parentID, kind: kind, name: dispatch.name, processIndex: processIndex)
  }

  mutating func discard(id: UInt64, reason: TraceSymbol, processIndex: Int) {
    let dispatch = dispatches.remove(key(processIndex, .updater, id))
    let key = DiscardKey(name: dispatch?.name, kind: dispatch?.kind)
    discards[key, default: [:]][reason, default: 0] += 1
  }

  /// Notes whose child an item or interval is.
  mutating func nest(
    _ parentID: UInt64,
    kind: IntervalKind,
    name: TraceSymbol,
    processIndex: Int
  ) {
    guard parentID != 0 else { return }
    guard let parent = parent(parentID, processIndex: processIndex) else {
      missingParents += 1
      return
    }
    var nesting = NestingKey(
      parentKind: parent.kind,
      parent: parent.name,
      childKind: kind,
      child: name
    )
    if nestings.count >= Self.maximumNestings, nestings[nesting] == nil {
      nesting = NestingKey(parentKind: parent.kind, parent: nil, childKind: kind, child: nil)
    }
    nestings[nesting, default: 0] += 1
  }

  /// The interval with an id, the innermost where an update, its listeners and its interceptors have
  /// the same; one that has ended lately, too, because a task may outlive what it began in.
  private func parent(
    _ id: UInt64,
    processIndex: Int
  ) -> (kind: IntervalKind, name: TraceSymbol?)? {
    for kind in [IntervalKind.interval, .listeners, .updater, .sideEffect, .interceptors] {
      guard let interval = open[key(processIndex, kind, id)] else { continue }
      return (kind, groups[Int(interval.group)].key.name)
    }
    for kind in [IntervalKind.sideEffect, .updater] {
      guard let name = recentNames.name(of: key(processIndex, kind, id)) else { continue }
      return (kind, name)
    }
    return nil
  }

  func nestingCounts() -> [NestingCount] {
    nestings.map { key, count in
      NestingCount(
        parentKind: key.parentKind,
        parent: key.parent.map(catalog.string),
        childKind: key.childKind,
        child: key.child.map(catalog.string),
        count: count
      )
    }
    .sorted {
      ($0.count, $1.parent ?? "", $1.child ?? "") > ($1.count, $0.parent ?? "", $0.child ?? "")
    }
  }

  func discardCounts() -> [DiscardCount] {
    discards.map { key, reasons in
      DiscardCount(
        name: key.name.map(catalog.string),
        kind: key.kind.map(catalog.string),
        reasons: Dictionary(uniqueKeysWithValues: reasons.map { (catalog.string($0), $1) })
      )
    }
    .sorted {
      ($0.total, $1.name ?? "", $1.kind ?? "") > ($1.total, $0.name ?? "", $0.kind ?? "")
    }
  }
}

extension DiscardCount {
  /// How many in all.
  var total: UInt64 { reasons.values.reduce(0, +) }
}
