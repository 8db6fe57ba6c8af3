import ReportRendering
package import TraceReading

/// Keeps one interval of a trace with all its descendants, as a tree.
package final class RequestRecorder: TraceIntervalSink {
  /// An event of one moment.
  private struct Moment {
    let time: Int64
    let parent: TraceIntervalID
    let text: String
  }

  private let root: TraceIntervalID
  private let begin: Int64
  private let catalog: TraceCatalog
  /// The intervals of the tree, with their parents.
  private var parents: [TraceIntervalID: TraceIntervalID?] = [:]
  private var intervals: [TraceIntervalID: TraceInterval] = [:]
  private var moments: [Moment] = []
  private var isFound = false

  /// Creates a recorder.
  ///
  /// - Parameters:
  ///   - search: A search that has read the whole trace.
  ///   - catalog: The catalog of the reader that reads it again.
  /// - Throws: ``RequestError`` if the search has found nothing.
  package init(_ search: RequestSearch, catalog: TraceCatalog) throws(RequestError) {
    let match = try search.match()
    root = match.id
    begin = match.begin
    self.catalog = catalog
  }

  /// Decides whether an interval belongs to the tree.
  package func begin(_ id: TraceIntervalID, parent: TraceIntervalID?, at time: Int64) {
    // An id may occur again at another time.
    if id == root, time == begin {
      isFound = true
      parents[id] = .some(nil)
    } else if isFound, id != root, let parent, parents[parent] != nil, intervals[id] == nil {
      parents[id] = parent
    }
  }

  /// Keeps an interval if it belongs to the tree.
  package func take(_ interval: TraceInterval) {
    if parents[interval.id] != nil, intervals[interval.id] == nil {
      intervals[interval.id] = interval
    }
  }

  /// Keeps a point, or another try of an item, if it belongs to the tree.
  package func take(_ event: TraceEvent, fields: [TraceField]) {
    switch event.payload {
    case .point(_, let parentID, let name, _, _, let message):
      let values = fields.map { "\(catalog.string($0.key))=\($0.value)" }
      let details = ([message] + values).filter { !$0.isEmpty }.joined(separator: ", ")
      let name = catalog.string(name)
      note(event, parentID, details.isEmpty ? "* \(name)" : "* \(name): \(details)")
    case .dispatchRetry(let id, let name, let attempt, let delay, let error):
      let delay = TraceReport.duration(delay)
      note(
        event,
        id,
        "* \(catalog.string(name)) is tried again, for time \(attempt), after \(delay): \(error)"
      )
    default: break
    }
  }

  private func note(_ event: TraceEvent, _ parentID: UInt64, _ text: String) {
    let owner = catalog.kinds.lazy
      .map { TraceIntervalID(processIndex: event.processIndex, kind: $0, id: parentID) }
      .first { self.parents[$0] != nil }
    if let owner { moments.append(Moment(time: event.timestamp, parent: owner, text: text)) }
  }

  /// The tree as text: when each interval began, how long it took and had waited, and what happened in it.
  ///
  /// - Parameter width: The maximum length of a line in characters; `nil` for no limit.
  /// - Complexity: O(*n* log *n*) in the number of intervals of the tree.
  /// - Returns: The text, with a newline at the end of each line.
  package func renderedText(width: Int? = nil) -> String {
    guard let top = intervals[root] else { return "" }
    var table = TextTable(
      headers: ["began at", "took", "self", "waited", ""],
      alignments: [.right, .right, .right, .right, .sentence]
    )
    var children: [TraceIntervalID: [TraceInterval]] = [:]
    for interval in intervals.values {
      if let parent = parents[interval.id] ?? nil { children[parent, default: []].append(interval) }
    }
    let momentsByParent = Dictionary(grouping: moments, by: \.parent)
    // A stack instead of recursion: a chain of dispatches may be long.
    var stack: [(time: Int64, depth: Int, line: Line)] = [(top.begin, 0, .interval(top))]
    while let (time, depth, line) = stack.popLast() {
      let indentation = String(repeating: "  ", count: depth)
      switch line {
      case .moment(let text):
        table.append(row: [
          "+" + TraceReport.duration(time - begin), "", "", "", indentation + text,
        ])
      case .interval(let interval):
        let below = children[interval.id] ?? []
        table.append(row: [
          "+" + TraceReport.duration(time - begin),
          interval.end.map { TraceReport.duration($0 - time) } ?? "open",
          TraceReport.duration(interval.end.map { Self.selfTime(of: interval, until: $0, below) }),
          TraceReport.duration(interval.wait), indentation + label(of: interval),
        ])
        let lines =
          below.map { ($0.begin, depth + 1, Line.interval($0)) }
          + (momentsByParent[interval.id] ?? []).map { ($0.time, depth + 1, .moment($0.text)) }
        stack += lines.sorted { $0.0 > $1.0 }
      }
    }
    let title = TextTable.singleLine("\(name(of: top)) (\(place(of: top)))")
    return "\(title)\n\n" + table.rendered(width: width)
  }

  private enum Line {
    case interval(TraceInterval)
    case moment(String)
  }

  private func name(of interval: TraceInterval) -> String {
    let name = IntervalLabel.text(
      name: interval.name.map(catalog.string),
      subsystem: interval.subsystem.map(catalog.string),
      category: interval.category.map(catalog.string)
    )
    let label = catalog.label(of: interval.kind)
    let kind = label == .interval ? nil : label.rawValue
    let outcome = interval.outcome.map(catalog.string)
    return [kind, name, outcome == "success" ? nil : outcome].compactMap { $0 }
      .joined(separator: " ")
  }

  /// The name and all other facts about it.
  private func label(of interval: TraceInterval) -> String {
    let place = interval.id.processIndex == root.processIndex ? nil : "in \(place(of: interval))"
    let fields = interval.fields.map { (catalog.string($0.key), "\($0.value)") }
      // The last name of a span is its name already.
      .filter { $0.0 != "name" || catalog.label(of: interval.kind) != .interval }
      .map { "\($0.0)=\($0.1)" }
    let details = ([place].compactMap { $0 } + fields).joined(separator: ", ")
    return name(of: interval) + (details.isEmpty ? "" : " (\(details))")
  }

  private func place(of interval: TraceInterval) -> String {
    let process = catalog.processes[Int(interval.id.processIndex)]
    let names = [process.name, process.processID.map { "pid \($0)" }, "id \(interval.id.id)"]
    return names.compactMap { $0 }.joined(separator: ", ")
  }

  /// The part of an interval in which none of its children ran.
  private static func selfTime(
    of interval: TraceInterval,
    until end: Int64,
    _ children: [TraceInterval]
  ) -> Int64 {
    var covered: Int64 = 0
    var reached = interval.begin
    for child in children.sorted(by: { $0.begin < $1.begin }) {
      let childBegin = max(child.begin, reached)
      let childEnd = min(child.end ?? end, end)
      // A child may begin after the end, such as the frame that shows the result of a navigation step.
      guard childEnd > childBegin else { continue }
      covered += childEnd - childBegin
      reached = childEnd
    }
    return end - interval.begin - covered
  }
}
