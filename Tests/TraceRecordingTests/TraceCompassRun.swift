import Foundation
import FoundationXML

/// Runs an analysis of the file on events, as Trace Compass does: its machines, their runs that are open, the
/// attributes with their values, and the segments.
///
/// After the sources of `org.eclipse.tracecompass.tmf.analysis.xml.core`: an event that meets a machine's
/// precondition is tried on each open run in the order of their begins until one takes it, then on a new one.
final class TraceCompassRun {
  struct Event {
    let name: String
    let time: Int
    var fields: [String: Value] = [:]
  }

  enum Value: Equatable, CustomStringConvertible {
    case number(Int)
    case text(String)

    var description: String {
      switch self {
      case .number(let number): "\(number)"
      case .text(let text): text
      }
    }
  }

  struct Segment {
    let name: String
    let begin: Int
    let end: Int
    let fields: [String: Value]
  }

  /// A scenario: one way through a machine.
  private final class Run {
    var state: String
    let base: String
    let begin: Int
    var lanes: [String: Int] = [:]

    init(state: String, base: String, begin: Int) {
      self.state = state
      self.base = base
      self.begin = begin
    }
  }

  private struct Transition {
    let events: Set<String>
    let target: String
    let tests: [XMLElement]
    let actions: [XMLElement]
  }

  private final class Machine {
    var condition: Set<String> = []
    var isMultiple = true
    var initial = ""
    var finals: Set<String> = []
    var transitions: [String: [Transition]] = [:]
    var runs: [Run] = []
    var hasPendingRun = true
  }

  /// The value of each attribute that has one, by its path.
  private(set) var values: [String: Value] = [:]
  /// What lies on the stack of an attribute, the lowest first.
  private(set) var stacks: [String: [Value]] = [:]
  private(set) var segments: [Segment] = []
  /// How often an event was tried on a run that was open.
  private(set) var trialCount = 0
  /// How many scripts were evaluated, each in an interpreter of its own.
  private(set) var scriptCount = 0

  private let analysis: XMLElement
  private var machines: [Machine] = []
  private var handlers: [(events: Set<String>, changes: [XMLElement])] = []
  private var takenLanes: [String: Set<Int>] = [:]
  private var runCount = 0

  init(_ id: String, of file: TraceCompassFile) throws {
    let path = "//pattern[@id='\(id)'] | //stateProvider[@id='\(id)']"
    analysis = try file.elements(path)[0]
    for element in try analysis.elements("patternHandler/fsm") {
      let machine = Machine()
      machine.condition = try element.elements("precondition").reduce(into: []) {
        $0.formUnion(try file.events($1.text("event")).flatMap(\.matches))
      }
      machine.isMultiple = element.text("multiple") != "false"
      machine.initial = try element.elements("initial/transition")[0].text("target")
      machine.finals = Set(try element.elements("final").map { $0.text("id") })
      for transition in try file.transitions(of: element) {
        machine.transitions[transition.from, default: []].append(
          Transition(
            events: transition.events,
            target: transition.target,
            tests: transition.tests,
            actions: transition.actions
          )
        )
      }
      machines.append(machine)
    }
    handlers = try analysis.elements("eventHandler").map {
      (
        Set(try file.events($0.text("eventName")).flatMap(\.matches)),
        try $0.elements("stateChange")
      )
    }
  }

  /// Runs that are open now.
  var openRunCount: Int { machines.map(\.runs.count).reduce(0, +) }

  func handle(_ event: Event) throws {
    for handler in handlers where handler.events.contains(event.name) {
      for change in handler.changes { try apply(change, event, nil) }
    }
    for machine in machines where machine.condition.contains(event.name) {
      try handle(event, machine)
    }
  }

  private func handle(_ event: Event, _ machine: Machine) throws {
    for (index, run) in machine.runs.enumerated() {
      trialCount += 1
      guard try take(event, run, machine) else { continue }
      if machine.finals.contains(run.state) {
        for (pool, lane) in run.lanes { takenLanes[pool]?.remove(lane) }
        for path in values.keys where path.hasPrefix("\(run.base)/") { values[path] = nil }
        for (pool, lane) in run.lanes { values["\(pool)/\(lane)"] = nil }
        machine.runs.remove(at: index)
      }
      return
    }
    guard machine.hasPendingRun else { return }
    runCount += 1
    let run = Run(state: machine.initial, base: "#\(runCount)", begin: event.time)
    guard try take(event, run, machine) else { return }
    machine.runs.append(run)
    machine.hasPendingRun = machine.isMultiple
  }

  private func take(_ event: Event, _ run: Run, _ machine: Machine) throws -> Bool {
    for transition in machine.transitions[run.state] ?? []
    where transition.events.contains(event.name) {
      guard
        try transition.tests.allSatisfy({ try holds($0.elements("if/*")[0], event, run) })
      else { continue }
      for action in transition.actions {
        for step in try action.elements("*") {
          if step.name == "segment" {
            try emit(step, event, run)
          } else {
            try apply(step, event, run)
          }
        }
      }
      run.state = transition.target
      return true
    }
    return false
  }

