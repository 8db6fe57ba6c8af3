import ReportRendering
import TraceAnalysis
import TraceReading

/// Writes one row an interval, point or value.
///
/// Units: times are nanoseconds since the Unix epoch, durations nanoseconds.
///
/// Source: RFC 4180; lines end in CR LF.
final class CSVWriter: TraceWriter {
  private static let columns = [
    "record", "kind", "name", "subsystem", "category", "host", "pid", "begin_tid", "end_tid", "id",
    "parent_kind", "parent_id", "begin_ns", "end_ns", "duration_ns", "cpu_ns", "wait_ns", "outcome",
    "value", "message", "fields",
  ]

  private let output: OutputFile
  private let catalog: TraceCatalog
  /// The current row, in memory that the next one reuses.
  private var row: [UInt8] = []

  init(output: OutputFile, catalog: TraceCatalog) {
    self.output = output
    self.catalog = catalog
    write(Self.columns)
  }

  func finish(_ report: TraceReport) {}

  func take(_ interval: TraceInterval) {
    let process = catalog.processes[Int(interval.id.processIndex)]
    write([
      "interval", catalog.label(of: interval.kind).rawValue, text(interval.name),
      text(interval.subsystem),
      text(interval.category), process.hostname, number(process.processID),
      number(catalog.threads[interval.beginThreadIndex].threadID),
      number(interval.endThreadIndex.flatMap { catalog.threads[$0].threadID }),
      "\(interval.id.id)", interval.parent.map { catalog.label(of: $0.kind).rawValue } ?? "",
      interval.parent.map { "\($0.id)" } ?? "", "\(interval.begin)", number(interval.end),
      number(interval.end.map { $0 - interval.begin }), number(interval.cpuTime),
      number(interval.wait), text(interval.outcome), "", "", text(interval.fields),
    ])
  }

  func take(_ event: TraceEvent, fields: [TraceField]) {
    let process = catalog.processes[event.processIndex]
    func row(
      _ record: String,
      _ name: String,
      owner: (TraceSymbol, TraceSymbol)? = nil,
      id: String = "",
      parent: String = "",
      value: String = "",
      message: String = ""
    ) {
      write([
        record, "", name, text(owner?.0), text(owner?.1), process.hostname,
        number(process.processID), number(catalog.threads[event.threadIndex].threadID), "", id, "",
        parent, "\(event.timestamp)", "", "", "", "", "", value, message, text(fields),
      ])
    }
    switch event.payload {
    case .point(let id, let parentID, let name, let subsystem, let category, let message):
      row(
        "point",
        text(name),
        owner: (subsystem, category),
        id: "\(id)",
        parent: parentID == 0 ? "" : "\(parentID)",
        message: message
      )
    case .counter(let name, let value, _, _, let store?):
      row(text(name), "store \(store)", value: "\(value)")
    case .counter(let name, let value, let subsystem, let category, nil):
      row("counter", text(name), owner: (subsystem, category), value: "\(value)")
    case .sample(let name, let value, let subsystem, let category):
      row("measurement", text(name), owner: (subsystem, category), value: "\(value)")
    case .dispatchRetry(let id, let name, let attempt, let delay, let error):
      row(
        "retry",
        text(name),
        id: id == 0 ? "" : "\(id)",
        value: "\(attempt)",
        message: "after \(delay) ns: \(error)"
      )
    default: break
    }
  }

  private func text(_ symbol: TraceSymbol?) -> String { symbol.map(catalog.string) ?? "" }

  private func text(_ fields: [TraceField]) -> String {
    fields.map { "\(catalog.string($0.key))=\($0.value)" }.joined(separator: ";")
  }

  private func number(_ value: Int64?) -> String { value.map { "\($0)" } ?? "" }

  private func write(_ cells: [String]) {
    row.removeAll(keepingCapacity: true)
    for (place, cell) in cells.enumerated() {
      if place > 0 { row.append(UInt8(ascii: ",")) }
      CSVField.append(cell, to: &row)
    }
    row += [13, 10]
    output.write(row)
  }
}
