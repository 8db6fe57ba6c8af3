import TaskAnalysis
import TraceReading

/// The events of a finished trace: the one place where `hamon record` reads it.
struct RecordedEvents {
  /// The number of events of each name, a line each, sorted by name; only events that occurred.
  var counts: [String] = []

  /// The parts that could not be read, in the reader's words.
  var warnings: [String] = []

  /// The addresses of the tasks' functions; `nil` if nothing could be read.
  var taskAddresses: TaskAddresses?

  /// Reads a trace from end to end.
  ///
  /// - Complexity: O(*n*) in the number of events.
  init(inTraceAt directory: String) {
    do throws(TraceReadingError) {
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
      self.counts = byName.sorted { $0.key < $1.key }.map { "events: \($0.value) \($0.key)" }
      warnings = summary.faults.map { "warning: \($0)" }
      taskAddresses = addresses
    } catch {
      counts = ["warning: trace: its events were not counted: \(error)"]
    }
  }
}
