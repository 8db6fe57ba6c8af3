import BenchmarkResults
import FoundationEssentials
import Glibc
import SuiteErrors

/// One row that is sampled on request: one side of a pair of processes that a gate compares.
///
/// The protocol is text, a line each. The server begins with
/// `serving 1 ITERATIONS WORK THREADS`, where 1 is the version of the protocol, each sample has so many
/// ITERATIONS, and WORK is `thread` if the row works on the thread that serves it, and `process` if tasks
/// and other threads take part. It answers `sample N` with `sampled` and N times
/// of the wall in nanoseconds, and `end` (or the end of the input) with `ended`, after it has checked
/// the answer. Where the usage is measured, `ended` is followed by what an operation took of the
/// operating system: `ended SWITCHES PREEMPTIONS PEAK GROWTH`, with `-` for an unknown peak.
@MainActor
struct RowServer {
  /// How long a row runs before its first sample counts, in nanoseconds.
  ///
  /// The processes of a pair are new each time; whatever is not warmed up affects both sides alike.
  private static let warmUpNanoseconds: UInt64 = 5_000_000

  let benchmark: Benchmark
  /// How many iterations a sample has; `nil` for those of a sample of the wanted duration.
  let iterations: Int?
  let injection: InjectedWork
  /// Whether it measures the samples' use of the operating system.
  var measuresUsage = false

  /// Serves until the end; throws a ``SuiteError`` if a line is no request, or what the row throws.
  func serve(readingLine: () -> String?, print: (String) -> Void) async throws {
    let body = try await BlockingTask.setUp(benchmark)
    defer { body.tearDown() }
    let clock = body.cpuClock(threads: benchmark.threads)
    var total = 0

    func sample(_ iterations: Int) throws -> UInt64 {
      let more = injection.moreIterations(than: iterations)
      total += iterations + more
      let elapsed = try body.sample(iterations: iterations + more, cpuClock: clock).wall
      guard injection.allocations > 0 else { return elapsed }
      let start = ClockReading.wallNow()
      injection.allocate(for: iterations)
      return elapsed + ClockReading.wallNow() - start
    }

    let count = try iterations ?? calibrated(sample)
    let end = ClockReading.wallNow() + Self.warmUpNanoseconds
    repeat { _ = try sample(count) } while ClockReading.wallNow() < end
    try body.verify(total)
    let threads = body.threads(declared: benchmark.threads)
    let work: CPUClock = body.isConcurrent(threads: threads) ? .process : .thread
    var meter = measuresUsage ? UsageMeter(clock) : nil
    write("serving \(ServeProtocol.version) \(count) \(work.rawValue) \(threads)", print)
    while let line = readingLine() {
      let words = line.split(separator: " ")
      switch (words.first, words.dropFirst().first.flatMap { Int($0) }) {
      case ("end", _):
        return try finish(body, total: total, usage: meter?.usage, print: print)
      case ("sample", let samples?) where (1...1_000_000).contains(samples):
        var times: [String] = []
        // Excludes the wait for the next request, which is no part of the row.
        meter?.start()
        for _ in 0..<samples { times.append(String(try sample(count))) }
        meter?.stop(operations: samples * count)
        write("sampled \(times.joined(separator: " "))", print)
      default:
        throw SuiteError(
          "standard input",
          "the line \"\(line.prefix(80))\" is no request",
          remedy: "write `sample N` with N up to a million, or `end`"
        )
      }
    }
    try finish(body, total: total, usage: meter?.usage, print: print)
  }

  private func finish(
    _ body: BenchmarkBody,
    total: Int,
    usage: RowUsage?,
    print: (String) -> Void
  ) throws {
    try body.verify(total)
    let figures = usage.map { usage in
      " \(usage.contextSwitches) \(usage.preemptions) \(usage.peakResident.map { "\($0)" } ?? "-")"
        + " \(usage.residentGrowth)"
    }
    write("ended" + (figures ?? ""), print)
  }

  /// How many iterations a sample of the wanted duration has.
  private func calibrated(_ sample: (Int) throws -> UInt64) throws -> Int {
    var iterations = 1
    // An interrupted process seems slow and would get too few iterations: so the shortest of several samples has to be long enough.
    for _ in 0..<8 {
      var search = IterationSearch(
        targetNanoseconds: benchmark.sampleNanoseconds,
        startingWith: iterations
      )
      while !search.isDone {
        try search.record(nanoseconds: try sample(search.iterations))
      }
      iterations = search.iterations
      var shortest = try sample(iterations)
      for _ in 0..<2 where shortest >= benchmark.sampleNanoseconds / 2 {
        shortest = min(shortest, try sample(iterations))
      }
      if shortest >= benchmark.sampleNanoseconds / 2 { break }
    }
    return iterations
  }

  private func write(_ line: String, _ print: (String) -> Void) {
    print(line)
    // The reader gets the line at once, also through a pipe.
    fflush(nil)
  }
}

/// Extra work next to that of a row, to check that it is found.
package struct InjectedWork: Equatable, Sendable {
  /// The extra iterations, as a share of the row's.
  var iterations = 0.0

  /// The extra allocations per iteration.
  var allocations = 0.0

  /// The one row that does it; `nil` for all rows.
  var row: String?

  /// The values that its variables may have.
  static let range = 0.0...1_000_000

  /// The work that the environment asks for, which ``SuiteArguments`` has checked.
  static var asked: InjectedWork {
    func number(_ variable: InjectionVariable) -> Double {
      variable.value.flatMap { Double($0) } ?? 0
    }
    return InjectedWork(
      iterations: number(.work) / 100,
      allocations: number(.allocations) / 1000,
      row: InjectionVariable.row.value
    )
  }

  static let none = InjectedWork()

  /// The part of it that a row does.
  func of(_ name: String) -> InjectedWork { row ?? name == name ? self : .none }

  /// The iterations of the shorter one of two runs whose difference is taken; 0 where there are no two.
  package static var start: Int {
    InjectionVariable.start.value.flatMap { Int($0) } ?? 0
  }

  /// The number of iterations to add to so many: at least one if any are asked for, so for few iterations it is more than the share.
  func moreIterations(than iterations: Int) -> Int {
    Self.count(Double(iterations) * self.iterations)
  }

  /// Makes the extra allocations of so many iterations, at least one if any are asked for, and frees them.
  @inline(never)
  func allocate(for iterations: Int) {
    for _ in 0..<Self.count(Double(iterations) * allocations) {
      // SAFETY: nobody uses the block between the two calls.
      let pointer = unsafe malloc(16)
      // Without it the compiler may remove both calls.
      unsafe blackHole(pointer)
      unsafe free(pointer)
    }
  }

  private static func count(_ share: Double) -> Int {
    share > 0 ? max(1, Int(share.rounded())) : 0
  }
}
