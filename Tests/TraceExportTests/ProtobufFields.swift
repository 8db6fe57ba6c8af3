/// Reads a message of protocol buffers by the rules of its wire format, knowing no schema.
struct ProtobufFields {
  enum Value {
    case number(UInt64)
    case fixed(UInt64)
    case bytes([UInt8])
  }

  private(set) var all: [(field: Int, value: Value)] = []

  /// `nil` where the bytes aren't a whole message.
  init?(_ bytes: [UInt8]) {
    var rest = bytes[...]
    func variable() -> UInt64? {
      var number: UInt64 = 0
      for shift in stride(from: UInt64(0), to: 70, by: 7) {
        guard let byte = rest.popFirst() else { return nil }
        number |= UInt64(byte & 0x7f) << shift
        if byte < 0x80 { return number }
      }
      return nil
    }
    while !rest.isEmpty {
      guard let tag = variable(), tag >> 3 > 0 else { return nil }
      let field = Int(tag >> 3)
      switch tag & 7 {
      case 0:
        guard let number = variable() else { return nil }
        all.append((field, .number(number)))
      case 1:
        guard rest.count >= 8 else { return nil }
        let number = rest.prefix(8).reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        rest.removeFirst(8)
        all.append((field, .fixed(number)))
      case 2:
        guard let count = variable(), count <= UInt64(rest.count) else { return nil }
        all.append((field, .bytes(Array(rest.prefix(Int(count))))))
        rest.removeFirst(Int(count))
      default: return nil
      }
    }
  }

  func numbers(_ field: Int) -> [UInt64] {
    all.filter { $0.field == field }.compactMap { entry in
      switch entry.value {
      case .number(let number), .fixed(let number): number
      case .bytes: nil
      }
    }
  }

  func number(_ field: Int) -> UInt64? { numbers(field).first }

  func bytes(_ field: Int) -> [[UInt8]] {
    all.filter { $0.field == field }.compactMap { entry in
      if case .bytes(let bytes) = entry.value { bytes } else { nil }
    }
  }

  func texts(_ field: Int) -> [String] {
    bytes(field).map { String(decoding: $0, as: UTF8.self) }
  }

  func text(_ field: Int) -> String? { texts(field).first }

  /// The messages in a field; none where they aren't messages.
  func messages(_ field: Int) -> [ProtobufFields] { bytes(field).compactMap(ProtobufFields.init) }

  /// The numbers of a packed field.
  func packed(_ field: Int) -> [UInt64] {
    bytes(field).flatMap { bytes in
      var numbers: [UInt64] = []
      var number: UInt64 = 0
      var shift: UInt64 = 0
      for byte in bytes {
        number |= UInt64(byte & 0x7f) << shift
        shift += 7
        if byte < 0x80 {
          numbers.append(number)
          (number, shift) = (0, 0)
        }
      }
      return numbers
    }
  }
}
