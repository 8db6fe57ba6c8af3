import Testing

@testable import ObjectFiles

@Suite struct FrameInstructionTests {
  private static let begin: UInt64 = 0x1000

  private static func instructions(_ code: [UInt8]) -> FrameInstructions {
    FrameInstructions { address in
      address < begin ? [] : Array(code.dropFirst(Int(clamping: address - begin)))
    }
  }

  private static func rule(_ code: [UInt8], at place: UInt64) -> UnwindRule? {
    var instructions = instructions(code)
    return instructions.rule(at: begin + place)
  }

  /// The return address is so far above the stack pointer, and the caller's frame pointer so far below its end.
  private static func expected(_ end: Int64, frame: Int32? = nil) -> UnwindRule {
    var rule = UnwindRule(frameEnd: .register(.rsp, end))
    if let frame { rule.store(.rbp, at: frame) }
    return rule
  }

  @Test func `a function without a description is known before, in and behind its frame`() {
    // push %rbp; mov %rsp,%rbp; push %rbx; sub $0x10,%rsp; call; add $0x10,%rsp; pop %rbx; pop %rbp; ret
    let code: [UInt8] = [
      0x55, 0x48, 0x89, 0xe5, 0x53, 0x48, 0x83, 0xec, 0x10, 0xe8, 0, 0, 0, 0,
      0x48, 0x83, 0xc4, 0x10, 0x5b, 0x5d, 0xc3,
    ]
    #expect(Self.rule(code, at: 0) == .atEntry)
    #expect(Self.rule(code, at: 1) == Self.expected(16, frame: -16))
    for place: UInt64 in [4, 5, 9] { #expect(Self.rule(code, at: place) == nil) }
    #expect(Self.rule(code, at: 14) == Self.expected(40, frame: -16))
    #expect(Self.rule(code, at: 18) == Self.expected(24, frame: -16))
    #expect(Self.rule(code, at: 19) == Self.expected(16, frame: -16))
    #expect(Self.rule(code, at: 20) == .atEntry)
  }

  @Test func `one that calls none has no frame, also with loops, cases and jumps to others`() {
    // 1: dec %rdi; je 2; jmp 1; 2: ret
    let loop: [UInt8] = [0x48, 0xff, 0xcf, 0x74, 0x02, 0xeb, 0xf9, 0xc3]
    #expect(Self.rule(loop, at: 0) == .atEntry && Self.rule(loop, at: 5) == .atEntry)
    // A loop without an end.
    #expect(Self.rule([0xeb, 0xfe], at: 0) == nil)
    // mov (%rdi),%rax; jmp *0x58(%rax), as Swift's thunks do
    #expect(Self.rule([0x48, 0x8b, 0x07, 0xff, 0x60, 0x58], at: 0) == .atEntry)
    // add %rcx,%rax; jmp *%rax: a table of cases
    #expect(Self.rule([0x48, 0x01, 0xc8, 0xff, 0xe0], at: 0) == nil)
    // jmp to another function, which begins with push %rbp
    #expect(Self.rule([0xeb, 0x02, 0xcc, 0xcc, 0x55, 0x48, 0x89, 0xe5], at: 0) == .atEntry)
    // je to where it can't go on: ud2
    #expect(Self.rule([0x74, 0x01, 0xc3, 0x0f, 0x0b], at: 0) == .atEntry)
    // lea -8(%rbp),%rsp; leave: the stack pointer is the frame's
    #expect(Self.rule([0x48, 0x8d, 0x65, 0xf8, 0x5b, 0x5d, 0xc3], at: 0) == nil)
    #expect(Self.rule([0xc9, 0xc3], at: 0) == nil)
  }

  @Test func `what asynchronous functions push before their frame is known`() {
    // push %rbp; push %r14; lea 8(%rsp),%rbp
    let code: [UInt8] = [0x55, 0x41, 0x56, 0x48, 0x8d, 0x6c, 0x24, 0x08, 0xe8, 0, 0, 0, 0]
    var instructions = Self.instructions(code)
    #expect(instructions.rule(atFraming: Self.begin + 3) == Self.expected(24, frame: -16))
    for place: UInt64 in [0, 1, 8] {
      #expect(instructions.rule(atFraming: Self.begin + place) == nil)
    }
    #expect(Self.rule(code, at: 1) == Self.expected(16, frame: -16))
  }

  @Test func `the beginning of a function tells where it keeps its frame pointer`() {
    func height(_ code: [UInt8]) -> Int? {
      var instructions = Self.instructions(code)
      return instructions.frameHeight(from: Self.begin, to: Self.begin + UInt64(code.count))
    }
    // push %rbp; mov %rsp,%rbp; push %r15; push %rbx; sub $0x158,%rsp; mov %edi,%ebx; call
    let begin: [UInt8] = [
      0x55, 0x48, 0x89, 0xe5, 0x41, 0x57, 0x53, 0x48, 0x81, 0xec, 0x58, 1, 0, 0, 0x89, 0xfb,
    ]
    #expect(height(begin + [0xe8, 0, 0, 0, 0]) == 0x158 + 16)
    // test %edi,%edi; je: nothing before the frame
    #expect(height([0x85, 0xff, 0x74, 0x20] + begin) == 0x158 + 16)
    // and $-32,%rsp: nobody knows how far
    #expect(height(begin + [0x48, 0x83, 0xe4, 0xe0]) == nil)
    // sub $8,%rsp: no frame pointer
    #expect(height([0x48, 0x83, 0xec, 8, 0xe8, 0, 0, 0, 0]) == nil)
  }

  @Test(
    arguments: [
      [0x90], [0xb8, 1, 2, 3, 4], [0x66, 0xb8, 1, 2], [0x48, 0xb8, 1, 2, 3, 4, 5, 6, 7, 8],
      [0x8b, 0x44, 0x8c, 0x10], [0x8b, 0x04, 0x25, 1, 2, 3, 4], [0x8b, 0x05, 1, 2, 3, 4],
      [0x41, 0x8b, 0x85, 1, 2, 3, 4], [0xf6, 0x07, 1], [0xf6, 0x17], [0xf7, 0xc7, 1, 2, 3, 4],
      [0x0f, 0x84, 1, 2, 3, 4], [0x0f, 0xb6, 0x07], [0x66, 0x0f, 0x6f, 0x07],
      [0x66, 0x0f, 0x3a, 0x0f, 0xc1, 8], [0x0f, 0x38, 0xf0, 0x07], [0xf0, 0x0f, 0xb1, 0x0f],
      // vzeroupper, vpxor, vpalignr with two prefixes, and one of AVX-512.
      [0xc5, 0xf8, 0x77], [0xc5, 0xf9, 0xef, 0xc0], [0xc4, 0xe3, 0x75, 0x0f, 0xc2, 8],
      [0x62, 0xf1, 0xfd, 0x48, 0x6f, 0x47, 1],
    ] as [[UInt8]]
  )
  func `instructions are as long as the processor takes them`(code: [UInt8]) throws {
    #expect(try #require(MachineInstruction((code + [0xcc, 0xcc])[...])).length == code.count)
    for cut in 0..<code.count { #expect(MachineInstruction(code[..<cut]) == nil) }
  }
}
