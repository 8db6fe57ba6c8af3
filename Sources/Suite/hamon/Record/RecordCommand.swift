import ArgumentParser
import Glibc
import MemoryRecording
import SampleFiles
import SuiteErrors
import TraceRecording

/// `hamon record`.
struct RecordCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "record",
    abstract: "Records the events of a program and of all it starts, without root.",
    usage: """
      hamon record [-o DIR] [OPTION ...] -- COMMAND [ARG ...]
      hamon record [-o DIR] [OPTION ...] --pid ID
      """,
    discussion: """
      Runs COMMAND in a tracing session of its own and leaves the trace in DIR, ready for \
      `hamon report`, babeltrace2 and Trace Compass. COMMAND keeps the terminal. Ctrl-C ends COMMAND \
      and saves the trace up to there.

      On a terminal, lines at its bottom show the progress: about how many events there are and how fast \
      they come, how many were lost, how full the buffers are and how large the trace is.

      With --pid, hamon records a running process and nothing else, until the process ends, the time is \
      over, or Ctrl-C. The process goes on running. The session daemon listens where the process looks \
      for one; if a daemon already listens there, the recording is a session of its own in it. A process \
      that isn't linked with LTTng is recorded with --samples or --memory, and needs no daemon.

      With --flight-recorder, hamon keeps the newest events in memory. It writes them to DIR/snapshot-1, \
      then to the next number: when a signal ends COMMAND, when COMMAND fails, and whenever hamon gets \
      SIGUSR1.

      With --samples=999Hz, the trace also shows where time went inside and outside of intervals: what \
      ran, what waited and where, for every thread of COMMAND and of the processes it starts. hamon \
      report prints it. hamon doctor names the engine. For more see docs/profiling.md.

      With --concurrency, the trace also shows what the tasks of Swift programs do: who created them, \
      where and when they ran, what they waited for, and who held the actors meanwhile. hamon report \
      prints it. The programs stay unchanged; they have to be linked with Swift's libraries dynamically. \
      For more see docs/concurrency.md.

      With --memory, the trace also shows who allocates memory and who holds it, by Swift's types: one block in 512 kB is noted, with \
      --memory=all each. Then each snapshot also tells what is leaked, and what points to what. A snapshot is taken when a process \
      ends, every --memory-every, when the program emits the event "snapshot memory", and whenever hamon gets SIGUSR1. hamon report \
      prints it. With --pid, the process has to have been started with the library. For more see docs/memory.md.

      With --relay, hamon streams the trace to an lttng-relayd on another machine, which can take the \
      traces of many; hamon live HOST follows them there. Its ports: PORT for control, PORT + 1 for data.

      EXAMPLES
        hamon record -- .build/release/MyApp --rounds 3
        hamon record -o traces/first --lossless -- .build/release/MyApp
        hamon record --samples=999Hz -- .build/release/MyApp
        hamon record --concurrency -- .build/release/MyApp
        hamon record --memory=all --memory-every 10s -- .build/release/MyServer
        hamon record --cpu-time -- swift run -c release MyApp
        hamon record --duration 10s -- .build/release/MyServer
        hamon record --until-all-end -- ./start-server.sh
        hamon record --pid 4711 --duration 1m
        hamon record --size-limit 256M -- .build/release/MyServer
        hamon record --flight-recorder 30s --buffers 256M -- .build/release/MyServer
        hamon record --relay collector.example.com -- .build/release/MyServer
        hamon record --context perf:thread:instructions -- .build/release/MyApp
        hamon record --detail intervals -- .build/release/MyServer
        hamon record --event 'signpost:interval_*' --event 'myapp:*' -- ./MyApp

      EXIT STATUS
        COMMAND's own; 128 + N if signal N ended it; 0 if only --duration ended it. 125 if the recording failed and COMMAND did \
      not; 126 if COMMAND cannot be executed; 127 if it is not found; 64 for a usage error.
      """
  )

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "The directory for the trace: new or empty (default: ./trace-YYYYMMDD-HHMMSS).",
      valueName: "directory"
    )
  )
  var output: String?

  @Flag(help: "Make COMMAND wait for room in the buffers rather than lose an event.")
  var lossless = false

  @Flag(help: "Record the thread's CPU clock at both ends of intervals, with a system call each.")
  var cpuTime = false

  @Flag(
    help: ArgumentHelp(
      "Record processes that fork without exec or close all descriptors, even if COMMAND is a script.",
      discussion:
        "If COMMAND itself is linked with LTTng, they are recorded anyway. The option loads "
        + "liblttng-ust-fork.so into all programs; some that change their user then fail."
    )
  )
  var followForks = false

  @Flag(help: "Record until all processes that COMMAND starts have ended, such as daemons.")
  var untilAllEnd = false

  @Option(
    name: .customLong("event"),
    help: ArgumentHelp(
      "Record these events instead of katana:* and signpost:*; may be repeated.",
      valueName: "pattern"
    )
  )
  var events: [String] = []

  @Option(
    help: ArgumentHelp(
      "Record only intervals, also values (events, counters, measurements), or all, with the fields of each.",
      discussion: "What isn't recorded isn't emitted: the program is slowed down by less.",
      valueName: "level"
    )
  )
  var detail: RecordingDetail?

  @Option(
    name: .customLong("context"),
    help: ArgumentHelp(
      "Add this field to each event (vuid, ip, perf:thread:instructions, ...); may be repeated.",
      valueName: "type"
    )
  )
  var contexts: [String] = []

  @Option(
    help: ArgumentHelp(
      "Keep the trace below this size (256M, 1G; for each user's programs) by dropping the oldest events.",
      valueName: "size"
    )
  )
  var sizeLimit: SizeArgument?

  @Option(
    help: ArgumentHelp(
      "Keep the newest events of this time in memory, if they fit, and write them out when needed.",
      valueName: "time"
    )
  )
  var flightRecorder: DurationArgument?

  @Option(
    help: ArgumentHelp(
      "The memory for --flight-recorder, for all processors together (default: 64M).",
      valueName: "size"
    )
  )
  var buffers: SizeArgument?

  @Flag(help: "Make --flight-recorder write a snapshot at the end in any case.")
  var snapshotAtExit = false

  @Option(
    help: ArgumentHelp(
      "Send the trace to the lttng-relayd there instead of writing it here (default port: 5342).",
      valueName: "host[:port]"
    )
  )
  var relay: String?

  // Not the default way of parsing: that takes the flag's value, if another option follows a value.
  @Option(
    defaultAsFlag: FrequencyArgument.usual,
    parsing: .next,
    help: ArgumentHelp(
      "Also sample the call stacks of running and waiting threads, this often (999Hz) while they run.",
      valueName: "frequency"
    )
  )
  var samples: FrequencyArgument?

  @Option(
    help: ArgumentHelp(
      "Sample only with perf-cycles, perf-clock or timers (default: the best that the machine allows).",
      valueName: "engine"
    )
  )
  var engine: SamplingEngine?

  @Flag(help: "Record what the tasks of Swift's concurrency do, in unchanged programs.")
  var concurrency = false

  @Option(
    defaultAsFlag: BlocksArgument(argument: "sampled"),
    parsing: .next,
    help: ArgumentHelp(
      "Record who allocates and holds memory: of a part of the blocks (sampled, the default) or of all.",
      valueName: "blocks"
    )
  )
  var memory: BlocksArgument?

  @Option(
    help: ArgumentHelp(
      "Take a snapshot of all memory this often (10s, 2m).",
      valueName: "time"
    )
  )
  var memoryEvery: DurationArgument?

  @Option(
    help: ArgumentHelp(
      "Record for this long (10, 500ms, 2m), then end COMMAND: SIGTERM, SIGKILL 2 s later.",
      valueName: "time"
    )
  )
  var duration: DurationArgument?

  @Option(
    help: ArgumentHelp(
      "Record this running process instead of a command; it goes on afterwards.",
      valueName: "id"
    )
  )
  var pid: Int32?

  @Argument(
    parsing: .postTerminator,
    help: ArgumentHelp("The program to record and its arguments.", valueName: "command")
  )
  var command: [String] = []

  func run() async throws {
    let target = try target
    let options = options(for: target)
    let isolation =
      switch target {
      case .command: DaemonIsolation.establish()
      case .process(let id): try DaemonIsolation.establish(forProcess: id)
      }
    let recording = Recording(
      options: options,
      isolation: isolation,
      notify: { notice in StandardError.write("\(notice)") },
      watch: RecordDashboard.watch
    )
    let report = try await recording.run()
    await RecordSummary(report: report, options: options).write()
    throw ExitCode(report.exitStatus)
  }

  private var target: RecordingTarget {
    get throws {
      let streamsOrForgets = relay != nil || flightRecorder != nil || sizeLimit != nil
      let refused: RefusedOptions = [
        "--buffers and --snapshot-at-exit are for --flight-recorder; give it a time":
          flightRecorder == nil && (buffers != nil || snapshotAtExit),
        "--relay excludes -o, --size-limit and --flight-recorder: nothing is kept here; "
          + "leave them out":
          relay != nil && (output != nil || sizeLimit != nil || flightRecorder != nil),
        "\"\(samples?.description ?? "")\" is no frequency of samples; write 1 to 100000 a second, as in --samples=999Hz":
          samples.map { $0.hertz == nil } ?? false,
        "--engine is for --samples; give it a frequency, as in --samples=999Hz":
          engine != nil && samples == nil,
        "--samples excludes --relay, --flight-recorder and --size-limit: samples are kept whole, here; "
          + "leave them out": samples != nil && streamsOrForgets,
        "--detail says what is recorded without --event; leave one of them out":
          detail != nil && !events.isEmpty,
        "--until-all-end is for a command; leave it out, a process is recorded until it ends":
          untilAllEnd && pid != nil,
        "--concurrency loads a library when a program starts; write the command after --, in place of --pid":
          concurrency && pid != nil,
        "--concurrency excludes --relay, --flight-recorder and --size-limit: the names that events refer to come once; "
          + "leave them out": concurrency && streamsOrForgets,
        "\"\(memory?.description ?? "")\" says of no blocks; write --memory=sampled or --memory=all":
          memory.map { $0.mode == nil } ?? false,
        "--memory excludes --relay, --flight-recorder and --size-limit: memory is recorded whole, here; "
          + "leave them out": memory != nil && streamsOrForgets,
        "--memory-every is for --memory; give that too": memoryEvery != nil && memory == nil,
        "\"\(relay ?? "")\" is no address of a relay; write HOST, HOST:PORT or [IPV6]:PORT":
          relay.map { RelayAddress($0, for: .traces) == nil } ?? false,
        "--flight-recorder excludes --lossless and --size-limit: it overwrites, in memory; "
          + "leave them out": flightRecorder != nil && (lossless || sizeLimit != nil),
      ]
      if let error = refused.error { throw usageError(error) }
      switch (pid, command.isEmpty) {
      case (let pid?, true): return .process(pid)
      case (nil, false): return .command(command)
      case (nil, true):
        throw usageError(
          "no command to record; write it after --, "
            + "as in: hamon record -- .build/release/MyApp"
        )
      case (.some, false):
        throw usageError("--pid and a command exclude each other; give one of them")
      }
    }
  }

  private func usageError(_ text: String) -> ExitCode {
    StandardError.error("record: \(text)")
    return ExitCode(EX_USAGE)
  }

  private func options(for target: RecordingTarget) -> TraceRecordingOptions {
    var patterns = events
    if patterns.isEmpty {
      patterns = TracepointCatalog.defaultPatterns(
        includingCPUTime: cpuTime,
        detail: detail ?? .all
      )
    } else if cpuTime {
      patterns.append(TracepointCatalog.threadCPUTime)
    }
    if concurrency && !patterns.contains(TracepointCatalog.tasks) {
      patterns.append(TracepointCatalog.tasks)
    }
    var options = TraceRecordingOptions(
      target: target,
      outputDirectory: output,
      isLossless: lossless,
      eventPatterns: patterns,
      timeLimit: duration?.duration
    )
    options.contexts = contexts
    options.followsForks = followForks
    options.recordsTasks = concurrency
    options.recordsUntilAllEnd = untilAllEnd
    options.sampling = samples?.hertz.map { SamplingRequest(frequency: $0, engine: engine) }
    options.memory = memory?.mode.map { RecordedHeap.request($0, every: memoryEvery?.duration) }
    options.sizeLimit = sizeLimit?.bytes
    options.relay = relay.flatMap { RelayAddress($0, for: .traces) }
    options.flightRecorder = flightRecorder.map { span in
      FlightRecorder(
        span: span.duration,
        bufferSize: buffers?.bytes ?? 64 << 20,
        isWrittenAtExit: snapshotAtExit
      )
    }
    return options
  }
}

extension SamplingEngine: ExpressibleByArgument {}
extension RecordingDetail: ExpressibleByArgument {}

/// Of which blocks memory is recorded.
struct BlocksArgument: ExpressibleByArgument, CustomStringConvertible {
  /// The text as given.
  let description: String
  /// The choice; `nil` for invalid text, because the initializer must not fail, as that of ``FrequencyArgument`` must not.
  var mode: MemoryRequest.Mode? { MemoryRequest.Mode(rawValue: description) }

  init(argument: String) { description = argument }
}
