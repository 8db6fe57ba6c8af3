import TaskAnalysis
import TraceReading

/// Events per name in a trace: the one place that `hamon record` reads a trace in.
struct RecordedEvents {
  /// Names and counts, in the order of the names; only events that occurred.
  var counts: [(name: String, count: UInt64)] = []

  /// The parts that could not be read, in the reader's words.
  var faults: [String] = []

  /// The functions that tasks have to do with.
  var taskAddresses: TaskAddresses

  /// Reads a trace from end to end.
  ///
  /// - Complexity: O(*n*) in the number of events.
  /// - Parameter directory: The trace's directory.
  /// - Throws: `TraceReadingError` if no part of the trace can be read.
  init(inTraceAt directory: String) throws(TraceReadingError) {
    let reader = try TraceReader(path: directory)
    var counts: [UInt64] = []
    var addresses = TaskAddresses(catalog: reader.catalog)
    let summary = try reader.read { event in
      while counts.count <= event.classIndex { counts.append(0) }
      counts[event.classIndex] += 1
      addresses.take(event)
    }
    var byName: [String: UInt64] = [:]
    // One name has a class in each process or stream that emits it.
    for (index, count) in counts.enumerated() where count > 0 {
      byName[reader.catalog.eventClasses[index].fullName, default: 0] += count
    }
    self.counts = byName.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    faults = summary.faults.map { "\($0)" }
    taskAddresses = addresses
  }
}
