import TraceReading

// What becomes of items that are dispatched, and who has dispatched them.
extension TraceAnalyzer {
  /// Pairs of names beyond this many are counted as one.
  private static let maximumNestings = 4096
  private static let parentKinds: [IntervalKind] = [
    .interval, .listeners, .updater, .sideEffect, .interceptors, .layout, .reconciliation,
    .routing, .routeStep,
  ]
  private static let recentParentKinds: [IntervalKind] = [
    .interval, .sideEffect, .updater, .routeStep,
  ]

  struct DiscardKey: Hashable {
    let name: TraceSymbol?
    let kind: TraceSymbol?
  }

  mutating func enqueue(
    _ dispatch: PendingDispatches.Dispatch,
    id: UInt64,
    processIndex: Int
  ) {
    var dispatch = dispatch
    dispatch.parent = parentLink(dispatch.parentID, processIndex: processIndex)
    if let parent = dispatch.parent {
      let kind: IntervalKind =
        catalog.string(dispatch.kind) == "side_effect" ? .sideEffect : .updater
      countNesting(below: parent.node, kind: kind, name: dispatch.name)
    }
    // Under one kind for all: which one begins later tells its own name.
    dispatches.insert(
      dispatch,
      for: TraceIntervalID(processIndex: processIndex, kind: .updater, id: id)
    )
  }

  mutating func discard(id: UInt64, reason: TraceSymbol, processIndex: Int) {
    let dispatch = dispatches.remove(
      TraceIntervalID(processIndex: processIndex, kind: .updater, id: id)
    )
    let key = DiscardKey(name: dispatch?.name, kind: dispatch?.kind)
    discards[key, default: [:]][reason, default: 0] += 1
  }

  /// Finds the parent of what begins, and notes whose child it is.
  mutating func nest(_ parentID: UInt64, group: Int, processIndex: Int) -> ParentLink? {
    guard let parent = parentLink(parentID, processIndex: processIndex) else { return nil }
    countNesting(below: parent.node, group: group)
    return parent
  }

  mutating func countNesting(below node: Int32, group: Int) {
    let child = groups[group].key
    countNesting(below: node, kind: child.kind, name: child.name)
  }

  private mutating func countNesting(below node: Int32, kind: IntervalKind, name: TraceSymbol?) {
    let parent = groups[Int(calls.nodes[Int(node)].group)].key
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
  mutating func parentLink(_ id: UInt64, processIndex: Int) -> ParentLink? {
    guard id != 0 else { return nil }
    for kind in Self.parentKinds {
      let key = TraceIntervalID(processIndex: processIndex, kind: kind, id: id)
      if let interval = open[key] { return ParentLink(key: key, node: interval.node) }
    }
    for kind in Self.recentParentKinds {
      let key = TraceIntervalID(processIndex: processIndex, kind: kind, id: id)
      if let node = recent.node(of: key) { return ParentLink(key: key, node: node) }
    }
    missingParents += 1
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
