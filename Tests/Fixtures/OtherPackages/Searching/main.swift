import Algorithms
import BenchmarkHarness

let numbers = (0..<1000).map { ($0 &* 7919) % 10_007 }
let sorted = numbers.sorted()
let words = numbers.map { "item \($0)" }

/// A row whose operation computes a number that is known.
@MainActor func row(
  _ name: String,
  _ answer: Int,
  _ compute: @escaping @Sendable () -> Int
) -> Benchmark {
  Benchmark(name) {
    BenchmarkBody(
      state: 0,
      run: { total, iterations in for _ in 0..<iterations { total &+= compute() } },
      verify: { try VerificationError.check("sum", found: $0, expected: $1 &* answer) }
    )
  }
}

var suite = BenchmarkSuite("Searching")
suite.add(row("uniqued", 1000) { [numbers] in Array(identity(numbers).uniqued()).count })
suite.add(row("chunked", 10) { [sorted] in identity(sorted).chunked(on: { $0 / 1000 }).count })
suite.add(
  row("chunks", 708052) { [numbers] in
    identity(numbers).chunks(ofCount: 7).reduce(0) { $0 + ($1.first ?? 0) }
  }
)
suite.add(
  row("windows", 4_961_990) { [numbers] in
    identity(numbers).windows(ofCount: 10).reduce(0) { $0 + ($1.first ?? 0) }
  }
)
suite.add(row("min", 448) { [numbers] in identity(numbers).min(count: 10).reduce(0, +) })
suite.add(
  row("partitioning", 500) { [sorted] in
    let middle = sorted[500]
    return identity(sorted).partitioningIndex { $0 >= middle }
  }
)
suite.add(
  row("combinations", 120) { [numbers] in
    identity(numbers).prefix(10).combinations(ofCount: 3).reduce(0) { count, _ in count + 1 }
  }
)
suite.add(
  row("permutations", 120) { [numbers] in
    identity(numbers).prefix(5).permutations().reduce(0) { count, _ in count + 1 }
  }
)
suite.add(
  row("product", 15_024_183) { [numbers] in
    product(identity(numbers), 0..<3).reduce(0) { $0 + $1.0 + $1.1 }
  }
)
suite.add(
  row("interspersed", 5_008_060) { [numbers] in identity(numbers).interspersed(with: 1).reduce(0, +)
  }
)
suite.add(row("keyed", 1000) { [numbers] in identity(numbers).keyed(by: { $0 }).count })
suite.add(row("joined", 9888) { [words] in Array(identity(words).joined(by: ",")).count })
await suite.main()
