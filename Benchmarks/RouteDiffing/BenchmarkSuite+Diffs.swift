import BenchmarkHarness
import KatanaRouter

/// How much differs between two trees.
enum Change: String {
  /// They are one and the same.
  case none
  /// One destination was added.
  case one
  /// The same, where neither tree was made from the other: they share nothing in memory.
  case oneAnew = "one-anew"
  /// A destination was added for every hundredth.
  case hundredth = "1%"
  /// A destination was added for every tenth.
  case tenth = "10%"
  /// All destinations are others.
  case all
  /// The root stays, and all below it are others.
  case below
  /// The root stays, and all below it stand in the opposite order.
  case reversed
  /// The old tree is empty.
  case new

  func trees(_ shape: Shape, size: Int) throws -> (old: NavigationTree, new: NavigationTree) {
    let destinations = makeDestinations(size)
    let old = try shape.make(destinations)
    switch self {
    case .none: return (old, old)
    case .one, .hundredth, .tenth:
      return (old, try adding(added(size: size), to: old, destinations, shape))
    case .oneAnew:
      let other = try shape.make(destinations)
      return (old, try adding(1, to: other, destinations, shape))
    case .all: return (old, try shape.make(makeDestinations(size, seed: 2)))
    case .below:
      let others = destinations.prefix(1) + makeDestinations(size, seed: 2).dropFirst()
      return (old, try shape.make(Array(others)))
    case .reversed:
      let opposite = destinations.prefix(1) + destinations.dropFirst().reversed()
      return (old, try shape.make(Array(opposite)))
    case .new: return (NavigationTree(), old)
    }
  }

  /// How many destinations are added; at least one.
  private func added(size: Int) -> Int {
    switch self {
    case .one, .oneAnew: 1
    case .hundredth: max(size / 100, 1)
    case .tenth: max(size / 10, 1)
    case .none, .all, .below, .reversed, .new: 0
    }
  }

  /// Adds to leaves all over a tree, at the end of a flat one, and below the end of a chain.
  private func adding(
    _ count: Int,
    to tree: NavigationTree,
    _ destinations: [Destination],
    _ shape: Shape
  ) throws -> NavigationTree {
    var tree = tree
    let added = makeDestinations(count, seed: 3)
    switch shape {
    case .tree:
      for (destination, place) in zip(added, somePlaces(count, below: destinations.count)) {
        try tree.insert([NavigationNode(destination)], under: destinations[place].id)
      }
    case .flat:
      try tree.insert(added.map { NavigationNode($0) }, under: destinations[0].id)
    case .chain:
      var node = NavigationNode(added[0])
      for destination in added.dropFirst() {
        node = NavigationNode(destination, children: CollectionOfOne(node))
      }
      try tree.insert([node], under: destinations[destinations.count - 1].id)
    }
    return tree
  }

  /// How many pushes and pops there have to be.
  func counts(size: Int) -> (pushed: Int, popped: Int) {
    switch self {
    case .none, .reversed: (0, 0)
    case .one, .oneAnew, .hundredth, .tenth: (added(size: size), 0)
    case .all: (size, size)
    case .below: (size - 1, size - 1)
    case .new: (size, 0)
    }
  }
}

extension BenchmarkSuite {
  /// The floors of a comparison: the least that it can take, and the original's time.
  private func floors(of changed: Change, _ shape: Shape, size: Int) -> [String] {
    switch changed {
    case .none: ["same-root"]
    case .oneAnew, .all, .below, .reversed, .new: ["hash"]
    case .one: shape == .tree && size <= 1000 ? ["original"] : []
    case .hundredth, .tenth: []
    }
  }

  /// Two trees compared.
  mutating func addDiff(_ shape: Shape, size: Int, changed: Change, bars: [Bar] = []) {
    add(
      Benchmark(
        "diff",
        parameters: ["shape": shape.rawValue, "changed": changed.rawValue, "size": size],
        floors: floors(of: changed, shape, size: size),
        bars: bars
      ) {
        let (old, new) = try changed.trees(shape, size: size)
        let steps = RouteDiff(from: old, to: new).steps
        let counts = changed.counts(size: size)
        try VerificationError.check(
          "pushes",
          found: steps.reduce(0) { $0 + $1.pushCount },
          expected: counts.pushed
        )
        try VerificationError.check(
          "pops",
          found: steps.reduce(0) { $0 + $1.popCount },
          expected: counts.popped
        )
        return BenchmarkBody(
          state: 0,
          run: { sum, iterations in
            for _ in 0..<iterations { sum += compare(old, new) }
          },
          verify: { sum, iterations in
            let expected = iterations * total(steps)
            try VerificationError.check("steps", found: sum, expected: expected)
          }
        )
      }
    )
  }

  /// One destination added, without and with the comparison of both trees.
  mutating func addEdits(_ shape: Shape, size: Int, bars: [Bar] = []) {
    for isCompared in [false, true] {
      add(
        Benchmark(
          isCompared ? "edit-and-diff" : "edit",
          parameters: ["shape": shape.rawValue, "size": size],
          bars: isCompared ? bars : []
        ) {
          let destinations = makeDestinations(size)
          let tree = try shape.make(destinations)
          let added = [NavigationNode(makeDestinations(1, seed: 3)[0])]
          let parents = somePlaces(64, below: size).map { destinations[$0].id }
          return BenchmarkBody(
            state: 0,
            run: { sum, iterations in
              for index in 0..<iterations {
                var edited = tree
                try edited.insert(added, under: parents[index % 64])
                sum += isCompared ? compare(tree, edited) : edited.count - size
              }
            },
            verify: { sum, iterations in
              try VerificationError.check("steps", found: sum, expected: iterations)
            }
          )
        }
      )
    }
  }
}

/// Compares two trees and reads each step and the identity of each destination in it; what it counts says
/// that none was left out.
///
/// Not inlined, so that the loop isn't taken apart.
@inline(never)
private func compare(_ old: NavigationTree, _ new: NavigationTree) -> Int {
  total(RouteDiff(from: old, to: new).steps)
}

/// How many destinations the steps push, pop, activate and reorder.
///
/// Each of them is looked at: all have numbers for identities. Those that stay where they are, in the order
/// beside what is pushed, are not.
private func total(_ steps: RouteSteps) -> Int {
  var total = 0
  func read(_ destination: Destination) {
    if destination.userIdentifier == nil { total += 1 }
  }
  for step in steps {
    switch step {
    case .push(let destination, _, _), .pop(let destination, _): read(destination)
    case .changeActive(let active, _):
      if let active { read(active) }
    case .reorder(_, let order): order.forEach(read)
    case .change(_, let popped, let pushed, _):
      popped.forEach(read)
      pushed.forEach(read)
    }
  }
  return total
}
