import SampleAnalysis
import SampleFiles

/// The samples of a trace as a profile of pprof: what ran and what waited, by stack and thread.
///
/// Source: proto/profile.proto of github.com/google/pprof; numbers of fields are as there.
package struct PprofProfile {
  private var profile = ProtobufMessage()
  private var strings = Places<String>()
  private var mappings: [String: UInt64] = [:]

  /// Makes the profile.
  ///
  /// - Complexity: Proportional to the number of samples and switches.
  package init(_ samples: ExportedSamples) {
    // The format wants it to be the first.
    _ = string("")
    // The first one counts, by the format's convention; the one that is shown is the second.
    let types = [
      ("samples", "count"), ("on-cpu", "nanoseconds"), ("off-cpu", "nanoseconds"),
    ].map { valueType($0.0, $0.1) }
    for type in types { profile.add(1, type) }
    for entry in samples.sums() { add(entry, samples) }
    // What is mapped first is taken for the program.
    if let program = samples.program { _ = mapping(program) }
    addFunctions(of: samples.profile.stacks)
    let span = samples.profile.span
    profile.add(9, samples.time(span.lowerBound))
    profile.add(10, Int64(span.count))
    profile.add(11, types[1])
    profile.add(12, Int64(samples.profile.period))
    var comments = [
      "sampled by \(samples.profile.description.engine.rawValue): \(samples.profile.description.reason)"
    ]
    if samples.profile.lost > 0 { comments.append("lost records: \(samples.profile.lost)") }
    comments += samples.profile.faults
    for comment in comments { profile.add(13, string(comment)) }
    profile.add(14, string("on-cpu"))
    for text in strings.all { profile.add(6, text) }
  }

  package var bytes: [UInt8] { GzipData.wrapping(profile.bytes) }

  private mutating func add(_ entry: ExportedSamples.Entry, _ samples: ExportedSamples) {
    var sample = ProtobufMessage()
    let path = entry.stack < 0 ? [] : samples.profile.stacks.stacks[Int(entry.stack)]
    // Locations are functions, counted from 1; the one behind them is that of unknown stacks.
    let unknown = UInt64(samples.profile.stacks.functions.count) + 1
    sample.addPacked(1, path.isEmpty ? [unknown] : path.map { UInt64($0) + 1 })
    sample.addPacked(2, [entry.count, entry.running, entry.waiting])
    let name = samples.profile.threads[entry.thread]?.name ?? ""
    for (key, number) in [("pid", entry.thread.process), ("tid", entry.thread.thread)] {
      var label = ProtobufMessage()
      label.add(1, string(key))
      label.add(3, Int64(number))
      sample.add(3, label)
    }
    if !name.isEmpty {
      var label = ProtobufMessage()
      label.add(1, string("thread"))
      label.add(2, string(name))
      sample.add(3, label)
    }
    profile.add(2, sample)
  }

  /// Adds mappings, locations and functions.
  ///
  /// What is inlined is a location of its own, at the address of what it is inlined into.
  private mutating func addFunctions(of stacks: StackTable) {
    var functions: [String: UInt64] = [:]
    for (place, function) in stacks.functions.enumerated() {
      var location = ProtobufMessage()
      location.add(1, UInt64(place) + 1)
      if let code = function.code {
        location.add(2, mapping(code))
        location.add(3, code.address)
      }
      let key = "\(function.name)\u{0}\(function.object)\u{0}\(function.line?.file ?? "")"
      if functions[key] == nil {
        functions[key] = UInt64(functions.count) + 1
        addFunction(function.name, file: function.line?.file, number: UInt64(functions.count))
      }
      var line = ProtobufMessage()
      line.add(1, functions[key] ?? 0)
      if let number = function.line?.line { line.add(2, Int64(number)) }
      location.add(4, line)
      profile.add(4, location)
    }
    var line = ProtobufMessage()
    line.add(1, UInt64(functions.count) + 1)
    addFunction("[unknown]", file: nil, number: UInt64(functions.count) + 1)
    var location = ProtobufMessage()
    location.add(1, UInt64(stacks.functions.count) + 1)
    location.add(4, line)
    profile.add(4, location)
  }

  /// The number of a program or library, which is added if it is new.
  private mutating func mapping(_ code: CodeAddress) -> UInt64 {
    if let number = mappings[code.path] { return number }
    let number = UInt64(mappings.count) + 1
    mappings[code.path] = number
    var mapping = ProtobufMessage()
    mapping.add(1, number)
    mapping.add(5, string(code.path))
    if let buildID = code.buildID { mapping.add(6, string("\(buildID)")) }
    // Names, files and lines are there, as far as they are known: nothing is to be looked up.
    for field in UInt64(7)...10 { mapping.add(field, UInt64(1)) }
    profile.add(3, mapping)
    return number
  }

  private mutating func addFunction(_ name: String, file: String?, number: UInt64) {
    var function = ProtobufMessage()
    function.add(1, number)
    function.add(2, string(name))
    function.add(3, string(name))
    if let file { function.add(4, string(file)) }
    profile.add(5, function)
  }

  private mutating func valueType(_ type: String, _ unit: String) -> ProtobufMessage {
    var message = ProtobufMessage()
    message.add(1, string(type))
    message.add(2, string(unit))
    return message
  }

  private mutating func string(_ text: String) -> Int64 { Int64(strings.place(of: text)) }
}
