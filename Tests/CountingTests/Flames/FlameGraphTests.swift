import SeededRandom
import Statistics
import Testing

@testable import Counting

@Suite struct FlameGraphTests {
  @Test(arguments: 0..<10)
  func `stacks add up to what was counted`(seed: Int) {
    var random = SplitMix64(seed: UInt64(seed))
    let tree = CallTree.random(&random, callsBack: true)
    let stacks = CallStacks(CallNetwork(tree.graph, names: [:], transparent: []))
    let total = stacks.costs.values.reduce(0, +)
    #expect(abs(total - Double(tree.root.total)) < 1e-6, "seed \(seed)")
  }

  @Test func `what a function executes stays its own where circles are around it`() {
    // As callgrind tells of tasks: what is resumed is called by what it calls, and each call's cost holds that of the others.
    var graph = CallGraph()
    func call(_ caller: String, _ callee: String, _ instructions: Double) {
      graph.add(
        CallGraph.CallCost(count: 1, instructions: instructions),
        to: CallGraph.Call(CallTree.written(caller), CallTree.written(callee))
      )
    }
    for (name, own) in [("main", 10.0), ("switch", 20), ("run", 70), ("body", 100), ("work", 800)] {
      graph.add(own, to: CallTree.written(name))
    }
    call("main", "switch", 990)
    call("switch", "run", 970)
    call("run", "switch", 900)
    call("run", "body", 900)
    call("body", "run", 850)
    call("body", "work", 800)
    let costs = CallStacks(CallNetwork(graph, names: [:], transparent: [])).costs
    let frames = ["main", "switch", "run", "body", "work"]
    #expect(Set(costs.keys) == Set((1...5).map { Array(frames.prefix($0)) }))
    #expect(costs[frames].map { abs($0 - 800) < 1e-9 } == true)
    #expect(costs[Array(frames.prefix(3))].map { abs($0 - 70) < 1e-9 } == true)
  }

  @Test func `a circle that nothing calls has stacks as well`() {
    var graph = CallGraph()
    for (name, other) in [("a", "b"), ("b", "a")] {
      graph.add(name == "a" ? 30 : 70, to: CallTree.written(name))
      graph.add(
        CallGraph.CallCost(count: 1, instructions: name == "a" ? 100 : 50),
        to: CallGraph.Call(CallTree.written(name), CallTree.written(other))
      )
    }
    let costs = CallStacks(CallNetwork(graph, names: [:], transparent: [])).costs
    #expect(costs == [["a"]: 30, ["a", "b"]: 70])
  }

  @Test func `a picture says what got dearer in red, cheaper in blue, and escapes names`() {
    let stacks = [
      DifferentialStack(frames: ["main", "a < b;c"], base: 100, head: 300),
      DifferentialStack(frames: ["main", "gone"], base: 100, head: 0),
      DifferentialStack(frames: ["main"], base: 50, head: 50),
    ]
    let svg = FlameGraph(stacks, title: "row <1>").svg()
    #expect(svg.contains("<title>row &lt;1&gt;</title>"))
    #expect(svg.contains("<title>a &lt; b;c: 100 -&gt; 300 (+200)</title>"))
    #expect(svg.contains("<title>gone: 100 -&gt; 0 (-100)</title>"))
    #expect(svg.contains("250 before, 350 now"))
    #expect(svg.contains("rgb(255,95,95)"))
    #expect(svg.contains("fill=\"rgb(95,95,255)\""))
    #expect(
      FlameGraph.folded(stacks) == "main;a < b,c 100 300\nmain;gone 100 0\nmain 50 50\n"
    )
  }

  @Test func `of many stacks those that have changed are kept, and all add up`() {
    func graph(ofLast more: Int) -> CallGraph {
      let children = (0..<400).map { index in
        // The cheapest one gets dearer.
        CallTree.Node(
          function: CallTree.written("f\(index)"),
          instructions: 10_000 - index + (index == 399 ? more : 0),
          children: []
        )
      }
      let main = CallTree.written("main")
      return CallTree(root: CallTree.Node(function: main, instructions: 1, children: children))
        .graph
    }
    let base = graph(ofLast: 0)
    let comparison = CostComparison(
      Sides(base: base, head: graph(ofLast: 600)),
      metrics: [.instructions]
    )
    let stacks = comparison.stacks(limit: 150)
    #expect(stacks.count == 150)
    #expect(stacks.first?.frames.last == "f399")
    let expected = base.instructions.values.reduce(0, +)
    #expect(abs(stacks.reduce(0) { $0 + $1.base } - expected) < 1e-6)
    #expect(abs(stacks.reduce(0) { $0 + $1.head } - expected - 600) < 1e-6)
    #expect(stacks.last?.frames == ["(other stacks)"])
  }

  @Test func `nothing at all is drawn as an empty picture`() {
    let svg = FlameGraph([], title: "none").svg()
    #expect(svg.hasPrefix("<svg") && svg.hasSuffix("</svg>\n"))
    #expect(!svg.contains("nan") && !svg.contains("inf"))
  }
}
