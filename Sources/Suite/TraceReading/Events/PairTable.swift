import EventTable

/// Which events of a trace begin and end an interval, and how an end finds its begin.
///
/// The rule, for any program (docs/tracing.md, Pairs):
///  1. `X_begin` and `X_end`, or `X_entry` and `X_exit`, of one provider are a pair.
///  2. An end finds its begin by the integer field `id` that both have, else by the first integer field of the begin
///     that both have and that ends in `_id`, else by the thread; never by a field `parent_id`.
///  3. A pair that a user names takes precedence, for its events.
struct PairTable {
  /// The types of fields that matter here.
  enum FieldType {
    case unsigned
    case signed
    case double
    case string
  }

  struct End {
    let kind: TraceIntervalKind
    let isBegin: Bool
    /// The field that pairs; `nil` for the thread.
    let key: String?
  }

  /// Other types are `nil`.
  typealias Fields = [(name: String, type: FieldType?)]

  private let catalog: TraceCatalog
  private let rules: [TracePairRule]
  /// The events named in rules, declared by a trace or not.
  private let named: Set<String>
  /// The events that the traces declare, with their fields.
  private var declared: [String: Fields] = [:]
  private(set) var ends: [String: End] = [:]

  init(catalog: TraceCatalog, rules: [TracePairRule]) {
    self.catalog = catalog
    self.rules = rules
    named = Set(rules.flatMap { [$0.begin, $0.end] })
    for (index, interval) in catalog.intervals.enumerated()
    where !named.contains(interval.begin) && !named.contains(interval.end) {
      add(TraceIntervalKind(index: Int16(index)), interval)
    }
  }

  /// Notes the events that a trace declares, and pairs the new ones.
  mutating func learn(_ events: [(name: String, fields: Fields)]) throws(TraceReadingError) {
    var isNew = false
    for (name, fields) in events {
      let typed = fields.filter { $0.type != nil }
      if declared.updateValue(typed, forKey: name) == nil { isNew = true }
    }
    guard isNew else { return }
    for rule in rules where ends[rule.begin] == nil { try pair(rule) }
    for begin in declared.keys.sorted() where ends[begin] == nil {
      for (suffix, other) in [("_begin", "_end"), ("_entry", "_exit")] where begin.hasSuffix(suffix)
      {
        let end = String(begin.dropLast(suffix.count)) + other
        guard declared[end] != nil, ends[end] == nil, !named.contains(begin), !named.contains(end)
        else { continue }
        pair(begin, end, label: String(begin.dropLast(suffix.count)), by: sharedKey(begin, end))
      }
    }
  }

  /// Refuses rules for events that no trace has.
  func check() throws(TraceReadingError) {
    for rule in rules {
      for event in [rule.begin, rule.end] where declared[event] == nil {
        let provider = event.prefix { $0 != ":" }
        let similar = declared.keys.filter { $0.hasPrefix("\(provider):") }.sorted()
        throw TraceReadingError(
          .unknownPair,
          path: event,
          problem: "the trace has no event of this name",
          remedy: similar.isEmpty
            ? "give one of the names under Events in `hamon report`"
            : "of its provider it has \(similar.prefix(12).joined(separator: ", "))"
        )
      }
    }
  }

  private mutating func pair(_ rule: TracePairRule) throws(TraceReadingError) {
    guard let begin = declared[rule.begin], let end = declared[rule.end] else { return }
    var key = rule.key == "thread" ? nil : rule.key
    if let key {
      for (event, fields) in [(rule.begin, begin), (rule.end, end)]
      where !fields.contains(where: { $0.name == key && $0.type != .double }) {
        let names = fields.map(\.name).joined(separator: ", ")
        throw TraceReadingError(
          .unknownPair,
          path: event,
          problem: "it has no field \(key) that could pair intervals",
          remedy: "give one of its fields (\(names.isEmpty ? "it has none" : names)) or key=thread"
        )
      }
    } else if rule.key == nil {
      key = sharedKey(rule.begin, rule.end)
    }
    pair(rule.begin, rule.end, label: Self.stem(of: rule.begin), by: key)
  }

