import TraceReading

/// What a trace says of signposts, with fields where they belong: an interval's between its begin and
/// its end, an event's before it.
struct TraceTranscript {
  struct Interval {
    var id: UInt64
    var parentID: UInt64
    var name: String
    var kind: String
    var fields: [String] = []
    var context: TraceSpanContext?
    var parentSpanID: UInt64?
    var links: [TraceSpanContext] = []
    var isEnded = false
  }

  struct Point {
    var parentID: UInt64
    var name: String
    var kind: String
    var message: String
    var fields: [String]
  }

  /// In the order of their begins.
  var intervals: [Interval] = []
  var points: [Point] = []
  /// Such as `metrics/counter requests = 3`.
  var counters: [String] = []
  var measurements: [String] = []
  /// What belongs to no interval that is open, nor to an event that follows.
  var strays: [String] = []

  func intervals(named name: String) -> [Interval] { intervals.filter { $0.name == name } }

  func interval(_ id: UInt64) -> Interval? { intervals.first { $0.id == id } }

  init(ofTraceAt path: String) throws {
    let reader = try TraceReader(path: path)
    var transcript = TraceTranscript()
    let text = { reader.catalog.string($0) }
    var indices: [UInt64: Int] = [:]
    var pending: [UInt64: [String]] = [:]
    let summary = try reader.read { event in
      switch event.payload {
      case .begin(let begin):
        indices[begin.id] = transcript.intervals.count
        let names = [begin.subsystem, begin.category, begin.name].map { $0.map(text) ?? "" }
        transcript.intervals.append(
          Interval(
            id: begin.id,
            parentID: begin.parentID,
            name: names[2],
            kind: "\(names[0])/\(names[1])"
          )
        )
      case .end(_, let id, _):
        guard let index = indices.removeValue(forKey: id) else {
          return transcript.strays.append("end \(id)")
        }
        transcript.intervals[index].isEnded = true
      case .field(let id, let field):
        let text = "\(text(field.key)): \(field.value.transcript)"
        if let index = indices[id] {
          transcript.intervals[index].fields.append(text)
        } else {
          pending[id, default: []].append(text)
        }
      case .spanContext(let id, let context, let parentSpanID):
        guard let index = indices[id] else { return transcript.strays.append("context \(id)") }
        transcript.intervals[index].context = context
        transcript.intervals[index].parentSpanID = parentSpanID
      case .spanLink(let id, let context):
        guard let index = indices[id] else { return transcript.strays.append("link \(id)") }
        transcript.intervals[index].links.append(context)
      case .point(let id, let parentID, let name, let subsystem, let category, let message):
        transcript.points.append(
          Point(
            parentID: parentID,
            name: text(name),
            kind: "\(text(subsystem))/\(text(category))",
            message: message,
            fields: pending.removeValue(forKey: id) ?? []
          )
        )
      case .counter(let name, let value, let subsystem, let category, _):
        transcript.counters.append(
          "\(text(subsystem))/\(text(category)) \(text(name)) = \(value)"
        )
      case .sample(let name, let value, let subsystem, let category):
        transcript.measurements.append(
          "\(text(subsystem))/\(text(category)) \(text(name)) = \(value)"
        )
      default: transcript.strays.append(reader.catalog.eventClasses[event.classIndex].fullName)
      }
    }
    transcript.strays += pending.map { "\($0.key): \($0.value)" } + summary.faults.map { "\($0)" }
    self = transcript
  }

  private init() {}
}

extension TraceField.Value {
  /// The value with its type.
  fileprivate var transcript: String {
    switch self {
    case .integer(let value): "integer \(value)"
    case .float(let value): "float \(value)"
    case .boolean(let value): "boolean \(value)"
    case .text(let value): "text \(value)"
    }
  }
}
