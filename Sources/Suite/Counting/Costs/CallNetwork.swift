import ObjectFiles

/// The calls of a program, prepared to let costs flow from callees to callers.
///
/// 1. A cost stays at a function that a person has written: such functions are the ends of the flow.
/// 2. The cost of any other function flows on to its callers, in proportion to the costs of their calls. callgrind measures these for each
///    caller, so the result is exact if no written function is called back.
/// 3. If a written function is called back, as by a release that ends an object's life, the cost of a call includes the callback's. Then
///    the function's own instructions are divided by the number of its calls, and its callees' by the remaining costs of the calls.
/// 4. Functions that call each other in a cycle flow together, as one.
/// 5. Nothing is lost: the cost of a function without callers stays there, and is listed separately.
struct CallNetwork {
  /// A call, by the numbers of its functions.
  struct Edge {
    let caller: Int
    let callee: Int
    let count: Double
    let instructions: Double
  }

  /// How a function's amount is divided among its callers.
  enum Rule {
    case instructions
    /// By calls: for a function that makes one each time, by how often it is called.
    case calls
  }

  let functions: [CallGraph.Function]
  let names: [FunctionName]
  /// The own instructions of each function.
  let instructions: [Double]
  let edges: [Edge]
  /// The calls of each function, as numbers of edges.
  let incoming: [[Int]]
  /// Whether a cost stays at the function.
  let isEnd: [Bool]
  private let costs: [CallGraph.Call: CallGraph.CallCost]
  /// The functions that aren't ends, in groups that call each other, callees first.
  private let groups: [[Int]]
  /// The group of each function; -1 for an end.
  private let group: [Int]
  /// Whether a group calls no written functions back.
  private let isPure: [Bool]

  /// Prepares a graph.
  ///
  /// - Parameters:
  ///   - graph: The calls.
  ///   - table: The name of each of its functions.
  ///   - transparent: Written functions whose cost still flows on to their callers.
  init(
    _ graph: CallGraph,
    names table: [CallGraph.Function: FunctionName],
    transparent: Set<FunctionName>
  ) {
    var numbers: [CallGraph.Function: Int] = [:]
    var functions: [CallGraph.Function] = []
    func place(of function: CallGraph.Function) -> Int {
      if let number = numbers[function] { return number }
      numbers[function] = functions.count
      functions.append(function)
      return functions.count - 1
    }
    // Sorted, because dictionaries have no fixed order.
    let own = graph.instructions.map { (function: $0.key, count: $0.value) }
      .sorted {
        ($0.function.symbol, $0.function.object) < ($1.function.symbol, $1.function.object)
      }
    for (function, _) in own { _ = place(of: function) }
    var edges = graph.calls.map { call, cost in
      Edge(
        caller: place(of: call.caller),
        callee: place(of: call.callee),
        count: cost.count,
        instructions: cost.instructions
      )
    }
    edges.sort { ($0.caller, $0.callee) < ($1.caller, $1.callee) }
    var instructions = [Double](repeating: 0, count: functions.count)
    for (function, count) in own { instructions[place(of: function)] = count }
    var incoming = [[Int]](repeating: [], count: functions.count)
    var outgoing = [[Int]](repeating: [], count: functions.count)
    for (index, edge) in edges.enumerated() {
      incoming[edge.callee].append(index)
      outgoing[edge.caller].append(edge.callee)
    }
    let names = functions.map { table[$0] ?? FunctionName($0) }
    let isEnd = names.map { $0.isWritten && !transparent.contains($0) }
    let circles = CallCircles(outgoing: outgoing, isLeftOut: isEnd)
    var isPure: [Bool] = []
    for members in circles.groups {
      let mine = isPure.count
      isPure.append(
        members.allSatisfy { member in
          outgoing[member].allSatisfy { callee in
            let other = circles.group[callee]
            return other == mine || other >= 0 && isPure[other]
          }
        }
      )
    }
    costs = graph.calls
    self.functions = functions
    self.names = names
    self.instructions = instructions
    self.edges = edges
    self.incoming = incoming
    self.isEnd = isEnd
    groups = circles.groups
    group = circles.group
    self.isPure = isPure
  }

  /// The total cost of one function's calls of another; `nil` without any.
  func cost(of call: CallGraph.Call) -> CallGraph.CallCost? { costs[call] }

