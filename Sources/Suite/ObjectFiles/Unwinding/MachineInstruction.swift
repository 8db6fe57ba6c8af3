/// An instruction of x86-64: how long it is, and what it does to the stack pointer and the frame pointer.
///
/// Source: Intel 64 and IA-32 Architectures Software Developer's Manual, volume 2, chapter 2 and appendix A.
struct MachineInstruction {
  enum Effect: Equatable {
    case none
    /// Pushes or pops, by the number of bytes that the stack pointer grows.
    case moves(Int)
    case pushesFramePointer, popsFramePointer
    /// Makes the frame pointer point so many bytes above the stack pointer.
    case frames(Int)
    /// Makes the stack pointer something that depends on the frame pointer, or on more.
    case replaces
    case calls, returns
    /// Goes on elsewhere, so many bytes behind the end of the instruction, always or at times.
    case jumps(Int)
    case branches(Int)
    /// Goes on at an address in memory, as a stub does, or in a register, as a table of cases does too.
    case leaves(byRegister: Bool)
    case stops
  }

  let length: Int
  let effect: Effect
  /// Whether it adds registers or memory, as before a jump into a table of cases.
  let isAddition: Bool

  private static let (stack, frame) = (4, 5)
  /// But for that of 32-bit addresses, which code of 64 bits hardly has.
  private static let prefixes: [UInt8] = [
    0x26, 0x2e, 0x36, 0x3e, 0x64, 0x65, 0x66, 0xf0, 0xf2, 0xf3,
  ]

  /// Decodes the instruction at an offset; `nil` if there is no whole one that is known.
  init?(_ bytes: ArraySlice<UInt8>) {
    var reader = Reader(bytes: bytes)
    var isShort = false
    while let prefix = reader.peek, Self.prefixes.contains(prefix) {
      isShort = isShort || prefix == 0x66
      reader.skip(1)
    }
    var rex: UInt8 = 0
    if let byte = reader.peek, byte & 0xf0 == 0x40 {
      rex = byte
      reader.skip(1)
    }
    guard let code = reader.next() else { return nil }
    var operand: Operand?
    var found = Effect.none
    switch code {
    case 0x0f, 0xc4, 0xc5, 0x62:
      guard let branch = reader.skipLong(code) else { return nil }
      found = branch
    default:
      if Self.hasOperand(code) {
        operand = reader.operand(rex)
        guard operand != nil else { return nil }
      }
      let size = Self.immediate(code, operand, isShort: isShort, isLong: rex & 8 != 0)
      guard let size, let value = reader.number(size) else { return nil }
      found = Self.effect(code, rex, operand, value)
    }
    guard !reader.isPastEnd else { return nil }
    length = reader.place - bytes.startIndex
    effect = found
    isAddition = code == 0x01 || code == 0x03
  }

  /// What an operand of registers and memory is.
  struct Operand {
    /// The number of the register, or of the operation.
    var register: Int
    /// The number of the other register, if it is one; the base of an address in memory.
    var base: Int?
    var isMemory: Bool
    var displacement: Int
  }

  private static func hasOperand(_ code: UInt8) -> Bool {
    switch code {
    case 0..<0x40: code & 7 < 4
    case 0x63, 0x69, 0x6b, 0x80...0x8f, 0xc0, 0xc1, 0xc6, 0xc7, 0xd0...0xd3, 0xd8...0xdf, 0xf6,
      0xf7, 0xfe, 0xff:
      true
    default: false
    }
  }

  /// The size of the number behind an instruction; `nil` if there is no such instruction.
  private static func immediate(
    _ code: UInt8,
    _ operand: Operand?,
    isShort: Bool,
    isLong: Bool
  ) -> Int? {
    let word = isShort ? 2 : 4
    switch code {
    case 0..<0x40:
      switch code & 7 {
      case 0..<4: return 0
      case 4: return 1
      case 5: return word
      default: return nil
      }
    case 0x68, 0x69, 0x81, 0xa9, 0xc7: return word
    case 0x6a, 0x6b, 0x70...0x80, 0x83, 0xa8, 0xb0...0xb7, 0xc0, 0xc1, 0xc6, 0xcd, 0xe0...0xe7,
      0xeb:
      return 1
    case 0xa0...0xa3: return 8
    case 0xb8...0xbf: return isLong ? 8 : word
    case 0xc2, 0xca: return 2
    case 0xc8: return 3
    case 0xe8, 0xe9: return 4
    case 0xf6: return operand.map { $0.register & 7 < 2 ? 1 : 0 }
    case 0xf7: return operand.map { $0.register & 7 < 2 ? word : 0 }
    case 0x40...0x4f, 0x60...0x62, 0x67, 0x82, 0x9a, 0xc4, 0xc5, 0xce, 0xd4...0xd6, 0xea: return nil
    default: return 0
    }
  }

