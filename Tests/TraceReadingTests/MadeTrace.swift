import Foundation

/// A trace in the form of LTTng-UST, of events that nobody has recorded: for forms that no recording here has.
struct MadeTrace {
  /// The header of events: 16 bits of number and 32 of time, or 5 and 27; either one has a longer form for what doesn't fit.
  enum Header: String, CaseIterable {
    case large = "event_header_large"
    case compact = "event_header_compact"

    /// How many bits of the number and of the time it has, where it isn't extended.
    var bits: (number: UInt64, time: UInt64) { self == .large ? (16, 32) : (5, 27) }
  }

  /// An event of one text and one number.
  struct Event {
    let number: UInt32
    let time: UInt64
    let text: String
    let value: Int64
  }

  let header: Header
  /// The numbers that are declared, each as an event `made:event_NUMBER`.
  let numbers: [UInt32]
  /// What is replaced in the declarations, in this order.
  var replaced: [(String, String)] = []
  private var packets: [[UInt8]] = []
  private let uuid: [UInt8] = Array(1...16)

  init(_ header: Header, numbers: [UInt32]) {
    self.header = header
    self.numbers = numbers
  }

  static func name(_ number: UInt32) -> String { "made:event_\(number)" }

  /// Adds a packet; its times begin and end with the first and the last event.
  ///
  /// - Parameters:
  ///   - events: The events, in the order of time.
  ///   - cut: How many bytes of the last event are missing.
  mutating func add(_ events: [Event], cut: Int = 0) {
    let begin = events.first?.time ?? 0
    var last = begin
    var bytes: [UInt8] = []
    for event in events {
      add(event, after: last, to: &bytes)
      last = event.time
    }
    bytes.removeLast(cut)
    let size = [UInt8].packetHeaderSize + bytes.count
    var packet: [UInt8] = []
    packet.appendPacketHeader(
      uuid: uuid,
      stream: 0,
      begin: begin,
      end: last,
      content: size,
      size: size + 12,
      sequence: UInt64(packets.count),
      discarded: 0
    )
    packets.append(packet + bytes + [UInt8](repeating: 0, count: 12))
  }

  private func add(_ event: Event, after last: UInt64, to bytes: inout [UInt8]) {
    let (number, bits) = (UInt64(event.number), header.bits)
    bytes.appendEventHeader(
      header,
      number: number,
      time: event.time,
      isExtended: number >= 1 << bits.number - 1 || event.time - last >= 1 << bits.time
    )
    bytes += Array(event.text.utf8) + [0]
    bytes.append(number: UInt64(bitPattern: event.value), size: 8)
  }

  /// The declarations, in the words of lttng-sessiond.
  var metadata: String {
    let events = numbers.map { number in
      """

      event {
      \tname = "\(Self.name(number))";
      \tid = \(number);
      \tstream_id = 0;
      \tloglevel = 6;
      \tfields := struct {
      \t\tstring _text;
      \t\tinteger { size = 64; align = 8; signed = 1; encoding = none; base = 10; } _value;
      \t};
      };

      """
    }
    let text = """
      /* CTF 1.8 */

      typealias integer { size = 8; align = 8; signed = false; } := uint8_t;
      typealias integer { size = 16; align = 8; signed = false; } := uint16_t;
      typealias integer { size = 32; align = 8; signed = false; } := uint32_t;
      typealias integer { size = 64; align = 8; signed = false; } := uint64_t;
      typealias integer { size = 64; align = 8; signed = false; } := unsigned long;
      typealias integer { size = 5; align = 1; signed = false; } := uint5_t;
      typealias integer { size = 27; align = 1; signed = false; } := uint27_t;

      trace {
      \tmajor = 1;
      \tminor = 8;
      \tuuid = "01020304-0506-0708-090a-0b0c0d0e0f10";
      \tbyte_order = le;
      \tpacket.header := struct {
      \t\tuint32_t magic;
      \t\tuint8_t  uuid[16];
      \t\tuint32_t stream_id;
      \t\tuint64_t stream_instance_id;
      \t};
      };

      env {
      \tdomain = "ust";
      \ttracer_name = "lttng-ust";
      \ttracer_major = 2;
      \ttracer_minor = 13;
      \thostname = "made";
      };

      clock {
      \tname = "monotonic";
      \tuuid = "2835c3b4-d3b2-423b-b1d8-20750e43740b";
      \tdescription = "Monotonic Clock";
      \tfreq = 1000000000; /* Frequency, in Hz */
      \toffset = 1000;
      };

      typealias integer {
      \tsize = 27; align = 1; signed = false;
      \tmap = clock.monotonic.value;
      } := uint27_clock_monotonic_t;

      typealias integer {
      \tsize = 32; align = 8; signed = false;
      \tmap = clock.monotonic.value;
      } := uint32_clock_monotonic_t;

      typealias integer {
      \tsize = 64; align = 8; signed = false;
      \tmap = clock.monotonic.value;
      } := uint64_clock_monotonic_t;

      struct packet_context {
      \tuint64_clock_monotonic_t timestamp_begin;
      \tuint64_clock_monotonic_t timestamp_end;
      \tuint64_t content_size;
      \tuint64_t packet_size;
      \tuint64_t packet_seq_num;
      \tunsigned long events_discarded;
      \tuint32_t cpu_id;
      };

      struct event_header_compact {
      \tenum : uint5_t { compact = 0 ... 30, extended = 31 } id;
      \tvariant <id> {
      \t\tstruct {
      \t\t\tuint27_clock_monotonic_t timestamp;
      \t\t} compact;
      \t\tstruct {
      \t\t\tuint32_t id;
      \t\t\tuint64_clock_monotonic_t timestamp;
      \t\t} extended;
      \t} v;
      } align(8);

      struct event_header_large {
      \tenum : uint16_t { compact = 0 ... 65534, extended = 65535 } id;
      \tvariant <id> {
      \t\tstruct {
      \t\t\tuint32_clock_monotonic_t timestamp;
      \t\t} compact;
      \t\tstruct {
      \t\t\tuint32_t id;
      \t\t\tuint64_clock_monotonic_t timestamp;
      \t\t} extended;
      \t} v;
      } align(8);

      stream {
      \tid = 0;
      \tevent.header := struct \(header.rawValue);
      \tpacket.context := struct packet_context;
      };

      """
    return replaced.reduce(text + events.joined()) { $0.replacing($1.0, with: $1.1) }
  }

  /// Writes it into a directory, which is made.
  func write(to directory: String) throws {
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    let text = Array(metadata.utf8)
    var bytes: [UInt8] = []
    bytes.append(number: 0x75D1_1D57, size: 4)
    bytes += uuid
    bytes.append(number: 0, size: 4)
    for _ in 0..<2 { bytes.append(number: UInt64(37 + text.count) * 8, size: 4) }
    bytes += [0, 0, 0, 1, 8] + text
    try Data(bytes).write(to: URL(filePath: "\(directory)/metadata"))
    try Data(packets.joined()).write(to: URL(filePath: "\(directory)/channel_0"))
  }
}
