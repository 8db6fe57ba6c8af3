package import TraceReading

/// The interval of a trace to find.
package enum RequestQuery: Sendable, Equatable {
  /// The interval with an id; ids are unique in a process.
  case id(UInt64, processID: Int64?)
  /// The slowest interval of a name.
  case slowest(name: String)

  /// Reads `4711`, `22280:4711` or a name.
  ///
  /// Ids have no sign, but other tools show those of 2^63 and more with one.
  package init(_ text: String) {
    func id(_ text: some StringProtocol) -> UInt64? {
      UInt64(text) ?? Int64(text).map { UInt64(bitPattern: $0) }
    }
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    if let id = id(text) {
      self = .id(id, processID: nil)
    } else if parts.count == 2, let process = Int64(parts[0]), let id = id(parts[1]) {
      self = .id(id, processID: process)
    } else {
      self = .slowest(name: text)
    }
  }
}

/// Finds an interval while a trace is read, so that a ``RequestRecorder`` can keep it in another reading.
package final class RequestSearch: TraceIntervalSink {
  /// A found interval.
  struct Match {
    let id: TraceIntervalID
    let begin: Int64
    let duration: Int64
  }

  private let query: RequestQuery
  private let catalog: TraceCatalog
  /// At most one for each process.
  private var matches: [Int32: Match] = [:]

  /// Creates a search.
  ///
  /// - Parameters:
  ///   - query: The interval to find.
  ///   - catalog: The catalog of the reader that reads the trace.
  package init(_ query: RequestQuery, catalog: TraceCatalog) {
    self.query = query
    self.catalog = catalog
  }

  /// Keeps an interval if it matches.
  package func take(_ interval: TraceInterval) {
    let known = matches[interval.id.processIndex]
    // An interval that never ended counts as longer than any that did.
    let duration = interval.end.map { $0 - interval.begin } ?? Int64.max
    switch query {
    case .id(let id, let processID):
      guard interval.id.id == id else { return }
      let process = catalog.processes[Int(interval.id.processIndex)].processID
      if let processID, process != processID { return }
      // An update, its listeners and its interceptors share an id: the first begin is the one of all.
      if let known, known.begin <= interval.begin { return }
    case .slowest(let name):
      guard let own = interval.name.map(catalog.string), own == name else { return }
      if let known, known.duration >= duration { return }
    }
    matches[interval.id.processIndex] = Match(
      id: interval.id,
      begin: interval.begin,
      duration: duration
    )
  }

  package func take(_ event: TraceEvent, fields: [TraceField]) {}

  /// The interval that was found.
  ///
  /// - Throws: ``RequestError`` if there is none, or several processes have one.
  func match() throws(RequestError) -> Match {
    switch query {
    case .id(let id, _) where matches.count > 1:
      let processes = matches.keys.compactMap { catalog.processes[Int($0)].processID }
      throw .ambiguous(id: id, processes: processes.sorted())
    default: break
    }
    guard let match = matches.values.max(by: { ($0.duration, $1.begin) < ($1.duration, $0.begin) })
    else { throw .missing(query) }
    return match
  }
}

/// Why a request can't be shown.
package enum RequestError: Error, Equatable, CustomStringConvertible {
  /// No interval matches.
  case missing(RequestQuery)
  /// Several processes have an interval with the id.
  case ambiguous(id: UInt64, processes: [Int64])

  package var description: String {
    switch self {
    case .missing(.id(let id, let process)):
      "\(process.map { "\($0):" } ?? "")\(id): no interval of the trace has this id; "
        + "the table of the slowest in `hamon report` has some"
    case .missing(.slowest(let name)):
      "\(name): no interval of the trace has this name; "
        + "the table of intervals in `hamon report` has the names"
    case .ambiguous(let id, let processes):
      "\(id): \(processes.count) processes have an interval with this id; give one of them before it, as in "
        + "\(processes.first ?? 0):\(id)"
    }
  }
}
