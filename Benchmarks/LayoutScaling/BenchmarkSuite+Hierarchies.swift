import BenchmarkHarness
import Plastic

/// The work before the first layout: views are checked, and found by their keys.
extension BenchmarkSuite {
  /// Keys with an index.
  mutating func addHierarchy<W: Workload>(_ workload: W.Type, views count: Int) {
    let isBarred = count == 1000 || count == 100_000
    add(
      Benchmark(
        "hierarchy",
        parameters: ["workload": W.label, "views": count],
        floors: ["first-layout"],
        bars: [fewAllocations]
          + (isBarred
            ? [Bar("hierarchy at 60 ns a view", medianAtMost: .nanoseconds(60 * count))] : [])
      ) {
        let declarations = (0..<count).map {
          ViewDeclaration<Int>.view($0, in: W.parent(of: $0))
        }
        var last: ViewHierarchy<Int>?
        return BenchmarkBody(
          run: { for _ in 0..<$0 { last = try ViewHierarchy(declarations) } },
          verify: { _ in
            try VerificationError.check("views", found: last?.count, expected: count)
          }
        )
      }
    )
  }

  /// Keys that are found by their hash.
  mutating func addNamedHierarchy(views count: Int) {
    add(
      Benchmark(
        "hierarchy-named",
        parameters: ["views": count],
        floors: ["dictionary"],
        bars: [fewAllocations]
      ) {
        let declarations = names(count).map { ViewDeclaration<String>.view($0) }
        var last: ViewHierarchy<String>?
        return BenchmarkBody(
          run: { for _ in 0..<$0 { last = try ViewHierarchy(declarations) } },
          verify: { _ in
            try VerificationError.check("views", found: last?.count, expected: count)
          }
        )
      }
    )
  }

  /// The names put into a dictionary, without which no view is found by its name.
  mutating func addDictionary(views count: Int) {
    add(
      Benchmark("dictionary", parameters: ["views": count], kind: .floor) {
        let names = names(count)
        var places: [String: Int32] = [:]
        return BenchmarkBody(
          run: { iterations in
            for _ in 0..<iterations {
              places = [:]
              places.reserveCapacity(count)
              for (place, name) in names.enumerated() { places[name] = Int32(place) }
            }
          },
          verify: { _ in
            try VerificationError.check("names", found: places.count, expected: count)
          }
        )
      }
    )
  }
}

private func names(_ count: Int) -> [String] { (0..<count).map { "view-\($0)" } }
