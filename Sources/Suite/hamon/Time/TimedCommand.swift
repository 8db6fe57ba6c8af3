import BenchmarkHarness
import Glibc
import ProcessLaunching
import SuiteErrors

/// A command that is measured, with what runs before and after its runs.
struct TimedCommand: Sendable {
  /// A command beside the measured one.
  struct Hook: Sendable {
    /// The option that gives it, for errors.
    let option: String
    let line: String
    let words: [String]
  }

  /// The name of its row.
  var name: String
  /// The same with the parameters' names instead of their values.
  let template: String
  let parameters: [BenchmarkParameter]
  /// The command as it was given, with the parameters' values.
  let line: String
  let words: [String]
  var kind = BenchmarkKind.ours
  var setup: Hook?
  var prepare: Hook?
  var conclude: Hook?
  var cleanup: Hook?
  var output = CommandOutput.discarded
}

/// What becomes of a command's output.
enum CommandOutput: Equatable, Sendable {
  case discarded
  /// Read from a pipe and discarded.
  case pipe
  case shown
  case file(String)

  init(_ text: String) {
    self =
      switch text {
      case "null": .discarded
      case "pipe": .pipe
      case "inherit": .shown
      default: .file(text)
      }
  }
}

/// How commands are run.
struct CommandRuns: Sendable {
  var warmUp = 0
  /// The most runs of a command.
  var limit = Int.max
  /// The time of a round for each command, in nanoseconds.
  var roundNanoseconds: UInt64 = 0
  var input = ProcessLaunch.Stream.discarded
  /// Where shown output goes.
  var shown = ProcessLaunch.Stream.inherited
  var ignored: IgnoredFailures?
  var timeout = Duration.seconds(86_400)
  let log: TimeLog

  func accepts(_ end: ProcessEnd) -> Bool {
    end.isSuccess || end.exitStatus.map { ignored?.contains($0) ?? false } ?? false
  }
}

/// What goes wrong beside the measured runs.
@MainActor
final class TimeLog {
  /// How many runs of a command failed, where failures are ignored.
  var failedRuns: [String: Int] = [:]
  var hasFailedCleanup = false
}

extension TimedCommand {
  /// The command as a row.
  func benchmark(floors: [String], runs: CommandRuns) -> Benchmark {
    Benchmark(template, parameters: parameters, rowName: name, kind: kind, floors: floors) {
      // The peak of this process would also count for each process that it starts.
      InheritedPeak.lower()
      do {
        try run(setup, runs)
      } catch {
        cleanUp(runs)
        throw error
      }
      let pipe = output == .pipe ? try DrainedPipe() : nil
      var launch = ProcessLaunch(words)
      launch.input = runs.input
      (launch.output, launch.errors) = streams(pipe, shown: runs.shown)
      let command = WholeCommand(
        launch,
        timeout: runs.timeout,
        accepting: runs.accepts,
        showsFailure: false,
        isInterrupted: { InterruptSignal.hasArrived }
      )
      return BenchmarkBody(
        runTimed: { count, stopwatch in
          for _ in 0..<count {
            try run(prepare, runs)
            let variables = iteration(command.runs, runs)
            do {
              stopwatch.start()
              try command.run(variables)
              stopwatch.stop()
            } catch {
              try? run(conclude, runs, evenInterrupted: true)
              throw ProcessFailure(Self.text(error, goodRuns: command.runs))
            }
            try run(conclude, runs, evenInterrupted: true)
          }
        },
        verify: { _ in },
        tearDown: {
          runs.log.failedRuns[name] = command.failedRuns
          cleanUp(runs)
          pipe?.close()
        }
      )
      .taking(.init(warmUp: runs.warmUp, roundNanoseconds: runs.roundNanoseconds))
      .takingAtMost(samples: runs.limit)
      .reportingMemory {
        InheritedPeak.isExceeded(by: command.peakMemory) ? command.peakMemory : nil
      }
      .timing(.children)
    }
  }

  /// The number of a run as hyperfine tells it, for a line that asks: an environment that changes takes time in each run.
  private func iteration(_ number: Int, _ runs: CommandRuns) -> [String: String] {
    let name = "HYPERFINE_ITERATION"
    guard line.contains(name) else { return [:] }
    let isWarmUp = number < runs.warmUp
    return [name: isWarmUp ? "warmup-\(number)" : "\(number - runs.warmUp)"]
  }

  private static func text(_ error: any Error, goodRuns: Int) -> String {
    switch goodRuns {
    case 0: "\(error)"
    case 1: "\(error), after a good run"
    default: "\(error), after \(goodRuns) good runs"
    }
  }

  /// Runs a hook, which has to succeed; Ctrl-C leaves those alone that end what others began.
  func run(_ hook: Hook?, _ runs: CommandRuns, evenInterrupted: Bool = false) throws {
    guard let hook else { return }
    var launch = ProcessLaunch(hook.words)
    launch.input = .discarded
    (launch.output, launch.errors) = streams(nil, shown: runs.shown, isHook: true)
    do {
      try WholeCommand(launch, timeout: runs.timeout, showsFailure: false) {
        !evenInterrupted && InterruptSignal.hasArrived
      }.run()
    } catch {
      throw ProcessFailure("\(hook.option) \(hook.line): \(error), which it must not")
    }
  }

  /// Cleans up, also after Ctrl-C.
  @MainActor
  func cleanUp(_ runs: CommandRuns) {
    do {
      try run(cleanup, runs, evenInterrupted: true)
    } catch {
      runs.log.hasFailedCleanup = true
      StandardError.error("\(error); correct it, or add || true to it")
    }
  }

  private func streams(
    _ pipe: DrainedPipe?,
    shown: ProcessLaunch.Stream,
    isHook: Bool = false
  ) -> (output: ProcessLaunch.Stream, errors: ProcessLaunch.Stream) {
    switch output {
    case .shown: (shown, .inherited)
    case .file(let path) where !isHook: (.file(path), .discarded)
    case .pipe where !isHook: (pipe.map { .descriptor($0.end) } ?? .discarded, .discarded)
    default: (.discarded, .discarded)
    }
  }
}