  private static func effect(
    _ code: UInt8,
    _ rex: UInt8,
    _ operand: Operand?,
    _ value: Int
  ) -> Effect {
    let isWide = rex & 8 != 0
    switch code {
    case 0x50...0x57: return code == 0x55 && rex & 1 == 0 ? .pushesFramePointer : .moves(-8)
    case 0x58...0x5f:
      guard rex & 1 == 0 else { return .moves(8) }
      return code == 0x5c ? .replaces : code == 0x5d ? .popsFramePointer : .moves(8)
    case 0x68, 0x6a, 0x9c: return .moves(-8)
    case 0x8f, 0x9d: return .moves(8)
    case 0x70...0x7f, 0xe0...0xe3: return .branches(value)
    case 0xe8: return .calls
    case 0xe9, 0xeb: return .jumps(value)
    case 0xc2, 0xc3: return .returns
    case 0xc9: return .replaces
    case 0xcc, 0xf4: return .stops
    default: break
    }
    guard let operand else { return .none }
    switch code {
    case 0xff:
      switch operand.register & 7 {
      case 2, 3: return .calls
      case 4, 5: return .leaves(byRegister: !operand.isMemory)
      case 6: return .moves(-8)
      default: return .none
      }
    case 0x81, 0x83:
      guard isWide, !operand.isMemory, operand.base == stack else { return .none }
      switch operand.register & 7 {
      case 0: return .moves(value)
      case 5: return .moves(-value)
      default: return operand.register & 7 == 7 ? .none : .replaces
      }
    case 0x8d where operand.register == stack:
      return operand.base == stack ? .moves(operand.displacement) : .replaces
    case 0x8d where operand.register == frame && operand.base == stack:
      return .frames(operand.displacement)
    case 0x89, 0x8b:
      guard isWide else { return .none }
      let (from, to) =
        code == 0x89 ? (operand.register, operand.base) : (operand.base, operand.register)
      if operand.isMemory { return code == 0x8b && operand.register == stack ? .replaces : .none }
      return to == stack ? .replaces : from == stack && to == frame ? .frames(0) : .none
    default: return .none
    }
  }

  /// Reads bytes one after the other.
  private struct Reader {
    let bytes: ArraySlice<UInt8>
    var place: Int

    init(bytes: ArraySlice<UInt8>) {
      self.bytes = bytes
      place = bytes.startIndex
    }

    var isPastEnd: Bool { place > bytes.endIndex }
    var peek: UInt8? { place < bytes.endIndex ? bytes[place] : nil }

    mutating func skip(_ count: Int) { place += count }

    mutating func next() -> UInt8? {
      defer { place += 1 }
      return peek
    }

    /// A number with a sign; 0 of no bytes.
    mutating func number(_ size: Int) -> Int? {
      var value: UInt64 = 0
      for index in 0..<size {
        guard let byte = next() else { return nil }
        value |= UInt64(byte) << UInt64(8 * index)
      }
      let shift = UInt64(64 - 8 * size)
      return size == 0 ? 0 : Int(Int64(bitPattern: value << shift) >> Int64(shift))
    }

    mutating func operand(_ rex: UInt8) -> Operand? {
      guard let form = next() else { return nil }
      let mode = form >> 6
      let register = Int(form >> 3 & 7 | (rex & 4) << 1)
      var base: Int? = Int(form & 7 | (rex & 1) << 3)
      guard mode != 3 else {
        return Operand(register: register, base: base, isMemory: false, displacement: 0)
      }
      var size = [0, 1, 4][Int(mode)]
      if form & 7 == 4 {
        guard let index = next() else { return nil }
        // With an index it is no address that is known.
        base = index >> 3 & 7 == 4 && rex & 2 == 0 ? Int(index & 7 | (rex & 1) << 3) : nil
        if mode == 0, index & 7 == 5 { (size, base) = (4, nil) }
      } else if mode == 0, form & 7 == 5 {
        (size, base) = (4, nil)
      }
      guard let displacement = number(size) else { return nil }
      return Operand(register: register, base: base, isMemory: true, displacement: displacement)
    }

    /// Skips the rest of an instruction of the other maps, of which only branches matter here.
    mutating func skipLong(_ escape: UInt8) -> Effect? {
      var map: UInt8 = 1
      switch escape {
      case 0x0f: break
      case 0xc5: skip(1)
      default:
        guard let prefix = next() else { return nil }
        map = prefix & (escape == 0x62 ? 7 : 31)
        skip(escape == 0x62 ? 2 : 1)
      }
      guard var code = next() else { return nil }
      if escape == 0x0f, code == 0x38 || code == 0x3a {
        map = code == 0x38 ? 2 : 3
        guard let next = next() else { return nil }
        code = next
      }
      if map == 1 {
        switch code {
        case 0x0b: return .stops
        case 0x05...0x09, 0x0e, 0x30...0x37, 0x77, 0xa0...0xa2, 0xa8...0xaa, 0xc8...0xcf:
          return Effect.none
        case 0x80...0x8f where escape == 0x0f: return number(4).map { .branches($0) }
        default: break
        }
      }
      guard operand(0) != nil else { return nil }
      let hasNumber =
        map == 3
        || map == 1
          && [0x0f, 0x70, 0x71, 0x72, 0x73, 0xa4, 0xac, 0xba, 0xc2, 0xc4, 0xc5, 0xc6].contains(code)
      if hasNumber { skip(1) }
      return Effect.none
    }
  }
}
