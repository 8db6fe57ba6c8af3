/// Reads numbers of `.eh_frame` one after the other; beyond the end they are 0.
struct FrameReader {
  let bytes: NativeBytes
  /// The address of the first byte.
  let address: UInt64
  var place = 0
  var end: Int

  init(bytes: NativeBytes, address: UInt64) {
    self.bytes = bytes
    self.address = address
    end = bytes.count
  }

  var isAtEnd: Bool { place >= end }

  mutating func byte() -> UInt8 {
    defer { place += 1 }
    return bytes.byte(place)
  }

  mutating func half() -> UInt16 {
    defer { place += 2 }
    return bytes.half(place)
  }

  mutating func word() -> UInt32 {
    defer { place += 4 }
    return bytes.word(place)
  }

  mutating func long() -> UInt64 {
    defer { place += 8 }
    return bytes.long(place)
  }

  /// LEB128 without a sign.
  mutating func variable() -> UInt64 {
    var (value, shift) = (UInt64(0), UInt64(0))
    while !isAtEnd {
      let byte = byte()
      if shift < 64 { value |= UInt64(byte & 127) << shift }
      shift += 7
      if byte < 128 { break }
    }
    return value
  }

  /// LEB128 with a sign.
  mutating func signedVariable() -> Int64 {
    var (value, shift) = (UInt64(0), UInt64(0))
    while !isAtEnd {
      let byte = byte()
      if shift < 64 { value |= UInt64(byte & 127) << shift }
      shift += 7
      guard byte < 128 else { continue }
      if shift < 64, byte & 64 != 0 { value |= UInt64.max << shift }
      break
    }
    return Int64(bitPattern: value)
  }

  /// An address in one of the forms of the Linux Standard Base, 5.0, core, chapter 10.5: absolute, or relative to its place.
  mutating func encoded(_ form: UInt8) -> UInt64 {
    let here = address &+ UInt64(place)
    let value: UInt64 =
      switch form & 15 {
      case 1: variable()
      case 2: UInt64(half())
      case 3: UInt64(word())
      case 9: UInt64(bitPattern: signedVariable())
      case 10: UInt64(bitPattern: Int64(Int16(bitPattern: half())))
      case 11: UInt64(bitPattern: Int64(Int32(bitPattern: word())))
      default: long()
      }
    return form & 0x70 == 0x10 ? value &+ here : value
  }

  /// Skips the rest of a piece that begins here, and returns a reader of it.
  mutating func piece(_ size: UInt64) -> FrameReader {
    var piece = self
    piece.end = min(end, place + Int(clamping: min(size, UInt64(end - min(place, end)))))
    place = piece.end
    return piece
  }

  /// A reader of the record at a place; `nil` if there is none, or one of more than 4 GB.
  func record(at place: Int) -> FrameReader? {
    guard place >= 0, place < bytes.count - 4 else { return nil }
    var reader = self
    reader.place = place
    let length = reader.word()
    guard length != 0, length != .max else { return nil }
    return reader.piece(UInt64(length))
  }
}
