import Foundation
import Testing

@testable import ObjectFiles

@Suite struct UnwindTableTests {
  /// Describes the function from 0x1000 to 0x1040 by some instructions.
  private static func rule(_ instructions: [UInt8], at address: UInt64) -> UnwindRule? {
    // Version 1 without further data: a code factor of 1, a data factor of -8, the return address; at first the frame ends 8 bytes above
    // the stack pointer, and the return address is below its end.
    let common: [UInt8] = [0, 0, 0, 0, 1, 0, 1, 0x78, 16, 0x0c, 7, 8, 0x90, 1]
    var bytes = [UInt8(common.count), 0, 0, 0] + common
    let place = bytes.count
    func long(_ number: UInt8, _ more: UInt8) -> [UInt8] { [number, more, 0, 0, 0, 0, 0, 0] }
    let own = [UInt8(place + 4), 0, 0, 0] + long(0, 0x10) + long(0x40, 0) + instructions
    bytes += [UInt8(own.count), 0, 0, 0] + own
    // SAFETY: the array outlives the call.
    return unsafe bytes.withUnsafeBytes { memory in
      let reader = FrameReader(bytes: unsafe NativeBytes(memory), address: 0)
      guard let description = FrameDescription(reader, at: place) else {
        Issue.record("it can't be read")
        return nil
      }
      #expect(description.begin == 0x1000 && description.size == 0x40)
      return description.rule(at: address)
    }
  }

  @Test func `a rule is that of the instruction: before, in and behind a frame`() throws {
    // push rbp; mov rbp, rsp; ...; pop rbp; ret, and a part behind that again as before.
    let instructions: [UInt8] = [
      0x41, 0x0e, 16, 0x86, 2, 0x43, 0x0d, 6, 0x50, 0x0a, 0xc6, 0x0c, 7, 8, 0x41, 0x0b,
    ]
    func rule(_ address: UInt64) -> UnwindRule? { Self.rule(instructions, at: address) }
    #expect(rule(0x1000) == .atEntry)
    let pushed = try #require(rule(0x1001))
    #expect(pushed.frameEnd == .register(.rsp, 16) && !pushed.followsFramePointer)
    #expect(rule(0x1004) == .framePointer && rule(0x1013) == .framePointer)
    #expect(rule(0x1014) == .atEntry)
    #expect(rule(0x1015) == .framePointer)
  }

  @Test func `the registers of a caller are read where the rule says`() throws {
    // sub rsp, 32 with rbx stored in it.
    let rule = try #require(Self.rule([0x41, 0x0e, 40, 0x83, 3], at: 0x1020))
    var registers = KeptRegisters()
    registers[.rsp] = 0x8000
    registers[.rbp] = 77
    registers[.r12] = 12
    let words: [UInt64: UInt64] = [0x8010: 3, 0x8020: 0x2345]
    let caller = try #require(rule.caller(of: registers) { words[$0] })
    #expect(caller[.rip] == 0x2345 && caller[.rsp] == 0x8028)
    #expect(caller[.rbx] == 3 && caller[.rbp] == 77 && caller[.r12] == 12)
    #expect(caller[.r13] == nil)
    // Without the word of the return address nothing is known, and without a base neither.
    #expect(rule.caller(of: registers) { $0 == 0x8020 ? nil : 1 } == nil)
    #expect(UnwindRule.framePointer.caller(of: KeptRegisters()) { _ in 1 } == nil)
  }

  @Test func `a function about to return has its caller's registers, as LLVM leaves out`() {
    var rule = UnwindRule(frameEnd: .register(.rsp, 8))
    rule.store(.rbp, at: -16)
    var registers = KeptRegisters()
    (registers[.rsp], registers[.rbp]) = (0x1000, 0x2000)
    // The stack has nothing below its pointer.
    let caller = rule.caller(of: registers) { $0 == 0x1000 ? 0x77 : nil }
    #expect(caller?[.rip] == 0x77 && caller?[.rbp] == 0x2000 && caller?[.rsp] == 0x1008)
  }

