package import SampleFiles
package import SuiteErrors

/// What a recording has of samples.
package struct SampleTally: Sendable, Equatable {
  /// What has taken them, and why that.
  package let engine: SamplingEngine
  package let reason: String
  package var samples = 0
  /// How often a thread stopped or went on.
  package var switches = 0
  package var waits = 0
  /// Stacks of waiting threads that could not be had.
  package var missedWaits = 0
  /// How many times what was in a ring could not be read to its end.
  package var damagedRings = 0
  /// How many records the kernel had no room for.
  package var lost: UInt64 = 0
  /// What took part and was not sampled, and why: a line each.
  package var gaps: [String] = []
  /// Why not all was written.
  package var failure: SuiteError?

  package init(_ choice: EngineChoice) {
    engine = choice.engine
    reason = choice.reason
  }

  mutating func count(_ record: PerfRecord, _ description: SamplingDescription) {
    switch record.kind {
    case .sample: samples += description.count(of: record)
    case .switched: switches += 1
    default: lost += record.lostCount
    }
  }
}