  /// Lets amounts flow to the ends.
  ///
  /// - Parameters:
  ///   - amounts: The amount of each function; those not at an end flow on.
  ///   - rule: How they are divided.
  ///   - passing: Gets the number of an edge from an end, and the amount that flows to that end through it.
  /// - Returns: The amount of each function after that; the sum is unchanged.
  func flow(
    _ amounts: [Double],
    by rule: Rule,
    passing: (Int, Double) -> Void = { _, _ in }
  ) -> [Double] {
    var amounts = amounts
    for (number, members) in groups.enumerated() {
      let amount = members.reduce(0) { $0 + amounts[$1] }
      guard amount != 0 else { continue }
      let entering = members.flatMap { incoming[$0] }.filter { group[edges[$0].caller] != number }
      let parts = division(of: amount, among: entering, number: number, members: members, by: rule)
      // An amount without callers stays.
      guard !parts.isEmpty else { continue }
      for member in members { amounts[member] = 0 }
      for (index, part) in zip(entering, parts) where part != 0 {
        let caller = edges[index].caller
        amounts[caller] += part
        if isEnd[caller] { passing(index, part) }
      }
    }
    return amounts
  }

  /// The part of an amount for each call of a group; empty if the calls have no weight at all.
  private func division(
    of amount: Double,
    among entering: [Int],
    number: Int,
    members: [Int],
    by rule: Rule
  ) -> [Double] {
    let counts = entering.map { max(edges[$0].count, 0) }
    let costs = entering.map { max(edges[$0].instructions, 0) }
    let calls = counts.reduce(0, +)
    let own = members.reduce(0) { $0 + max(instructions[$1], 0) }
    let perCall = calls > 0 ? own / calls : 0
    let beyond = zip(counts, costs).map { max($1 - $0 * perCall, 0) }
    func parts(_ amount: Double, _ weights: [[Double]]) -> [Double] {
      for weights in weights {
        let sum = weights.reduce(0, +)
        if sum > 0 { return weights.map { amount * $0 / sum } }
      }
      return []
    }
    switch rule {
    case .instructions where isPure[number]:
      return parts(amount, [costs, counts])
    case .instructions:
      let itself = min(own, max(amount, 0))
      let first = parts(itself, [counts, costs])
      let second = parts(amount - itself, [beyond, costs, counts])
      return first.isEmpty ? second : zip(first, second).map { $0 + $1 }
    case .calls:
      // A function that makes as many each time.
      let each = calls > 0 ? amount / calls : 0
      let isEven = each.rounded() >= 1 && abs(each - each.rounded()) < 1e-6
      return parts(amount, isEven ? [counts, costs] : [beyond, counts, costs])
    }
  }
}

/// The groups of functions that call each other in cycles, callees before callers.
///
/// Source: R. Tarjan, Depth-First Search and Linear Graph Algorithms, SIAM Journal on Computing 1 (1972).
struct CallCircles {
  private(set) var groups: [[Int]] = []
  /// The group of each function; -1 if left out.
  private(set) var group: [Int]

  init(outgoing: [[Int]], isLeftOut: [Bool]) {
    let count = outgoing.count
    group = [Int](repeating: -1, count: count)
    var order = [Int](repeating: -1, count: count)
    var lowest = [Int](repeating: 0, count: count)
    var isOpen = [Bool](repeating: false, count: count)
    var open: [Int] = []
    var next = 0
    for root in 0..<count where order[root] < 0 && !isLeftOut[root] {
      // The path from the root, with the number of followed calls of each function; not recursive, as calls nest deeper than a thread's
      // stack.
      var path: [(function: Int, followed: Int)] = [(root, 0)]
      while let (function, followed) = path.last {
        if followed == 0 {
          (order[function], lowest[function]) = (next, next)
          next += 1
          open.append(function)
          isOpen[function] = true
        }
        var followed = followed
        var callee: Int?
        while followed < outgoing[function].count, callee == nil {
          let candidate = outgoing[function][followed]
          followed += 1
          guard !isLeftOut[candidate] else { continue }
          if order[candidate] < 0 {
            callee = candidate
          } else if isOpen[candidate] {
            lowest[function] = min(lowest[function], order[candidate])
          }
        }
        // Marks a function without calls as visited too.
        path[path.count - 1].followed = max(followed, 1)
        if let callee {
          path.append((callee, 0))
          continue
        }
        path.removeLast()
        if let caller = path.last?.function {
          lowest[caller] = min(lowest[caller], lowest[function])
        }
        guard lowest[function] == order[function] else { continue }
        var members: [Int] = []
        repeat {
          let member = open.removeLast()
          isOpen[member] = false
          group[member] = groups.count
          members.append(member)
        } while members.last != function
        groups.append(members)
      }
    }
  }
}
