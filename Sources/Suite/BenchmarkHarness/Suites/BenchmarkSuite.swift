import ArgumentParser
import Glibc
import SuiteErrors

/// The benchmarks of one executable.
///
/// The whole of a benchmark executable's `main.swift`:
///
/// ```swift
/// import BenchmarkHarness
/// import Synchronization
///
/// var suite = BenchmarkSuite("Counting")
///
/// suite.add(
///   Benchmark("count", parameters: ["step": 1], floors: ["add"]) {
///     BenchmarkBody(
///       state: Counter(),
///       run: { counter, iterations in for _ in 0..<iterations { counter.increment() } },
///       verify: { counter, iterations in
///         try VerificationError.check("count", found: counter.value, expected: iterations)
///       })
///   })
///
/// suite.add(
///   Benchmark("add", kind: .floor) {
///     BenchmarkBody(
///       state: 0,
///       run: { sum, iterations in
///         for _ in 0..<iterations {
///           sum += 1
///           blackHole(sum)
///         }
///       },
///       verify: { sum, iterations in
///         try VerificationError.check("sum", found: sum, expected: iterations)
///       })
///   })
///
/// for producers in [2, 4] {
///   suite.add(
///     Benchmark("mutex", parameters: ["producers": producers], kind: .peer, threads: producers) {
///       let counter = SharedCounter()  // a Sendable class around a Mutex
///       let team = try ThreadTeam(threads: producers) { _, iterations in
///         for _ in 0..<iterations { counter.increment() }
///       }
///       return BenchmarkBody(team: team) { iterations in
///         try VerificationError.check("count", found: counter.value, expected: iterations)
///       }
///     })
/// }
///
/// await suite.main()
/// ```
///
/// Bodies that suspend are made with ``BenchmarkBody/init(runAsync:verify:tearDown:)``.
public struct BenchmarkSuite: Sendable {
  /// The name of the suite.
  public let name: String

  /// The benchmarks, in the order they were added.
  public private(set) var benchmarks: [Benchmark] = []

  /// The loops by hand that floors and peers are counted beside.
  var handWrittenLoops: [HandWrittenLoop] = []

  /// The largest values of parameters that `--quick` measures, by the parameter.
  private(set) var quickLimits: [String: Double] = [:]

  /// Leaves rows out of a run with `--quick` whose parameter is larger: a first look shall be over soon,
  /// and a row of a million elements takes as long to set up as ten of a hundred thousand.
  ///
  /// - Parameters:
  ///   - parameter: A parameter whose values are numbers.
  ///   - limit: The largest value that is measured.
  public mutating func limitQuickRuns(_ parameter: String, to limit: Int) {
    quickLimits[parameter] = Double(limit)
  }

  /// The suite that `--quick` runs.
  var forQuickRuns: BenchmarkSuite {
    var suite = self
    suite.benchmarks = benchmarks.filter { benchmark in
      benchmark.parameters.allSatisfy { parameter in
        guard let limit = quickLimits[parameter.key], let value = Double(parameter.value) else {
          return true
        }
        return value <= limit
      }
    }
    return suite
  }

  /// Creates a suite without benchmarks.
  ///
  /// - Parameter name: The name of the suite, such as that of the executable.
  public init(_ name: String) {
    self.name = name
  }

  /// Adds a benchmark at the end.
  public mutating func add(_ benchmark: Benchmark) {
    benchmarks.append(benchmark)
  }

  /// Reads the command line, does what it asks for, and ends the process.
  ///
  /// The exit status is 0 if every row was measured and gave the right answer.
  ///
  /// - Parameter arguments: The command line without the name of the program; that of the process,
  ///   if it is `nil`.
  @MainActor
  public func main(_ arguments: [String]? = nil) async -> Never {
    exit(await status(arguments))
  }

  /// Reads the command line and does what it asks for.
  ///
  /// - Returns: The exit status; where the command line is wrong the process ends.
  @MainActor
  package func status(_ arguments: [String]? = nil) async -> Int32 {
    let arguments = SuiteArguments.parseOrExit(arguments)
    do throws(SuiteError) {
      // The names of the rows don't depend on the seed, so listing them needs no second start.
      if !arguments.list { try DeterministicHashing.ensure() }
      if !BuildMode.isOptimized, !arguments.list, arguments.oneShot == nil {
        StandardError.warning(
          "\(name): it was built without optimization; build it with -c release to measure"
        )
      }
      let isRight = try await run(arguments) { print($0) }
      try StandardOutput.finish()
      return isRight ? EXIT_SUCCESS : EXIT_FAILURE
    } catch {
      StandardError.error("\(error)")
      return EXIT_FAILURE
    }
  }
}
