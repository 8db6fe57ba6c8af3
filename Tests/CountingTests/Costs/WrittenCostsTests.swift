import ObjectFiles
import SeededRandom
import Testing

@testable import Counting

@Suite struct WrittenCostsTests {
  private func costs(_ graph: CallGraph) -> WrittenCosts {
    WrittenCosts(CallNetwork(graph, names: [:], transparent: []))
  }

  private func instructions(_ costs: WrittenCosts) -> [String: Double] {
    Dictionary(
      costs.functions.map { ($0.key.text, $0.value[.instructions]) },
      uniquingKeysWith: +
    )
  }

  @Test func `what the runtime does is told of the function that called it`() throws {
    let allocation = CallTree.Node(
      function: CallTree.runtime("swift_allocObject"),
      instructions: 20,
      children: [.init(function: CallTree.runtime("malloc"), instructions: 100)]
    )
    let retain = CallTree.Node(function: CallTree.runtime("swift_retain"), instructions: 5)
    let parse = CallTree.Node(
      function: CallTree.written("parse"),
      instructions: 50,
      children: [allocation, retain]
    )
    let main = CallTree.Node(
      function: CallTree.written("main"),
      instructions: 7,
      children: [parse, parse, retain]
    )
    let costs = costs(CallTree(root: main).graph)
    #expect(instructions(costs) == ["main": 12, "parse": 350])
    let parseName = try #require(costs.functions.keys.first { $0.text == "parse" })
    #expect(costs.cost(of: parseName, .allocations) == 2)
    #expect(costs.cost(of: parseName, .retains) == 2)
    #expect(costs.calledCounts[parseName] == 2)
    #expect(costs.callers(of: parseName).map { "\($0.key.text) \($0.value)" } == ["main 2.0"])
  }

  @Test func `a release that ends an object's life costs its caller more than one that doesn't`() {
    let free = CallTree.Node(function: CallTree.runtime("free"), instructions: 95)
    let deinitializer = CallTree.Node(function: CallTree.written("deinit"), instructions: 1000)
    let last = CallTree.Node(
      function: CallTree.runtime("swift_release"),
      instructions: 5,
      children: [deinitializer, free]
    )
    let other = CallTree.Node(function: CallTree.runtime("swift_release"), instructions: 5)
    func function(_ name: String, _ children: [CallTree.Node]) -> CallTree.Node {
      CallTree.Node(function: CallTree.written(name), instructions: 1, children: children)
    }
    let root = function("main", [function("ends", [last]), function("keeps", [other])])
    let found = instructions(costs(CallTree(root: root).graph))
    #expect(found == ["main": 1, "ends": 101, "keeps": 6, "deinit": 1000])
  }

  @Test(arguments: 0..<40)
  func `where the runtime calls nothing back, costs are those of the calls themselves`(seed: Int) {
    var random = SplitMix64(seed: UInt64(seed))
    let tree = CallTree.random(&random, callsBack: false)
    let costs = costs(tree.graph)
    // A runtime function that calls itself through others is where exactness ends; sums don't.
    let total = instructions(costs).values.reduce(0, +) + others(costs)
    #expect(abs(total - Double(tree.root.total)) < 1e-6, "seed \(seed)")
    let expected = tree.writtenCosts
    guard
      !tree.graph.instructions.keys.contains(where: { $0.isOfSystem && $0.symbol.hasSuffix("'2") })
    else { return }
    for (name, count) in instructions(costs) {
      #expect(abs(count - Double(expected[name] ?? 0)) < 1e-6, "seed \(seed): \(name)")
    }
  }

  @Test(arguments: 100..<140)
  func `nothing is lost where the runtime calls back`(seed: Int) {
    var random = SplitMix64(seed: UInt64(seed))
    let tree = CallTree.random(&random, callsBack: true)
    let costs = costs(tree.graph)
    let total = instructions(costs).values.reduce(0, +) + others(costs)
    #expect(abs(total - Double(tree.root.total)) < 1e-6, "seed \(seed)")
    // What a function executes itself is its own in any case.
    for (function, own) in tree.graph.instructions where !function.isOfSystem {
      let name = FunctionName(function)
      #expect(costs.cost(of: name, .instructions) >= own - 1e-6, "seed \(seed)")
    }
  }

  private func others(_ costs: WrittenCosts) -> Double {
    costs.others.values.reduce(0) { $0 + $1[.instructions] }
  }

  @Test func `a recursive call has the name of its function`() {
    let again = FunctionName(CallTree.written("$s6Katana5StoreC8dispatchyyF'2"))
    #expect(again == FunctionName(symbol: "$s6Katana5StoreC8dispatchyyF"))
    #expect(again.text == "Store.dispatch()")
  }

  @Test func `circles and functions without callers keep what they cost`() {
    var graph = CallGraph()
    let (first, second) = (CallTree.runtime("swift_a"), CallTree.runtime("swift_b"))
    graph.add(10, to: first)
    graph.add(20, to: second)
    graph.add(CallGraph.CallCost(count: 1, instructions: 30), to: CallGraph.Call(first, second))
    graph.add(CallGraph.CallCost(count: 1, instructions: 30), to: CallGraph.Call(second, first))
    let alone = costs(graph)
    #expect(alone.functions.isEmpty)
    #expect(others(alone) == 30)
    let main = CallTree.written("main")
    graph.add(1, to: main)
    graph.add(CallGraph.CallCost(count: 1, instructions: 30), to: CallGraph.Call(main, first))
    #expect(instructions(costs(graph)) == ["main": 31])
  }
}
