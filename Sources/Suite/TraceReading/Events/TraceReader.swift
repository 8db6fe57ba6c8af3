import CBabeltrace
import Foundation

/// Reads a CTF trace, such as LTTng records, event by event in the order of time.
///
/// All traces below one path are read as one: recordings of several hosts, or with a buffer for each process, have several.
package final class TraceReader {
  /// Where the trace is; several paths are separated by commas.
  package let path: String

  /// The texts, threads, processes and names that the delivered events refer to.
  package let catalog = TraceCatalog()

  private let directories: [String]
  private let searchFaults: [TraceReadingError]
  private let pairRules: [TracePairRule]

  /// Whether it was read without the library, as whole traces of LTTng-UST of the plain form are.
  package private(set) var isReadPlainly = false

  /// The fraction of the trace that was read; `nil` if unknown, as when the library reads it.
  package private(set) var readShare: Double?

  /// Whether this build can read traces at all.
  package static var isSupported: Bool {
    #if HAS_BABELTRACE
    true
    #else
    false
    #endif
  }

  /// Finds the trace.
  ///
  /// - Parameter path: A directory that holds a file `metadata`, or that has such directories below
  ///   it, at any depth.
  /// - Throws: ``TraceReadingError`` if there is no trace, or this build can't read any.
  package convenience init(path: String) throws(TraceReadingError) {
    try self.init(paths: [path])
  }

  /// Finds several traces, such as those of several hosts, to read them as one in the order of time.
  ///
  /// Clocks of different hosts are not adjusted: events differ by as much as the clocks do.
  ///
  /// - Parameters:
  ///   - paths: As for ``init(path:)``, at least one; a path below another counts once.
  ///   - pairs: Pairs of events that are intervals, in addition to those that names imply.
  /// - Throws: ``TraceReadingError`` if one has no trace, or this build can't read any.
  package init(paths: [String], pairs: [TracePairRule] = []) throws(TraceReadingError) {
    precondition(!paths.isEmpty, "no path of a trace")
    pairRules = pairs
    path = paths.joined(separator: ", ")
    #if HAS_BABELTRACE
    var found: [String] = []
    var faults: [TraceReadingError] = []
    for path in paths {
      let below = try TraceDirectory.paths(below: path)
      found += below.found
      faults += below.faults
    }
    var seen: Set<String> = []
    directories = found.filter { directory in
      seen.insert(URL(fileURLWithPath: directory).standardizedFileURL.path).inserted
    }
    searchFaults = faults
    #else
    throw TraceReadingError(
      .missingLibrary,
      path: path,
      problem: "this hamon was built without libbabeltrace2 and cannot read traces"
    )
    #endif
  }

  private init(reopening other: TraceReader) {
    path = other.path
    directories = other.directories
    searchFaults = other.searchFaults
    pairRules = other.pairRules
  }

  /// Creates another reader of the same trace, as each reads it once: its own catalog gives processes and threads the same indices.
  package func reopened() -> TraceReader {
    TraceReader(reopening: self)
  }

  /// Reads the whole trace, once.
  ///
  /// A fault in a stream ends only that stream: all readable events are delivered, and the summary lists the faults.
  ///
  /// - Complexity: Proportional to the number of events, times the logarithm of the number of streams. Memory grows with the numbers of
  ///   names and threads, not of events.
  /// - Parameters:
  ///   - byLibrary: Whether libbabeltrace2 reads it even if it isn't needed.
  ///   - deliver: Called for each event.
  /// - Returns: What was read, counted, lost and damaged.
  /// - Throws: ``TraceReadingError`` if no part of the trace can be opened, for a single reason; if there are several, the summary has
  ///   them.
  package func read(
    byLibrary: Bool = false,
    _ deliver: (TraceEvent) -> Void
  ) throws(TraceReadingError) -> TraceReadSummary {
    #if HAS_BABELTRACE
    let temporary = FileManager.default.temporaryDirectory
      .appendingPathComponent("hamon-trace-" + UUID().uuidString).path
    defer {
      // It exists only if a stream was damaged.
      try? FileManager.default.removeItem(atPath: temporary)
    }
    var plan = TraceInputPlan(paths: directories, temporaryDirectory: temporary)
    if !byLibrary, let summary = try readPlainly(plan, deliver) {
      isReadPlainly = true
      return summary
    }
    while true {
      let graph = try BabeltraceGraph()
      guard let refused = refusedInput(of: plan, in: graph) else {
        return try run(graph, plan: plan, deliver: deliver)
      }
      // A graph that failed to take a component can't be used further.
      plan.replace(inputAt: refused) {
        BabeltraceGraph.reasonForRefusing($0, in: temporary)
      }
    }
    #else
    preconditionFailure("without libbabeltrace2 there is no reader")
    #endif
  }

  #if HAS_BABELTRACE
  /// Reads a trace without the library; `nil` for one that needs it.
  private func readPlainly(
    _ plan: TraceInputPlan,
    _ deliver: (TraceEvent) -> Void
  ) throws(TraceReadingError) -> TraceReadSummary? {
    guard searchFaults.isEmpty else { return nil }
    let result = withoutActuallyEscaping(deliver) {
      deliver -> Result<TraceReadSummary?, TraceReadingError> in
      guard
        var reader = UserSpaceReader(
          plan,
          catalog: catalog,
          pairRules: pairRules,
          noteShare: { [unowned self] in self.readShare = $0 },
          deliver: deliver
        )
      else { return .success(nil) }
      return Result { () throws(TraceReadingError) in
        try reader.run()
      }
    }
    return try result.get()
  }

  private func refusedInput(of plan: TraceInputPlan, in graph: BabeltraceGraph) -> Int? {
    plan.inputs.indices.first { !graph.add(plan.inputs[$0], name: "source\($0)") }
  }

  private func run(
    _ graph: BabeltraceGraph,
    plan: TraceInputPlan,
    deliver: (TraceEvent) -> Void
  ) throws(TraceReadingError) -> TraceReadSummary {
    let faults = searchFaults + plan.faults
    if plan.inputs.isEmpty, faults.count == 1, let fault = faults.first { throw fault }
    var failure: TraceReadingError?
    var pairError: TraceReadingError?
    var summary = withoutActuallyEscaping(deliver) { deliver in
      let sink = MergingSink(catalog: catalog, pairRules: pairRules, deliver: deliver)
      do throws(TraceReadingError) {
        try graph.run(into: sink)
      } catch {
        failure = error
      }
      pairError = sink.pairError
      return sink.finish()
    }
    if let pairError { throw pairError }
    summary.faults = faults + summary.faults + [failure].compactMap { $0 }
    return summary
  }
  #endif
}

