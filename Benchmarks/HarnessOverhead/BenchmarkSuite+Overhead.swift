import BenchmarkHarness

extension BenchmarkSuite {
  /// A body of about a millisecond, of which a sample runs one iteration: what is added to it is all that
  /// the harness does for a sample.
  mutating func addMillisecond() {
    let sampleDuration = Duration.milliseconds(10)
    add(
      Benchmark(
        "millisecond",
        bars: [
          Bar("a body of 1 ms through the harness", against: "bare-millisecond", atMost: 1.01)
        ],
        sampleDuration: sampleDuration
      ) {
        let inner = BenchmarkBody(
          state: Work(),
          run: { work, iterations in for _ in 0..<iterations { work.run() } },
          verify: { work, iterations in try work.check(iterations) }
        )
        var taken: [UInt64] = []
        return BenchmarkBody(
          run: { iterations in
            for _ in 0..<iterations { taken.append(try inner.timeSample(iterations: 1)) }
            blackHole(taken.count)
            taken.removeAll(keepingCapacity: true)
          },
          verify: { try inner.checkAnswer(iterations: $0) }
        )
      }
    )
    add(
      Benchmark("bare-millisecond", kind: .floor, sampleDuration: sampleDuration) {
        BenchmarkBody(
          state: Work(),
          run: { work, iterations in
            for _ in 0..<iterations {
              let start = BareClock.now()
              work.run()
              blackHole(BareClock.now() - start)
            }
          },
          verify: { work, iterations in try work.check(iterations) }
        )
      }
    )
  }

  /// A body that does nothing: what is added to it is what an iteration costs.
  mutating func addEmpty() {
    add(
      Benchmark(
        "empty",
        bars: [
          Bar("an empty iteration through the harness", over: "bare-empty", atMost: .nanoseconds(1))
        ]
      ) {
        let inner = BenchmarkBody(
          state: 0,
          run: { sum, iterations in
            for _ in 0..<iterations {
              sum += 1
              blackHole(sum)
            }
          },
          verify: { sum, iterations in
            try VerificationError.check("sum", found: sum, expected: iterations)
          }
        )
        var total = 0
        return BenchmarkBody(
          run: { iterations in
            blackHole(try inner.timeSample(iterations: iterations))
            total += iterations
          },
          verify: { iterations in
            try VerificationError.check("iterations", found: total, expected: iterations)
            try inner.checkAnswer(iterations: iterations)
          }
        )
      }
    )
    add(
      Benchmark("bare-empty", kind: .floor) {
        BenchmarkBody(
          state: 0,
          run: { sum, iterations in
            let start = BareClock.now()
            for _ in 0..<iterations {
              sum += 1
              blackHole(sum)
            }
            blackHole(BareClock.now() - start)
          },
          verify: { sum, iterations in
            try VerificationError.check("sum", found: sum, expected: iterations)
          }
        )
      }
    )
  }

  /// The tool from its start to its end, beside a program that does nothing.
  mutating func addStart(of tool: String) {
    add(
      Benchmark(
        "hamon --version",
        command: [tool, "--version"],
        floors: ["true"],
        bars: [Bar("start-up of hamon", medianAtMost: .milliseconds(50))]
      )
    )
    add(Benchmark("true", command: ["/bin/true"], kind: .floor))
  }
}
