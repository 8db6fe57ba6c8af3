/// The registers of x86-64 that a called function keeps for its caller, with the place where the code is.
///
/// The numbers are DWARF's (System V ABI for AMD64, figure 3.36); each has a place in a vector.
package enum KeptRegister: Int, Sendable, CaseIterable {
  case rbx, rbp, rsp, r12, r13, r14, r15, rip

  init?(number: UInt64) {
    switch number {
    case 3: self = .rbx
    case 6: self = .rbp
    case 7: self = .rsp
    case 12...15: self.init(rawValue: Int(number) - 9)
    case 16: self = .rip
    default: return nil
    }
  }

  var bit: UInt8 { 1 << UInt8(rawValue) }
}

/// The values of registers in a function on the stack, as far as they are known.
package struct KeptRegisters: Sendable, Equatable {
  private var values = SIMD8<UInt64>(repeating: 0)
  private var known: UInt8 = 0

  package init() {}

  package subscript(register: KeptRegister) -> UInt64? {
    get { known & register.bit != 0 ? values[register.rawValue] : nil }
    set {
      values[register.rawValue] = newValue ?? 0
      known = newValue == nil ? known & ~register.bit : known | register.bit
    }
  }
}

/// Where a function's caller has its registers, at one of the function's instructions.
package struct UnwindRule: Sendable, Equatable {
  /// The end of the caller's frame, its stack pointer once the function has returned (DWARF's CFA).
  package enum FrameEnd: Sendable, Equatable {
    case register(KeptRegister, Int64)
    /// So far behind the address that is stored at such a place.
    case stored(KeptRegister, Int64, distance: Int64 = 0)
  }

  package var frameEnd: FrameEnd
  /// Whether no function has called it.
  package var isOutermost = false
  /// Whether the caller was interrupted, and didn't call.
  package var isInterruption = false
  /// For each register its place relative to the end of the frame; 0 if the function hasn't changed it.
  var places = SIMD8<Int32>(repeating: 0)
  /// The registers whose place is relative to the frame pointer or the stack pointer instead.
  var relativeToFrame: UInt8 = 0
  var relativeToStack: UInt8 = 0
  /// The registers whose value is lost.
  var lost: UInt8 = 0

  package init(frameEnd: FrameEnd) {
    self.frameEnd = frameEnd
    places[KeptRegister.rip.rawValue] = -8
  }

  /// The rule of a function that keeps a frame pointer, behind its first instructions.
  package static let framePointer: UnwindRule = {
    var rule = UnwindRule(frameEnd: .register(.rbp, 16))
    rule.places[KeptRegister.rbp.rawValue] = -16
    return rule
  }()

  /// That of a function before its first instruction, as of a stub that jumps to one.
  static let atEntry = UnwindRule(frameEnd: .register(.rsp, 8))

  /// Says where the value of a register is; `nil` if it is nowhere.
  mutating func store(_ register: KeptRegister, at place: Int32?, from base: KeptRegister? = nil) {
    keep(register)
    places[register.rawValue] = place ?? 0
    if place == nil { lost |= register.bit }
    if base == .rbp { relativeToFrame |= register.bit }
    if base == .rsp { relativeToStack |= register.bit }
  }

  /// Says that a register has the value that it has in the caller.
  mutating func keep(_ register: KeptRegister) {
    places[register.rawValue] = 0
    lost &= ~register.bit
    relativeToFrame &= ~register.bit
    relativeToStack &= ~register.bit
  }

  /// Says of a register what another rule says of it.
  mutating func restore(_ register: KeptRegister, as rule: UnwindRule) {
    keep(register)
    places[register.rawValue] = rule.places[register.rawValue]
    lost |= rule.lost & register.bit
  }

  /// Whether the frame pointer leads to the caller, and to its frame pointer.
  package var followsFramePointer: Bool {
    frameEnd == Self.framePointer.frameEnd
      && places[KeptRegister.rbp.rawValue] == -16 && places[KeptRegister.rip.rawValue] == -8
  }

  /// Whether it can't be followed without the frame pointer.
  package var needsFramePointer: Bool {
    switch frameEnd {
    case .register(let register, _), .stored(let register, _, _): register == .rbp
    }
  }

  /// The registers of the caller.
  ///
  /// - Parameters:
  ///   - registers: Those of the function.
  ///   - word: The word at an address of the stack; `nil` if it is unknown.
  /// - Returns: `nil` if these are not enough.
  package func caller(
    of registers: KeptRegisters,
    word: (UInt64) -> UInt64?
  ) -> KeptRegisters? {
    let end: UInt64?
    switch frameEnd {
    case .register(let register, let offset):
      end = registers[register].map { $0 &+ UInt64(bitPattern: offset) }
    case .stored(let register, let offset, let distance):
      end = registers[register].flatMap { word($0 &+ UInt64(bitPattern: offset)) }
        .map { $0 &+ UInt64(bitPattern: distance) }
    }
    guard let end else { return nil }
    /// Whether a register has its caller's value again, though the table doesn't say so: compilers leave that out where a function is about
    /// to return. What was taken back is below the stack pointer.
    func isTakenBack(from place: UInt64) -> Bool {
      registers[.rsp].map { place < $0 && place &+ 4096 > $0 } ?? false
    }
    var caller = registers
    for register in KeptRegister.allCases where register != .rsp {
      let place = places[register.rawValue]
      func stored(from base: UInt64?) -> UInt64? {
        base.flatMap { word($0 &+ UInt64(bitPattern: Int64(place))) }
      }
      if lost & register.bit != 0 {
        caller[register] = nil
      } else if relativeToFrame & register.bit != 0 {
        caller[register] = stored(from: registers[.rbp])
      } else if relativeToStack & register.bit != 0 {
        caller[register] = stored(from: registers[.rsp])
      } else if place != 0, !isTakenBack(from: end &+ UInt64(bitPattern: Int64(place))) {
        caller[register] = stored(from: end)
      }
    }
    caller[.rsp] = end
    return caller[.rip] == nil ? nil : caller
  }
}