/// How far the reading of a trace is.
package struct TraceProgress: Sendable {
  package let events: UInt64
  /// The fraction of the trace that was read; `nil` if unknown.
  package let share: Double?

  /// The progress of a reader after so many delivered events.
  package init(events: UInt64, of reader: TraceReader) {
    self.events = events
    share = reader.readShare
  }
}

/// The result of reading a trace.
package struct TraceReadSummary: Sendable, Equatable {
  /// The summary of no events.
  package static var empty: TraceReadSummary { TraceReadSummary() }

  /// The summary of a trace that could not be read at all.
  package static func unread(_ fault: TraceReadingError) -> TraceReadSummary {
    TraceReadSummary(faults: [fault])
  }

  /// The parts that could not be read; if there are any, only a part of the trace was delivered.
  package internal(set) var faults: [TraceReadingError] = []

  /// How many events were read, of any name.
  package internal(set) var eventCount: UInt64 = 0

  /// How many events were counted but not delivered, because they have no time.
  package internal(set) var eventsWithoutClock: UInt64 = 0

  /// How many events the tracer had no room for, as far as it says.
  package internal(set) var discardedEvents: UInt64 = 0

  /// How many times the tracer discarded events without saying how many.
  package internal(set) var uncountedDiscards: UInt64 = 0

  /// How many packets, each of many events, the tracer had no room for.
  package internal(set) var discardedPackets: UInt64 = 0

  /// The sums of the integer fields of begins and ends.
  package internal(set) var totals: [TraceTotal] = []

  /// How many texts and metrics have only a number, because what the number stands for was lost.
  package internal(set) var missingTexts = 0

  /// Which of the contexts `vpid`, `vtid` and `procname` some events lack, sorted.
  package internal(set) var missingContexts: [String] = []

  /// Whether everything in the trace was read.
  package var isComplete: Bool { faults.isEmpty }
}

/// The sum of one field over all events of a name.
package struct TraceTotal: Sendable, Codable, Equatable {
  /// The event, with its provider.
  package let event: String
  package let field: String
  /// The name of the sum in the event table, such as `listeners called`, or else the field and the event.
  package let label: String
  package var value: Int64 = 0
}
