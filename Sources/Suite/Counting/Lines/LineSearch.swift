package import CommandRunning
import ObjectFiles
package import Statistics
package import SuiteErrors

extension CostComparison {
  /// How many culprits of a metric get a line.
  private static let searched = 3
  /// The least share of a culprit's difference for a line or an inlined function to be named.
  private static let certainShare = 0.2

  /// Finds the source lines of the first culprits, and the functions that are inlined there.
  ///
  /// - Parameters:
  ///   - differences: The differences to complete.
  ///   - sites: Both sides, run once more.
  ///   - symbolizer: Finds the lines.
  /// - Throws: ``SuiteError`` if that fails; then nothing is changed.
  package func addLines(
    to differences: inout [CostDifference],
    sites: Sides<SiteProfile>,
    symbolizer: Symbolizer
  ) async throws(SuiteError) {
    var wanted: Set<FunctionName> = []
    for difference in differences {
      for culprit in difference.culprits.prefix(Self.searched) {
        wanted.formUnion(names(of: culprit))
      }
    }
    let before = try await LineCosts(sites.base, of: wanted, costs: base, symbolizer: symbolizer)
    let after = try await LineCosts(sites.head, of: wanted, costs: head, symbolizer: symbolizer)
    for index in differences.indices {
      let metric = differences[index].metric
      for place in differences[index].culprits.indices.prefix(Self.searched) {
        let culprit = differences[index].culprits[place]
        let lines = Self.changes(
          base: before.lines(of: names(of: culprit), metric),
          head: after.lines(of: names(of: culprit), metric)
        )
        Self.name(&differences[index].culprits[place], by: lines)
      }
    }
  }

  /// A culprit's own name and the names found to be part of it, on either side.
  private func names(of culprit: Culprit) -> Set<FunctionName> {
    let own = functions.filter {
      $0.module == culprit.module
        && ($0.text == culprit.function || culprit.notes.contains("it was `\($0.text)`"))
    }
    let parts = moves.filter { name, move in
      move != .repeated
        && own.contains {
          base.helpers[.init(caller: $0, callee: name)] != nil
            || head.helpers[.init(caller: $0, callee: name)] != nil
        }
    }
    return own.union(parts.keys)
  }

  private struct Change {
    let source: LineCosts.Source
    let line: LineAlignment.Difference
  }

  /// The differences of lines, separately for each function in each file.
  private static func changes(
    base: [LineCosts.Source: [LineAlignment.Line]],
    head: [LineCosts.Source: [LineAlignment.Line]]
  ) -> [Change] {
    Set(base.keys).union(head.keys).flatMap { source in
      LineAlignment.differences(base: base[source] ?? [], head: head[source] ?? [])
        .map { Change(source: source, line: $0) }
    }
  }

  private static func name(_ culprit: inout Culprit, by changes: [Change]) {
    let direction: Double = culprit.difference > 0 ? 1 : -1
    let whole = abs(culprit.difference)
    guard
      let first = changes.max(by: {
        (direction * $0.line.difference, -$0.line.number)
          < (direction * $1.line.difference, -$1.line.number)
      }),
      direction * first.line.difference >= certainShare * whole
    else { return }
    let source = first.source.function
    let isInlined = source.module != culprit.module || source.text != culprit.function
    culprit.line = SourceLine(
      file: first.source.file,
      line: first.line.number,
      inlined: isInlined ? source.text : nil,
      share: first.line.difference / culprit.difference,
      isOfBase: first.line.isOfBase
    )
    // An inlined function with most of the difference is what somebody has changed.
    let ofSource = changes.filter { $0.source.function == source }
      .reduce(0) { $0 + $1.line.difference }
    guard isInlined, direction * ofSource >= 0.5 * whole,
      !culprit.notes.contains("it was `\(source.text)`")
    else { return }
    culprit.becomeInlined(source)
  }
}

/// The costs of the lines of some functions on one side.
struct LineCosts {
  /// A function in a file, with its lines.
  struct Source: Hashable {
    let function: FunctionName
    let file: String
  }

  private struct Place: Hashable {
    let owner: FunctionName
    let source: Source
    let line: Int
  }

  private var costs: [Place: CostMetric.Amounts] = [:]

  init(
    _ profile: SiteProfile,
    of names: Set<FunctionName>,
    costs: WrittenCosts,
    symbolizer: Symbolizer
  ) async throws(SuiteError) {
    var amounts: [UInt64: (owner: FunctionName, amounts: CostMetric.Amounts)] = [:]
    for (function, sites) in profile.graph.sites {
      let name = FunctionName(function)
      guard names.contains(name) else { continue }
      for (address, site) in sites {
        var amount = amounts[address]?.amounts ?? CostMetric.Amounts()
        amount[.instructions] += site.instructions
        for (callee, cost) in site.calls {
          Self.add(cost, of: CallGraph.Call(function, callee), to: &amount, names: names, costs)
        }
        amounts[address] = (name, amount)
      }
    }
    let places = try await symbolizer.places(
      of: Set(amounts.keys),
      sites: profile.graph.sites,
      program: profile.program
    )
    for (address, (owner, amount)) in amounts {
      // The innermost line that a person has written.
      let written = (places[address] ?? []).first {
        $0.line > 0 && !$0.file.isEmpty && !$0.file.hasPrefix("<")
          && FunctionName(symbol: $0.function).isWritten
      }
      guard let written else { continue }
      let place = Place(
        owner: owner,
        source: Source(function: FunctionName(symbol: written.function), file: written.file),
        line: written.line
      )
      for metric in CostMetric.allCases {
        self.costs[place, default: CostMetric.Amounts()][metric] += amount[metric]
      }
    }
  }

  /// Adds the cost of a call by an instruction, as far as it flows to its function.
  private static func add(
    _ cost: CallGraph.CallCost,
    of call: CallGraph.Call,
    to amount: inout CostMetric.Amounts,
    names: Set<FunctionName>,
    _ costs: WrittenCosts
  ) {
    let callee = FunctionName(call.callee)
    // The callee has lines of its own here.
    guard !names.contains(callee) else { return }
    if let passed = costs.passed[call], let whole = costs.network.cost(of: call) {
      for metric in CostMetric.allCases where passed[metric] != 0 {
        if metric == .instructions, whole.instructions > 0 {
          amount[metric] += cost.instructions * passed[metric] / whole.instructions
        } else if whole.count > 0 {
          amount[metric] += cost.count * passed[metric] / whole.count
        }
      }
    } else if !callee.isWritten {
      // A function whose cost has flowed on to its caller makes the call.
      amount[.instructions] += cost.instructions
      if let metric = CostMetric(counting: call) { amount[metric] += cost.count }
    }
  }

  /// The lines of some functions in their order, by the function that they were written in and by file.
  func lines(
    of names: Set<FunctionName>,
    _ metric: CostMetric
  ) -> [Source: [LineAlignment.Line]] {
    var sums: [Source: [Int: Double]] = [:]
    for (place, amount) in costs where names.contains(place.owner) && amount[metric] != 0 {
      // Without the folders, because base and head are in different ones.
      let file = place.source.file.split(separator: "/").last.map(String.init) ?? place.source.file
      let source = Source(function: place.source.function, file: file)
      sums[source, default: [:]][place.line, default: 0] += amount[metric]
    }
    return sums.mapValues { lines in
      lines.sorted { $0.key < $1.key }.map { LineAlignment.Line(number: $0.key, cost: $0.value) }
    }
  }
}
