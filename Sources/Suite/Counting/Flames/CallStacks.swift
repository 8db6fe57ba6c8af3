import ObjectFiles

/// The calls of a side as stacks, derived from a graph without stacks.
///
/// callgrind knows the total cost of each function's calls of another, but not which part was for which caller. So a function's cost is
/// divided among its callers in proportion to the costs of their calls, as all converters of such profiles do: a stack may be wrong if the
/// function does different work for different callers.
///
/// Calls that close a cycle are left out, since their costs include those of their caller. So each function keeps its own instructions,
/// even if it is in many cycles, as the functions are that `swift_task_switch` resumes.
struct CallStacks {
  /// Calls below this share of the whole count as part of their caller.
  private static let leastShare = 0.002
  private static let deepest = 80

  /// The own instructions of the last function of each stack.
  private(set) var costs: [[String]: Double] = [:]

  private let network: CallNetwork
  private let calls: AcyclicCalls
  /// The cost of each function with its callees.
  private var inclusive: [Double]
  /// The part of it due to each call, by the number of its edge.
  private var parts: [Double]
  private let least: Double

  init(_ network: CallNetwork) {
    self.network = network
    calls = AcyclicCalls(network)
    inclusive = network.instructions
    parts = [Double](repeating: 0, count: network.edges.count)
    let total = network.instructions.reduce(0, +)
    least = Self.leastShare * total
    guard total > 0 else { return }
    var entries: [Int] = []
    for function in calls.calleesFirst {
      inclusive[function] += calls.outgoing[function].reduce(0) { $0 + parts[$1] }
      let incoming = calls.incoming[function]
      let sum = incoming.reduce(0) { $0 + network.edges[$1].instructions }
      for index in incoming {
        parts[index] = inclusive[function] * network.edges[index].instructions / sum
      }
      if incoming.isEmpty && inclusive[function] > 0 { entries.append(function) }
    }
    for function in entries {
      var path: [Int] = []
      descend(function, cost: inclusive[function], path: &path)
    }
  }

  private mutating func descend(_ function: Int, cost: Double, path: inout [Int]) {
    path.append(function)
    defer { path.removeLast() }
    let share = inclusive[function] > 0 ? cost / inclusive[function] : 0
    var own = network.instructions[function] * share
    for index in calls.outgoing[function] {
      let part = parts[index] * share
      if part < least || path.count >= Self.deepest {
        own += part
      } else {
        descend(network.edges[index].callee, cost: part, path: &path)
      }
    }
    guard own > 0 else { return }
    var frames: [String] = []
    for number in path where network.names[number].text != frames.last {
      frames.append(network.names[number].text)
    }
    costs[frames, default: 0] += own
  }
}

extension CostComparison {
  /// The stacks of both sides: half of them those that differ most, then those that cost most, and all others as one.
  package func stacks(limit: Int = 150) -> [DifferentialStack] {
    let before = CallStacks(base.network).costs
    let after = CallStacks(head.network).costs
    let all = Set(before.keys).union(after.keys).map { frames in
      DifferentialStack(frames: frames, base: before[frames] ?? 0, head: after[frames] ?? 0)
    }
    func sorted(
      _ stacks: some Sequence<DifferentialStack>,
      by size: (DifferentialStack) -> Double
    ) -> [DifferentialStack] {
      stacks.sorted {
        let (first, second) = (size($0), size($1))
        return first == second ? $0.frames.lexicographicallyPrecedes($1.frames) : first > second
      }
    }
    let byChange = sorted(all) { abs($0.head - $0.base) }
    guard all.count > limit else { return byChange }
    let rest = sorted(byChange.dropFirst(limit / 2)) { max($0.base, $0.head) }
    let kept = limit - 1 - limit / 2
    let others = rest.dropFirst(kept).reduce((base: 0.0, head: 0.0)) {
      ($0.base + $1.base, $0.head + $1.head)
    }
    return byChange.prefix(limit / 2) + rest.prefix(kept)
      + [DifferentialStack(frames: ["(other stacks)"], base: others.base, head: others.head)]
  }
}
