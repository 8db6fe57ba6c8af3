import BenchmarkResults
import Statistics
import SuiteErrors
import Synchronization
import Testing

@testable import BenchmarkHarness

/// Bars of rows whose times are figures that the test gives, on a machine that the test describes.
@Suite(.serialized, .timeLimit(.minutes(30)))
@MainActor
struct BarVerdictTests {
  /// A row that takes these nanoseconds in turn.
  private static func row(
    _ name: String,
    parameters: KeyValuePairs<String, any CustomStringConvertible> = [:],
    kind: BenchmarkKind = .ours,
    bars: [Bar] = [],
    threads: Int = 1,
    log: BenchmarkLog = BenchmarkLog(),
    _ nanoseconds: [UInt64]
  ) -> Benchmark {
    Benchmark(name, parameters: parameters, kind: kind, bars: bars, threads: threads) {
      log.add(to: "\(name) set up")
      var turn = 0
      return BenchmarkBody(figure: {
        turn += 1
        // The first one warms it up.
        return nanoseconds[max(turn - 2, 0) % nanoseconds.count]
      })
    }
  }

  private func run(
    _ benchmarks: [Benchmark],
    _ arguments: [String] = [],
    probe: MachineProbe = .fixture(),
    injection: InjectedWork = .none
  ) async throws -> SuiteResult {
    let directory = try TemporaryDirectory()
    let isRight = try await BenchmarkSuite(benchmarks).run(
      commandLine: ["--quick", "--json", "\(directory.path)/r.json"] + arguments,
      probe: probe,
      injection: injection,
      print: { _ in }
    )
    #expect(isRight)
    return try directory.result("r.json")
  }

