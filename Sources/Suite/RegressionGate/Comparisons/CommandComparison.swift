import BenchmarkResults
import Foundation
import ProcessLaunching
import SuiteErrors

/// Compares whole commands: wall and CPU time in interleaved runs, memory, and what they execute and
/// call under valgrind.
struct CommandComparison {
  /// How many times as long as a row it may take: a command is longer than a sample of a row, and there are fewer of them.
  private static let budget = 6.0

  let options: GateOptions
  /// Where links to both sides are made.
  let directory: String

  /// Commands can't be linked anew, so there is one code offset; their starts vary enough by themselves.
  private var timing: RowTiming {
    var options = options
    options.plan.codeOffsets = [0]
    options.plan.firstPairs = 8
    options.plan.allPairs = 24
    // A command may take long, and isn't linked anew: more pairs would measure the same accident.
    options.plan.lastPairs = 24
    options.plan.blocks = 3
    options.plan.samples = 2
    return RowTiming(options)
  }

  /// How often a command runs, not under valgrind: if nothing seems to have changed, and if something does;
  /// then all pairs are taken twice, the second time of the base with itself.
  var runs: (few: Int, many: Int) {
    let (warmUps, plan) = (2, timing.options.plan)
    return (
      warmUps + plan.firstPairs * plan.samplesOfPair,
      warmUps + 2 * plan.allPairs * plan.samplesOfPair
    )
  }

  /// Measures one command on both sides.
  func measure(_ subject: CommandSubject) async -> RowEvidence {
    var evidence = RowEvidence(executable: "commands", row: subject.command, presence: .both)
    guard let base = subject.base, let head = subject.head else {
      evidence.failure = subject.failure ?? "a side is missing"
      return evidence
    }
    let places = Sides(base: base, head: head).map {
      CommandPlace(directory: directory, root: $0, subdirectory: subject.subdirectory)
    }
    let pair: CommandPair
    do throws(SuiteError) {
      pair = CommandPair(
        command: subject.command,
        places: places,
        directories: Sides(base: try places.base.path(.base), head: try places.head.path(.head)),
        files: try SideFiles(),
        timeout: options.timeout
      )
    } catch {
      evidence.failure = error.description
      return evidence
    }
    defer { pair.files.remove() }
    evidence.iterations = 1
    let first = pair.sampler(.base)
    let seconds: Double
    do throws(ProcessFailure) {
      _ = try first.sample(1)
      seconds = try first.sample(1)[0] / 1e9
    } catch {
      evidence.failure = "base: \(error)"
      return evidence
    }
    // Before what is counted takes memory here: see InheritedPeak.
    if options.timesRows { time(&evidence, pair, seconds) }
    if options.countsRows { await count(&evidence, pair) }
    if options.timesRows { await sample(&evidence, pair, seconds) }
    return evidence
  }

  /// Samples where the time went of a command whose wall time has changed by more than its counts explain.
  private func sample(
    _ evidence: inout RowEvidence,
    _ pair: CommandPair,
    _ seconds: Double
  ) async {
    guard options.samplesStacks, evidence.failure == nil,
      RowJudgement(evidence, limits: options.limits).isSlowerThanCounted
    else { return }
    // A run to warm up, then a turn has one at least.
    let runs = StackSampling.pairs * 2 * (1 + StackSampling.turns)
    guard Double(runs) * seconds <= Self.budget * options.rowSeconds else {
      evidence.notes.append(
        "not sampled: \(runs) runs would take too long (see --row-seconds)"
      )
      return
    }
    await evidence.sample(pair, sampleSeconds: seconds)
  }

  private func time(_ evidence: inout RowEvidence, _ pair: CommandPair, _ seconds: Double) {
    let trial = RowTiming.Trial(
      greeting: ServedRow.Greeting(iterations: 1, isConcurrent: true),
      startSeconds: 0,
      sampleSeconds: seconds
    )
    let budget = Self.budget * options.rowSeconds
    guard let timing = timing.fitted(to: budget, trial: trial) else {
      evidence.notes.append("wall time not compared: it takes too long (see --row-seconds)")
      return
    }
    let samplers = Sides.both.map(pair.sampler)
    InheritedPeak.lower()
    do throws(ProcessFailure) {
      let wall = try timing.compare(operations: 1) { (_) throws(ProcessFailure) in samplers }
      evidence.times = [wall]
      evidence.baseCPU = Statistics.median(of: samplers.base.cpu)
      evidence.headCPU = Statistics.median(of: samplers.head.cpu)
      evidence.note(peakMemory: samplers.map(\.peakMemory), inherited: InheritedPeak.bytes)
      guard wall.isAlarm(limits: options.limits) else { return }
      let copies = Sides(base: samplers.base, head: pair.sampler(.base))
      evidence.control = try timing.compare(isWhole: true, operations: 1) {
        (_) throws(ProcessFailure) in copies
      }
    } catch {
      evidence.failure = error.description
    }
  }

  private func count(_ evidence: inout RowEvidence, _ pair: CommandPair) async {
    do throws(ProcessFailure) {
      let counts = try await RepeatedCounts.ofCommand(
        limits: options.limits,
        // Twice as many again shall not take a job's time.
        seconds: 10 * options.rowSeconds,
        count: pair.count
      )
      await evidence.take(counts, of: pair, options)
    } catch {
      evidence.countingFailure = error.description
    }
  }
}

extension RowEvidence {
  /// Takes the peaks of a command's memory, if they are its own.
  ///
  /// - Parameters:
  ///   - peakMemory: The peaks, in bytes.
  ///   - inherited: The least that any command seems to have; `nil` where that isn't known.
  mutating func note(peakMemory: Sides<Int>, inherited: Int?) {
    let most = max(peakMemory.base, peakMemory.head)
    guard InheritedPeak.isExceeded(by: most, inherited: inherited) else {
      let own = Int((Double(inherited ?? 0) / 1e6).rounded())
      notes.append(
        "peak memory not compared: it is below the \(own) MB of hamon, which the kernel counts as the command's"
      )
      return
    }
    (baseMemory, headMemory) = (Double(peakMemory.base), Double(peakMemory.head))
  }
}

/// Paths of equal length to the files of both sides: links in a directory of the gate.
///
/// Shells take the path that they are told for that of their directory. It is copied to where it moves all
/// else in memory, and scripts walk up along it: the same code has differed by 3 % between the repository
/// and the checkout of its base, which lies deeper.
struct CommandPlace {
  /// How much longer the name of a link is in each memory layout than in the one before.
  private static let step = 16

  /// Where the links are.
  let directory: String
  /// The top of the files.
  let root: String
  /// Where the command runs below the top.
  let subdirectory: String

  /// Makes the link of a layout.
  ///
  /// - Parameters:
  ///   - side: Whose files they are.
  ///   - layout: Which layout, from 0; up to 15 of them have names.
  /// - Returns: The path of where the command runs.
  /// - Throws: `SuiteError` where it can't be made.
  func path(_ side: GateSide, layout: Int = 0) throws(SuiteError) -> String {
    let length = min(layout * Self.step, 240)
    let link = "\(directory)/\(side.rawValue)" + String(repeating: "-", count: length)
    do {
      // An earlier row has left one, which leads to the same place.
      try? FileManager.default.removeItem(atPath: link)
      try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: root)
    } catch {
      throw SuiteError(
        link,
        "it can't be made (\(error.localizedDescription))",
        remedy: "make room"
      )
    }
    return subdirectory.isEmpty ? link : "\(link)/\(subdirectory)"
  }
}
