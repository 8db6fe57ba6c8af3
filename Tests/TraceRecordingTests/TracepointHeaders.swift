import Foundation

/// The events and fields that the C headers define.
struct TracepointHeaders {
  /// The names of the fields of each event, by `provider:event`.
  let fields: [String: Set<String>]

  init() throws {
    var fields: [String: Set<String>] = [:]
    for name in ["KatanaTracepoints.h", "SignpostTracepoints.h"] {
      let header = Self.root.appending(path: "Sources/Signposts/CSignposts/\(name)")
      let text = try String(contentsOf: header, encoding: .utf8)
      for definition in text.components(separatedBy: "LTTNG_UST_TRACEPOINT_EVENT(").dropFirst() {
        guard let event = definition.prefixMatch(of: /\s*(\w+),\s*(\w+),/) else { continue }
        let typed = definition.matches(of: /lttng_ust_field_(?:integer|float)\(\w+,\s*(\w+),/)
        let strings = definition.matches(of: /lttng_ust_field_string\((\w+),/)
        fields["\(event.1):\(event.2)"] = Set((typed + strings).map { String($0.1) })
      }
    }
    self.fields = fields
  }

  /// What the intervals' events are called before `_begin` and `_end`.
  var intervals: Set<String> {
    let names = fields.keys
    return Set(names.filter { $0.hasSuffix("_begin") }.map { String($0.dropLast("_begin".count)) })
      .filter { names.contains("\($0)_end") }
  }

  /// The root of the package.
  static var root: URL {
    URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..").standardized
  }
}
