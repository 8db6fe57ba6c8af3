import Synchronization

/// The identity of a span among all processes that take part in a trace, as in W3C Trace Context.
///
/// Source: <https://www.w3.org/TR/trace-context/>
public struct SpanContext: Hashable, Sendable {
  /// The trace's id, which all spans of one request share; never 0.
  public let traceID: UInt128
  /// The span's own id; never 0.
  public let spanID: UInt64
  /// The trace flags; bit 0 means "sampled".
  public let flags: UInt8
  /// Other vendors' part, the header `tracestate` unchanged; empty if there was none.
  public let state: String

  /// The first span of a new trace.
  static func makeRoot() -> SpanContext {
    SpanContext(
      traceID: UInt128(RandomID.make()) << 64 | UInt128(RandomID.make()),
      spanID: RandomID.make(),
      flags: 1,
      state: ""
    )
  }

  /// A span of the same trace.
  ///
  /// The decision of the trace's first process on sampling stays: recording this process must change nothing for the others.
  func makeChild() -> SpanContext {
    SpanContext(traceID: traceID, spanID: RandomID.make(), flags: flags, state: state)
  }
}

// SAFETY: of this file: the bytes are read during the call, at offsets within the checked length.

extension SpanContext {
  /// The span that a request was sent in, by its headers; `nil` if `traceparent` is invalid by the specification, and then the headers
  /// count as absent.
  ///
  /// - Parameters:
  ///   - traceparent: The header of that name. For versions after 00, reads the fields of 00, as the specification asks.
  ///   - tracestate: The header of that name, which is only passed on.
  init?(traceparent: String, tracestate: String?) {
    var traceparent = traceparent
    guard let fields = unsafe traceparent.withUTF8(Self.fields) else { return nil }
    self.init(
      traceID: fields.traceID,
      spanID: fields.spanID,
      flags: fields.flags,
      state: tracestate ?? ""
    )
  }

  /// The header `traceparent` of a request that is sent in this span.
  public var traceparent: String {
    "00-\(Self.hex(traceID))-\(Self.hex(spanID))-\(Self.hex(flags))"
  }

  private typealias Fields = (traceID: UInt128, spanID: UInt64, flags: UInt8)

  // 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
  private static func fields(of header: UnsafeBufferPointer<UInt8>) -> Fields? {
    let length = 55
    let dash = UInt8(ascii: "-")
    guard header.count >= length, [2, 35, 52].allSatisfy({ unsafe header[$0] == dash }),
      let version = unsafe number(UInt8.self, of: header[0..<2]), version != 0xff,
      unsafe header.count == length || version > 0 && header[length] == dash,
      let traceID = unsafe number(UInt128.self, of: header[3..<35]), traceID != 0,
      let spanID = unsafe number(UInt64.self, of: header[36..<52]), spanID != 0,
      let flags = unsafe number(UInt8.self, of: header[53..<55])
    else { return nil }
    return (traceID, spanID, flags)
  }

  // Only lower case is allowed.
  private static func number<Number: FixedWidthInteger>(
    _: Number.Type,
    of digits: Slice<UnsafeBufferPointer<UInt8>>
  ) -> Number? {
    var number: Number = 0
    for digit in unsafe Array(digits) {
      switch digit {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): number = number << 4 | Number(digit - 48)
      case UInt8(ascii: "a")...UInt8(ascii: "f"): number = number << 4 | Number(digit - 87)
      default: return nil
      }
    }
    return number
  }

  private static func hex<Number: FixedWidthInteger>(_ number: Number) -> String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: Number.bitWidth / 4 - digits.utf8.count) + digits
  }
}

/// Ids that other processes don't make either: SplitMix64 from a random start.
///
/// Each takes an atomic addition and three multiplications, instead of a system call to the system's generator.
enum RandomID {
  private static let state = Atomic<UInt64>(.random(in: 0 ... .max))

  /// An id; never 0.
  static func make() -> UInt64 {
    let increment: UInt64 = 0x9e37_79b9_7f4a_7c15
    var mixed = state.wrappingAdd(increment, ordering: .relaxed).newValue
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    mixed ^= mixed >> 31
    return mixed == 0 ? make() : mixed
  }
}
