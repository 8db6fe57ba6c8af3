import ObjectFiles

/// The costs of each written function for an operation: its own, and those of the runtime and the libraries for it.
struct WrittenCosts {
  /// One function calls another.
  struct Pair: Hashable {
    let caller: FunctionName
    let callee: FunctionName
  }

  private(set) var functions: [FunctionName: CostMetric.Amounts] = [:]
  /// Costs without a written caller, by the name of the function where the flow ended.
  private(set) var others: [FunctionName: CostMetric.Amounts] = [:]
  /// The part of a written function's costs in each runtime function that it calls, by name.
  private(set) var helpers: [Pair: CostMetric.Amounts] = [:]
  /// The calls between written functions, of different names.
  private(set) var calls: [Pair: CallGraph.CallCost] = [:]
  /// How often each written function is called by others.
  private(set) var calledCounts: [FunctionName: Double] = [:]
  /// The costs that flow to a function through each of its calls of functions that aren't written.
  private(set) var passed: [CallGraph.Call: CostMetric.Amounts] = [:]

  let network: CallNetwork

  /// Lets all costs of a graph flow to the written functions.
  init(_ network: CallNetwork) {
    self.network = network
    for metric in CostMetric.allCases {
      var amounts = [Double](repeating: 0, count: network.functions.count)
      if metric == .instructions {
        amounts = network.instructions
      } else {
        for edge in network.edges where edge.count != 0 {
          let call = CallGraph.Call(
            network.functions[edge.caller],
            network.functions[edge.callee]
          )
          guard CostMetric(counting: call) == metric else { continue }
          // It belongs to the caller, written or not.
          amounts[edge.caller] += edge.count
          if network.isEnd[edge.caller] { note(edge.count, of: metric, by: edge) }
        }
      }
      let rule: CallNetwork.Rule = metric == .instructions ? .instructions : .calls
      let ends = network.flow(amounts, by: rule) { index, amount in
        note(amount, of: metric, by: network.edges[index])
      }
      for (number, amount) in ends.enumerated() where amount != 0 {
        let name = network.names[number]
        if network.isEnd[number] {
          functions[name, default: CostMetric.Amounts()][metric] += amount
        } else {
          others[name, default: CostMetric.Amounts()][metric] += amount
        }
      }
    }
    for edge in network.edges {
      let pair = Pair(caller: network.names[edge.caller], callee: network.names[edge.callee])
      guard pair.caller != pair.callee, network.isEnd[edge.callee] else { continue }
      calledCounts[pair.callee, default: 0] += edge.count
      guard network.isEnd[edge.caller] else { continue }
      calls[pair, default: CallGraph.CallCost()].count += edge.count
      calls[pair, default: CallGraph.CallCost()].instructions += edge.instructions
    }
  }

  private mutating func note(_ amount: Double, of metric: CostMetric, by edge: CallNetwork.Edge) {
    let names = Pair(caller: network.names[edge.caller], callee: network.names[edge.callee])
    helpers[names, default: CostMetric.Amounts()][metric] += amount
    let call = CallGraph.Call(network.functions[edge.caller], network.functions[edge.callee])
    passed[call, default: CostMetric.Amounts()][metric] += amount
  }

  /// The cost of a function; 0 if it is never called.
  func cost(of name: FunctionName, _ metric: CostMetric) -> Double {
    functions[name]?[metric] ?? others[name]?[metric] ?? 0
  }

  /// How often each written function calls another, including through the runtime.
  func callers(of name: FunctionName) -> [FunctionName: Double] {
    var amounts = [Double](repeating: 0, count: network.functions.count)
    for edge in network.edges where network.names[edge.callee] == name && edge.count != 0 {
      amounts[edge.caller] += edge.count
    }
    var callers: [FunctionName: Double] = [:]
    for (number, amount) in network.flow(amounts, by: .calls).enumerated() where amount != 0 {
      let caller = network.names[number]
      if caller != name, network.isEnd[number] { callers[caller, default: 0] += amount }
    }
    return callers
  }
}
