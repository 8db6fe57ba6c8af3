import BenchmarkResults
import CostAttribution
import ExactCounts
import Foundation
import ProcessLaunching
import SuiteErrors

/// Compares whole commands: wall and CPU time in interleaved runs, memory, and what they execute and
/// call under valgrind.
struct CommandComparison {
  /// In how many memory layouts a command is counted, and in how many if they don't settle it.
  static let firstLayouts = 5
  static let allLayouts = 15
  /// How many times as long as a row it may take: a command is longer than a sample of a row, and there are fewer of them.
  private static let budget = 6.0

  let options: GateOptions
  /// Where links to both sides are made.
  let directory: String

  /// Commands can't be linked anew, so there is one code offset; their starts vary enough by themselves.
  private var plan: PairPlan {
    var plan = options.plan
    plan.codeOffsets = [0]
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
    guard let baseRoot = subject.base, let headRoot = subject.head else {
      evidence.failure = subject.failure ?? "a side is missing"
      return evidence
    }
    let places = (
      base: CommandPlace(directory: directory, root: baseRoot, subdirectory: subject.subdirectory),
      head: CommandPlace(directory: directory, root: headRoot, subdirectory: subject.subdirectory)
    )
    let base: String
    let head: String
    let files: SideFiles
    do throws(SuiteError) {
      base = try places.base.path(.base)
      head = try places.head.path(.head)
      files = try SideFiles()
    } catch {
      evidence.failure = error.description
      return evidence
    }
    defer { files.remove() }
    evidence.iterations = 1
    let first = sampler(subject.command, .base, base, files)
    let seconds: Double
    do throws(ProcessFailure) {
      _ = try first.sample(1)
      seconds = try first.sample(1)[0] / 1e9
    } catch {
      evidence.failure = "base: \(error)"
      return evidence
    }
    // Before what is counted takes memory here: see InheritedPeak.
    if options.timesRows {
      time(&evidence, subject.command, base: base, head: head, files, seconds)
    }
    if options.countsRows {
      await count(&evidence, subject.command, base: places.base, head: places.head, files)
    }
    if options.timesRows {
      await sample(&evidence, subject.command, base: base, head: head, files, seconds)
    }
    return evidence
  }

  private func sampler(
    _ command: String,
    _ side: GateSide,
    _ directory: String,
    _ files: SideFiles
  ) -> CommandSampler {
    CommandSampler(
      command,
      directory: directory,
      environment: files.variables(side),
      timeout: options.timeout
    )
  }

  /// Samples where the time went of a command whose wall time has changed by more than its counts explain.
  private func sample(
    _ evidence: inout RowEvidence,
    _ command: String,
    base: String,
    head: String,
    _ files: SideFiles,
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
    await evidence.sample(
      CommandPair(
        command: command,
        base: base,
        head: head,
        files: files,
        timeout: options.timeout
      ),
      sampleSeconds: seconds,
      operations: 1
    )
  }

  private func time(
    _ evidence: inout RowEvidence,
    _ command: String,
    base: String,
    head: String,
    _ files: SideFiles,
    _ seconds: Double
  ) {
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
    let baseSampler = sampler(command, .base, base, files)
    let headSampler = sampler(command, .head, head, files)
    InheritedPeak.lower()
    do throws(ProcessFailure) {
      let wall = try timing.compare(operations: 1) { (_) throws(ProcessFailure) in
        (baseSampler, headSampler)
      }
      evidence.times = [wall]
      evidence.baseCPU = Statistics.median(of: baseSampler.cpu)
      evidence.headCPU = Statistics.median(of: headSampler.cpu)
      evidence.note(
        peakMemory: (base: baseSampler.peakMemory, head: headSampler.peakMemory),
        inherited: InheritedPeak.bytes
      )
      guard wall.isAlarm(limits: options.limits) else { return }
      let copy = sampler(command, .base, base, files)
      evidence.control = try timing.compare(isWhole: true, operations: 1) {
        (_) throws(ProcessFailure) in (baseSampler, copy)
      }
    } catch {
      evidence.failure = error.description
    }
  }

  /// Counts runs in several memory layouts, the same at both sides; in more of them if the first ones
  /// leave it open whether something has changed, or say that it has.
  private func count(
    _ evidence: inout RowEvidence,
    _ command: String,
    base: CommandPlace,
    head: CommandPlace,
    _ files: SideFiles
  ) async {
    @Sendable func counted(_ side: GateSide, _ layout: Int) throws -> CountedCommand {
      CountedCommand(
        command,
        in: try (side == .base ? base : head).path(side, layout: layout),
        environment: files.variables(side),
        timeout: options.timeout * 4
      )
    }
    @Sendable func run(_ side: GateSide, _ layout: Int) async throws -> CountedRow {
      do {
        return try await counted(side, layout).measure(layout: layout)
      } catch {
        throw ProcessFailure("\(side.rawValue): \(error)")
      }
    }
    var profiles: [(base: CountedRuns, head: CountedRuns)] = []
    var runs: (base: [RowCounts], head: [RowCounts]) = ([], [])
    func comparisons() -> [MetricComparison] {
      MetricComparison.counts(base: runs.base, head: runs.head, limits: options.limits)
    }
    let start = ContinuousClock.now
    do {
      for layout in 0..<Self.allLayouts {
        if layout == Self.firstLayouts {
          let isOpen = comparisons().contains { $0.isGated && $0.verdict != .pass }
          let seconds = (ContinuousClock.now - start) / .seconds(1)
          // Twice as many again shall not take a job's time.
          guard isOpen, seconds <= 10 * options.rowSeconds else { break }
        }
        async let baseCounts = run(.base, layout)
        async let headCounts = run(.head, layout)
        let rows = (base: try await baseCounts, head: try await headCounts)
        profiles.append((rows.base.runs, rows.head.runs))
        runs.base.append(rows.base.counts)
        runs.head.append(rows.head.counts)
      }
      evidence.baseCounts = .median(runs.base)
      evidence.headCounts = .median(runs.head)
      evidence.baseCountRuns = runs.base
      evidence.headCountRuns = runs.head
    } catch {
      evidence.countingFailure = "\(error)"
    }
    guard !profiles.isEmpty, evidence.countingFailure == nil else { return }
    let layout = LayoutCounts.typicalLayout(base: runs.base, head: runs.head)
    evidence.attribution = await options.culpritSearch.attribution(
      base: profiles[layout].base,
      head: profiles[layout].head,
      comparisons: comparisons()
    ) {
      async let baseSites = counted(.base, layout).sites(layout: layout)
      async let headSites = counted(.head, layout).sites(layout: layout)
      guard let base = try await baseSites, let head = try await headSites else { return nil }
      return (
        SiteProfile(program: base.program, graph: base.graph),
        SiteProfile(program: head.program, graph: head.graph)
      )
    }
  }
}

extension RowEvidence {
  /// Takes the peaks of a command's memory, if they are its own.
  ///
  /// - Parameters:
  ///   - peakMemory: The peaks, in bytes.
  ///   - inherited: The least that any command seems to have; `nil` where that isn't known.
  mutating func note(peakMemory: (base: Int, head: Int), inherited: Int?) {
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
