import BenchmarkHarness

let csv = (1...1000).map(String.init).joined(separator: ",")

@MainActor func sum(_ answer: Int, _ compute: @escaping @Sendable () -> Int) -> BenchmarkBody {
  BenchmarkBody(
    state: 0,
    run: { total, iterations in for _ in 0..<iterations { total += compute() } },
    verify: { try VerificationError.check("sum", found: $0, expected: $1 * answer) })
}

var suite = BenchmarkSuite("NumberParsing")
suite.add(
  Benchmark("numbers", bars: [Bar("parsing", against: "bytes", atMost: 40)]) {
    sum(500_500) { csv.split(separator: ",").reduce(0) { $0 + (Int($1) ?? 0) } }
  })
suite.add(Benchmark("bytes", kind: .floor) { sum(196_321) { csv.utf8.reduce(0) { $0 + Int($1) } } })
await suite.main()
