import BenchmarkHarness
import KatanaRouter

/// How much differs between two trees.
enum Change: String {
  /// They are one and the same.
  case none
  /// One destination was added.
  case one
  /// A destination was added for every hundredth.
  case hundredth = "1%"
  /// A destination was added for every tenth.
  case tenth = "10%"
  /// All destinations are others.
  case all
  /// The old tree is empty.
  case new

  func trees(_ shape: Shape, size: Int) throws -> (old: NavigationTree, new: NavigationTree) {
    let destinations = makeDestinations(size)
    let old = try shape.make(destinations)
    switch self {
    case .none: return (old, old)
    case .one: return (old, try adding(1, to: old, destinations))
    case .hundredth: return (old, try adding(size / 100, to: old, destinations))
    case .tenth: return (old, try adding(size / 10, to: old, destinations))
    case .all: return (old, try shape.make(makeDestinations(size, seed: 2)))
    case .new: return (NavigationTree(), old)
    }
  }

  private func adding(
    _ count: Int,
    to tree: NavigationTree,
    _ destinations: [Destination]
  ) throws -> NavigationTree {
    var tree = tree
    let added = makeDestinations(count, seed: 3)
    for (destination, place) in zip(added, somePlaces(count, below: destinations.count)) {
      try tree.insert([NavigationNode(destination)], under: destinations[place].id)
    }
    return tree
  }

  /// How many pushes and pops there have to be.
  func counts(size: Int) -> (pushed: Int, popped: Int) {
    switch self {
    case .none: (0, 0)
    case .one: (1, 0)
    case .hundredth: (size / 100, 0)
    case .tenth: (size / 10, 0)
    case .all: (size, size)
    case .new: (size, 0)
    }
  }
}

extension BenchmarkSuite {
  /// Two trees compared.
  mutating func addDiff(_ shape: Shape, size: Int, changed: Change, bars: [Bar] = []) {
    add(
      Benchmark(
        "diff",
        parameters: ["shape": shape.rawValue, "changed": changed.rawValue, "size": size],
        floors: changed == .all || changed == .new ? ["hash"] : [],
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
            let expected = iterations * steps.count
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

/// Not inlined, so that the loop isn't taken apart.
@inline(never)
private func compare(_ old: NavigationTree, _ new: NavigationTree) -> Int {
  RouteDiff(from: old, to: new).steps.count
}
