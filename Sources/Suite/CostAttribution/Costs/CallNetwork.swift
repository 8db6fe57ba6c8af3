import ExactCounts

/// The calls of a program, made ready for costs to flow from what is called to who calls it.
///
/// 1. A cost stays where it is in functions that a person has written: those are the ends of the flow.
/// 2. Of any other function it flows on to its callers, in proportion to what their calls have cost. callgrind
///    measures that for each caller, so where nothing written is called back, the result is exact.
/// 3. Where something written is called back, as by a release that ends an object's life, a call's cost holds
///    that of the other as well. Then what the function executes itself is divided by how often it is called, and
///    what it calls by what the calls cost beyond that.
/// 4. Functions that call each other in a circle flow together, as one.
/// 5. Nothing is lost: what has no caller stays where it is, and is told apart.
struct CallNetwork {
  /// A call, by the numbers of its functions.
  struct Edge {
    let caller: Int
    let callee: Int
    let count: Double
    let instructions: Double
  }

  /// How what a function has received is divided among its callers.
  enum Rule {
    /// As instructions are.
    case instructions
    /// As calls are: of a function that makes one each time, by how often it is called.
    case calls
  }

  let functions: [CallGraph.Function]
  let names: [FunctionName]
  /// What each function has executed itself.
  let instructions: [Double]
  let edges: [Edge]
  /// The calls of each function, as numbers of edges.
  let incoming: [[Int]]
  /// Whether a cost stays at the function.
  let isEnd: [Bool]
  private let costs: [CallGraph.Call: CallGraph.CallCost]
  /// The functions that aren't ends, in groups of those that call each other, what is called first.
  private let groups: [[Int]]
  /// The group of each function; -1 of an end.
  private let group: [Int]
  /// Whether nothing written is called back from a group.
  private let isPure: [Bool]

  /// Prepares a graph.
  ///
  /// - Parameters:
  ///   - graph: The calls.
  ///   - table: The name of each of its functions.
  ///   - transparent: Written functions whose cost is told of their callers all the same.
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
    // In the same order each time: dictionaries have none.
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

  /// What the calls of one function by another cost in all; `nil` where there are none.
  func cost(of call: CallGraph.Call) -> CallGraph.CallCost? { costs[call] }

  /// Lets amounts flow to the ends.
  ///
  /// - Parameters:
  ///   - amounts: What is at each function; what isn't at an end flows on.
  ///   - rule: How it is divided.
  ///   - passing: Receives the number of an edge from an end, and what flows to that end through it.
  /// - Returns: What is at each function after that; their sum is what it was.
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
      // What nobody has called stays.
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

  /// How much of an amount each of the calls of a group receives; empty where they have no weight at all.
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
      // One that makes as many each time.
      let each = calls > 0 ? amount / calls : 0
      let isEven = each.rounded() >= 1 && abs(each - each.rounded()) < 1e-6
      return parts(amount, isEven ? [counts, costs] : [beyond, counts, costs])
    }
  }
}

/// The functions that call each other in circles, what is called before what calls it.
///
/// Source: R. Tarjan, Depth-First Search and Linear Graph Algorithms, SIAM Journal on Computing 1 (1972).
struct CallCircles {
  private(set) var groups: [[Int]] = []
  /// The group of each function; -1 of those that are left out.
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
      // The path from the root, with how many calls of each function have been followed: calls nest deeper
      // than a thread's stack is long.
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
        // A function without calls has been seen all the same.
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