  private func apply(_ change: XMLElement, _ event: Event, _ run: Run?) throws {
    if let condition = try change.elements("if/*").first {
      let branch = try holds(condition, event, run) ? "then" : "else"
      for next in try change.elements(branch) { try apply(next, event, run) }
      return
    }
    guard let path = try path(change.elements("stateAttribute"), event, run) else { return }
    let element = try change.elements("stateValue")[0]
    switch element.text("stack") {
    case "push": stacks[path, default: []].append(try value(element, event, run) ?? .text("null"))
    case "pop": _ = stacks[path]?.popLast()
    default:
      let value = try value(element, event, run)
      if element.text("increment") == "true", case .number(let change)? = value {
        if case .number(let old)? = values[path] {
          values[path] = .number(old + change)
        } else {
          values[path] = value
        }
      } else {
        values[path] = value
      }
    }
  }

  private func emit(_ segment: XMLElement, _ event: Event, _ run: Run) throws {
    let type = try segment.elements("segType")[0]
    let name = try type.elements("segName/stateValue").first
      .map { try value($0, event, run)?.description ?? "null" }
    var begin = run.begin
    var end = event.time
    if let element = try segment.elements("segTime/begin").first,
      case .number(let time)? = try value(element, event, run)
    {
      begin = time
    }
    if let element = try segment.elements("segTime/end").first,
      case .number(let time)? = try value(element, event, run)
    {
      end = time
    }
    var fields: [String: Value] = [:]
    for field in try segment.elements("segContent/segField") {
      fields[field.text("name")] = try value(field.elements("stateValue")[0], event, run)
    }
    segments.append(
      Segment(name: name ?? type.text("segName"), begin: begin, end: end, fields: fields)
    )
  }

  private func value(_ element: XMLElement, _ event: Event, _ run: Run?) throws -> Value? {
    let name = element.text("value")
    switch element.text("type") {
    case "int", "long": return Int(try defined(name)).map { .number($0) }
    case "string": return .text(name)
    case "eventName": return .text(event.name)
    case "eventField":
      return event.fields[name] ?? (name == "timestamp" ? .number(event.time) : nil)
    case "query":
      return try path(element.elements("stateAttribute"), event, run).flatMap { values[$0] }
    case "script":
      scriptCount += 1
      var variables: [String: Value] = [:]
      for variable in try element.elements("stateValue") {
        variables[variable.text("id")] = try value(variable, event, run)
      }
      return .text(try result(of: name, variables))
    default: return nil
    }
  }

  /// What a script makes: all of them put texts together, after one has looked at a name.
  private func result(of script: String, _ variables: [String: Value]) throws -> String {
    if let choice = try /\/(.+)\/i\.test\((\w+)\) \? (.+) : (.+)/.wholeMatch(in: script)?.output {
      let text = variables[String(choice.2)]?.description ?? "null"
      let isFound = try Regex(String(choice.1)).ignoresCase().firstMatch(in: text) != nil
      return try result(of: String(isFound ? choice.3 : choice.4), variables)
    }
    return script.components(separatedBy: " + ").map { part in
      part.hasPrefix("'")
        ? String(part.dropFirst().dropLast()).replacing("\\'", with: "'")
        : variables[part]?.description ?? "null"
    }.joined()
  }

  private func defined(_ value: String) throws -> String {
    guard value.hasPrefix("$") else { return value }
    return try analysis.elements("definedValue[@name='\(value.dropFirst())']")[0].text("value")
  }

  /// The path that attributes make; `nil` where one has no value.
  private func path(_ attributes: [XMLElement], _ event: Event, _ run: Run?) throws -> String? {
    var path = ""
    for attribute in attributes {
      let value = attribute.text("value")
      switch attribute.text("type") {
      case "constant" where value == "#CurrentScenario": path = run?.base ?? ""
      case "constant": path += "/\(value)"
      case "location":
        let location = try analysis.elements("location[@id='\(value)']/stateAttribute")
        guard let part = try self.path(location, event, run) else { return nil }
        path += part
      case "eventField":
        guard let part = event.fields[value] else { return nil }
        path += "/\(part)"
      case "query":
        guard let query = try self.path(attribute.elements("stateAttribute"), event, run),
          let part = values[query]
        else { return nil }
        path += "/\(part)"
      case "pool":
        let taken = takenLanes[path, default: []]
        let lane = run?.lanes[path] ?? (0...).first { !taken.contains($0) } ?? 0
        run?.lanes[path] = lane
        takenLanes[path, default: []].insert(lane)
        path += "/\(lane)"
      default: return nil
      }
    }
    return path
  }

  private func holds(_ condition: XMLElement, _ event: Event, _ run: Run?) throws -> Bool {
    let parts = try condition.elements("*")
    switch condition.name {
    case "and": return try parts.allSatisfy { try holds($0, event, run) }
    case "or": return try parts.contains { try holds($0, event, run) }
    case "not": return try !holds(parts[0], event, run)
    default: break
    }
    let operands = try condition.elements("stateValue")
    var left: Value?
    if operands.count == 2 {
      left = try value(operands[0], event, run)
    } else if let field = try condition.elements("field").first {
      left = event.fields[field.text("name")]
    } else if let path = try path(condition.elements("stateAttribute"), event, run) {
      left = values[path]
    }
    let right = try value(operands[operands.count - 1], event, run)
    let isLess: Bool
    switch (left, right) {
    case (.number(let left)?, .number(let right)?): isLess = left < right
    default: isLess = (left?.description ?? "null") < (right?.description ?? "null")
    }
    return switch condition.text("operator") {
    case "ne": left != right
    case "ge": !isLess
    case "lt": isLess
    default: left?.description == right?.description
    }
  }
}
