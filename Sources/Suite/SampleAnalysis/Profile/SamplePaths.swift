/// The stacks of a recording as one tree, from the outermost functions.
///
/// Bounded: if there are more paths, the lightest count as their callers.
package struct SamplePaths: Sendable {
  /// A function below its callers.
  package struct Node: Sendable, Equatable {
    /// -1 for a function without a caller.
    package let parent: Int32
    /// Its place in `StackTable.functions`.
    package let function: Int32
  }

  /// A parent comes before its children.
  package private(set) var nodes: [Node] = []
  /// The node of the innermost function of each stack; -1 for a stack without functions.
  package private(set) var nodeOfStack: [Int32] = []
  /// How many paths count as their callers, and the longest time of one of them.
  private(set) var leftOutCount = 0
  private(set) var longestLeftOut: UInt64 = 0

  /// Creates the tree.
  ///
  /// - Complexity: Proportional to the number of functions in all stacks.
  /// - Parameters:
  ///   - stacks: Each as functions from the innermost.
  ///   - times: The time of each stack.
  ///   - capacity: How many nodes are kept, those with the most time.
  package init(_ stacks: [[Int32]], times: [UInt64], capacity: Int = 30_000) {
    var children: [UInt64: Int32] = [:]
    var sums: [UInt64] = []
    nodeOfStack.reserveCapacity(stacks.count)
    for (stack, path) in stacks.enumerated() {
      var node: Int32 = -1
      for function in path.reversed() {
        let key = UInt64(UInt32(bitPattern: node)) << 32 | UInt64(UInt32(bitPattern: function))
        if let child = children[key] {
          node = child
        } else {
          nodes.append(Node(parent: node, function: function))
          sums.append(0)
          node = Int32(nodes.count - 1)
          children[key] = node
        }
        sums[Int(node)] &+= times[stack]
      }
      nodeOfStack.append(node)
    }
    if nodes.count > capacity { keep(capacity, sums) }
  }

  /// Keeps the nodes with the most time.
  ///
  /// This keeps parents: no child has more time than its parent, or comes before it.
  private mutating func keep(_ capacity: Int, _ sums: [UInt64]) {
    let order = nodes.indices.sorted { (sums[$1], $0) < (sums[$0], $1) }
    leftOutCount = order.count - capacity
    longestLeftOut = sums[order[capacity]]
    var isKept = [Bool](repeating: false, count: nodes.count)
    for node in order.prefix(capacity) { isKept[node] = true }
    var kept: [Node] = []
    var places = [Int32](repeating: -1, count: nodes.count)
    for (index, node) in nodes.enumerated() {
      let parent = node.parent < 0 ? -1 : places[Int(node.parent)]
      guard isKept[index] else {
        places[index] = parent
        continue
      }
      places[index] = Int32(kept.count)
      kept.append(Node(parent: parent, function: node.function))
    }
    nodes = kept
    nodeOfStack = nodeOfStack.map { $0 < 0 ? -1 : places[Int($0)] }
  }
}
