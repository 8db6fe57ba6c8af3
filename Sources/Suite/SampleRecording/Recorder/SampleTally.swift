package import SampleFiles
package import SuiteErrors

/// The numbers of a recording's samples.
package struct SampleTally: Sendable, Equatable {
  /// The engine, and why it was chosen.
  package let engine: SamplingEngine
  package let reason: String
  package var samples = 0
  /// How often a thread stopped or went on.
  package var switches = 0
  package var waits = 0
  /// Samples whose stack doesn't reach the beginning of its thread, if that is known; and those of them for which it is too deep.
  package private(set) var cutStacks: Int?
  package private(set) var tooDeep = 0
  /// Samples in asynchronous functions of which not all callers are known.
  package private(set) var unknownAwaiting = 0
  /// Stacks of waiting threads that could not be read.
  package var missedWaits = 0
  /// How many times the contents of a ring could not be read to their end.
  package var damagedRings = 0
  /// How many records the kernel had no room for.
  package var lost: UInt64 = 0
  /// The programs and threads that were not sampled, and why: a line each.
  package var gaps: [String] = []
  /// Why not everything was written.
  package var failure: SuiteError?

  package init(_ choice: EngineChoice) {
    engine = choice.engine
    reason = choice.reason
  }

  mutating func count(_ walk: Unwinder.Walk, _ samples: Int) {
    cutStacks = (cutStacks ?? 0) + (walk.end == .whole ? 0 : samples)
    if walk.end == .tooDeep { tooDeep += samples }
    if walk.missesAwaiting { unknownAwaiting += samples }
  }

  mutating func count(_ record: PerfRecord, _ description: SamplingDescription) {
    switch record.kind {
    case .sample: samples += description.count(of: record)
    case .switched: switches += 1
    default: lost += record.lostCount
    }
  }
}
