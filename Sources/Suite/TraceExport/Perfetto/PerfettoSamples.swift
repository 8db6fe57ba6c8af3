import ObjectFiles
import SampleAnalysis
import SampleFiles

/// Writes samples into a Perfetto trace: each as a sample of its thread, and the thread's states as slices below it.
struct PerfettoSamples {
  /// Tables of names are written in pieces.
  private static let pieceSize = 5000
  private static let shownDepth = 6

  private let samples: ExportedSamples
  private let packets: PerfettoPackets
  private let tracks: PerfettoTracks

  init(_ samples: ExportedSamples, _ packets: PerfettoPackets, _ tracks: PerfettoTracks) {
    self.samples = samples
    self.packets = packets
    self.tracks = tracks
  }

  func write() {
    packets.write(nil, ProtobufMessage<Perfetto.InternedData>(), in: .samples, defaults: defaults)
    writeFrames()
    writeStacks()
    for timeline in samples.threads {
      let track = tracks.thread(
        Int64(timeline.thread),
        of: Int64(timeline.process),
        name: samples.profile.name(of: timeline)
      )
      writeStates(of: timeline, below: track)
      writeSamples(of: timeline)
    }
  }

  /// The counter and the frequency of the samples.
  private var defaults: ProtobufMessage<Perfetto.TracePacketDefaults> {
    let (taskClock, cycles) = (UInt64(3), UInt64(10))
    var timebase = ProtobufMessage<Perfetto.Timebase>()
    timebase.add(.frequency, UInt64(samples.profile.description.frequency))
    timebase.add(.counter, samples.profile.description.engine == .cycles ? cycles : taskClock)
    var perf = ProtobufMessage<Perfetto.PerfSampleDefaults>()
    perf.add(.timebase, timebase)
    var defaults = ProtobufMessage<Perfetto.TracePacketDefaults>()
    defaults.add(.perfSampleDefaults, perf)
    return defaults
  }

  /// Functions, files, programs and libraries, by numbers from 1.
  private func writeFrames() {
    var tables = PerfettoNames()
    for (place, function) in samples.profile.stacks.functions.enumerated() {
      tables.addFrame(
        function.name,
        code: function.code,
        line: function.line,
        number: UInt64(place) + 1
      )
      if tables.count >= Self.pieceSize { writeInterned(tables.takeNew()) }
    }
    tables.addFrame("[unknown]", number: unknownFrame)
    writeInterned(tables.takeNew())
  }

  private var unknownFrame: UInt64 { UInt64(samples.profile.stacks.functions.count) + 1 }

  /// The stacks, from the outermost function; the unknown one is last.
  private func writeStacks() {
    var interned = ProtobufMessage<Perfetto.InternedData>()
    for (place, path) in samples.profile.stacks.stacks.enumerated() {
      let frames = path.reversed().map { UInt64($0) + 1 }
      interned.add(.callstacks, stack(UInt64(place) + 1, frames.isEmpty ? [unknownFrame] : frames))
      if place % Self.pieceSize == Self.pieceSize - 1 {
        writeInterned(interned)
        interned.reset()
      }
    }
    interned.add(.callstacks, stack(number(of: -1), [unknownFrame]))
    writeInterned(interned)
  }

  private func stack(_ number: UInt64, _ frames: [UInt64]) -> ProtobufMessage<Perfetto.Callstack> {
    var message = ProtobufMessage<Perfetto.Callstack>()
    message.add(.iid, number)
    // Perfetto's schema is of proto2, where repeated numbers aren't packed.
    for frame in frames { message.add(.frameIDs, frame) }
    return message
  }

  private func number(of stack: Int32) -> UInt64 {
    stack < 0 ? UInt64(samples.profile.stacks.stacks.count) + 1 : UInt64(stack) + 1
  }

  private func writeInterned(_ message: ProtobufMessage<Perfetto.InternedData>) {
    packets.write(nil, ProtobufMessage<Perfetto.InternedData>(), in: .samples, interned: message)
  }

  private func writeSamples(of timeline: ThreadTimeline) {
    let userMode: UInt64 = 2
    for sample in timeline.samples {
      var message = ProtobufMessage<Perfetto.PerfSample>()
      message.add(.pid, UInt64(timeline.process))
      message.add(.tid, UInt64(timeline.thread))
      message.add(.callstackIID, number(of: sample.stack))
      message.add(.cpuMode, userMode)
      packets.write(.perfSample, message, at: samples.time(sample.time), in: .samples)
    }
  }

  /// Slices of the thread's states; waits have their stack.
  private func writeStates(of timeline: ThreadTimeline, below parent: UInt64) {
    let track = tracks.child(of: parent, named: "what the thread did")
    for (index, stretch) in timeline.stretches.enumerated() {
      let end = timeline.end(of: index)
      guard end > stretch.begin else { continue }
      var event = PerfettoEvent(.begin, on: track)
      switch stretch.state {
      case .running: event.setName("running")
      case .ready: event.setName("ready")
      case .waiting:
        let stack = stretch.stack
        guard stack >= 0 else {
          event.setName("blocked, stack unknown")
          break
        }
        event.setName("blocked: \(samples.profile.stacks.waitKind(of: stack).rawValue)")
        event.setStack(number(of: stack))
        event.add("in", samples.profile.stacks.text(of: stack, depth: Self.shownDepth))
      case .unknown, .gone: continue
      }
      packets.write(event, at: samples.time(stretch.begin), in: .samples)
      packets.end(track, at: samples.time(end), in: .samples)
    }
  }
}

/// The tables of names that frames refer to.
private struct PerfettoNames {
  private var functions: [String: UInt64] = [:]
  private var files: [String: UInt64] = [:]
  private var mappings: [String: UInt64] = [:]
  private var new = ProtobufMessage<Perfetto.InternedData>()
  /// The number of frames added since they were last taken.
  private(set) var count = 0

  mutating func addFrame(
    _ name: String,
    code: CodeAddress? = nil,
    line: SourceLine? = nil,
    number: UInt64
  ) {
    count += 1
    var frame = ProtobufMessage<Perfetto.Frame>()
    frame.add(.iid, number)
    frame.add(
      .functionNameID,
      PerfettoPackets.number(of: name, in: &functions, field: .functionNames, &new)
    )
    if let code {
      frame.add(.mappingID, mapping(code))
      frame.add(.relativePC, code.address)
    }
    if let line {
      frame.add(
        .sourcePathIID,
        PerfettoPackets.number(of: line.file, in: &files, field: .sourcePaths, &new)
      )
      frame.add(.lineNumber, UInt64(line.line))
    }
    new.add(.frames, frame)
  }

  /// The entries added since the last call.
  mutating func takeNew() -> ProtobufMessage<Perfetto.InternedData> {
    defer {
      new.reset()
      count = 0
    }
    return new
  }

  private mutating func mapping(_ code: CodeAddress) -> UInt64 {
    if let number = mappings[code.path] { return number }
    let number = UInt64(mappings.count) + 1
    mappings[code.path] = number
    new.add(.mappingPaths, PerfettoPackets.named(number, code.path))
    var mapping = ProtobufMessage<Perfetto.Mapping>()
    mapping.add(.iid, number)
    if let buildID = code.buildID {
      var message = ProtobufMessage<Perfetto.InternedString>()
      message.add(.iid, number)
      message.add(.str, bytes: buildID.bytes)
      new.add(.buildIDs, message)
      mapping.add(.buildID, number)
    }
    mapping.add(.pathStringIDs, number)
    new.add(.mappings, mapping)
    return number
  }
}
