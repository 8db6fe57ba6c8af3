import BenchmarkHarness
import ExactCounts

/// Compares whole commands: wall and CPU time in interleaved runs, memory, and what they execute and
/// call under valgrind.
struct CommandComparison {
  let options: GateOptions

  /// Commands can't be linked anew, so there is one padding; their starts vary enough by themselves.
  private var plan: PairPlan {
    var plan = options.plan
    plan.paddings = [0]
    plan.firstPairs = 8
    plan.allPairs = 24
    // A command may take long, and isn't linked anew: more pairs would measure the same accident.
    plan.lastPairs = 24
    plan.blocks = 3
    plan.samples = 2
    return plan
  }

  private var timing: RowTiming {
    RowTiming(plan: plan, limits: options.limits, timeout: options.timeout)
  }

  /// How often a command runs, not under valgrind: if nothing seems to have changed, and if something does;
  /// then all pairs are taken twice, the second time of the base with itself.
  var runs: (few: Int, many: Int) {
    let warmUps = 2
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
    evidence.iterations = 1
    let first = CommandSampler(subject.command, directory: base, timeout: options.timeout)
    let seconds: Double
    do throws(SamplingError) {
      _ = try first.sample(1)
      seconds = try first.sample(1)[0] / 1e9
    } catch {
      evidence.failure = "base: \(error)"
      return evidence
    }
    if options.countsRows { await count(&evidence, subject.command, base: base, head: head) }
    if options.timesRows { time(&evidence, subject.command, base: base, head: head, seconds) }
    return evidence
  }

  private func time(
    _ evidence: inout RowEvidence,
    _ command: String,
    base: String,
    head: String,
    _ seconds: Double
  ) {
    let trial = RowTiming.Trial(
      greeting: ServedRow.Greeting(iterations: 1, isConcurrent: true),
      startSeconds: 0,
      sampleSeconds: seconds
    )
    // A command is longer than a sample of a row, and there are fewer of them.
    let budget = 6 * options.rowSeconds
    guard let timing = timing.fitted(to: budget, trial: trial) else {
      evidence.notes.append("wall time not compared: it takes too long (see --row-seconds)")
      return
    }
    let baseSampler = CommandSampler(command, directory: base, timeout: options.timeout)
    let headSampler = CommandSampler(command, directory: head, timeout: options.timeout)
    do throws(SideError) {
      let wall = try timing.compare(operations: 1) { (_) throws(SideError) in
        (baseSampler, headSampler)
      }
      evidence.times = [wall]
      evidence.baseCPU = PairRatios.median(baseSampler.cpu)
      evidence.headCPU = PairRatios.median(headSampler.cpu)
      evidence.baseMemory = Double(baseSampler.peakMemory)
      evidence.headMemory = Double(headSampler.peakMemory)
      guard wall.isAlarm(limits: options.limits) else { return }
      let copy = CommandSampler(command, directory: base, timeout: options.timeout)
      evidence.control = try timing.compare(isWhole: true, operations: 1) {
        (_) throws(SideError) in (baseSampler, copy)
      }
    } catch {
      evidence.failure = error.description
    }
  }

  private func count(
    _ evidence: inout RowEvidence,
    _ command: String,
    base: String,
    head: String
  ) async {
    async let atBase = CountedCommand.count(command, in: base, timeout: options.timeout * 4)
    async let atHead = CountedCommand.count(command, in: head, timeout: options.timeout * 4)
    do {
      let base = try await atBase
      let head = try await atHead
      evidence.baseCounts = base.counts
      evidence.headCounts = head.counts
      if !base.isRepeatable || !head.isRepeatable {
        // Then a difference between the sides says nothing either.
        evidence.isConcurrent = true
        evidence.notes.append(
          "two runs of the same side allocate differently: counts are told only"
        )
      }
    } catch {
      evidence.countingFailure = "\(error)"
    }
  }
}
