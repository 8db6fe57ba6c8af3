import CTFPackets
import Foundation

/// The declarations of a trace of LTTng-UST, if all have the plain form of programs' events: numbers of whole bytes, texts, and one header.
///
/// The library handles all others.
///
/// Source: the Common Trace Format, 1.8.3; lttng-tools, src/bin/lttng-sessiond/ust-metadata.c, which writes each field on a line.
struct UserSpaceMetadata {
  /// The encoding of a field in the bytes of an event.
  enum Form: Equatable {
    /// 1 to 8 bytes.
    case integer(size: Int, isSigned: Bool)
    case float(size: Int)
    /// Ends at a zero.
    case string
    /// A fixed number of bytes, up to a zero.
    case characters(count: Int)
    /// Follows its length, of 1 to 8 bytes.
    case sequence(lengthSize: Int)

    /// In bytes; 0 for a text, which ends at its zero; below 0 for one that follows its length, of that many bytes.
    var size: Int {
      switch self {
      case .integer(let size, _), .float(let size), .characters(let size): size
      case .string: 0
      case .sequence(let lengthSize): -lengthSize
      }
    }
  }

  struct Field: Equatable {
    let name: String
    let form: Form
  }

  struct Event {
    let name: String
    let fields: [Field]
  }

  /// The events of a kind of stream file.
  struct Stream {
    /// Whether its header has 16 bits for the number of an event, not 5.
    var isLarge = true
    var context: [Field] = []
    /// By their numbers.
    var events: [Int: Event] = [:]
    /// Whether it has its own declaration, which may follow its first events.
    var isDeclared = false

    /// One more than the highest number of an event.
    var numbers: Int { (events.keys.max() ?? 0) + 1 }
  }

  private(set) var streams: [Int: Stream] = [:]
  private(set) var hostname = ""
  /// For traces with buffers for each process.
  private(set) var processID: Int64?
  private(set) var processName: String?
  /// From the Unix epoch to the zero of the clock, in nanoseconds.
  let clockOffset: Int64

  /// Reads declarations; `nil` if any has another form.
  init?(_ text: String) {
    guard let offset = TraceClock.offset(in: text) else { return nil }
    clockOffset = offset
    var environment: [Substring: Substring] = [:]
    var common: [Substring] = []
    var lines = text.split(separator: "\n").map { $0.drop { $0 == "\t" || $0 == " " } }[...]
    while let line = lines.popFirst() {
      switch line {
      case "stream {": guard readStream(&lines) else { return nil }
      case "event {": guard readEvent(&lines) else { return nil }
      case "env {":
        guard let entries = Self.entries(&lines) else { return nil }
        environment = entries
      case "clock {":
        guard Self.entries(&lines)?["freq"] == "1000000000" else { return nil }
      default: if !line.hasPrefix("uuid = ") { common.append(line) }
      }
    }
    guard environment["tracer_name"] == "lttng-ust", streams.values.allSatisfy(\.isDeclared),
      common.joined(separator: " ") == Self.common
    else { return nil }
    hostname = String(environment["hostname"] ?? "")
    processID = environment["vpid"].flatMap { Int64($0) }
    processName = environment["procname"].map(String.init)
  }

  /// The parts that all traces share, with spaces for line ends: the supported headers of packets and events.
  private static let common = """
    /* CTF 1.8 */ \
    typealias integer { size = 8; align = 8; signed = false; } := uint8_t; \
    typealias integer { size = 16; align = 8; signed = false; } := uint16_t; \
    typealias integer { size = 32; align = 8; signed = false; } := uint32_t; \
    typealias integer { size = 64; align = 8; signed = false; } := uint64_t; \
    typealias integer { size = 64; align = 8; signed = false; } := unsigned long; \
    typealias integer { size = 5; align = 1; signed = false; } := uint5_t; \
    typealias integer { size = 27; align = 1; signed = false; } := uint27_t; \
    trace { major = 1; minor = 8; byte_order = le; packet.header := struct { \
    uint32_t magic; uint8_t  uuid[16]; uint32_t stream_id; uint64_t stream_instance_id; }; }; \
    typealias integer { size = 27; align = 1; signed = false; map = clock.monotonic.value; \
    } := uint27_clock_monotonic_t; \
    typealias integer { size = 32; align = 8; signed = false; map = clock.monotonic.value; \
    } := uint32_clock_monotonic_t; \
    typealias integer { size = 64; align = 8; signed = false; map = clock.monotonic.value; \
    } := uint64_clock_monotonic_t; \
    struct packet_context { \
    uint64_clock_monotonic_t timestamp_begin; uint64_clock_monotonic_t timestamp_end; \
    uint64_t content_size; uint64_t packet_size; uint64_t packet_seq_num; \
    unsigned long events_discarded; uint32_t cpu_id; }; \
    struct event_header_compact { \
    enum : uint5_t { compact = 0 ... 30, extended = 31 } id; variant <id> { \
    struct { uint27_clock_monotonic_t timestamp; } compact; \
    struct { uint32_t id; uint64_clock_monotonic_t timestamp; } extended; } v; } align(8); \
    struct event_header_large { \
    enum : uint16_t { compact = 0 ... 65534, extended = 65535 } id; variant <id> { \
    struct { uint32_clock_monotonic_t timestamp; } compact; \
    struct { uint32_t id; uint64_clock_monotonic_t timestamp; } extended; } v; } align(8);
    """

