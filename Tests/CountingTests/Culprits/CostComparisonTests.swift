import Statistics
import Testing

@testable import Counting

@Suite struct CostComparisonTests {
  private typealias Node = CallTree.Node

  private func written(_ name: String, _ own: Int, _ children: [Node] = []) -> Node {
    Node(function: CallTree.written(name), instructions: own, children: children)
  }

  private func runtime(_ name: String, _ own: Int, _ children: [Node] = []) -> Node {
    Node(function: CallTree.runtime(name), instructions: own, children: children)
  }

  private func compare(
    _ base: Node,
    _ head: Node,
    _ metric: CostMetric = .instructions,
    tolerance: Double = 0
  ) -> CostDifference {
    let comparison = Self.comparison(base, head)
    return comparison.difference(metric, counts: comparison.totals(metric), tolerance: tolerance)
  }

  private static func comparison(_ base: Node, _ head: Node) -> CostComparison {
    CostComparison(
      Sides(base: base, head: head).map { CallTree(root: $0).graph },
      metrics: CostMetric.allCases
    )
  }

  @Test func `the function that does more is named with its caller and its share`() throws {
    let difference = compare(
      written("main", 10, [written("parse", 100, [written("next", 50)])]),
      written("main", 10, [written("parse", 105, [written("next", 462)])])
    )
    #expect(difference.difference == 417)
    #expect(difference.attributed == 1)
    let first = try #require(difference.culprits.first)
    #expect(first.function == "next" && first.difference == 412 && first.caller == "parse")
    #expect(
      difference.sentences
        == ["`next` +412 instructions an operation, 99 % of the increase; called from `parse`"]
    )
    // 5 of 417 are too few to be told.
    #expect(difference.culprits.count == 1)
  }

  @Test func `nothing is named within the tolerance`() {
    let difference = compare(
      written("main", 1000, [written("parse", 100)]),
      written("main", 1000, [written("parse", 104)]),
      tolerance: 5
    )
    #expect(difference.culprits.isEmpty && difference.sentences.isEmpty)
    let same = compare(written("main", 10), written("main", 10))
    #expect(same.culprits.isEmpty)
  }

  @Test func `an allocation more is told of the function that asks for it`() throws {
    let allocation = runtime("swift_allocObject", 20, [runtime("malloc", 100)])
    let difference = compare(
      written("main", 10, [written("parse", 100, [written("next", 50, [allocation])])]),
      written(
        "main",
        10,
        [written("parse", 100, [written("next", 50, [allocation, allocation])])]
      ),
      .allocations
    )
    #expect(difference.difference == 1)
    #expect(
      difference.sentences
        == [
          "`next` +1 allocations an operation, 100 % of the increase; called from `parse`; "
            + "most of it in `swift_allocObject`"
        ]
    )
  }

  @Test func `of a function and its caller that differ by as much, the function is told first`() {
    let retain = runtime("swift_retain", 5)
    let difference = compare(
      written("main", 10, [written("notified", 50, [written("tell", 20)])]),
      written("main", 10, [written("notified", 50, [written("tell", 20, [retain]), retain])]),
      .retains
    )
    #expect(difference.culprits.map(\.function) == ["tell", "notified"])
    #expect(difference.culprits.map(\.share) == [0.5, 0.5])
  }

  @Test func `a function that is inlined now is told with its caller, and not as a change`() throws
  {
    let difference = compare(
      written("main", 10, [written("outer", 100, [written("inner", 380)]), written("other", 50)]),
      written("main", 10, [written("outer", 470), written("other", 90)])
    )
    #expect(difference.difference == 30)
    let first = try #require(difference.culprits.first)
    #expect(first.function == "other" && first.difference == 40)
    let second = try #require(difference.culprits.last)
    #expect(second.function == "outer" && second.difference == -10)
    #expect(second.notes == ["`inner` is inlined into it now"])
  }

  @Test func `a function that is no longer inlined is told with its caller`() throws {
    let difference = compare(
      written("main", 10, [written("outer", 470)]),
      written("main", 10, [written("outer", 100, [written("inner", 410)])])
    )
    let first = try #require(difference.culprits.first)
    #expect(first.function == "outer" && first.difference == 40)
    #expect(first.notes == ["`inner` was inlined into it before"])
    #expect(difference.culprits.count == 1)
  }

  @Test func `a function that is called more often leads to its caller`() throws {
    let contains = written("contains", 100)
    let difference = compare(
      written("main", 10, [written("insert", 20, [contains]), written("other", 10, [contains])]),
      written(
        "main",
        10,
        [written("insert", 25, [contains, contains, contains]), written("other", 10, [contains])]
      )
    )
    let first = try #require(difference.culprits.first)
    #expect(first.function == "insert" && first.difference == 205)
    #expect(first.notes == ["it calls `contains` 3 times, not 1"])
    #expect(difference.culprits.count == 1)
  }

  @Test func `a function with other parameters is the same function`() throws {
    let difference = compare(
      written("main", 10, [written("$s4main4next1xySi_tF", 100)]),
      written("main", 10, [written("$s4main4next1x6strictySi_SbtF", 130)])
    )
    let first = try #require(difference.culprits.first)
    #expect(first.function == "next(x:strict:)" && first.difference == 30)
    #expect(first.notes == ["it was `next(x:)`"])
    #expect(difference.culprits.count == 1)
  }

  @Test func `improvements name what got cheaper first`() throws {
    let difference = compare(
      written("main", 10, [written("slow", 1000), written("other", 10)]),
      written("main", 10, [written("slow", 400), written("other", 60)])
    )
    #expect(difference.culprits.map(\.function) == ["slow", "other"])
    #expect(
      difference.sentences[0].hasPrefix(
        "`slow` -600 instructions an operation, 109 % of the decrease"
      )
    )
  }

  @Test func `what has no written caller is told apart, and addresses never`() {
    let difference = compare(
      runtime("_dl_start", 100, [written("main", 10)]),
      runtime("_dl_start", 200, [written("main", 110)])
    )
    #expect(difference.attributed == 0.5)
    #expect(difference.culprits.map(\.function) == ["_dl_start", "main"])
    #expect(difference.sentences.count == 2)
    let nameless = compare(written("0x10", 10), written("0x10", 90))
    #expect(nameless.culprits.isEmpty && nameless.attributed == 0)
    var graph = CallGraph()
    graph.add(90, to: CallTree.written("0x10"))
    graph.add(10, to: CallTree.written("main"))
    #expect(CostComparison.isWithoutSymbols(graph))
  }

  @Test func `parts add up to the difference`() {
    let base = written(
      "main",
      10,
      [written("a", 100, [runtime("swift_retain", 5)]), written("b", 7)]
    )
    let head = written("main", 12, [written("a", 90), written("c", 300, [runtime("malloc", 60)])])
    let difference = Self.comparison(base, head).totals(.instructions).difference
    #expect(difference == Double(head.total - base.total))
  }
}
