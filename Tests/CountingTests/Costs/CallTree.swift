import ObjectFiles
import SeededRandom

@testable import Counting

/// A program that is run by hand: each call is known with who made it, which callgrind's graphs don't tell.
struct CallTree {
  /// A call, with what it executes itself.
  struct Node {
    let function: CallGraph.Function
    var instructions: Int
    var children: [Node] = []

    var total: Int { children.reduce(instructions) { $0 + $1.total } }
  }

  static func written(_ name: String) -> CallGraph.Function { CallGraph.Function(name) }
  static func runtime(_ name: String) -> CallGraph.Function {
    CallGraph.Function(name, object: "libswiftCore.so", isOfSystem: true)
  }

  var root: Node

  /// The graph that callgrind would write, a function called from itself being another.
  var graph: CallGraph {
    var graph = CallGraph()
    func visit(_ node: Node, path: [String]) -> CallGraph.Function {
      let isAgain = path.contains(node.function.symbol)
      let function =
        isAgain
        ? CallGraph.Function(
          node.function.symbol + "'2",
          object: node.function.object,
          isOfSystem: node.function.isOfSystem
        ) : node.function
      graph.add(Double(node.instructions), to: function)
      for child in node.children {
        let callee = visit(child, path: path + [node.function.symbol])
        graph.add(
          CallGraph.CallCost(count: 1, instructions: Double(child.total)),
          to: CallGraph.Call(function, callee)
        )
      }
      return function
    }
    _ = visit(root, path: [])
    return graph
  }

  /// What each written function costs: it, and what is called from there that isn't written.
  var writtenCosts: [String: Int] {
    var costs: [String: Int] = [:]
    func visit(_ node: Node, writer: String) {
      let isWritten = FunctionName(node.function).isWritten
      let writer = isWritten ? node.function.symbol : writer
      costs[writer, default: 0] += node.instructions
      for child in node.children { visit(child, writer: writer) }
    }
    visit(root, writer: "")
    return costs
  }

  /// A random program.
  ///
  /// - Parameters:
  ///   - random: Where its numbers come from.
  ///   - callsBack: Whether the runtime calls what is written.
  /// - Returns: The program.
  static func random(_ random: inout SplitMix64, callsBack: Bool) -> CallTree {
    CallTree(root: build(&random, depth: 0, isRuntime: false, callsBack: callsBack))
  }
  private static func build(
    _ random: inout SplitMix64,
    depth: Int,
    isRuntime: Bool,
    callsBack: Bool
  ) -> Node {
    // Circles in the runtime are seldom, as they are.
    let number = random.next(below: isRuntime ? 60 : 5)
    let function = isRuntime ? runtime("swift_\(number)") : written("f\(number)")
    // The same each time in the runtime: what a function does there depends on what it calls.
    let own = isRuntime ? 3 + number : 1 + random.next(below: 50)
    var node = Node(function: function, instructions: own)
    guard depth < 7 else { return node }
    for _ in 0..<random.next(below: 4) {
      let isNextRuntime = isRuntime && !callsBack || random.next(below: 2) == 0
      node.children.append(
        build(&random, depth: depth + 1, isRuntime: isNextRuntime, callsBack: callsBack)
      )
    }
    return node
  }
}
