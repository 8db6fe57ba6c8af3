/// What a row took of the operating system while its samples were taken.
///
/// Of the whole process, whatever its threads: what the harness does between two rounds is not in it.
package struct RowUsage: Codable, Equatable, Sendable {
  /// How often an operation gave its processor up to wait: for a lock, another thread, a timer or a device.
  package var contextSwitches: Double
  /// How often the system took the processor away, of an operation: that is the machine's load and not the row's.
  package var preemptions: Double
  /// The most bytes that were resident; `nil` where the system doesn't tell that of a part of the time.
  package var peakResident: Int?
  /// By how many bytes an operation let grow what is resident; 0 where it shrank.
  package var residentGrowth: Double
  /// Events of the processor in an operation, by their names in perf; `nil` where nobody asked or the machine counts
  /// none.
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