  @Test func `a function that has taken registers back before it returns has its caller's`() throws
  {
    // GCC pops, and tells only how far the end of the frame is: rbx and rbp saved below the return address, one of them popped.
    let rule = try #require(
      Self.rule([0x41, 0x0e, 24, 0x86, 2, 0x83, 3, 0x41, 0x0e, 16], at: 0x1008)
    )
    var registers = KeptRegisters()
    (registers[.rsp], registers[.rbx], registers[.rbp]) = (0x8000, 33, 66)
    let words: [UInt64: UInt64] = [0x8000: 67, 0x8008: 0x2345]
    let caller = try #require(rule.caller(of: registers) { words[$0] })
    #expect(caller[.rip] == 0x2345 && caller[.rbx] == 33 && caller[.rbp] == 67)
  }

  @Test func `the ends of frames of assembly and of stubs are understood`() throws {
    // breg7 152, deref, plus_uconst 8: OpenSSL keeps the caller's stack pointer on the stack.
    let kept = try #require(Self.rule([0x0f, 6, 0x77, 0x98, 1, 0x06, 0x23, 8], at: 0x1000))
    #expect(kept.frameEnd == .stored(.rsp, 152, distance: 8))
    var registers = KeptRegisters()
    registers[.rsp] = 0x8000
    let words: [UInt64: UInt64] = [0x8098: 0x9000, 0x9000: 0x2345]
    #expect(try #require(kept.caller(of: registers) { words[$0] })[.rsp] == 0x9008)
    // A stub of 16 bytes, which has pushed a number from its eleventh on.
    let stub: [UInt8] = [0x0f, 11, 0x77, 8, 0x80, 0, 0x3f, 0x1a, 0x3b, 0x2a, 0x33, 0x24, 0x22]
    #expect(Self.rule(stub, at: 0x100a)?.frameEnd == .register(.rsp, 8))
    #expect(Self.rule(stub, at: 0x100b)?.frameEnd == .register(.rsp, 16))
    // Something else that depends on the stack pointer.
    #expect(Self.rule([0x0f, 4, 0x77, 8, 0x23, 8], at: 0x1000) == nil)
    #expect(Self.rule([0x0f, 7, 0x77, 0x98, 1, 0x06, 0x23, 8, 0x06], at: 0x1000) == nil)
  }

  @Test func `the beginning of a thread, an aligned stack, and what isn't understood`() throws {
    // The return address is undefined.
    #expect(try #require(Self.rule([0x07, 16], at: 0x1000)).isOutermost)
    // The end is stored 8 bytes below the frame pointer, and the frame pointer at its own address: an aligned stack.
    let aligned = try #require(
      Self.rule([0x10, 6, 2, 0x76, 0, 0x0f, 3, 0x76, 0x78, 0x06], at: 0x1000)
    )
    #expect(aligned.frameEnd == .stored(.rbp, -8) && aligned.needsFramePointer)
    var registers = KeptRegisters()
    registers[.rbp] = 0x9000
    let words: [UInt64: UInt64] = [0x8ff8: 0x9100, 0x90f8: 0x2345, 0x9000: 0x9990]
    let caller = try #require(aligned.caller(of: registers) { words[$0] })
    #expect(caller[.rip] == 0x2345 && caller[.rsp] == 0x9100 && caller[.rbp] == 0x9990)
    // The end depends on a register that isn't kept; an unknown instruction.
    #expect(Self.rule([0x0c, 5, 0], at: 0x1000) == nil)
    #expect(Self.rule([0x3f], at: 0x1000) == nil)
    // The same after something else in between.
    #expect(Self.rule([0x0c, 5, 0, 0x0a, 0x0c, 7, 8, 0x0b], at: 0x1000) == nil)
    #expect(Self.rule([0x0a, 0x0c, 5, 0, 0x0b], at: 0x1000) == .atEntry)
    #expect(Self.rule([UInt8](repeating: 0x0a, count: 200), at: 0x1000) == nil)
  }

  #if arch(x86_64)
  private static let hasTables = true
  #else
  private static let hasTables = false
  #endif

  @Test(.enabled(if: hasTables))
  func `the function of an address is found in a library, and damage is no crash`() throws {
    let path = try #require(
      ["/lib/x86_64-linux-gnu/libc.so.6", "/lib64/libc.so.6"].first {
        FileManager.default.fileExists(atPath: $0)
      }
    )
    let whole = try Data(contentsOf: URL(filePath: path))
    let file = try #require(ELFFile(whole))
    let table = try #require(UnwindTable(file))
    let text = try #require(file.sections.first { $0.name == ".text" })
    var known = 0
    for address in stride(from: text.address, to: text.address + text.size, by: 997) {
      let address = UInt64(address)
      guard let start = table.start(of: address) else { continue }
      #expect(start <= address)
      // Each function begins where its return address is the last word of the stack.
      if table.rule(at: start) == .atEntry { known += 1 }
    }
    #expect(known > 1000)
    var damaged = whole
    for section in file.sections where section.name.hasPrefix(".eh_frame") {
      for place in stride(from: section.offset, to: section.offset + section.size, by: 7) {
        damaged[place] ^= UInt8(truncatingIfNeeded: place * 31)
      }
    }
    let other = ELFFile(damaged).flatMap { UnwindTable($0) }
    for address in stride(from: text.address, to: text.address + text.size, by: 997) {
      _ = other?.rule(at: UInt64(address))
    }
  }
}
