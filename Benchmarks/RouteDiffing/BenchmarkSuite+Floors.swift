import BenchmarkHarness
import KatanaRouter

extension BenchmarkSuite {
  /// Each identity put into a dictionary and looked up there, once.
  mutating func addHashFloor(size: Int) {
    add(
      Benchmark("hash", parameters: ["size": size], kind: .floor) {
        let ids = makeDestinations(size).map(\.id)
        return BenchmarkBody(
          state: 0,
          run: { sum, iterations in
            for _ in 0..<iterations {
              var places = [Destination.ID: Int](minimumCapacity: ids.count)
              for (place, id) in ids.enumerated() { places[id] = place }
              for id in ids where places[id] != nil { sum += 1 }
            }
          },
          verify: { sum, iterations in
            try VerificationError.check("found", found: sum, expected: iterations * size)
          }
        )
      }
    )
  }

  /// Two trees asked whether they are one and the same in memory.
  mutating func addSameRootFloor() {
    add(
      Benchmark("same-root", kind: .floor) {
        let tree = try Shape.tree.make(makeDestinations(10))
        // Read anew each time, so that it isn't asked once for all.
        let copies = [tree, tree]
        return BenchmarkBody(
          state: 0,
          run: { sum, iterations in
            for index in 0..<iterations where areSame(copies[index & 1], tree) { sum += 1 }
          },
          verify: { sum, iterations in
            try VerificationError.check("same", found: sum, expected: iterations)
          }
        )
      }
    )
  }

  /// A chain of destinations that is made, indexed, given another end, compared and let go, and what of
  /// it stays in memory.
  mutating func addChainLife(size: Int) {
    add(
      Benchmark(
        "chain-life",
        parameters: ["size": size],
        bars: [Bar("nothing of a chain stays", memoryAtMost: 1 << 20)]
      ) {
        let destinations = makeDestinations(size)
        let added = makeDestinations(1, seed: 3)
        let run = { (sum: inout Int, iterations: Int) throws in
          for _ in 0..<iterations {
            let old = try Shape.chain.make(destinations)
            var new = old
            try new.insert([NavigationNode(added[0])], under: destinations[size - 1].id)
            sum += RouteDiff(from: old, to: new).steps.count
            sum += RouteDiff(from: new, to: NavigationTree()).steps.count
          }
        }
        // What the allocator keeps for itself is there from the first time on.
        var first = 0
        try run(&first, 1)
        let before = HeapUsage.mainThreadBytes
        return BenchmarkBody(
          state: 0,
          run: run,
          verify: { sum, iterations in
            try VerificationError.check("steps", found: sum, expected: iterations * (size + 2))
          }
        )
        .reportingMemory { max(HeapUsage.mainThreadBytes - before, 0) }
      }
    )
  }

  /// A tree made of its destinations, and the same of the original's objects, which index nothing.
  mutating func addMaking(_ shape: Shape, size: Int, bars: [Bar]) {
    add(
      Benchmark(
        "make",
        parameters: ["shape": shape.rawValue, "size": size],
        floors: ["make-original", "hash"],
        bars: bars
      ) {
        let destinations = makeDestinations(size)
        return BenchmarkBody(
          state: 0,
          run: { sum, iterations in
            for _ in 0..<iterations { sum += try shape.make(destinations).count }
          },
          verify: { sum, iterations in
            try VerificationError.check("nodes", found: sum, expected: iterations * size)
          }
        )
      }
    )
    add(
      Benchmark(
        "make-original",
        parameters: ["shape": shape.rawValue, "size": size],
        kind: .peer
      ) {
        let destinations = makeDestinations(size)
        var made = shape.makeOriginal(destinations)
        return BenchmarkBody(
          run: { iterations in
            for _ in 0..<iterations { made = shape.makeOriginal(destinations) }
          },
          verify: { _ in
            try VerificationError.check("nodes", found: made.count, expected: size)
          }
        )
      }
    )
  }

  /// The original's way, which is quadratic.
  mutating func addOriginal(size: Int) {
    add(
      Benchmark("original", parameters: ["shape": "tree", "size": size], kind: .peer) {
        let tree = try Shape.tree.make(makeDestinations(size))
        let old = try OriginalNode(tree)
        let new = try OriginalNode(tree)
        new.children[0].children[0].children.append(OriginalNode(makeDestinations(1, seed: 3)[0]))
        return BenchmarkBody(
          state: 0,
          run: { sum, iterations in
            for _ in 0..<iterations { sum += OriginalNode.changes(from: old, to: new) }
          },
          verify: { sum, iterations in
            try VerificationError.check("changes", found: sum, expected: iterations)
          }
        )
      }
    )
  }

  /// Linear routes, the second half of which differs.
  mutating func addLinear(size: Int, bars: [Bar]) {
    add(
      Benchmark("linear", parameters: ["changed": "half", "size": size], bars: bars) {
        let old = (0..<size).map { "screen\($0)" }
        let new = (0..<size).map { $0 < size / 2 ? "screen\($0)" : "other\($0)" }
        return BenchmarkBody(
          state: 0,
          run: { sum, iterations in
            for _ in 0..<iterations {
              for step in LinearRoute(from: old, to: new) {
                switch step {
                case .push(let depth, _), .pop(let depth, _), .change(let depth, _, _): sum += depth
                }
              }
            }
          },
          verify: { sum, iterations in
            let depths = (size / 2..<size).reduce(0, +)
            let expected = iterations * (2 * depths - size / 2)
            try VerificationError.check("depths", found: sum, expected: expected)
          }
        )
      }
    )
  }
}

/// Not inlined, so that the loop isn't taken apart.
@inline(never)
private func areSame(_ left: NavigationTree, _ right: NavigationTree) -> Bool {
  left.isIdentical(to: right)
}