  /// The name of the interval that an event begins.
  static func stem(of event: String) -> String {
    let suffix = ["_begin", "_entry", "_start"].first { event.hasSuffix($0) }
    return String(event.dropLast(suffix?.count ?? 0))
  }

  private mutating func pair(_ begin: String, _ end: String, label: String, by key: String?) {
    let provider = String(begin.prefix { $0 != ":" })
    let isTaken = catalog.intervals.contains { $0.label == label }
    let interval = TraceIntervalClass(
      label: isTaken ? begin : label,
      begin: begin,
      end: end,
      key: key,
      namespace: catalog.namespace(of: key == nil ? nil : provider)
    )
    guard let kind = catalog.add(interval) else { return }
    add(kind, interval)
  }

  private mutating func add(_ kind: TraceIntervalKind, _ interval: TraceIntervalClass) {
    ends[interval.begin] = End(kind: kind, isBegin: true, key: interval.key)
    ends[interval.end] = End(kind: kind, isBegin: false, key: interval.key)
  }

  private func sharedKey(_ begin: String, _ end: String) -> String? {
    func integers(_ event: String) -> [String] {
      (declared[event] ?? []).filter { $0.type == .unsigned || $0.type == .signed }.map(\.name)
    }
    let shared = integers(begin).filter(integers(end).contains)
    return shared.first { $0 == "id" } ?? shared.first { $0.hasSuffix("_id") && $0 != "parent_id" }
  }
}

extension PairTable.FieldType {
  /// The type of a field, by its name in the event table.
  init(table name: String) {
    switch name {
    case "i64": self = .signed
    case "f64": self = .double
    case "text", "any", "packed": self = .string
    default: self = .unsigned
    }
  }
}

/// The open intervals of each thread, for events without an id: they get one.
struct ThreadStacks {
  private static let maximumDepth = 1024

  private var stacks: [[(kind: TraceIntervalKind, id: UInt64)]] = []
  private var lastID: UInt64 = 0

  /// Begins an interval inside the one that is open on the thread.
  mutating func begin(_ kind: TraceIntervalKind, thread: Int) -> (id: UInt64, parentID: UInt64) {
    while stacks.count <= thread { stacks.append([]) }
    let parentID = stacks[thread].last?.id ?? 0
    lastID += 1
    stacks[thread].append((kind, lastID))
    // If begins have no ends, the oldest one goes.
    if stacks[thread].count > Self.maximumDepth { stacks[thread].removeFirst() }
    return (lastID, parentID)
  }

  /// Ends the last interval of a kind on the thread; 0 if there is none.
  mutating func end(_ kind: TraceIntervalKind, thread: Int) -> UInt64 {
    guard thread < stacks.count,
      let index = stacks[thread].lastIndex(where: { $0.kind == kind })
    else { return 0 }
    return stacks[thread].remove(at: index).id
  }
}

/// A pair of events that a user names as the ends of an interval.
package struct TracePairRule: Sendable, Equatable {
  /// The event that begins it, with its provider.
  package let begin: String
  /// The event that ends it.
  package let end: String
  /// The field by which an end finds its begin, `thread` for the thread, or `nil` for the usual rule.
  package let key: String?

  /// Reads `PROVIDER:BEGIN=PROVIDER:END[,key=FIELD]`.
  ///
  /// - Throws: ``TraceReadingError`` if the text has another form.
  package init(parsing text: String) throws(TraceReadingError) {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    let events = parts[0].split(separator: "=", omittingEmptySubsequences: false)
    let key = parts.count > 1 ? String(parts[1]) : nil
    guard events.count == 2, events.allSatisfy({ !$0.isEmpty }), events[0] != events[1],
      parts.count < 3, key.map({ $0.hasPrefix("key=") && $0.count > 4 }) ?? true
    else {
      throw TraceReadingError(
        .unknownPair,
        path: text,
        problem: "this is no pair of events",
        remedy:
          "give PROVIDER:BEGIN=PROVIDER:END, and ,key=FIELD if they share a field that tells intervals apart"
      )
    }
    begin = String(events[0])
    end = String(events[1])
    self.key = key.map { String($0.dropFirst(4)) }
  }
}
