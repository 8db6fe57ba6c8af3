import ObjectFiles
import SampleAnalysis

/// Writes the functions and stacks that samples refer to, in a sequence of packets.
struct PerfettoStacks {
  /// Tables of names are written in pieces.
  private static let pieceSize = 5000

  private let table: StackTable
  private let packets: PerfettoPackets
  private let sequence: PerfettoPackets.Sequence

  init(_ table: StackTable, _ packets: PerfettoPackets, in sequence: PerfettoPackets.Sequence) {
    self.table = table
    self.packets = packets
    self.sequence = sequence
  }

  func write() {
    writeFrames()
    writeStacks()
  }

  /// The number of a stack, -1 for the unknown one.
  func number(of stack: Int32) -> UInt64 {
    stack < 0 ? UInt64(table.stacks.count) + 1 : UInt64(stack) + 1
  }

  /// Functions, files, programs and libraries, by numbers from 1.
  private func writeFrames() {
    var tables = PerfettoNames()
    for (place, function) in table.functions.enumerated() {
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

  private var unknownFrame: UInt64 { UInt64(table.functions.count) + 1 }

  /// The stacks, from the outermost function; the unknown one is last.
  private func writeStacks() {
    var interned = ProtobufMessage<Perfetto.InternedData>()
    for (place, path) in table.stacks.enumerated() {
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

  private func writeInterned(_ message: ProtobufMessage<Perfetto.InternedData>) {
    packets.write(nil, ProtobufMessage<Perfetto.InternedData>(), in: sequence, interned: message)
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
