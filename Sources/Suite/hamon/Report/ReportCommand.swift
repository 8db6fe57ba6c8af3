import ArgumentParser
import SuiteErrors
import TraceAnalysis
import TraceReading

/// `hamon report`: reports on a recorded trace, as text, JSON or a page.
struct ReportCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "report",
    abstract: "Reports the intervals, waits, counters and losses of a recorded trace.",
    discussion: """
      Pairs the begins and ends of intervals by process and id. For each kind and name it prints how \
      many there were, how long they took, their CPU time, how many ran at a time, and how long updates \
      waited in the queue. It also reports what is missing from the trace.

      Events of other programs are intervals too if they are named PROVIDER:X_begin and PROVIDER:X_end, \
      or X_entry and X_exit. They are paired by a field that both have, id or one that ends in _id, else \
      by the thread. --pairs lists the pairs, --pair adds to them.

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
        0 if the whole trace was read; 1 if it could not be read, or only in part (that part is \
      reported, and marked); 64 for a usage error.
      """
  )

  @Argument(
    help: ArgumentHelp(
      "The directory of a recorded trace; several, such as of several hosts, are read as one.",
      valueName: "trace"
    )
  )
  var traces: [String]

  @Option(help: ArgumentHelp("Write the text to this file instead of stdout.", valueName: "file"))
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
      "Show on the page the tasks that live in this time, counted from the start of the trace: 1.2s-1.25s "
        + "(default: all, or of more than a hundred thousand those with the longest lives).",
      valueName: "from-to"
    )
  )
  var tasksIn: TimeRangeArgument?

  @Option(
    help: ArgumentHelp(
      "Add benchmark results, from `hamon bench --json`, to text and page.",
      valueName: "file"
    )
  )
  var results: String?

  @Option(
    help: ArgumentHelp(
      "Compare with this other trace; the ratios are relative to it.",
      valueName: "trace"
    )
  )
  var baseline: String?

  @Option(
    // Other tools show the largest ids with a minus sign, which begins no option here.
    parsing: .unconditional,
    help: ArgumentHelp(
      "Print only one request, as a tree with its waits: the interval with this id (PID:ID if several "
        + "processes have it), or the slowest one with this name.",
      valueName: "id|name"
    )
  )
  var request: String?

  @Option(
    help: ArgumentHelp(
      "Two events that are the ends of an interval, and the field that pairs them: an id, or "
        + "key=thread; may be repeated.",
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

  @Flag(help: "List only the pairs of events that are intervals.")
  var pairs = false

  func validate() throws {
    let other = json ?? html ?? results ?? baseline
    let refused: RefusedOptions = [
      "--tasks-in chooses what a page shows; add --html FILE": tasksIn != nil && html == nil,
      "--pairs prints one table; leave out --request, --json, --html, --results and --baseline":
        pairs && request ?? other != nil,
      "--request prints one tree; leave out --json, --html, --results and --baseline":
        request != nil && other != nil,
    ]
    try refused.check()
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
