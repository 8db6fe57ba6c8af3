import BenchmarkHarness

let numbers = (0..<60).map { ($0 &* 7919) % 1000 }
// So many that comparing each with each is slower than hashing it.
let manyNumbers = (0..<1000).map { ($0 &* 7919) % 10_007 }
let text = Array(numbers.map(String.init).joined(separator: "  ").utf8)
let tree = Node.chain(of: 40)

/// A row that adds up what a function returns.
@MainActor func row(_ name: String, _ compute: @escaping () -> Int) -> Benchmark {
  Benchmark(name) {
    BenchmarkBody(
      state: 0,
      run: { total, iterations in
        for _ in 0..<iterations { total = total &+ compute() }
        blackHole(total)
      },
      verify: { _, _ in }
    )
  }
}

var suite = BenchmarkSuite("Planted")
suite.add(row("scan") { sumOfNumbers(in: identity(text)) })
suite.add(row("weigh") { totalWeight(of: identity(numbers)) })
suite.add(row("grid") { diagonal(of: Grid(cells: identity(numbers), width: 7)) })
suite.add(row("scale") { scaled(identity(numbers), by: 3).count })
suite.add(row("order") { ordered(identity(numbers))[0] })
suite.add(row("largest") { largest(in: identity(numbers)) })
suite.add(row("ring") { rotated(identity(numbers)) })
suite.add(row("build") { built(from: identity(numbers)).count })
suite.add(row("label") { labels(of: identity(numbers)) })
suite.add(row("append") { collected(identity(numbers)).count })
suite.add(row("count") { counted(identity(numbers)).count })
suite.add(row("walk") { walked(identity(tree)) })
suite.add(row("notify") { notified(identity(tree)) })
suite.add(row("search") { found(among: identity(numbers)) })
suite.add(row("unique") { unique(identity(manyNumbers)).count })
suite.add(row("mix") { mixed(identity(numbers)) })
suite.add(row("compress") { compressed(identity(numbers)) })
suite.add(row("sheet") { sumOfCells(identity(Sheet.large)) })
suite.add(row("answer") { answered(identity(numbers)) })
suite.add(
  Benchmark("tally", threads: 2) {
    let tally = Tally()
    let team = try ThreadTeam(threads: 2) { thread, iterations in
      for _ in 0..<iterations { tally.count(thread: thread) }
    }
    return BenchmarkBody(team: team) { _ in }
  }
)
suite.add(
  Benchmark("fetch") {
    BenchmarkBody(
      runAsync: { iterations in
        for _ in 0..<iterations { blackHole(await fetched(numbers)) }
      },
      verify: { _ in }
    )
  }
)
await suite.main()
