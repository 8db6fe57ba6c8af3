/// A row's use of the operating system during its samples.
///
/// Of the whole process, on any thread, without what the harness does between two rounds.
package struct RowUsage: Codable, Equatable, Sendable {
  /// How often an operation gave up its processor to wait: for a lock, another thread, a timer or a device.
  package var contextSwitches: Double
  /// How often the system took the processor away from an operation: this is the machine's load and not the row's.
  package var preemptions: Double
  /// The maximum of resident bytes; `nil` if the system doesn't report it for a part of the time.
  package var peakResident: Int?
  /// The growth of resident bytes by an operation; 0 if they shrank.
  package var residentGrowth: Double
  /// Events of the processor in an operation, by their names in perf; `nil` if not requested, or if the machine counts none.
  package var events: [String: Double]?

  package init(
    contextSwitches: Double,
    preemptions: Double,
    peakResident: Int?,
    residentGrowth: Double,
    events: [String: Double]? = nil
  ) {
    self.contextSwitches = contextSwitches
    self.preemptions = preemptions
    self.peakResident = peakResident
    self.residentGrowth = residentGrowth
    self.events = events
  }
}
