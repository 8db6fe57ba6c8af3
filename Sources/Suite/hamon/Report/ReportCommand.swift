import ArgumentParser
import SuiteErrors
import TraceAnalysis
import TraceReading

/// `hamon report`: what a recorded trace tells, as text, JSON or a page.
struct ReportCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "report",
    abstract: "Reports the intervals, waits, counters and losses of a recorded trace.",
    discussion: """
      Pairs the begins and ends of intervals by process and id, and prints for each kind and name \
      how many there were, how long they took, on how much CPU time, how many ran at a time, and \
      how long updates waited in the queue. What is missing from the trace is said as well.

      Events of other programs are intervals too where their names tell: PROVIDER:X_begin and \
      PROVIDER:X_end, or X_entry and X_exit, are paired by a field id, or another that ends in _id, \
      that both have, else by the thread. --pairs lists what was found, --pair adds to it.

      EXAMPLES
        hamon report traces/first
        hamon report traces/first --html first.html --json first.json
        hamon report traces/tasks --html tasks.html --tasks-in 1.2s-1.25s
        hamon report traces/client traces/server
        hamon report traces/second --baseline traces/first
        hamon report traces/first --request "GET /orders/{id}"
        hamon report traces/first --request 4711
        hamon report traces/first --pairs
        hamon report traces/first --pair app:start=app:stop,key=req
        hamon report traces/first --html all.html --results results/latest/results.json

      EXIT STATUS
        0 if the whole trace was read; 1 if it could not be read, or only in part: the part is \
      reported nevertheless, and marked; 64 for a usage error.
      """
  )

  @Argument(
    help: ArgumentHelp(
      "The directory a trace was recorded into; several, as of several hosts, are read as one.",
      valueName: "trace"
    )
  )
  var traces: [String]

  @Option(help: ArgumentHelp("Write the text to this file and not to stdout.", valueName: "file"))
  var text: String?

  @Option(help: ArgumentHelp("Write all numbers to this file as JSON.", valueName: "file"))
  var json: String?

  @Option(
    help: ArgumentHelp(
      "Write a page in one file, with a timeline, a flame graph and plots.",
      valueName: "file"
    )
  )
  var html: String?

  @Option(
    help: ArgumentHelp(
      "Show on the page the tasks that live in this time, from its begin on: 1.2s-1.25s. Without it, "
        + "of more than a hundred thousand those with the longest lives.",
      valueName: "from-to"
    )
  )
  var tasksIn: TimeRangeArgument?

  @Option(
    help: ArgumentHelp(
      "Add the results of benchmarks, as `hamon bench --json` writes them, to text and page.",
      valueName: "file"
    )
  )
  var results: String?

  @Option(
    help: ArgumentHelp(
      "Compare with this other trace, which the ratios are relative to.",
      valueName: "trace"
    )
  )
  var baseline: String?

  @Option(
    // Other tools show the largest ids with a sign, which is no option's.
    parsing: .unconditional,
    help: ArgumentHelp(
      "Print one request and nothing else, as a tree with its waits: the interval with this id "
        + "(PID:ID where several processes have it), or the slowest one with this name.",
      valueName: "id|name"
    )
  )
  var request: String?

  @Option(
    help: ArgumentHelp(
      "Two events that are the ends of an interval, and the field that pairs them: an id, or "
        + "key=thread; may be given several times.",
      valueName: "begin=end[,key=field]"
    ),
    transform: { text in
      do throws(TraceReadingError) {
        return try TracePairRule(parsing: text)
      } catch {
        throw ValidationError("\(error)")
      }
    }
  )
  var pair: [TracePairRule] = []

  @Flag(help: "List the pairs of events that are intervals, and nothing else.")
  var pairs = false

  func validate() throws {
    if tasksIn != nil, html == nil {
      throw ValidationError("--tasks-in chooses what a page shows; add --html FILE")
    }
    if pairs, request ?? json ?? html ?? results ?? baseline != nil {
      throw ValidationError(
        "--pairs prints one table; leave out --request, --json, --html, --results and --baseline"
      )
    }
    guard request != nil, json ?? html ?? results ?? baseline != nil else { return }
    throw ValidationError(
      "--request prints one tree; leave out --json, --html, --results and --baseline"
    )
  }

  func run() async throws {
    let run = ReportRun(command: self)
    let isComplete =
      if pairs {
        try run.listPairs()
      } else if let request {
        try run.tell(RequestQuery(request))
      } else {
        try await run.run()
      }
    if !isComplete { throw ExitCode.failure }
  }
}
