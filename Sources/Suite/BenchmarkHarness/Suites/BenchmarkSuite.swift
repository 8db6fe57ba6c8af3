import BenchmarkResults
import CMachine
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
/// Create bodies that suspend with ``BenchmarkBody/init(runAsync:verify:tearDown:)``.
public struct BenchmarkSuite: Sendable {
  /// The name of the suite.
  public let name: String

  /// The benchmarks, in the order they were added.
  public private(set) var benchmarks: [Benchmark] = []

  /// The comparisons that sum up the suite, in the order they were named.
  private(set) var highlights: [Highlight] = []

  /// What it measures, in a sentence; empty if it doesn't say.
  let about: String

  /// Words for benchmarks, and for keys and values of parameters.
  let words: [String: String]

  /// The words for what the suite doesn't have, for example after a renaming.
  var misnamedWords: [String] {
    let names = benchmarks.flatMap { benchmark in
      [benchmark.name] + benchmark.parameters.flatMap { ["\($0.key)=", $0.description] }
    }
    return Set(words.keys).subtracting(names).sorted()
  }

  /// The highlights that name rows which the suite doesn't have, for example after a renaming.
  var misnamedHighlights: [(subject: String, row: String)] {
    let names = Set(benchmarks.map(\.rowName))
    return highlights.flatMap { highlight in
      ([highlight.row] + highlight.others.map(\.row)).filter { !names.contains($0) }
        .map { (highlight.subject, $0) }
    }
  }

  /// Whether each row is measured after the other, and not in turn with those that it is compared with.
  package var isSequential = false

  /// What a row is called where it fails.
  package var rowWord = "row"

  /// What to do when a row fails.
  package var failureRemedy = "correct the benchmark or what it measures"

  /// The largest values of parameters that `--quick` measures, by the parameter.
  private(set) var quickLimits: [String: Double] = [:]

  /// Leaves rows with a larger parameter out of runs with `--quick`: such runs should be short, and a row of a million elements takes as
  /// long to set up as ten of a hundred thousand.
  ///
  /// - Parameters:
  ///   - parameter: A parameter whose values are numbers.
  ///   - limit: The largest value to measure.
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

  /// The rows that `--highlights` runs: those that the highlights name, as far as the suite has them; nil, which means all, without any.
  var highlightedRows: Set<String>? {
    guard !highlights.isEmpty else { return nil }
    let named = Set(highlights.flatMap { [$0.row] + $0.others.map(\.row) })
    return named.intersection(benchmarks.map(\.rowName))
  }

  /// Creates a suite without benchmarks.
  ///
  /// ```swift
  /// var suite = BenchmarkSuite(
  ///   "Sorting",
  ///   about: "What it costs to sort numbers.",
  ///   words: ["read": "reading them once", "count=": "numbers", "order=up": "sorted already"]
  /// )
  /// ```
  ///
  /// - Parameters:
  ///   - name: The name of the suite, such as that of the executable.
  ///   - about: What it measures, in a sentence, for the pages of `hamon results --readme`.
  ///   - words: What those pages say instead of names: the name of a benchmark, the key of a parameter with `=`, or a key with a value.
  ///     Numbers come before the words of their key: "1,000 numbers".
  public init(_ name: String, about: String = "", words: [String: String] = [:]) {
    self.name = name
    self.about = about
    self.words = words
  }

  /// Adds a benchmark at the end.
  public mutating func add(_ benchmark: Benchmark) {
    benchmarks.append(benchmark)
  }

  /// Names one of the most telling comparisons of the suite, for the summary of `hamon bench --summary`.
  ///
  /// ```swift
  /// suite.highlight("a count", row: "count/step=1", comparedWith: ["add": "an addition"])
  /// ```
  ///
  /// It reads "a count: 1.02x an addition". The summary shows up to three ratios of a suite, in the order they were named, and omits those
  /// that were not measured. If the suite names none, it shows the ratio of the first row, with the rows' names.
  ///
  /// - Parameters:
  ///   - subject: What an operation of the row is, in words.
  ///   - row: The name of the row, with its parameters.
  ///   - others: The names of its floors, and what an operation of each is, in words.
  public mutating func highlight(
    _ subject: String,
    row: String,
    comparedWith others: KeyValuePairs<String, String>
  ) {
    highlights.append(
      Highlight(
        subject: subject,
        row: row,
        others: others.map { Highlight.Other(row: $0.key, words: $0.value) }
      )
    )
  }

  /// Runs the command line, and ends the process.
  ///
  /// The exit status is 0 if every row was measured and gave the right answer.
  ///
  /// - Parameter arguments: The command line without the name of the program; `nil` for that of the process.
  @MainActor
  public func main(_ arguments: [String]? = nil) async -> Never {
    exit(await status(arguments))
  }

  /// Runs the command line.
  ///
  /// - Returns: The exit status: 64 if the command line is wrong.
  @MainActor
  package func status(_ arguments: [String]? = nil) async -> Int32 {
    let words = arguments ?? Array(CommandLine.arguments.dropFirst())
    if words.contains(where: { $0 == "--help" || $0 == "-h" }) {
      print(SuiteArguments.help, terminator: "")
      return EXIT_SUCCESS
    }
    let arguments: SuiteArguments
    do throws(SuiteError) {
      arguments = try SuiteArguments(words)
    } catch {
      StandardError.error("\(error)")
      return 64
    }
    do throws(SuiteError) {
      // The names of the rows don't depend on the seed, so listing them needs no second start.
      if !arguments.list { try DeterministicHashing.ensure() }
      if !BuildMode.isOptimized, !arguments.list, arguments.oneShot == nil {
        StandardError.warning(
          "\(name): it was built without optimization; build it with -c release to measure"
        )
      }
      if !cmachine_is_main_thread(), !arguments.list {
        StandardError.warning(
          "\(name): rows that use the main actor hang, since the program has awaited something before; "
            + "let the suite's main() come first"
        )
      }
      let streams = SuiteStreams.take()
      let isRight = try await run(
        arguments,
        readingLine: streams.readLine,
        print: streams.print
      )
      try StandardOutput.finish()
      return isRight ? EXIT_SUCCESS : EXIT_FAILURE
    } catch {
      StandardError.error("\(error)")
      return EXIT_FAILURE
    }
  }
}
