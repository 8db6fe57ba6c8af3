import BenchmarkResults
import CostAttribution
import Foundation
import ProcessLaunching
import SuiteErrors

/// Samples the call stacks of both sides of a row whose time has changed by more than its counts explain.
struct StackSampling {
  /// How many pairs of processes there are.
  private static let pairs = 8
  /// How many times a pair's sides take turns, and for how long each time, in seconds.
  private static let turns = 6
  private static let turnSeconds = 0.05
  /// How many samples of stacks a sample of the row may give: the harness has room for as many of the longest stacks, and
  /// makes more of it only between the row's samples.
  private static let stacksOfSample = 200.0

  let timeout: Duration
  /// Where the stacks are written.
  let directory: String

  /// Samples a row.
  ///
  /// - Parameters:
  ///   - row: Its full name.
  ///   - base: The base's program for each code offset.
  ///   - head: The head's.
  ///   - headArguments: More arguments for the head.
  ///   - trial: What a sample takes.
  ///   - isConcurrent: Whether several threads take part, so that wall time without a function is no waiting.
  /// - Returns: The functions that certainly take longer, or shorter.
  /// - Throws: `SuiteError` or `ProcessFailure` where stacks can't be sampled, or not named.
  func difference(
    of row: String,
    base: [String],
    head: [String],
    headArguments: [String],
    trial: RowTiming.Trial,
    isConcurrent: Bool
  ) async throws -> SampledDifference {
    var names = StackNames(try Symbolizer())
    var pairs: [(base: SampledTimes, head: SampledTimes)] = []
    var (samples, lost) = (0, 0)
    var refusal: String?
    for pair in 0..<Self.pairs {
      let place = pair % min(base.count, head.count)
      let sides = try take(
        row,
        base: base[place],
        head: head[place],
        headArguments: headArguments,
        trial: trial,
        startsWithHead: !pair.isMultiple(of: 2)
      )
      var times: [SampledTimes] = []
      for side in [sides.base, sides.head] {
        try await names.find(side.stacks)
        times.append(Self.times(of: side, names))
        samples += (side.stacks.stacks + side.stacks.waits).reduce(0) { $0 + $1.count }
        lost += side.stacks.lost
        refusal = refusal ?? side.stacks.refusal
      }
      pairs.append((times[0], times[1]))
    }
    return SampledDifference(
      pairs: pairs,
      hasWaiting: !isConcurrent,
      samples: samples,
      lost: lost,
      refusal: refusal
    )
  }

  /// What a side of a pair gave.
  private struct Side {
    let stacks: SampledStacks
    /// The wall time of an operation, in nanoseconds.
    let wall: Double
    let operations: Double
  }

  private func take(
    _ row: String,
    base: String,
    head: String,
    headArguments: [String],
    trial: RowTiming.Trial,
    startsWithHead: Bool
  ) throws -> (base: Side, head: Side) {
    let iterations = trial.greeting.iterations
    let count = max(1, Int((Self.turnSeconds / max(trial.sampleSeconds, 1e-9)).rounded(.up)))
    let paths = (base: "\(directory)/base.stacks", head: "\(directory)/head.stacks")
    for path in [paths.base, paths.head] { try? FileManager.default.removeItem(atPath: path) }
    let sides = try ServedRow.pair(
      of: row,
      base: base,
      head: head,
      headArguments: headArguments,
      iterations: iterations,
      stacksPaths: paths,
      stackPeriod: UInt64(max(1e9 * trial.sampleSeconds / Self.stacksOfSample, 0)),
      timeout: timeout
    )
    let outcome = try PairSampling(blocks: Self.turns, samples: count)
      .take(base: sides.base, head: sides.head, startsWithHead: startsWithHead)
    func side(_ path: String, _ samples: [Double]) throws -> Side {
      guard let text = try? String(contentsOfFile: path, encoding: .utf8),
        let stacks = SampledStacks(text)
      else {
        throw SuiteError(
          row,
          "its harness samples no call stacks",
          remedy: "link a BenchmarkHarness of hamon's age"
        )
      }
      let operations = Double(samples.count * iterations)
      return Side(stacks: stacks, wall: samples.reduce(0, +) / operations, operations: operations)
    }
    return (try side(paths.base, outcome.base), try side(paths.head, outcome.head))
  }

  /// Where an operation's time went.
  private static func times(of side: Side, _ names: StackNames) -> SampledTimes {
    var times = SampledTimes(wall: side.wall)
    func name(_ stack: SampledStacks.Stack) -> String {
      names.function(of: stack, in: side.stacks)?.text ?? "(unknown)"
    }
    for stack in side.stacks.stacks {
      times.running[name(stack), default: 0] +=
        Double(stack.count) * side.stacks.period / side.operations
    }
    // Looks come as often while it waits as while it doesn't.
    let ofLook = side.wall / Double(max(side.stacks.looks, 1))
    for stack in side.stacks.waits {
      times.waiting[name(stack), default: 0] += Double(stack.count) * ofLook
    }
    return times
  }
}
