/// How the frame of a function changes from instruction to instruction.
struct FrameDescription {
  /// More than compilers remember: one rule, or two; a damaged file must not fill memory.
  private static let mostRemembered = 64

  private(set) var begin: UInt64 = 0
  private(set) var size: UInt64 = 0
  private var instructions: FrameReader
  private var commonInstructions: FrameReader
  private var codeFactor: UInt64 = 1
  private var dataFactor: Int64 = 1
  private var form: UInt8 = 0
  private var isInterruption = false

  /// Reads a description, with what it has in common with others; `nil` if it can't be understood.
  init?(_ all: FrameReader, at place: Int) {
    guard var own = all.record(at: place) else { return nil }
    let back = own.place
    let distance = Int(own.word())
    guard var common = all.record(at: back - distance), common.word() == 0 else { return nil }
    let version = common.byte()
    let text = common.bytes.text(from: common.place, to: common.end)
    common.place += text.utf8.count + 1
    codeFactor = common.variable()
    dataFactor = common.signedVariable()
    if version == 1 { _ = common.byte() } else { _ = common.variable() }
    let hasData = text.hasPrefix("z")
    // Others are of compilers before 2000.
    guard text.isEmpty || hasData else { return nil }
    if hasData {
      var data = common.piece(common.variable())
      for letter in text.utf8.dropFirst() {
        switch letter {
        case UInt8(ascii: "R"): form = data.byte()
        case UInt8(ascii: "L"): _ = data.byte()
        case UInt8(ascii: "P"):
          let form = data.byte()
          _ = data.encoded(form)
        case UInt8(ascii: "S"): isInterruption = true
        default: break
        }
      }
    }
    commonInstructions = common
    begin = own.encoded(form)
    size = own.encoded(form & 15)
    if hasData {
      let length = own.variable()
      _ = own.piece(length)
    }
    instructions = own
  }

  /// The rule at an address of the function; `nil` if it is more than a rule can say.
  func rule(at address: UInt64) -> UnwindRule? {
    var state = State(address: address)
    guard follow(commonInstructions, to: .max, from: 0, &state, .atEntry),
      follow(instructions, to: address, from: begin, &state, state.rule)
    else { return nil }
    state.rule.isInterruption = isInterruption
    return state.isKnown ? state.rule : nil
  }

  private struct State {
    typealias FrameEnd = UnwindRule.FrameEnd
    let address: UInt64
    var rule = UnwindRule.atEntry
    /// Whether a rule can say where the end of the frame is, and where the function returns to.
    var isKnown = true
    var remembered: [(rule: UnwindRule, isKnown: Bool)] = []

    mutating func setEnd(_ number: UInt64, _ offset: Int64? = nil) {
      let register = KeptRegister(number: number)
      isKnown = register != nil
      rule.frameEnd = .register(register ?? .rsp, offset ?? endOffset)
    }

    mutating func setEnd(offset: Int64) {
      if case .register(let register, _) = rule.frameEnd {
        rule.frameEnd = .register(register, offset)
      }
    }

    private var endOffset: Int64 {
      switch rule.frameEnd {
      case .register(_, let offset): offset
      case .stored: 0
      }
    }

    mutating func change(_ number: UInt64, _ body: (inout UnwindRule, KeptRegister) -> Void) {
      if let register = KeptRegister(number: number) { body(&rule, register) }
    }

    mutating func store(_ number: UInt64, _ offset: Int64?) {
      change(number) { $0.store($1, at: offset.flatMap { Int32(exactly: $0) }) }
    }

    /// What linkers write of stubs of 16 bytes, behind `DW_OP_breg7 8`, but for `DW_OP_litN`: 8 bytes more are on the stack from the Nth byte
    /// of the stub on.
    private static let pushing: [UInt8] = [0x80, 0, 0x3f, 0x1a, 0x2a, 0x33, 0x24, 0x22]

