// SAFETY: of this file: the bytes are read during the call, at places that the length was tested for.

extension SpanContext {
  /// What a request's headers say of the span that it was sent in; `nil` where `traceparent` is not
  /// what the specification allows, and then the headers count as absent.
  ///
  /// - Parameters:
  ///   - traceparent: The header of that name. Of versions after 00, what 00 has is read, as the
  ///     specification asks.
  ///   - tracestate: The header of that name, which is only handed on.
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

  // Lower case alone is allowed.
  private static func number<Number: FixedWidthInteger>(
    _: Number.Type,
    of digits: Slice<UnsafeBufferPointer<UInt8>>
  ) -> Number? {
    var number: Number = 0
    for unsafedigit in unsafe digits {
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
