/// The calls of a program without those that close a cycle, to a function that has not yet returned.
///
/// Calls are followed from the functions without callers, the dearest first.
struct AcyclicCalls {
  /// The calls that each function makes, as numbers of the network's edges.
  private(set) var outgoing: [[Int]]
  /// The calls of each function.
  private(set) var incoming: [[Int]]
  /// All functions, each after those that it calls.
  private(set) var calleesFirst: [Int] = []

  /// Follows the calls of a network.
  ///
  /// - Complexity: O(*c* log *c*), where *c* is the number of functions and calls.
  init(_ network: CallNetwork) {
    let edges = network.edges
    var all = [[Int]](repeating: [], count: network.functions.count)
    var isCalled = [Bool](repeating: false, count: all.count)
    for (index, edge) in edges.enumerated()
    where edge.caller != edge.callee && edge.instructions > 0 {
      all[edge.caller].append(index)
      isCalled[edge.callee] = true
    }
    for function in all.indices {
      all[function].sort { (edges[$1].instructions, $0) < (edges[$0].instructions, $1) }
    }
    outgoing = [[Int]](repeating: [], count: all.count)
    incoming = outgoing
    /// The cost of the dearest call of each function.
    let dearest = all.map { $0.first.map { edges[$0].instructions } ?? 0 }
    // Cycles without calls from outside begin at their dearest call.
    let starts =
      all.indices.filter { !isCalled[$0] }
      + all.indices.filter { isCalled[$0] }.sorted { (dearest[$1], $0) < (dearest[$0], $1) }
    var isSeen = [Bool](repeating: false, count: all.count)
    var hasReturned = isSeen
    for start in starts where !isSeen[start] {
      // The path from the start, with the number of followed calls of each function; not recursive, as calls nest deeper than a thread's
      // stack.
      var path: [(function: Int, followed: Int)] = [(start, 0)]
      isSeen[start] = true
      while let (function, followed) = path.last {
        guard followed < all[function].count else {
          hasReturned[function] = true
          calleesFirst.append(function)
          path.removeLast()
          continue
        }
        path[path.count - 1].followed += 1
        let index = all[function][followed]
        let callee = edges[index].callee
        guard !isSeen[callee] || hasReturned[callee] else { continue }
        outgoing[function].append(index)
        incoming[callee].append(index)
        guard !isSeen[callee] else { continue }
        isSeen[callee] = true
        path.append((callee, 0))
      }
    }
  }
}
