import BenchmarkResults
import Glibc
import SuiteErrors

/// The command line of a benchmark executable.
///
/// It is parsed here: compiling swift-argument-parser would take half the time to a package's first number.
struct SuiteArguments {
  var filter: String?
  var noFilterNotes = false
  var list = false
  var json: String?
  var quick = false
  var highlights = false
  var rounds: Int?
  var barBudget: Double?
  var oneShot: Int?
  var describe = false
  var serve = false
  var iterations: Int?

  /// Where an option's value goes.
  private enum Destination {
    case flag(WritableKeyPath<SuiteArguments, Bool>)
    case text(WritableKeyPath<SuiteArguments, String?>)
    case count(WritableKeyPath<SuiteArguments, Int?>)
    case seconds(WritableKeyPath<SuiteArguments, Double?>)

    /// What the help calls its value; empty for a flag.
    var placeholder: String {
      switch self {
      case .flag: ""
      case .text: " TEXT"
      case .count: " COUNT"
      case .seconds: " SECONDS"
      }
    }
  }

  /// The options with their helps; one without is for hamon.
  private static var options: KeyValuePairs<String, (Destination, help: String)> {
    [
      "--filter": (.text(\.filter), "only rows whose names match this regular expression anywhere"),
      "--list": (.flag(\.list), "print the names of the rows instead of running them"),
      "--json": (.text(\.json), "write the results to this file"),
      "--quick": (.flag(\.quick), "take fewer rounds and samples, for a first look"),
      "--highlights": (
        .flag(\.highlights), "only the rows that sum the suite up, and what they are compared with"
      ),
      "--rounds": (.count(\.rounds), "the number of rounds of each row"),
      "--bar-budget": (
        .seconds(\.barBudget),
        "the time for further rounds while they don't tell whether a bar holds; 0 for none"
      ),
      "--one-shot": (
        .count(\.oneShot), "run so many iterations of each row once, without warm-up or timing"
      ),
      "--describe": (.flag(\.describe), "print each row as JSON: its name, kind and threads"),
      "--serve": (
        .flag(\.serve),
        "take samples of one row on request: `sample N` gives N times in ns, `end` checks it"
      ),
      "--iterations": (.count(\.iterations), "with --serve: the number of iterations of a sample"),
      "--no-filter-notes": (.flag(\.noFilterNotes), ""),
    ]
  }

  /// The text of `--help`.
  static var help: String {
    let rows = options.filter { !$1.help.isEmpty }.map { ("\($0)\($1.0.placeholder)", $1.help) }
    let width = rows.map(\.0.count).max() ?? 0
    return "usage: [OPTION]...; measures the rows of a suite, each in turn with its floors\n"
      + rows.map { name, help in
        "  \(name)\(String(repeating: " ", count: width - name.count))  \(help)\n"
      }.joined()
  }

  /// Parses a command line, given without the name of the program.
  ///
  /// - Throws: `SuiteError` if it is wrong, or the environment asks for injected work that can't be.
  init(_ words: [String]) throws(SuiteError) {
    var rest = words[...]
    while let word = rest.popFirst() {
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = String(parts[0])
      guard let option = Self.options.first(where: { $0.key == name })?.value else {
        throw SuiteError(word, "there is no such option", remedy: "see --help")
      }
      if case .flag(let path) = option.0, parts.count == 1 {
        self[keyPath: path] = true
        continue
      }
      guard let value = parts.count == 2 ? String(parts[1]) : rest.popFirst() else {
        let remedy = "give \(name)\(option.0.placeholder)"
        throw SuiteError(name, "its value is missing", remedy: remedy)
      }
      switch option.0 {
      case .text(let path): self[keyPath: path] = value
      case .count(let path): self[keyPath: path] = Int(value)
      case .seconds(let path): self[keyPath: path] = Double(value)
      case .flag: throw SuiteError(word, "it takes no value", remedy: "give \(name) alone")
      }
      if case .count(let path) = option.0, self[keyPath: path] == nil {
        throw SuiteError("\(name) \(value)", "it is no number", remedy: "give a whole one")
      }
      if case .seconds(let path) = option.0, self[keyPath: path] == nil {
        throw SuiteError("\(name) \(value)", "it is no number", remedy: "give seconds")
      }
    }
    try validate()
  }

  /// The most iterations of a sample or of a single run; enough to count those with injected work.
  ///
  /// At a nanosecond each they take a quarter of an hour.
  private static let mostIterations = 1_000_000_000_000

  /// The most rounds: all of their times are kept.
  private static let mostRounds = 100_000

  private func validate() throws(SuiteError) {
    if iterations != nil, !serve {
      throw SuiteError("--iterations", "it is for --serve", remedy: "add that")
    }
    if serve, oneShot != nil || json != nil || list || describe {
      throw SuiteError("--serve", "it takes samples only", remedy: "leave out the other modes")
    }
    for (name, value, most) in [
      ("--iterations", iterations, Self.mostIterations),
      ("--one-shot", oneShot, Self.mostIterations), ("--rounds", rounds, Self.mostRounds),
    ] {
      if let value, !(1...most).contains(value) {
        throw SuiteError("\(name) \(value)", "it is out of range", remedy: "give 1 to \(most)")
      }
    }
    if let barBudget, !(barBudget >= 0 && barBudget <= 86_400) {
      throw SuiteError(
        "--bar-budget \(barBudget)",
        "it is out of range",
        remedy: "give seconds from 0 up to a day"
      )
    }
    for variable in [InjectionVariable.work, .allocations] {
      guard let value = variable.value else { continue }
      guard let number = Double(value), InjectedWork.range.contains(number) else {
        throw SuiteError(
          "\(variable.rawValue) \(value)",
          "it is no share",
          remedy: "give a number from 0"
        )
      }
    }
    if oneShot != nil, json != nil {
      throw SuiteError(
        "--one-shot",
        "it measures nothing to write",
        remedy: "leave out --json"
      )
    }
  }

  /// How much to measure.
  var effort: MeasuringEffort {
    var effort = quick ? MeasuringEffort.quick : .full
    if let rounds { effort.rounds = rounds }
    if let barBudget { effort.barBudgetNanoseconds = UInt64(barBudget * 1e9) }
    return effort
  }
}