  @Test func `a bar is told after eight rounds where they agree, of its rows only`() async throws {
    let result = try await run([
      Self.row(
        "row",
        bars: [Bar("good", against: "floor", atMost: 2), Bar("bad", against: "floor", atMost: 1)],
        [150]
      ),
      Self.row("floor", kind: .floor, [100]),
      Self.row("other", bars: [Bar("small", against: "floor", atMost: 1)], [100]),
      Benchmark("without", floors: ["floor"]) { BenchmarkBody(figure: { 1 }) },
    ])
    let bars = try #require(result.bars)
    #expect(bars.map(\.verdict) == [.held, .missed, .held])
    #expect(bars.map(\.holds) == [true, false, true])
    let level = try #require(bars[0].interval?.level)
    #expect(level == 0.99219)
    #expect(
      bars[0].interval == ConfidenceInterval(lower: 1.5, upper: 1.5, level: level, rounds: 8)
    )
    #expect(result.rows.map(\.sampleCount) == [8, 8, 8, 5])
    #expect(result.rows.map { $0.ratios.first?.rounds } == [8, nil, 8, 5])
  }

  /// So may those that give figures of their own, of whatever they are: what the others of these tests do.
  @Test func `rows of several threads may be further beyond the limit`() async throws {
    let bars = [Bar("bar", against: "floor", atMost: 1)]
    let result = try await run([
      Self.row("figures", bars: bars, [108]),
      Self.row("several", bars: bars, threads: 2, [108]),
      Self.row("slower", bars: bars, threads: 2, [113]),
      Self.row("best", bars: [Bar("bar", againstBestOf: ["floor"], atMost: 1)], threads: 2, [108]),
      Self.row(
        "over",
        bars: [Bar("bar", over: "floor", atMost: .nanoseconds(10))],
        threads: 2,
        [118]
      ),
      Self.row("against several", bars: [Bar("bar", against: "pair", atMost: 1)], [108]),
      Self.row("pair", kind: .floor, threads: 2, [100]),
      Self.row("floor", kind: .floor, [100]),
    ])
    let verdicts = try #require(result.bars).map { "\($0.row) \($0.verdict)" }
    #expect(
      verdicts == [
        "figures uncertain", "several uncertain", "slower missed", "best uncertain",
        "over uncertain",
        "against several uncertain",
      ]
    )
  }

  @Test
  func `what several threads miss while the processors are far from each other can't be told`()
    async throws
  {
    let bars = [
      Bar("ratio", against: "floor", atMost: 1),
      Bar("time", medianAtMost: .nanoseconds(100), calibratedBy: nil),
      Bar("tail", medianAtMost: .nanoseconds(500), calibratedBy: nil),
    ]
    let rows = [
      Self.row("several", bars: bars, threads: 2, [200]),
      Self.row("floor", kind: .floor, [100]),
    ]
    let asked = Mutex(0)
    let far = try await run(rows, probe: .fixture(handOver: { 320 }))
    #expect(far.bars?.map(\.verdict) == [.uncertain, .uncertain, .held])
    #expect(
      far.bars?.first?.reason?.hasPrefix("the processors were far from each other in 8 of 8")
        == true
    )
    #expect(
      try await run(rows, probe: .fixture(handOver: { 60 })).bars?.map(\.verdict) == [
        .missed, .missed, .held,
      ]
    )
    // The farther of before and after a round counts; and more rounds are taken where some were near.
    let mixed = try await run(
      rows,
      probe: .fixture(handOver: {
        asked.withLock { asked in
          asked += 1
          return asked <= 10 && asked.isMultiple(of: 2) ? 320 : 60
        }
      })
    )
    #expect(mixed.bars?.map(\.verdict) == [.missed, .missed, .held])
    #expect(mixed.rows.first?.sampleCount == 16)
  }

  @Test func `rounds in which a neighbour uses the core miss nothing`() async throws {
    let rows = [
      Self.row(
        "row",
        bars: [
          Bar("ratio", against: "floor", atMost: 1),
          Bar("time", medianAtMost: .nanoseconds(100), calibratedBy: nil),
          Bar("held", medianAtMost: .nanoseconds(500), calibratedBy: nil),
        ],
        [200]
      ), Self.row("floor", kind: .floor, [100]),
    ]
    /// Of five rounds, which have two measurements each, a neighbour is there in four.
    func result(_ arguments: [String]) async throws -> SuiteResult {
      let asked = Mutex(0)
      return try await run(
        rows,
        arguments,
        probe: .fixture(sharing: {
          asked.withLock { asked in
            defer { asked += 1 }
            return (asked / 2).isMultiple(of: 5) ? 1 : 1.6
          }
        })
      )
    }
    let few = try await result(["--rounds=10", "--bar-budget=0"])
    #expect(few.bars?.map(\.verdict) == [.uncertain, .uncertain, .held])
    #expect(
      few.bars?.first?.reason?.hasPrefix("a neighbour used the same core in 8 of 10 rounds") == true
    )
    // As soon as eight are without it.
    let more = try await result([])
    #expect(more.bars?.map(\.verdict) == [.missed, .missed, .held])
    #expect(more.bars?.first?.interval?.rounds == 64)
  }

  @Test func `an addition that is too short once hides no neighbour and invents none`() {
    var evidence = BarEvidence()
    for round in 0..<100 {
      // The clock has changed between the two loops of the first one.
      let independent = round == 0 ? 0.1 : round < 20 ? 0.4 : 0.25
      evidence.note([.dependentAdd: 1, .independentAdd: independent], beside: "row", round: round)
    }
    func sharing(_ round: Int) -> Double? {
      evidence.roundValue(1, of: [("row", round)]).coreSharing
    }
    #expect(sharing(19) == 1.6)
    #expect(sharing(20) == 1)
    #expect(sharing(100) == nil)
    #expect(evidence.roundValue(1, of: [("other", 1)]).coreSharing == nil)
    #expect(BarEvidence().roundValue(1, of: [("row", 1)]).coreSharing == nil)
  }

  @Test func `a bar that spans its limit gets rounds, and its rows alone`() async throws {
    let floor = Self.row("floor", kind: .floor, [100])
    let result = try await run(
      [
        Self.row("row", bars: [Bar("near", against: "floor", atMost: 1)], [90, 110]),
        Self.row("clear", bars: [Bar("clear", against: "floor", atMost: 1)], [50]), floor,
      ],
      ["--bar-budget", "600"]
    )
    let bars = try #require(result.bars)
    #expect(bars.map(\.verdict) == [.uncertain, .held])
    #expect(bars[0].reason == "the rounds differ by more than the distance to the limit")
    #expect(bars[0].interval?.rounds == 1024)
    #expect(result.rows.map(\.sampleCount) == [1024, 8, 1024])
    // Those of one bar are not compared with those that the floor took for another one.
    #expect(result.rows[1].ratios.map(\.rounds) == [8])
  }

  @Test func `more rounds tell what few can't`() async throws {
    // Of the first eight rounds two are within the limit, later one of nine.
    let times: [UInt64] = [90, 130, 130, 130, 90, 130, 130, 130] + Array(repeating: 130, count: 56)
    let result = try await run([
      Self.row("row", bars: [Bar("bar", against: "floor", atMost: 1)], times),
      Self.row("floor", kind: .floor, [100]),
    ])
    let bar = try #require(result.bars?.first)
    #expect(bar.verdict == .missed)
    #expect(bar.interval?.rounds == 16)
    #expect(bar.interval?.lower == 1.3)
  }

  @Test func `without a budget no rounds are added, and five are too few`() async throws {
    let result = try await run(
      [
        Self.row("row", bars: [Bar("bar", against: "floor", atMost: 1)], [50]),
        Self.row("floor", kind: .floor, [100]),
      ],
      ["--bar-budget", "0"]
    )
    #expect(result.rows.map(\.sampleCount) == [5, 5])
    #expect(result.bars?.map(\.verdict) == [.uncertain])
    #expect(result.bars?.first?.reason == "5 rounds are too few, it takes 8")
    #expect(result.bars?.first?.interval?.level == 0.9375)
  }

  /// Of each hundred figures so many are `late`, and the others 100.
  private static func times(late: UInt64, of count: Int) -> [UInt64] {
    (0..<100).map { $0 * count % 100 < count ? late : 100 }
  }

  @Test func `a percentile is compared with that of the floor in the same rounds`() async throws {
    let bars = [
      Bar("median", against: "floor", atMost: 1.1),
      Bar("held", against: "floor", atMost: 1.1, percentile: 0.95),
      Bar("missed", against: "floor", atMost: 2, percentile: 0.99),
      Bar("in time", percentile: 0.95, atMost: .nanoseconds(150), calibratedBy: nil),
      Bar("late", percentile: 0.99, atMost: .nanoseconds(150), calibratedBy: nil),
    ]
    let result = try await run(
      [
        Self.row("row", bars: bars, Self.times(late: 500, of: 3)),
        Self.row("floor", kind: .floor, Self.times(late: 200, of: 3)),
      ],
      ["--bar-budget", "600"]
    )
    let judged = try #require(result.bars)
    #expect(judged.map(\.name) == bars.map(\.name))
    #expect(judged.map(\.verdict) == [.held, .held, .missed, .held, .missed])
    #expect(judged.map(\.percentile) == [nil, 0.95, 0.99, 0.95, 0.99])
    #expect(judged.map(\.ratio) == [1, 1, 2.5, 100.0 / 150, 500.0 / 150])
    #expect(judged[2].kind == .ratio && judged[4].kind == .percentile)
    // Groups of a hundred samples, of which eight are the fewest.
    #expect(judged[2].interval?.rounds ?? 0 >= 8)
    #expect(judged[2].interval?.lower == 2.5)
  }

  @Test func `a rare percentile gets the rounds that its groups take`() async throws {
    // Eight groups of 200 are more rounds than are taken otherwise; the first 8 and their doubles are fewer than 1,600.
    let result = try await run(
      [
        Self.row(
          "row",
          bars: [Bar("in time", percentile: 0.995, atMost: .nanoseconds(150), calibratedBy: nil)],
          [100]
        )
      ],
      ["--bar-budget", "600"]
    )
    #expect(result.bars?.map(\.verdict) == [.held])
    #expect(result.bars?.first?.interval?.rounds == 8)
    #expect(result.rows.map(\.sampleCount) == [1600])
  }

  @Test func `short samples are as many in a round as a group of a percentile has`() async throws {
    let result = try await run(
      [
        Benchmark(
          "row",
          bars: [Bar("in time", percentile: 0.999, atMost: .seconds(600))],
          sampleDuration: .nanoseconds(1)
        ) {
          BenchmarkBody(
            state: 0,
            run: { sum, iterations in for _ in 0..<iterations { sum &+= 1 } },
            verify: { _, _ in }
          )
        }
      ],
      ["--bar-budget", "600"]
    )
    #expect(result.bars?.map(\.verdict) == [.held])
    #expect(result.bars?.first?.interval?.rounds == 8)
    #expect(result.rows.map(\.sampleCount) == [8000])
  }

  @Test func `what differs from start to start is allowed for, but not of fresh processes`()
    async throws
  {
    let near = Bar("near", against: "floor", atMost: 1)
    let result = try await run([
      Self.row("row", bars: [near, near.ofFreshProcesses()], [103]),
      Self.row("floor", kind: .floor, [100]),
    ])
    #expect(result.bars?.map(\.verdict) == [.uncertain, .missed])
  }

  @Test func `too few samples for a percentile can't be told`() async throws {
    let result = try await run(
      [
        Self.row(
          "row",
          bars: [Bar("late", percentile: 0.99, atMost: .nanoseconds(150))],
          [100, 500]
        )
      ],
      ["--bar-budget", "0"]
    )
    let bar = try #require(result.bars?.first)
    #expect(bar.verdict == .uncertain && bar.interval == nil)
    #expect(bar.reason == "0 groups of 100 samples are too few, it takes 8")
    #expect(bar.ratio == 500.0 / 150)
  }

  @Test func `groups of rounds have enough samples of each row`() {
    var evidence = BarEvidence()
    evidence.samples["row"] = Dictionary(
      uniqueKeysWithValues: (0..<50).map { ($0, (0..<5).map { sample in Double(sample) }) }
    )
    evidence.samples["other"] = Dictionary(
      uniqueKeysWithValues: (0..<50).filter { $0 % 2 == 0 }.map { ($0, [Double($0), 7, 7, 7, 7]) }
    )
    #expect(BarEvidence.groupSize(0.9) == 10 && BarEvidence.groupSize(0.999) == 1000)
    let groups = evidence.tails(of: ["row", "other"], 0.9)
    // Each two of the 25 rounds that both have; the last is left over.
    #expect(groups.count == 12)
    #expect(groups[1].rounds == [4, 6])
    #expect(groups[1].values == [4, 7] && groups[11].values == [4, 44])
    #expect(evidence.tail(of: ["row", "other"], 0.9) == [4, 24])
    #expect(evidence.tails(of: ["row", "none"], 0.9).isEmpty)
    #expect(evidence.tail(of: ["none"], 0.9) == nil)
  }

  @Test func `a row that gives no more samples is left as it is`() async throws {
    let result = try await run([
      Benchmark("row", bars: [Bar("bar", medianAtMost: .nanoseconds(100))]) {
        BenchmarkBody(figure: { 50 }).takingAtMost(samples: 6)
      }
    ])
    #expect(result.rows.map(\.sampleCount) == [6])
    #expect(result.bars?.first?.reason?.hasPrefix("6 rounds are too few") == true)
  }

  @Test func `on a busy machine no bar is missed, and it says why`() async throws {
    let rows = [
      Self.row(
        "row",
        bars: [
          Bar("bad", against: "floor", atMost: 1), Bar("good", against: "floor", atMost: 2),
          Bar("slow", medianAtMost: .nanoseconds(100)),
          Bar("more", over: "floor", atMost: .nanoseconds(1)),
        ],
        [150]
      ), Self.row("floor", kind: .floor, [100]),
    ]
    let quiet = try await run(rows)
    #expect(quiet.bars?.map(\.verdict) == [.missed, .held, .missed, .missed])
    let busy = try await run(rows, probe: .fixture(others: 0.5))
    #expect(busy.bars?.map(\.verdict) == [.uncertain, .held, .uncertain, .uncertain])
    for index in [0, 2, 3] {
      let reason = try #require(busy.bars?[index].reason)
      #expect(reason.contains("of the processors' time, load average 2.5"), "\(reason)")
    }
    let stolen = try await run(rows, probe: .fixture(steal: 0.2))
    #expect(stolen.bars?.first?.reason?.contains("(steal)") == true)
  }

  @Test(arguments: [
    // How many times as long as on the reference machine the loop takes, what the row takes, and what is said.
    (1.0, 99, BarVerdict.held), (1, 150, .missed), (2, 150, .held), (2, 199, .held),
    (2, 250, .missed), (0.5, 99, .held), (0.5, 150, .missed), (2, 204, .uncertain),
  ])
  func `a limit in time is that of the reference machine, longer on a slower one`(
    slowdown: Double,
    nanoseconds: UInt64,
    verdict: BarVerdict
  ) async throws {
    for loop in CalibrationLoop.allCases {
      let result = try await run(
        [
          Self.row(
            "row",
            bars: [
              Bar("median", medianAtMost: .nanoseconds(100), calibratedBy: loop),
              Bar("difference", over: "floor", atMost: .nanoseconds(100), calibratedBy: loop),
            ],
            [nanoseconds]
          ), Self.row("floor", kind: .floor, [0]),
        ],
        probe: .fixture(slowdown: slowdown)
      )
      // To a floor of no time there is no ratio, and so no difference.
      let bar = try #require(result.bars?.first)
      #expect(bar.verdict == verdict)
      #expect(bar.calibration == loop.rawValue)
      #expect(bar.slowdown == slowdown)
      #expect(bar.ratio == Double(nanoseconds) / 100)
      let scaled = Double(nanoseconds) / 100 / max(1, slowdown)
      #expect(bar.interval.map { abs($0.lower - scaled) < 1e-9 } == true)
    }
  }

  @Test func `a difference is scaled in each round`() async throws {
    let rows = [
      Self.row("row", bars: [Bar("more", over: "floor", atMost: .nanoseconds(30))], [150]),
      Self.row("floor", kind: .floor, [100]),
    ]
    #expect(try await run(rows).bars?.map(\.verdict) == [.missed])
    let slow = try await run(rows, probe: .fixture(slowdown: 2))
    #expect(slow.bars?.map(\.verdict) == [.held])
    #expect(slow.bars?.first?.limitScale == 2)
    #expect(slow.bars?.first?.interval?.upper == 0.83333)
  }

  @Test func `a limit that is no speed of the machine isn't scaled`() async throws {
    let result = try await run(
      [
        Self.row(
          "row",
          bars: [Bar("paced", medianAtMost: .nanoseconds(100), calibratedBy: nil)],
          [150]
        )
      ],
      probe: .fixture(slowdown: 2)
    )
    let bar = try #require(result.bars?.first)
    #expect(bar.verdict == .missed)
    #expect(bar.calibration == nil && bar.slowdown == nil)
  }

  @Test
  func `an exponent is fitted round by round, and its rows are set up again for more of them`()
    async throws
  {
    func series(_ times: [[UInt64]], log: BenchmarkLog) -> [Benchmark] {
      zip([10, 100, 1000], times).map { size, times in
        Self.row(
          "grow",
          parameters: ["size": size],
          bars: [Bar("linear", exponentOf: "size", atMost: 1.05)],
          log: log,
          times
        )
      }
    }
    let log = BenchmarkLog()
    let linear = try await run(series([[10], [100], [1000]], log: log))
    #expect(linear.bars?.map(\.verdict) == [.held])
    #expect(linear.bars?.first?.interval?.rounds == 8)
    #expect(log["grow set up"] == 3)
    let square = try await run(series([[10], [1000], [100_000]], log: log))
    #expect(square.bars?.map(\.verdict) == [.missed])
    #expect(square.bars?.first?.interval?.lower == 2)

    // The exponent of a round is 0.9 or 1.2 in turn.
    let again = BenchmarkLog()
    let noisy = try await run(
      series([[1000], [8000, 15_850], [63_096, 251_189]], log: again),
      ["--bar-budget", "600"]
    )
    #expect(noisy.bars?.map(\.verdict) == [.uncertain])
    #expect(again["grow set up"] == 6)
    #expect(noisy.rows.allSatisfy { $0.sampleCount == 1024 })
    #expect(noisy.bars?.first?.interval?.rounds == 1024)
    #expect(noisy.isComplete)
  }

  @Test func `a slowdown that is planted in a row is called missed`() async throws {
    func work(_ name: String, kind: BenchmarkKind, bars: [Bar]) -> Benchmark {
      Benchmark(name, kind: kind, bars: bars, sampleDuration: .microseconds(200)) {
        BenchmarkBody(
          state: 0,
          run: { sum, iterations in
            for _ in 0..<iterations {
              for step in 0..<64 { blackHole(step) }
              sum += 1
            }
          },
          verify: { sum, iterations in
            try VerificationError.check("sum", found: sum, expected: iterations)
          }
        )
      }
    }
    let rows = [
      work("row", kind: .ours, bars: [Bar("as fast", against: "floor", atMost: 2)]),
      work("floor", kind: .floor, bars: []),
    ]
    #expect(try await run(rows).bars?.map(\.verdict) == [.held])
    let planted = try await run(rows, injection: InjectedWork(iterations: 3, row: "row"))
    #expect(planted.bars?.map(\.verdict) == [.missed])
    #expect(planted.failures == [])
    let other = try await run(rows, injection: InjectedWork(iterations: 3, row: "ro"))
    #expect(other.bars?.map(\.verdict) == [.held])
    await #expect(throws: (any Error).self) { try await run(rows, ["--bar-budget", "-1"]) }
  }

  @Test func `an interruption while rounds are added keeps those that all rows have`() async throws
  {
    let directory = try TemporaryDirectory()
    let log = BenchmarkLog()
    let isRight = try await BenchmarkSuite([
      Self.row("row", bars: [Bar("near", against: "floor", atMost: 1)], [90, 110]),
      Self.row("floor", kind: .floor, [100]),
    ]).run(
      commandLine: ["--quick", "--json", "\(directory.path)/r.json"],
      probe: .interrupted {
        log.add(to: "asked")
        return log["asked"] >= 20
      },
      print: { _ in }
    )
    #expect(!isRight)
    let result = try directory.result("r.json")
    #expect(!result.isComplete)
    let counts = result.rows.map(\.sampleCount)
    #expect(
      counts.count == 2 && counts[0] == counts[1] && (5..<16).contains(counts[0]),
      "\(counts)"
    )
    #expect(result.bars?.map(\.verdict) == [.uncertain])
  }
}

extension MachineProbe {
  /// The fixture's machine, on which a run is told to end.
  static func interrupted(_ isInterrupted: @escaping @Sendable () -> Bool) -> MachineProbe {
    var probe = fixture()
    probe.isInterrupted = isInterrupted
    return probe
  }

  /// A machine of two processors on which other programs and guests have these shares, and independent additions take so many times as long
  /// as where nobody shares the core.
  static func fixture(
    others: Double = 0,
    steal: Double = 0,
    slowdown: Double = 1,
    sharing: @escaping @Sendable () -> Double = { 1 },
    handOver: @escaping @Sendable () -> Double? = { nil }
  ) -> MachineProbe {
    let seconds = Mutex(0.0)
    return MachineProbe(
      processorTimes: {
        seconds.withLock { seconds in
          seconds += 100
          return ProcessorTimes(
            total: 2 * seconds,
            busy: 2 * others * seconds,
            steal: 2 * steal * seconds,
            own: 0
          )
        }
      },
      loadAverage: { 2.5 },
      loopNanoseconds: { loop in
        loop.referenceNanoseconds * slowdown * (loop == .independentAdd ? sharing() : 1)
      },
      handOverNanoseconds: handOver
    )
  }
}
