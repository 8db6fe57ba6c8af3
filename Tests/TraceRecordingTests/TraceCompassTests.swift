import Foundation
import FoundationXML
import Testing

// Trace Compass itself doesn't run here: these tests hold the file against the C headers, against the
// schema, and against the rules that its sources imply.
@Suite(.timeLimit(.minutes(30))) struct TraceCompassTests {
  private let headers: TracepointFields
  private let file: TraceCompassFile
  private static let contexts: Set = ["context._vpid", "context._vtid", "context._procname"]

  init() throws {
    headers = TracepointFields()
    file = try TraceCompassFile(headers: headers)
  }

  /// What a machine is called in a message.
  private func name(_ machine: XMLElement) -> String {
    let pattern = machine.parent?.parent as? XMLElement
    return "\(pattern?.text("id") ?? ""), \(machine.text("id"))"
  }

  private func machines() throws -> [XMLElement] {
    let machines = try file.elements("//fsm")
    #expect(machines.count > 20)
    return machines
  }

  private static let xmllint = ["/usr/bin/xmllint", "/usr/local/bin/xmllint", "/bin/xmllint"]
    .first { FileManager.default.isExecutableFile(atPath: $0) }

  @Test(
    "the file is valid by Trace Compass's schema",
    .enabled(if: xmllint != nil, "xmllint is missing; install libxml2-utils")
  )
  func schema() throws {
    let process = Process()
    process.executableURL = URL(filePath: try #require(Self.xmllint))
    process.arguments = [
      "--nonet", "--noout", "--schema", TraceCompassFile.schema.path, TraceCompassFile.url.path,
    ]
    let errors = Pipe()
    process.standardError = errors
    try process.run()
    let text = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == 0, "\(text)")
  }

  @Test("every event that the file names is one of the C headers")
  func eventNames() throws {
    #expect(headers.fields.count == 41 + 14)
    let names =
      try file.elements("//*[@event]").map { $0.text("event") }
      + file.elements("//*[@eventName]").map { $0.text("eventName") }
    #expect(names.count > 60)
    for name in names {
      for (expression, matches) in try file.events(name) {
        #expect(!matches.isEmpty, "\(expression) matches no event")
      }
    }
  }

  @Test("every field that is read is in every event that it is read of, or is a recorded context")
  func fields() throws {
    var reads = 0
    func check(_ element: XMLElement, _ event: String, _ place: String) throws {
      // The time is no field, but what Trace Compass gives for a field that isn't there.
      let known = try #require(file.fields(of: event)).union(Self.contexts).union(["timestamp"])
      let read = try file.fieldsRead(by: element)
      reads += read.count
      #expect(read.isSubset(of: known), "\(place): \(event) lacks \(read.subtracting(known))")
    }
    for machine in try machines() {
      for transition in try file.transitions(of: machine) {
        for (element, event) in transition.uses { try check(element, event, name(machine)) }
      }
    }
    for handler in try file.elements("//eventHandler") {
      for event in try file.events(handler.text("eventName")).flatMap(\.matches) {
        try check(handler, event, "event handler")
      }
    }
    #expect(reads > 200)
  }

  @Test("no context is read but the process, the thread and its name")
  func contexts() throws {
    let read = Set(
      try file.elements("//*[starts-with(@value, 'context.')]").map { $0.text("value") }
        + file.elements("//field[starts-with(@name, 'context.')]").map { $0.text("name") }
    )
    #expect(read == Self.contexts)
  }

  /// The machines that begin a run for each begin of an interval; the others watch in one run for ever.
  private static let pairing = "fsm[@multiple='true']"

  @Test(
    "every pair of a begin and an end is one machine, which ends by id and process",
    arguments: ["hamon.intervals", "hamon.intervals.by-name", "hamon.calls"]
  )
  func pairs(pattern: String) throws {
    #expect(headers.intervals.count == 11)
    let machines = try file.elements("//pattern[@id='\(pattern)']//\(Self.pairing)")
    // Routes have no names.
    #expect(machines.count == (pattern == "hamon.intervals.by-name" ? 10 : 11))
    for machine in machines {
      let transitions = try file.transitions(of: machine)
      let initials = try machine.elements("initial/transition").map { $0.text("target") }
      let begins = transitions.filter { initials == [$0.from] }
      let ends = transitions.filter { initials != [$0.from] && !$0.stays }
      let event = try #require(begins.first?.events.first)
      let interval = event.dropLast("_begin".count)
      #expect(headers.intervals.contains(String(interval)))
      #expect(begins.allSatisfy { $0.events == ["\(interval)_begin"] })
      #expect(ends.allSatisfy { $0.events == ["\(interval)_end"] })
      // An interval may go one way or another, and ends on the way on which it has begun.
      #expect(begins.map(\.target) == ends.map(\.from) && Set(ends.map(\.from)).count == ends.count)
      let finals = try machine.elements("final").map { $0.text("id") }
      for end in ends {
        #expect(finals == [end.target])
        let deciding = try deciding(end)
        #expect(deciding == ["id", "context._vpid"])
      }
    }
  }

  /// The fields that decide whether a transition is taken.
  private func deciding(_ transition: TraceCompassFile.Transition) throws -> Set<String> {
    try transition.tests.reduce(into: []) { $0.formUnion(try file.fieldsRead(by: $1)) }
  }

  @Test("each event belongs to one run of a machine, and a machine is asked for no other")
  func machineAttributes() throws {
    for machine in try machines() {
      #expect(machine.text("consuming") == "true")
      let transitions = try file.transitions(of: machine)
      let conditions = try machine.elements("precondition").flatMap {
        try file.events($0.text("event")).flatMap(\.matches)
      }
      #expect(Set(conditions) == Set(transitions.flatMap(\.events)), "\(name(machine))")
    }
  }

  @Test("nothing that waits in a queue is an open run, which every event would be tried on")
  func watchers() throws {
    let queue: Set = ["katana:dispatch_enqueue", "katana:dispatch_discard"]
    for machine in try machines() {
      let transitions = try file.transitions(of: machine)
      if machine.text("multiple") == "true" {
        #expect(queue.isDisjoint(with: transitions.flatMap(\.events)), "\(name(machine))")
      } else {
        #expect(Set(transitions.flatMap { [$0.from, $0.target] }).count == 1, "\(name(machine))")
        #expect(try machine.elements("final").isEmpty)
      }
    }
    let waits = try file.elements("//fsm[@id='wait']").compactMap { $0.parent?.parent }
    #expect(waits.compactMap { ($0 as? XMLElement)?.text("id") } == ["hamon.waits.by-name"])
  }

  @Test("nothing is a stored field, which Trace Compass looks for by a name the schema forbids")
  func storedFields() throws {
    #expect(try file.elements("//storedField | //@saveStoredFields/..").isEmpty)
  }

  @Test("what a machine asks of its run was saved when the run began")
  func saved() throws {
    for machine in try file.elements("//\(Self.pairing)") {
      let transitions = try file.transitions(of: machine)
      let first = try #require(transitions.first)
      let saved = try first.actions.reduce(into: Set<String>()) {
        $0.formUnion(try file.valuesSaved(by: $1))
      }
      #expect(saved.isSuperset(of: ["id", "process"]))
      for transition in transitions.dropFirst() {
        for element in transition.tests + transition.actions {
          let missing = try file.savedValuesRead(by: element).subtracting(saved)
          #expect(missing.isEmpty, "\(name(machine)) never saves \(missing)")
        }
      }
    }
  }

  @Test("what tells runs apart is saved from the field that it is compared with")
  func savedKeys() throws {
    for (name, field) in [("id", "id"), ("process", "context._vpid")] {
      let values = try file.elements(
        "//action/stateChange[stateAttribute[2][@value='\(name)']]/stateValue"
      )
      #expect(values.count == 3 && values.allSatisfy { $0.text("value") == field }, "\(name)")
    }
  }

  @Test("an end takes back what the begin has counted and pushed")
  func balance() throws {
    let patterns = "//pattern[@id='hamon.intervals' or @id='hamon.calls']"
    for (machine, begin, end) in try file.elements("\(patterns)//\(Self.pairing)").flatMap(ways) {
      let changes = try [begin, end].map { transition in
        try transition.actions.flatMap { try $0.elements("stateChange") }
      }
      func paths(_ changes: [XMLElement], _ condition: String) throws -> [String] {
        try changes.filter { try !$0.elements("stateValue[\(condition)]").isEmpty }.map {
          try $0.elements("stateAttribute[@type='constant']").map { $0.text("value") }.joined()
        }
      }
      let up = try paths(changes[0], "@increment and @value='1'")
      let down = try paths(changes[1], "@increment and @value='-1'")
      #expect(up == down, "\(name(machine))")
      let pushed = try paths(changes[0], "@stack='push'")
      let popped = try paths(changes[1], "@stack='pop'")
      #expect(pushed == popped, "\(name(machine))")
      #expect(up.count + pushed.count > 0, "\(name(machine))")
    }
  }

  /// A machine with each begin that it knows and the end that belongs to it.
  private func ways(
    of machine: XMLElement
  ) throws -> [(XMLElement, TraceCompassFile.Transition, TraceCompassFile.Transition)] {
    let transitions = try file.transitions(of: machine)
    return transitions.filter { !$0.stays }.flatMap { begin in
      transitions.filter { $0.from == begin.target && !$0.stays }.map { (machine, begin, $0) }
    }
  }

  @Test("no id is an element of a path, but that of a store and a slot, and of what has a row")
  func paths() throws {
    let fields =
      try file.elements("//stateAttribute[@type='eventField']").map { $0.text("value") }
      + file.elements("//stateAttribute[@type='query']/stateAttribute[2]").map { $0.text("value") }
    #expect(fields.count > 30)
    let allowed: Set = [
      "name", "store", "slot", "subsystem", "category", "thread", "context._vpid", "context._vtid",
      // Of metrics alone.
      "series",
      // Of tasks alone.
      "task", "executor", "object", "awaits",
    ]
    #expect(Set(fields).isSubset(of: allowed), "\(Set(fields).subtracting(allowed))")
    let others = "//pattern//stateAttribute | //stateProvider[@id!='hamon.tasks']//stateAttribute"
    let ids = Set(try file.elements(others).map { $0.text("value") })
    #expect(ids.isDisjoint(with: ["task", "executor", "object", "awaits"]))
  }

  @Test("overlapping intervals lie on lanes of a pool")
  func lanes() throws {
    let begins = try file.elements("//pattern[@id='hamon.intervals']//action")
      .filter { $0.text("id").hasSuffix("_begins") }
    #expect(begins.count == headers.intervals.count)
    for begin in begins {
      let path = try begin.elements("stateChange[1]/stateAttribute")
      #expect(path.map { $0.text("value") }.prefix(2) == ["Intervals", "context._vpid"])
      #expect(path.count == 5 && path.last?.text("type") == "pool", "\(begin.text("id"))")
    }
  }

  @Test("each line of a chart has a label that tells it from those of other processes and stores")
  func charts() throws {
    #expect(try file.elements("//xyView").count == 5)
    let views = "//xyView[head/analysis/@id='hamon.values' or head/analysis/@id='hamon.tasks']"
    for view in try file.elements(views) {
      let names = try view.elements("entry/name")
      #expect(names.map { $0.text("type") } == ["constant"])
      #expect(names.map { $0.text("value") } == ["label"], "\(view.text("id"))")
    }
    // The column shows some 25 characters: what all lines of a process have in common comes last.
    let labels = try file.elements("//stateProvider//*[@type='script']")
      .filter { ($0.parent as? XMLElement)?.path.last == "constant label" }
    #expect(labels.count == 7)
    #expect(labels.allSatisfy { $0.text("value").hasSuffix(", process ' + pid") })
    // That of kinds is of all processes together.
    #expect(try file.elements("//xyView[head/analysis/@id='hamon.intervals']//name").isEmpty)
  }

  @Test("a script makes a text that is null until then, and is for the interpreter that is there")
  func scripts() throws {
    let scripts = try file.elements("//*[@type='script']")
    #expect(scripts.count > 7)
    for script in scripts {
      #expect(script.text("scriptEngine") == "rhino")
      let change = try #require(script.parent as? XMLElement)
      if change.name == "then" {
        let guarding = try change.elements("../if/condition[stateValue/@type='null']")
        #expect(try guarding.flatMap { try $0.elements("stateAttribute") }.paths == change.path)
      } else {
        // Named once, by a machine that asks first.
        #expect(change.path == ["location process"])
      }
    }
  }

  @Test("a stack is what the flame chart finds below a lane, not a level of its own")
  func levels() throws {
    let levels = try file.elements("//callstackGroup/level").map { $0.text("path") }
    #expect(levels == ["Processes/*", "*", "*"])
  }

  @Test("a process is shown by its name, which is its value")
  func processes() throws {
    for view in try file.elements("//timeGraphView") {
      #expect(try view.elements("entry/name").map { $0.text("type") } == ["self"])
    }
    #expect(try file.elements("//timeGraphView").count == 4)
    #expect(try file.elements("//*[@displayText]").isEmpty)
  }

  @Test("every analysis has a version and an id of its own, and applies to LTTng-UST traces")
  func analyses() throws {
    let analyses = try file.elements("//pattern | //stateProvider")
    #expect(analyses.count == 6)
    #expect(Set(analyses.map { $0.text("id") }).count == analyses.count)
    for analysis in analyses {
      let version = try #require(Int(analysis.text("version")))
      #expect(version > 0)
      let types = try analysis.elements("head/traceType").map { $0.text("id") }
      #expect(types == ["org.eclipse.linuxtools.lttng2.ust.tracetype"])
    }
  }

  @Test("what is referred to exists")
  func references() throws {
    for machine in try machines() {
      for transition in try machine.elements("state/transition") {
        for (kind, names) in [("action", "action"), ("test", "cond")] {
          for part in transition.text(names).split(separator: ":") {
            #expect(try machine.elements("../\(kind)[@id='\(part)']").count == 1, "\(part)")
          }
        }
        let target = transition.text("target")
        #expect(try machine.elements("*[@id='\(target)']").count == 1, "\(target)")
      }
    }
    for used in try file.elements("//stateAttribute[@type='location']") {
      #expect(try used.elements("ancestor::*/location[@id='\(used.text("value"))']").count == 1)
    }
    for used in try file.elements("//*[starts-with(@value, '$')]") {
      let name = used.text("value").dropFirst()
      #expect(try used.elements("ancestor::*/definedValue[@name='\(name)']").count == 1)
    }
    for used in try file.elements("//analysis") {
      #expect(try file.elements("//*[@version][@id='\(used.text("id"))']").count == 1)
    }
  }

  @Test("each kind has its color in the time graph, and each action is used")
  func colors() throws {
    for (analysis, count) in [
      ("hamon.intervals", headers.intervals.count + 2), ("hamon.waits.by-name", 5),
    ] {
      let values = try file.elements("//pattern[@id='\(analysis)']/definedValue")
        .map { $0.text("value") }
      #expect(values.count == count)
      let view = "//timeGraphView[head/analysis/@id='\(analysis)']"
      #expect(
        try file.elements("\(view)/definedValue[@color]").map { $0.text("value") } == values
      )
    }
    for (view, kinds) in [("tasks", 1...8), ("executors", 1...3)] {
      let colors = try file.elements(
        "//timeGraphView[@id='hamon.view.\(view)']/definedValue[@color]"
      )
      #expect(colors.map { $0.text("value") } == kinds.map(String.init), "\(view)")
    }
    for action in try file.elements("//action") {
      let uses = try action.elements("..//transition/@action | ..//transition")
        .flatMap { $0.text("action").split(separator: ":") }
      #expect(uses.contains { $0 == action.text("id") }, "\(action.text("id"))")
    }
  }

  @Test("the file is ASCII, for names of segments come from it")
  func ascii() throws {
    #expect(try Data(contentsOf: TraceCompassFile.url).allSatisfy { $0 < 128 })
  }
}

extension XMLElement {
  /// The attributes that it is about, as texts.
  fileprivate var path: [String] { (try? elements("stateAttribute").paths) ?? [] }
}

extension [XMLElement] {
  fileprivate var paths: [String] { map { "\($0.text("type")) \($0.text("value"))" } }
}

extension TraceCompassFile.Transition {
  /// Each element that handles an event, with the event.
  fileprivate var uses: [(element: XMLElement, event: String)] {
    (tests + actions).flatMap { element in events.map { (element, $0) } }
  }
}
