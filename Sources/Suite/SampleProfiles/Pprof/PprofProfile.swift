import SampleFiles

/// The samples of a trace as a pprof profile: running and waiting time by stack and thread.
package struct PprofProfile {
  package var profile = ProtobufMessage<Pprof.Profile>()
  private var strings = Places<String>()
  private var mappings: [String: UInt64] = [:]

  /// Begins a profile.
  package init() {
    // The format requires the empty text first.
    _ = string("")
  }

  /// Creates the profile of samples.
  ///
  /// - Complexity: Proportional to the number of samples and switches.
  package init(_ samples: ExportedSamples) {
    self.init()
    // By the format's convention the first type is a count; viewers show the second.
    let types = [
      ("samples", "count"), ("on-cpu", "nanoseconds"), ("off-cpu", "nanoseconds"),
    ].map { valueType($0.0, $0.1) }
    for type in types { profile.add(.sampleType, type) }
    for entry in samples.sums() { add(entry, samples) }
    // Viewers take the first mapping for the program.
    if let program = samples.program { _ = mapping(program) }
    addFunctions(of: samples.profile.stacks)
    let span = samples.profile.span
    profile.add(.timeNanos, samples.time(span.lowerBound))
    profile.add(.durationNanos, Int64(span.count))
    profile.add(.periodType, types[1])
    profile.add(.period, Int64(samples.profile.period))
    var comments = [
      "sampled by \(samples.profile.description.engine.rawValue): \(samples.profile.description.reason)"
    ]
    if samples.profile.lost > 0 { comments.append("lost records: \(samples.profile.lost)") }
    comments += samples.profile.faults
    finish(comments: comments, default: "on-cpu")
  }

  /// Adds what comes last.
  package mutating func finish(comments: [String], default type: String) {
    for comment in comments { profile.add(.comment, string(comment)) }
    profile.add(.defaultSampleType, string(type))
    for text in strings.all { profile.add(.stringTable, text) }
  }

  package var bytes: [UInt8] { GzipData.wrapping(profile.bytes) }

  private mutating func add(_ entry: ExportedSamples.Entry, _ samples: ExportedSamples) {
    let name = samples.profile.threads[entry.thread]?.name ?? ""
    add(
      [entry.count, entry.running, entry.waiting],
      stack: entry.stack,
      of: samples.profile.stacks,
      numbers: [("pid", entry.thread.process), ("tid", entry.thread.thread)],
      texts: name.isEmpty ? [] : [("thread", name)]
    )
  }

  /// Adds a sample: the values of a stack, with labels.
  package mutating func add(
    _ values: [UInt64],
    stack: Int32,
    of stacks: StackTable,
    numbers: [(key: String, value: Int32)],
    texts: [(key: String, value: String)]
  ) {
    var sample = ProtobufMessage<Pprof.Sample>()
    let path = stack < 0 ? [] : stacks.stacks[Int(stack)]
    // Locations are functions, counted from 1; the one after them stands for unknown stacks.
    let unknown = UInt64(stacks.functions.count) + 1
    sample.addPacked(.locationID, path.isEmpty ? [unknown] : path.map { UInt64($0) + 1 })
    sample.addPacked(.value, values)
    for (key, number) in numbers {
      var label = ProtobufMessage<Pprof.Label>()
      label.add(.key, string(key))
      label.add(.num, Int64(number))
      sample.add(.label, label)
    }
    for (key, text) in texts {
      var label = ProtobufMessage<Pprof.Label>()
      label.add(.key, string(key))
      label.add(.str, string(text))
      sample.add(.label, label)
    }
    profile.add(.sample, sample)
  }

  /// Adds mappings, locations and functions.
  ///
  /// An inlined function is a location of its own, at the address of the function around it.
  package mutating func addFunctions(of stacks: StackTable) {
    var functions: [String: UInt64] = [:]
    for (place, function) in stacks.functions.enumerated() {
      var location = ProtobufMessage<Pprof.Location>()
      location.add(.id, UInt64(place) + 1)
      if let code = function.code {
        location.add(.mappingID, mapping(code))
        location.add(.address, code.address)
      }
      let key = "\(function.name)\u{0}\(function.object)\u{0}\(function.line?.file ?? "")"
      if functions[key] == nil {
        functions[key] = UInt64(functions.count) + 1
        addFunction(function.name, file: function.line?.file, number: UInt64(functions.count))
      }
      var line = ProtobufMessage<Pprof.Line>()
      line.add(.functionID, functions[key] ?? 0)
      if let number = function.line?.line { line.add(.line, Int64(number)) }
      location.add(.line, line)
      profile.add(.location, location)
    }
    var line = ProtobufMessage<Pprof.Line>()
    line.add(.functionID, UInt64(functions.count) + 1)
    addFunction("[unknown]", file: nil, number: UInt64(functions.count) + 1)
    var location = ProtobufMessage<Pprof.Location>()
    location.add(.id, UInt64(stacks.functions.count) + 1)
    location.add(.line, line)
    profile.add(.location, location)
  }

  /// The number of a program or library, which is added if new.
  private mutating func mapping(_ code: CodeAddress) -> UInt64 {
    if let number = mappings[code.path] { return number }
    let number = UInt64(mappings.count) + 1
    mappings[code.path] = number
    var mapping = ProtobufMessage<Pprof.Mapping>()
    mapping.add(.id, number)
    mapping.add(.filename, string(code.path))
    if let buildID = code.buildID { mapping.add(.buildID, string("\(buildID)")) }
    // The known names, files and lines are included: no tool has to look them up.
    let known: [Pprof.Mapping] = [.hasFunctions, .hasFilenames, .hasLineNumbers, .hasInlineFrames]
    for field in known { mapping.add(field, UInt64(1)) }
    profile.add(.mapping, mapping)
    return number
  }

  private mutating func addFunction(_ name: String, file: String?, number: UInt64) {
    var function = ProtobufMessage<Pprof.Function>()
    function.add(.id, number)
    function.add(.name, string(name))
    // No name of the system: pprof would shorten one with brackets that is also the function's, as if it were C++'s.
    if let file { function.add(.filename, string(file)) }
    profile.add(.function, function)
  }

  package mutating func valueType(
    _ type: String,
    _ unit: String
  ) -> ProtobufMessage<Pprof.ValueType> {
    var message = ProtobufMessage<Pprof.ValueType>()
    message.add(.type, string(type))
    message.add(.unit, string(unit))
    return message
  }

  private mutating func string(_ text: String) -> Int64 { Int64(strings.place(of: text)) }
}
