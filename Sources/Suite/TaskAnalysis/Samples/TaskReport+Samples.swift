import ReportRendering
package import SampleAnalysis
import TraceAnalysis

extension TaskReport {
  /// What threads did while they ran tasks, if they were sampled.
  package struct Samples: Sendable, Codable, Equatable {
    /// The tasks that one place created.
    package struct Creator: Sendable, Codable, Equatable {
      package var process: String
      /// The creator's name in ``TaskReport``, as in ``Slow/creator``.
      package var creator: String
      package var samples: Int
      /// Of the threads that ran them.
      package var times: ThreadTimeline.Times
      /// Waiting without a stack.
      package var waitingUnknown: UInt64
      /// The one that ran longest first.
      package var functions: [SampleReport.Function]
    }

    /// The number of samples of threads, and how many hit a thread that ran a task.
    package var samples: Int
    package var inTasks: Int
    /// The one whose tasks ran longest first.
    package var creators: [Creator]
  }

  private static let shownCreators = 10
  private static let shownFunctions = 5

  /// The part that a person reads.
  func sampleSection() -> ReportSection? {
    guard let samples, !samples.creators.isEmpty else { return nil }
    var table = TextTable(
      headers: ["tasks"] + SampleReport.Function.headers,
      alignments: [.left] + SampleReport.Function.alignments
    )
    var isCut = samples.creators.count > Self.shownCreators
    for creator in samples.creators.prefix(Self.shownCreators) {
      let all = max(1, creator.functions.reduce(0) { $0 + $1.running })
      isCut = isCut || creator.functions.count > Self.shownFunctions
      for (place, row) in creator.functions.prefix(Self.shownFunctions).enumerated() {
        table.append(row: [place == 0 ? creator.creator : ""] + row.cells(of: all))
      }
    }
    let share = 100 * Double(samples.inTasks) / Double(max(1, samples.samples))
    var paragraphs = [
      "\(samples.inTasks) of \(samples.samples) samples (\(NumberFormat.string(share, decimals: 1)) %) were taken while a thread ran "
        + "a task. Blocked is the time in which a thread waited and had its task with it."
    ]
    if isCut {
      paragraphs.append(
        "The first \(Self.shownFunctions) functions of the first \(Self.shownCreators) creators; --json has them all."
      )
    }
    return ReportSection(title: "Functions by task", paragraphs: paragraphs, table: table)
  }
}

extension TaskReport.Samples {
  /// Adds up the samples.
  ///
  /// - Complexity: Proportional to the lengths of the stacks of each creator.
  init(_ sampler: TaskSampler, _ namer: TaskNamer) {
    let profile = sampler.profile
    let sources = profile.stacks.sources()
    samples = profile.threads.values.reduce(0) { $0 + $1.samples.count }
    inTasks = sampler.sums.reduce(0) { $0 + $1.samples }
    creators = sampler.sums.enumerated()
      .filter { $0.element.times.sum > 0 || $0.element.samples > 0 }
      .map { place, sums in
        Creator(
          process: namer.process(ofCreator: Int32(place - 1)),
          creator: namer.creator(Int32(place - 1)),
          samples: sums.samples,
          times: sums.times,
          waitingUnknown: sums.waitingUnknown,
          functions: profile.functions(sums, sources: sources)
        )
      }
      .sorted {
        ($0.times.running, $0.samples, $1.creator) > ($1.times.running, $1.samples, $0.creator)
      }
  }
}
