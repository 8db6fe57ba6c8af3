import ObjectFiles
package import Statistics

/// Finds the functions that cause the difference between two sides of a row.
///
/// 1. Each side's instructions, allocations, retains and releases flow to written functions (``CallNetwork``), whose differences add up to
///    the row's.
/// 2. If a function gets cheaper as its caller gets dearer, and its calls from there change the same way, its code has moved: the compiler
///    inlines it now, or no longer does. Then its cost counts for its callers on both sides, and only the rest of the difference matters.
/// 3. A function that is called more often, at the same cost each time, has not changed: its caller has. Its cost counts for its callers
///    too.
/// 4. A function that only one side has is the same as one that only the other side has if their names without labels, or their callers,
///    are the same.
package struct CostComparison {
  /// The least difference of a named function, as a share of the row's.
  private static let namedShare = 0.02
  /// The maximum of listed functions.
  private static let listed = 10
  /// How often moved code is searched: it may have moved by several calls.
  private static let rounds = 6

  let costs: Sides<WrittenCosts>
  /// The functions whose code was found to have moved into their callers, and why.
  let moves: [FunctionName: Move]

  /// Why a function's cost counts for its callers.
  enum Move: Equatable {
    /// The head inlines it.
    case inlined
    /// The base inlined it.
    case outlined
    /// Some callers inline it, or do its work themselves.
    case shifted
    /// It is called more or less often, at the same cost each time.
    case repeated
  }

  /// Compares two graphs in some metrics.
  package init(_ graphs: Sides<CallGraph>, metrics: [CostMetric]) {
    var table: [CallGraph.Function: FunctionName] = [:]
    for graph in [graphs.base, graphs.head] {
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
    var sides = graphs.map(costs)
    for _ in 0..<Self.rounds {
      let found = Self.moves(sides, metrics: metrics)
      guard !found.isEmpty else { break }
      moves.merge(found) { old, _ in old }
      sides = graphs.map(costs)
    }
    (self.costs, self.moves) = (sides, moves)
  }

  var base: WrittenCosts { costs.base }
  var head: WrittenCosts { costs.head }

  /// The written functions of either side.
  var functions: Set<FunctionName> { Self.functions(costs) }

  private static func functions(_ costs: Sides<WrittenCosts>) -> Set<FunctionName> {
    Set(costs.base.functions.keys).union(costs.head.functions.keys)
  }

  /// The functions behind a metric's difference; none if it is within the tolerance.
  ///
  /// - Parameters:
  ///   - metric: The quantity.
  ///   - counts: Its counts on both sides, per operation.
  ///   - tolerance: The difference up to which nothing is certain.
  /// - Returns: The difference with its functions.
  package func difference(
    _ metric: CostMetric,
    counts: Sides<Double>,
    tolerance: Double
  ) -> CostDifference {
    let difference = counts.difference
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
    // An address is no name: in another build it is another function.
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

  /// The total costs of an operation on each side.
  package func totals(_ metric: CostMetric) -> Sides<Double> {
    costs.map { costs in
      (costs.functions.values.map { $0 } + costs.others.values).reduce(0) { $0 + $1[metric] }
    }
  }

  /// Whether most of a program's own instructions are in functions without names.
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
    let costs: Sides<Double>
    let isWritten: Bool
    /// Its name at the base, if it was another.
    var earlier: FunctionName?

    var difference: Double { costs.difference }
  }

  /// Puts a function before its caller if both differ by the same amount: a function that may release its argument makes its caller retain
  /// it, but no caller changes its callees.
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
    let written = functions
    var parts: [FunctionName: Part] = [:]
    for name in written {
      let costs = costs.map { $0.functions[name]?[metric] ?? 0 }
      parts[name] = Part(name: name, costs: costs, isWritten: true)
    }
    for (old, new) in renames(among: written) {
      guard let gone = parts[old], let come = parts[new] else { continue }
      parts[old] = nil
      parts[new] = Part(
        name: new,
        costs: Sides { gone.costs[$0] + come.costs[$0] },
        isWritten: true,
        earlier: old
      )
    }
    let others = Set(base.others.keys).union(head.others.keys).map { name in
      Part(name: name, costs: costs.map { $0.others[name]?[metric] ?? 0 }, isWritten: false)
    }
    return parts.values + others
  }

  /// Functions of one side that are the same under another name: old and new.
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
          // A different number of calls is more than another name.
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
      base: part.costs.base,
      head: part.costs.head,
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
    _ costs: Sides<WrittenCosts>,
    metrics: [CostMetric]
  ) -> [FunctionName: Move] {
    var found: [FunctionName: Move] = [:]
    let pairs = Set(costs.base.calls.keys).union(costs.head.calls.keys)
    for metric in metrics {
      let changes = Dictionary(
        uniqueKeysWithValues: functions(costs).map { name in
          (name, costs.map { $0.cost(of: name, metric) }.difference)
        }
      )
      let whole = abs(changes.values.reduce(0, +))
      let largest = changes.values.map { abs($0) }.max() ?? 0
      // Where a small part of the difference belongs doesn't matter.
      let least = max(0.01 * min(max(whole, 1e-9), largest), 1e-6)
      for pair in pairs {
        guard let callee = changes[pair.callee], abs(callee) >= least else { continue }
        let made = costs.map { $0.calls[pair] ?? CallGraph.CallCost() }
        let calls = made.map(\.count).difference
        // Fewer calls, and less cost; or more of both.
        guard abs(calls) > 1e-6, (calls > 0) == (callee > 0) else { continue }
        if let caller = changes[pair.caller], abs(caller) >= least, (caller > 0) != (callee > 0),
          metric != .instructions
            || abs(made.map(\.instructions).difference) >= 0.25 * min(abs(caller), abs(callee))
        {
          let isMissing = costs.map { ($0.calledCounts[pair.callee] ?? 0) < 1e-9 }
          found[pair.callee] = isMissing.head ? .inlined : isMissing.base ? .outlined : .shifted
        } else if isRepeated(pair.callee, metric, costs), found[pair.callee] == nil {
          found[pair.callee] = .repeated
        }
      }
    }
    return found
  }

  /// Whether a function is called more or less often, at the same cost each time.
  private static func isRepeated(
    _ name: FunctionName,
    _ metric: CostMetric,
    _ sides: Sides<WrittenCosts>
  ) -> Bool {
    guard let before = sides.base.calledCounts[name], let after = sides.head.calledCounts[name],
      before > 1e-9, after > 1e-9, abs(after / before - 1) > 0.02
    else { return false }
    let costs = sides.map { $0.cost(of: name, metric) }
    let byCalls = costs.base * (after / before - 1)
    return abs(costs.difference - byCalls) <= 0.2 * abs(costs.difference)
  }
}
