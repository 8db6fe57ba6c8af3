package import ExactCounts

/// Finds the functions by which two sides of a row differ.
///
/// 1. Each side's instructions, allocations, retains and releases flow to written functions
///    (``CallNetwork``), whose differences add up to that of the row.
/// 2. Where a function gets cheaper as its caller gets dearer, and its calls from there change the same way, its
///    code has moved: the compiler inlines it now, or no longer does. Then its cost is told of its callers on
///    both sides, and only what is left of the difference counts.
/// 3. A function that is called more often, and costs the same each time, has not changed: its caller has. Its
///    cost is told of its callers too.
/// 4. A function that one side has only and another of the same name without its labels, or with the same callers,
///    on the other side, is the same function.
package struct CostComparison {
  /// The difference from which on a function is named, as a share of the row's.
  private static let namedShare = 0.02
  /// How many functions are listed.
  private static let listed = 10
  /// How often code is looked for that has moved: it may have moved by several calls.
  private static let rounds = 6

  let base: WrittenCosts
  let head: WrittenCosts
  /// What was found to have moved into its callers, and why.
  let moves: [FunctionName: Move]

  /// Why a function's cost is told of its callers.
  enum Move: Equatable {
    /// The head inlines it.
    case inlined
    /// The base inlined it.
    case outlined
    /// Some callers inline it, or do its work themselves.
    case shifted
    /// It is called more or less often, and costs the same each time.
    case repeated
  }

  /// Compares two graphs in some metrics.
  package init(base: CallGraph, head: CallGraph, metrics: [CostMetric]) {
    var table: [CallGraph.Function: FunctionName] = [:]
    for graph in [base, head] {
      let callees = graph.calls.keys.lazy.flatMap { [$0.caller, $0.callee] }
      for function in [graph.instructions.keys.map { $0 }, Array(callees)].joined()
      where table[function] == nil {
        table[function] = FunctionName(function)
      }
    }
    var moves: [FunctionName: Move] = [:]
    func costs(_ graph: CallGraph) -> WrittenCosts {
      WrittenCosts(CallNetwork(graph, names: table, transparent: Set(moves.keys)))
    }
    var sides = (base: costs(base), head: costs(head))
    for _ in 0..<Self.rounds {
      let found = Self.moves(base: sides.base, head: sides.head, metrics: metrics)
      guard !found.isEmpty else { break }
      moves.merge(found) { old, _ in old }
      sides = (costs(base), costs(head))
    }
    (self.base, self.head, self.moves) = (sides.base, sides.head, moves)
  }

  /// The functions behind a metric's difference; none where it is within the tolerance.
  ///
  /// - Parameters:
  ///   - metric: The quantity.
  ///   - counts: It as it was counted on both sides, an operation.
  ///   - tolerance: Up to what difference nothing is certain.
  /// - Returns: The difference with its functions.
  package func difference(
    _ metric: CostMetric,
    counts: (base: Double, head: Double),
    tolerance: Double
  ) -> CostDifference {
    let difference = counts.head - counts.base
    var result = CostDifference(
      metric: metric,
      base: counts.base,
      head: counts.head,
      attributed: 0,
      culprits: []
    )
    guard abs(difference) > tolerance, difference != 0 else { return result }
    let least = max(Self.namedShare * abs(difference), 1e-9)
    var parts = entries(metric)
    let unknown = parts.filter { !$0.isWritten }.reduce(0) { $0 + abs($1.difference) }
    // An address is no name: it is another function in another build.
    parts = parts.filter { abs($0.difference) >= least && !$0.name.text.hasPrefix("0x") }
    let direction: Double = difference > 0 ? 1 : -1
    parts.sort {
      let (first, second) = (direction * $0.difference, direction * $1.difference)
      return first == second ? $0.name.text < $1.name.text : first > second
    }
    putCalleesFirst(&parts)
    result.attributed = max(0, 1 - unknown / abs(difference))
    result.culprits = parts.prefix(Self.listed).map { culprit($0, metric, of: difference) }
    return result
  }

  package enum Side: Sendable {
    case base
    case head
  }

  /// All that an operation of a side costs.
  package func total(_ metric: CostMetric, of side: Side) -> Double {
    let costs = side == .base ? base : head
    return (costs.functions.values.map { $0 } + costs.others.values).reduce(0) { $0 + $1[metric] }
  }

  /// Whether most of what a program executes itself is of functions without names.
  package static func isWithoutSymbols(_ graph: CallGraph) -> Bool {
    let own = graph.instructions.filter { $0.key.object.isEmpty }
    let nameless = own.filter { $0.key.symbol.hasPrefix("0x") }
    let (all, without) = (
      own.values.reduce(0) { $0 + abs($1) }, nameless.values.reduce(0) { $0 + abs($1) }
    )
    return without > 0.5 * all
  }

  // MARK: - The parts of a difference

  private struct Part {
    let name: FunctionName
    var base: Double
    var head: Double
    let isWritten: Bool
    /// What it was called at the base, where that was another name.
    var earlier: FunctionName?

    var difference: Double { head - base }
  }

  /// Puts a function before its caller where both differ by as much: one that may release what it is given makes its
  /// caller retain it, and no caller changes what it calls.
  private func putCalleesFirst(_ parts: inout [Part]) {
    for index in parts.indices.dropFirst() {
      var place = index
      while place > 0, isEqual(parts[place], parts[place - 1]),
        head.calls[.init(caller: parts[place - 1].name, callee: parts[place].name)] != nil
      {
        parts.swapAt(place, place - 1)
        place -= 1
      }
    }
  }

  private func isEqual(_ first: Part, _ second: Part) -> Bool {
    abs(first.difference - second.difference) <= 1e-6 * abs(first.difference)
  }

  private func entries(_ metric: CostMetric) -> [Part] {
    let written = Set(base.functions.keys).union(head.functions.keys)
    var parts: [FunctionName: Part] = [:]
    for name in written {
      parts[name] = Part(
        name: name,
        base: base.functions[name]?[metric] ?? 0,
        head: head.functions[name]?[metric] ?? 0,
        isWritten: true
      )
    }
    for (old, new) in renames(among: written) {
      guard let gone = parts[old], let come = parts[new] else { continue }
      parts[old] = nil
      parts[new] = Part(
        name: new,
        base: gone.base + come.base,
        head: gone.head + come.head,
        isWritten: true,
        earlier: old
      )
    }
    let others = Set(base.others.keys).union(head.others.keys).map { name in
      Part(
        name: name,
        base: base.others[name]?[metric] ?? 0,
        head: head.others[name]?[metric] ?? 0,
        isWritten: false
      )
    }
    return parts.values + others
  }

  /// Functions of one side only that are the same under another name: old and new.
  private func renames(among names: Set<FunctionName>) -> [(FunctionName, FunctionName)] {
    let gone = names.filter { head.functions[$0] == nil && base.functions[$0] != nil }
    let come = names.filter { base.functions[$0] == nil && head.functions[$0] != nil }
    guard !gone.isEmpty, !come.isEmpty else { return [] }
    let newByStem = Dictionary(grouping: come, by: \.stem)
    var pairs: [(FunctionName, FunctionName)] = []
    var (oldLeft, newLeft) = (gone, come)
    for (stem, old) in Dictionary(grouping: gone, by: \.stem) {
      guard old.count == 1, let new = newByStem[stem], new.count == 1 else { continue }
      pairs.append((old[0], new[0]))
      oldLeft.remove(old[0])
      newLeft.remove(new[0])
    }
    func callers(_ costs: WrittenCosts, _ name: FunctionName) -> Set<FunctionName> {
      Set(costs.calls.keys.lazy.filter { $0.callee == name }.map(\.caller))
    }
    for old in oldLeft.sorted(by: { $0.text < $1.text }) {
      let oldCallers = callers(base, old)
      guard !oldCallers.isEmpty else { continue }
      let candidates = newLeft.filter { new in
        new.module == old.module && callers(head, new) == oldCallers
          // What is called once and twice has not only another name.
          && abs((head.calledCounts[new] ?? 0) - (base.calledCounts[old] ?? 0)) < 1e-6
      }
      guard candidates.count == 1, let new = candidates.first else { continue }
      pairs.append((old, new))
      newLeft.remove(new)
    }
    return pairs
  }

  private func culprit(_ part: Part, _ metric: CostMetric, of difference: Double) -> Culprit {
    let old = part.earlier ?? part.name
    let isGone = head.functions[part.name] == nil
    let callers = isGone ? base.callers(of: old) : head.callers(of: part.name)
    let caller = callers.filter { $0.value > 0 }
      .max { ($0.value, $1.key.text) < ($1.value, $0.key.text) }
    var notes: [String] = []
    if let earlier = part.earlier {
      notes.append("it was `\(earlier.text)`")
    } else if part.isWritten, base.functions[part.name] == nil {
      notes.append("the base doesn't run it")
    } else if part.isWritten, isGone {
      notes.append("the head doesn't run it")
    }
    var helpers: [(name: FunctionName, difference: Double)] = []
    let names = Set(
      (base.helpers.keys.filter { $0.caller == old }
        + head.helpers.keys.filter { $0.caller == part.name })
        .map(\.callee)
    )
    for name in names {
      let before = base.helpers[.init(caller: old, callee: name)]?[metric] ?? 0
      let after = head.helpers[.init(caller: part.name, callee: name)]?[metric] ?? 0
      let share = (after - before) / part.difference
      if let move = moves[name] {
        if share >= 0.05 || move != .repeated { notes.append(self.note(of: move, name, in: part)) }
      } else if share >= 0.25, !name.text.hasPrefix("0x") {
        helpers.append((name, after - before))
      }
    }
    helpers.sort { (abs($0.difference), $1.name.text) > (abs($1.difference), $0.name.text) }
    return Culprit(
      function: part.name.text,
      module: part.name.module,
      isWritten: part.isWritten,
      difference: part.difference,
      share: part.difference / difference,
      base: part.base,
      head: part.head,
      baseCalls: base.calledCounts[old] ?? 0,
      headCalls: head.calledCounts[part.name] ?? 0,
      caller: caller?.key.text,
      helpers: helpers.prefix(2).map(\.name.text),
      notes: notes.sorted()
    )
  }

  private func note(of move: Move, _ name: FunctionName, in part: Part) -> String {
    func calls(_ costs: WrittenCosts, _ caller: FunctionName) -> Double {
      costs.network.edges.reduce(0) { sum, edge in
        let isCall =
          costs.network.names[edge.callee] == name && costs.network.names[edge.caller] == caller
        return isCall ? sum + edge.count : sum
      }
    }
    switch move {
    case .inlined: return Culprit.inlinedNote(of: name)
    case .outlined: return "`\(name.text)` was inlined into it before"
    case .shifted: return "`\(name.text)` counts with it"
    case .repeated:
      let before = calls(base, part.earlier ?? part.name)
      let after = calls(head, part.name)
      return
        "it calls `\(name.text)` \(CulpritText.count(after)) times, not \(CulpritText.count(before))"
    }
  }

  // MARK: - What has moved

  private static func moves(
    base: WrittenCosts,
    head: WrittenCosts,
    metrics: [CostMetric]
  ) -> [FunctionName: Move] {
    var found: [FunctionName: Move] = [:]
    let pairs = Set(base.calls.keys).union(head.calls.keys)
    for metric in metrics {
      let names = Set(base.functions.keys).union(head.functions.keys)
      let changes = Dictionary(
        uniqueKeysWithValues: names.map {
          ($0, head.cost(of: $0, metric) - base.cost(of: $0, metric))
        }
      )
      let whole = abs(changes.values.reduce(0, +))
      let largest = changes.values.map { abs($0) }.max() ?? 0
      // Of what is small beside all that differs, it doesn't matter where it is.
      let least = max(0.01 * min(max(whole, 1e-9), largest), 1e-6)
      for pair in pairs {
        guard let callee = changes[pair.callee], abs(callee) >= least else { continue }
        let before = base.calls[pair] ?? CallGraph.CallCost()
        let after = head.calls[pair] ?? CallGraph.CallCost()
        let calls = after.count - before.count
        // Fewer calls, and less cost; or more of both.
        guard abs(calls) > 1e-6, (calls > 0) == (callee > 0) else { continue }
        if let caller = changes[pair.caller], abs(caller) >= least, (caller > 0) != (callee > 0),
          metric != .instructions
            || abs(after.instructions - before.instructions) >= 0.25 * min(abs(caller), abs(callee))
        {
          let isNew = (base.calledCounts[pair.callee] ?? 0) < 1e-9
          let isGone = (head.calledCounts[pair.callee] ?? 0) < 1e-9
          found[pair.callee] = isGone ? .inlined : isNew ? .outlined : .shifted
        } else if isRepeated(pair.callee, metric, base: base, head: head), found[pair.callee] == nil
        {
          found[pair.callee] = .repeated
        }
      }
    }
    return found
  }

  /// Whether a function is called more or less often and costs the same each time.
  private static func isRepeated(
    _ name: FunctionName,
    _ metric: CostMetric,
    base: WrittenCosts,
    head: WrittenCosts
  ) -> Bool {
    guard let before = base.calledCounts[name], let after = head.calledCounts[name],
      before > 1e-9, after > 1e-9, abs(after / before - 1) > 0.02
    else { return false }
    let change = head.cost(of: name, metric) - base.cost(of: name, metric)
    let byCalls = base.cost(of: name, metric) * (after / before - 1)
    return abs(change - byCalls) <= 0.2 * abs(change)
  }
}