  private mutating func readStream(_ lines: inout ArraySlice<Substring>) -> Bool {
    var stream = Stream()
    var id = 0
    while let line = lines.popFirst(), line != "};" {
      if let number = Self.number(line, "id = ") {
        id = number
      } else if line.hasPrefix("event.header := ") {
        if line.hasSuffix("event_header_large;") {
          stream.isLarge = true
        } else if line.hasSuffix("event_header_compact;") {
          stream.isLarge = false
        } else {
          return false
        }
      } else if line.hasPrefix("packet.context := ") {
        guard line == "packet.context := struct packet_context;" else { return false }
      } else if line == "event.context := struct {" {
        guard let fields = Self.fields(&lines) else { return false }
        stream.context = fields
      } else {
        return false
      }
    }
    guard streams[id]?.isDeclared != true else { return false }
    stream.isDeclared = true
    stream.events = streams[id]?.events ?? [:]
    streams[id] = stream
    return true
  }

  private mutating func readEvent(_ lines: inout ArraySlice<Substring>) -> Bool {
    var (name, id, stream) = ("", -1, 0)
    var fields: [Field] = []
    while let line = lines.popFirst(), line != "};" {
      if let number = Self.number(line, "id = ") {
        id = number
      } else if let number = Self.number(line, "stream_id = ") {
        stream = number
      } else if line.hasPrefix("name = \""), line.hasSuffix("\";") {
        name = String(line.dropFirst(8).dropLast(2))
      } else if line == "fields := struct {" {
        guard let found = Self.fields(&lines) else { return false }
        fields = found
      } else if !line.hasPrefix("loglevel = "), !line.hasPrefix("model.emf.uri = ") {
        return false
      }
    }
    // No trace has that many events, and a table by their numbers must not fill the memory.
    guard 0..<1 << 16 ~= id, !name.isEmpty, !name.contains("\\"),
      streams[stream]?.events[id] == nil
    else { return false }
    streams[stream, default: Stream()].events[id] = Event(name: name, fields: fields)
    return true
  }

  /// The fields up to the end of their structure.
  private static func fields(_ lines: inout ArraySlice<Substring>) -> [Field]? {
    var fields: [Field] = []
    while let line = lines.popFirst() {
      if line == "};" { return fields }
      if line.hasSuffix("_length ];"), let match = line.wholeMatch(of: sequence) {
        guard match.1 == match.2, let length = fields.popLast(),
          length.name == "_\(match.1)_length",
          case .integer(let size, isSigned: false) = length.form
        else { return nil }
        fields.append(Field(name: String(match.1), form: .sequence(lengthSize: size)))
        continue
      }
      guard let field = field(line), !fields.contains(where: { $0.name == field.name }) else {
        return nil
      }
      fields.append(field)
    }
    return nil
  }

  /// A text whose length is the field before.
  private static var sequence: Regex<(Substring, Substring, Substring)> {
    #/integer \{ size = 8; align = 8; signed = [01]; encoding = UTF8; base = \d+; \} _(\w+)\[ __(\w+)_length \];/#
  }

  private static func field(_ line: Substring) -> Field? {
    if let match = line.wholeMatch(of: #/string _(\w+);/#) {
      return Field(name: String(match.1), form: .string)
    }
    if let match = line.wholeMatch(
      of:
        #/integer \{ size = (\d+); align = 8; signed = ([01]); encoding = (none|UTF8); base = \d+; \} _(\w+)(?:\[(\d+)\])?;/#
    ) {
      guard let size = Int(match.1), [8, 16, 32, 64].contains(size) else { return nil }
      let name = String(match.4)
      guard let count = match.5 else {
        guard match.3 == "none" else { return nil }
        return Field(name: name, form: .integer(size: size / 8, isSigned: match.2 == "1"))
      }
      guard size == 8, match.3 == "UTF8", let count = Int(count), (1..<4096).contains(count) else {
        return nil
      }
      return Field(name: name, form: .characters(count: count))
    }
    if let match = line.wholeMatch(
      of: #/floating_point \{ exp_dig = (\d+); mant_dig = (\d+); align = 8; \} _(\w+);/#
    ) {
      switch (match.1, match.2) {
      case ("11", "53"): return Field(name: String(match.3), form: .float(size: 8))
      case ("8", "24"): return Field(name: String(match.3), form: .float(size: 4))
      default: return nil
      }
    }
    return nil
  }

  private static func number(_ line: Substring, _ prefix: String) -> Int? {
    guard line.hasPrefix(prefix), line.hasSuffix(";") else { return nil }
    return Int(line.dropFirst(prefix.count).dropLast())
  }

  /// The names and numbers of a block of assignments, without quotes, up to its end.
  private static func entries(
    _ lines: inout ArraySlice<Substring>
  ) -> [Substring: Substring]? {
    var entries: [Substring: Substring] = [:]
    while let line = lines.popFirst(), line != "};" {
      let statement = line.firstRange(of: " /*").map { line[..<$0.lowerBound] } ?? line
      if statement.hasPrefix("/*") { continue }
      guard let match = statement.wholeMatch(of: #/(\w+) = (?:"([^"\\]*)"|(-?\d+));/#) else {
        return nil
      }
      entries[match.1] = match.2 ?? match.3
    }
    return entries
  }
}
