import ProcessLaunching
import Statistics
import SuiteErrors

/// Compares whole commands: wall and CPU time in interleaved runs, peak memory, and instructions and calls under valgrind.
package struct CommandComparison: SubjectComparison {
  /// How much longer than a row a command may take: its samples are longer, and there are fewer of them.
  static let budget = 6.0

  let name = "commands"
  let subject: CommandSubject
  let options: GateOptions
  /// The directory of links to both sides.
  let directory: String

  package init(_ subject: CommandSubject, options: GateOptions, directory: String) {
    self.subject = subject
    self.options = options
    self.directory = directory
  }

  /// Commands can't be relinked, so there is one code offset; their starts vary enough by themselves.
  private var timing: RowTiming {
    var options = options
    options.plan.codeOffsets = [0]
    options.plan.firstPairs = 8
    options.plan.allPairs = 24
    // A command may take long, and isn't relinked: more pairs would repeat the same layout accident.
    options.plan.lastPairs = 24
    options.plan.blocks = 3
    options.plan.samples = 2
    return RowTiming(options)
  }

  /// How often commands run: seldom if nothing seems to have changed, often if something does.
  ///
  /// Then all pairs are taken twice, the second time with the base against itself.
  var runs: String {
    let (warmUps, plan) = (2, timing.options.plan)
    let few = warmUps + plan.firstPairs * plan.samplesOfPair
    let many = warmUps + 2 * plan.allPairs * plan.samplesOfPair
    let timed =
      options.timesRows
      ? "\(few) runs of each, or \(many) if it seems to have changed" : "two runs of each"
    let (some, all) = (RepeatedCounts.someLayouts, RepeatedCounts.allLayouts)
    return options.countsRows
      ? "\(timed), and \(some) of each side under valgrind, or \(all)" : timed
  }

  package func measure(_ command: String) async -> RowEvidence {
    var evidence = RowEvidence(executable: name, row: command, presence: .both)
    guard let roots = subject.roots else {
      evidence.failure = subject.failure ?? "a side is missing"
      return evidence
    }
    let places = roots.map {
      CommandPlace(directory: directory, root: $0, subdirectory: subject.subdirectory)
    }
    let pair: CommandPair
    do throws(SuiteError) {
      pair = CommandPair(
        command: command,
        places: places,
        directories: try Sides { (side) throws(SuiteError) in try places[side].path(side) },
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
    // Timed before counting takes memory in this process: see InheritedPeak.
    if options.timesRows { time(&evidence, pair, seconds) }
    if options.countsRows { await evidence.count(pair, as: .command, options) }
    if options.timesRows { await evidence.sample(pair, sampleSeconds: seconds, options) }
    return evidence
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
    let samplers = Sides(pair.sampler)
    InheritedPeak.lower()
    evidence.compare(.wall, options.limits) { (isControl) throws(ProcessFailure) in
      let sides = isControl ? Sides { _ in pair.sampler(.base) } : samplers
      return try timing.compare(isWhole: isControl, operations: 1) {
        (_) throws(ProcessFailure) in sides
      }
    }
    guard !evidence.times.isEmpty else { return }
    evidence.baseCPU = samplers.base.cpu.median
    evidence.headCPU = samplers.head.cpu.median
    evidence.note(peakMemory: samplers.map(\.peakMemory), inherited: InheritedPeak.bytes)
  }
}

extension RowEvidence {
  /// Records a command's peak memory, if it is the command's own.
  ///
  /// - Parameters:
  ///   - peakMemory: The peaks, in bytes.
  ///   - inherited: The least peak that the kernel reports for any command; `nil` if unknown.
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
/// Shells use the path they get as the path of their directory. Copies of it move everything else in memory, and scripts walk up along it:
/// the same code has differed by 3 % between the repository and the deeper checkout of its base.
struct CommandPlace {
  /// How much longer a link's name gets from layout to layout.
  private static let step = 16

  /// The directory of the links.
  let directory: String
  /// The top directory of the side's files.
  let root: String
  /// The working directory below the top.
  let subdirectory: String

  /// Makes the link of a layout.
  ///
  /// - Parameters:
  ///   - side: The side that the files belong to.
  ///   - layout: The layout, from 0; only the first 16 have distinct names.
  /// - Returns: The path where the command runs.
  /// - Throws: `SuiteError` if it can't be made.
  func path(_ side: Side, layout: Int = 0) throws(SuiteError) -> String {
    let length = min(layout * Self.step, 240)
    let link = "\(directory)/\(side.rawValue)" + String(repeating: "-", count: length)
    // An earlier row may have left one; it leads to the same place.
    try WorkDirectory.link(link, to: root)
    return subdirectory.isEmpty ? link : "\(link)/\(subdirectory)"
  }
}
