/// The frames of one view tree.
///
/// Units: all durations are in nanoseconds. Percentiles are exact to three digits.
package struct FrameSummary: Sendable, Codable, Equatable {
  /// How long updates of the state took to be shown: from an update's begin to the end of the first frame of the tree that shows it or a
  /// later version.
  package struct Latency: Sendable, Codable, Equatable {
    /// The number of updates shown; those before the tree's first frame in the trace are left out.
    package var count: UInt64
    package var p50: Int64
    package var p90: Int64
    package var p99: Int64
    package var maximum: Int64
  }

  /// The time of a frame at 60 Hz.
  package static let displayPeriod: Int64 = 16_666_667

  /// The name of the tree's root; `nil` if there are too many trees to distinguish.
  package var name: String?
  /// The host of the process; empty if unknown.
  package var hostname: String
  /// The process; `nil` if unknown.
  package var processID: Int64?
  /// How many frames have ended.
  package var count: UInt64
  /// The sum of their durations.
  package var total: Int64
  /// The median of their durations.
  package var p50: Int64
  /// The 99th percentile of their durations.
  package var p99: Int64
  package var maximum: Int64
  /// How many took longer than ``displayPeriod``; `nil` in files of earlier versions.
  package var late: UInt64?
  /// The part of the total in which nodes were reconciled, without layouts and commits inside.
  package var reconcile: Int64
  /// The part in which views were laid out.
  package var layout: Int64
  /// The part in which backends applied changes.
  package var commit: Int64
  /// The latency of updates; `nil` if no update was seen to be shown.
  package var latency: Latency?
  /// Whether the trace has updates of several stores, whose versions can't be distinguished.
  package var hasSeveralStores: Bool
}