    /// Takes an expression for the end of the frame, in the forms that compilers, assembly and linkers have.
    mutating func setEnd(_ expression: FrameReader) {
      var reader = expression
      isKnown = false
      guard let (register, offset) = State.based(&reader) else { return }
      if reader.isAtEnd {
        (rule.frameEnd, isKnown) = (.register(register, offset), true)
        return
      }
      let rest = (reader.place..<min(reader.end, reader.place + 10)).map(reader.bytes.byte)
      if rest.first == 0x06 {
        // DW_OP_deref, and DW_OP_plus_uconst.
        _ = reader.byte()
        let distance = reader.isAtEnd ? 0 : reader.byte() == 0x23 ? reader.variable() : nil
        guard let distance, reader.isAtEnd else { return }
        let end = FrameEnd.stored(register, offset, distance: Int64(clamping: distance))
        (rule.frameEnd, isKnown) = (end, true)
      } else if register == .rsp, offset == 8, rest.count == 9, (0x30..<0x50).contains(rest[4]),
        rest[..<4] + rest[5...] == Self.pushing[...]
      {
        let isPushed = address & 15 >= UInt64(rest[4] - 0x30)
        (rule.frameEnd, isKnown) = (.register(.rsp, isPushed ? 16 : 8), true)
      }
    }

    /// Takes an expression for the place of a register.
    mutating func store(_ number: UInt64, _ expression: FrameReader) {
      var reader = expression
      if let (base, offset) = State.based(&reader), reader.isAtEnd, [.rbp, .rsp].contains(base) {
        change(number) { $0.store($1, at: Int32(exactly: offset), from: base) }
      } else {
        store(number, nil)
      }
    }

    /// `DW_OP_breg0` to `31`, with its offset.
    private static func based(_ reader: inout FrameReader) -> (KeptRegister, Int64)? {
      let code = reader.byte()
      guard (0x70...0x8f).contains(code), let register = KeptRegister(number: UInt64(code - 0x70))
      else { return nil }
      return (register, reader.signedVariable())
    }
  }

  /// Follows instructions up to an address; returns whether all were understood.
  private func follow(
    _ instructions: FrameReader,
    to address: UInt64,
    from begin: UInt64,
    _ state: inout State,
    _ initial: UnwindRule
  ) -> Bool {
    var (reader, location) = (instructions, begin)
    while !reader.isAtEnd, location <= address {
      let code = reader.byte()
      let low = UInt64(code & 63)
      switch code {
      case 0x40..<0x80: location &+= low &* codeFactor
      case 0x80..<0xc0: state.store(low, offset(reader.variable()))
      case 0xc0...: state.change(low) { $0.restore($1, as: initial) }
      case 0x00: break
      case 0x01: location = reader.encoded(form)
      case 0x02: location &+= UInt64(reader.byte()) &* codeFactor
      case 0x03: location &+= UInt64(reader.half()) &* codeFactor
      case 0x04: location &+= UInt64(reader.word()) &* codeFactor
      case 0x05:
        let number = reader.variable()
        state.store(number, offset(reader.variable()))
      case 0x06: state.change(reader.variable()) { $0.restore($1, as: initial) }
      case 0x07:
        let number = reader.variable()
        if number == 16 { state.rule.isOutermost = true } else { state.store(number, nil) }
      case 0x08: state.change(reader.variable()) { $0.keep($1) }
      case 0x09:
        state.store(reader.variable(), nil)
        _ = reader.variable()
      case 0x0a:
        guard state.remembered.count < Self.mostRemembered else { return false }
        state.remembered.append((state.rule, state.isKnown))
      case 0x0b:
        guard let remembered = state.remembered.popLast() else { return false }
        (state.rule, state.isKnown) = remembered
      case 0x0c:
        let number = reader.variable()
        state.setEnd(number, Int64(truncatingIfNeeded: reader.variable()))
      case 0x0d: state.setEnd(reader.variable())
      case 0x0e: state.setEnd(offset: Int64(truncatingIfNeeded: reader.variable()))
      case 0x0f: state.setEnd(reader.piece(reader.variable()))
      case 0x10:
        let number = reader.variable()
        state.store(number, reader.piece(reader.variable()))
      case 0x11:
        let number = reader.variable()
        state.store(number, reader.signedVariable() &* dataFactor)
      case 0x12:
        let number = reader.variable()
        state.setEnd(number, reader.signedVariable() &* dataFactor)
      case 0x13: state.setEnd(offset: reader.signedVariable() &* dataFactor)
      case 0x16:
        state.store(reader.variable(), nil)
        _ = reader.piece(reader.variable())
      case 0x2e: _ = reader.variable()
      default: return false
      }
    }
    return true
  }

  private func offset(_ factored: UInt64) -> Int64 {
    Int64(bitPattern: factored) &* dataFactor
  }
}
