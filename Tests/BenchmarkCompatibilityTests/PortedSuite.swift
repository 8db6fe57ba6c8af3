// As a suite for ordo-one's package is written: it imports that package's name and nothing of hamon's.
import BenchmarkCompatibility
import Synchronization

/// What the benchmarks did, by the benchmark's name and what it was.
let portedLog = Mutex<[String: Int]>([:])

func note(_ event: String, _ count: Int = 1) {
  portedLog.withLock { $0[event, default: 0] += count }
}

actor Accumulator {
  private(set) var sum = 0

  func add(_ value: Int) {
    sum += value
    blackHole(sum)
  }
}

enum PortedMetric {
  static var retries: BenchmarkMetric { .custom("retries", polarity: .prefersSmaller) }
}

let portedBenchmarks: @Sendable () -> Void = {
  let defaultMetrics: [BenchmarkMetric] = [
    .mallocCountTotal, .contextSwitches, .threads, .wallClock,
  ]

  Benchmark.defaultConfiguration = .init(
    metrics: defaultMetrics,
    warmupIterations: 0,
    scalingFactor: .one,
    maxDuration: .seconds(1),
    maxIterations: Int.max
  )
  Benchmark.startupHook = { note("startup") }
  Benchmark.setup = { note("setup") }
  Benchmark.teardown = { note("teardown") }
  Benchmark.shutdownHook = { note("shutdown") }

  Benchmark(
    "scaled",
    configuration: .init(
      metrics: .default + .arc,
      scalingFactor: .kilo,
      maxDuration: .seconds(10_000_000),
      maxIterations: 5,
      thresholds: [.mallocCountTotal: .init(absolute: [.p90: 50])]
    )
  ) { benchmark in
    note("scaled calls")
    for index in benchmark.scaledIterations { blackHole(index) }
    note("scaled iterations", benchmark.scaledIterations.count)
  }

  Benchmark("suspended", configuration: Benchmark.Configuration(scalingFactor: .kilo)) {
    benchmark in
    let accumulator = Accumulator()
    for index in benchmark.scaledIterations { await accumulator.add(index) }
    let sum = await accumulator.sum
    if sum != 499_500 { benchmark.error("the sum is \(sum)") }
    note("suspended calls")
  }

  Benchmark("prepared") { benchmark in
    var values: [Int] = []
    values.reserveCapacity(1000)
    for value in 0..<1000 { values.append(identity(value)) }

    benchmark.startMeasurement()
    defer { benchmark.stopMeasurement() }
    blackHole(values.reduce(0, +))
  }

  Benchmark(
    "hooked",
    configuration: .init(
      tags: ["size": "8", "kind": "array"],
      setup: { note("hooked configuration setup") },
      teardown: { note("hooked configuration teardown") }
    )
  ) { benchmark in
    note("hooked calls")
    benchmark.measurement(PortedMetric.retries, 5)
    benchmark.measurement(.wallClock, 7)
  } setup: {
    note("hooked setup")
  } teardown: {
    note("hooked teardown")
  }

  Benchmark("given its state") { benchmark, values in
    blackHole(values.reduce(0, +))
    if values != [1, 2, 3] { benchmark.error("it has \(values)") }
    note("state calls")
  } setup: {
    [1, 2, 3]
  }

  Benchmark("given its state, suspended") { (_, accumulator: Accumulator) in
    await accumulator.add(1)
  } setup: {
    Accumulator()
  } teardown: {
    note("state teardown")
  }

  Benchmark("skipped", configuration: .init(skip: true)) { _ in note("skipped calls") }

  Benchmark(
    "tolerant",
    configuration: .init(
      metrics: .all + [PortedMetric.retries],
      timeUnits: .microseconds,
      units: [.mallocCountTotal: .kilo],
      thresholds: [
        .wallClock: .relaxed,
        .cpuTotal: .init(relative: [.p50: 5.0], absolute: [.p0: .microseconds(1), .p99: .mega(2)]),
        .instructions: BenchmarkThresholds(relative: BenchmarkThresholds.Relative.strict),
      ]
    )
  ) { benchmark in
    blackHole(Void())
    blackHole(benchmark.throughputIterations.upperBound)
  }
}

struct Unreachable: Error {}

let failingBenchmarks = { @Sendable in
  Benchmark("throws") { _ in throw Unreachable() }
  Benchmark("throws, suspended") { _ in
    await Task.yield()
    throw Unreachable()
  }
  Benchmark("says so") { $0.error("the answer is wrong") }
  Benchmark("is not set up") { (_, value: Int) in
    blackHole(value)
  } setup: {
    throw Unreachable()
  }
  Benchmark("is right") { _ in blackHole(1) }
}
