import EventTable
import Foundation
import FoundationXML

@testable import TraceRecording

/// The events and fields of the event table, and of that of tasks.
struct TracepointFields {
  /// The names of the fields of each event, by `provider:event`.
  var fields = Dictionary(
    uniqueKeysWithValues: (EventDefinition.all + EventDefinition.tasks).map {
      ($0.name, Set($0.fields.map(\.name)))
    }
  )

  /// The names of the intervals' events before `_begin` and `_end`.
  let intervals = Set(
    EventDefinition.all.filter { $0.role == .begin }.map {
      String($0.name.dropLast("_begin".count))
    }
  )
}

/// The analyses for Trace Compass in `tools/tracecompass/hamon.xml`.
struct TraceCompassFile {
  /// The root of the package.
  static let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")
    .standardized
  static let url = root.appending(path: "tools/tracecompass/hamon.xml")
  static let schema = root.appending(path: "Tests/Fixtures/TraceCompassSchema/xmlDefinition.xsd")

  /// A transition between states, with all that it does.
  struct Transition {
    let from: String
    let target: String
    /// The names of events, resolved.
    let events: Set<String>
    let tests: [XMLElement]
    let actions: [XMLElement]

    /// Whether it neither begins nor ends anything.
    var stays: Bool { from == target }
  }

  /// The event of LTTng's own that every recording has.
  private static let foreignFields: [String: Set<String>] = [
    TracepointCatalog.processName: ["procname"]
  ]

  private let document: XMLDocument
  private let headers: TracepointFields

  init(headers: TracepointFields, url: URL = Self.url) throws {
    document = try XMLDocument(contentsOf: url)
    self.headers = headers
  }

  /// Makes the file anew, of the event table and of other tables besides.
  static func generated(besides tables: [String] = []) throws -> Data {
    let folder = root.appending(path: "Sources/Signposts/CEventTable/include").path
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/python3")
    process.arguments =
      [root.appending(path: "tools/tracecompass/generate").path]
      + ["KatanaEvents.def", "SignpostEvents.def"].map { "\(folder)/\($0)" } + tables
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return data
  }

  /// The elements at a path.
  func elements(_ path: String) throws -> [XMLElement] {
    try document.nodes(forXPath: path).compactMap { $0 as? XMLElement }
  }

  /// The events of the headers that a name in the file means: expressions, separated by `|`, where `*`
  /// is anything; Trace Compass reads names so.
  ///
  /// - Returns: The events of each expression.
  func events(_ expressions: String) throws -> [(expression: String, matches: Set<String>)] {
    try expressions.split(separator: "|", omittingEmptySubsequences: false).map { part in
      let regex = try Regex(String(part.replacing("*", with: ".*")))
      let events = try (Array(headers.fields.keys) + Self.foreignFields.keys)
        .filter { try regex.wholeMatch(in: $0) != nil }
      return (String(part), Set(events))
    }
  }

  /// The fields of an event.
  func fields(of event: String) -> Set<String>? {
    headers.fields[event] ?? Self.foreignFields[event]
  }

  /// The transitions of a machine, in the order of the file.
  func transitions(of machine: XMLElement) throws -> [Transition] {
    try machine.elements("state/transition").map { transition in
      Transition(
        from: (transition.parent as? XMLElement)?.text("id") ?? "",
        target: transition.text("target"),
        events: try events(transition.text("event")).reduce(into: []) { $0.formUnion($1.matches) },
        tests: try handlers("test", transition.text("cond"), near: machine),
        actions: try handlers("action", transition.text("action"), near: machine)
      )
    }
  }

  /// The tests or actions that `a:b` names; one that is missing is left out.
  private func handlers(
    _ kind: String,
    _ names: String,
    near machine: XMLElement
  ) throws
    -> [XMLElement]
  {
    try names.split(separator: ":").flatMap { try machine.elements("../\(kind)[@id='\($0)']") }
  }

  /// The fields of an event that an element reads, through its locations too.
  func fieldsRead(by element: XMLElement) throws -> Set<String> {
    let own =
      try element.elements(".//*[@type='eventField']").map { $0.text("value") }
      + element.elements(".//field").map { $0.text("name") }
    let locations = try element.elements(".//stateAttribute[@type='location']").flatMap {
      try element.elements("ancestor::*/location[@id='\($0.text("value"))']")
    }
    return try locations.reduce(into: Set(own)) { $0.formUnion(try fieldsRead(by: $1)) }
  }

  /// What an element asks of what its scenario has saved, through its locations too.
  func savedValuesRead(by element: XMLElement) throws -> Set<String> {
    let own = try element.elements(
      ".//*[@type='query']/stateAttribute[@value='#CurrentScenario']/following-sibling::*[1]"
    ).map { $0.text("value") }
    let locations = try element.elements(".//stateAttribute[@type='location']").flatMap {
      try element.elements("ancestor::*/location[@id='\($0.text("value"))']")
    }
    return try locations.reduce(into: Set(own)) { $0.formUnion(try savedValuesRead(by: $1)) }
  }

  /// What an action saves in its scenario.
  func valuesSaved(by action: XMLElement) throws -> Set<String> {
    Set(
      try action.elements(
        ".//stateChange/stateAttribute[@value='#CurrentScenario']/following-sibling::*[1]"
      ).map { $0.text("value") }
    )
  }
}

extension XMLElement {
  /// An attribute's value; empty if there is none.
  func text(_ attribute: String) -> String {
    self.attribute(forName: attribute)?.stringValue ?? ""
  }

  /// The elements at a path from here.
  func elements(_ path: String) throws -> [XMLElement] {
    try nodes(forXPath: path).compactMap { $0 as? XMLElement }
  }
}
