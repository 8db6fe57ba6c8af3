import Foundation
import ObjectFiles
import SampleFiles
import Testing

@testable import SampleRecording

@Suite struct UnwinderTests {
  private static let stack: UInt64 = 0x7fff_0000
  private static func place(_ index: Int) -> UInt64 { stack + UInt64(8 * index) }

  /// Code of which no file says anything is from 0x1000 to 0x1fff; the innermost record is at a place of the words of the stack.
  private static func walk(
    _ words: [UInt64],
    record: Int,
    _ chain: Unwinder.Chain = Unwinder.Chain(),
    isCut: Bool = false
  ) -> Unwinder.Walk {
    var code = AddressSpaces()
    _ = code.take(
      SampledMapping(
        process: 1,
        begin: 0x1000,
        end: 0x2000,
        fileOffset: 0,
        path: "//anon",
        buildID: nil
      )
    )
    var registers = KeptRegisters()
    registers[.rip] = 0x1000
    registers[.rsp] = stack
    registers[.rbp] = place(record)
    // SAFETY: the array outlives the call.
    return unsafe words.withUnsafeBytes { memory in
      let copy = Unwinder.Copy(
        bytes: unsafe NativeBytes(memory),
        range: 0..<memory.count,
        address: stack,
        isCut: isCut
      )
      var unwinder = Unwinder()
      return unwinder.walk(from: registers, copy, chain, of: 1, in: code)
    }
  }

  @Test func `frame records are followed where no file says more, and nothing else is a caller`() {
    let words: [UInt64] = [
      0x1102, 0x1202,  // left from earlier calls
      Self.place(5), 0x1302, 0x1402,  // the first record
      Self.place(8), 0x1502, 7,
      0, 0x1602,
      0x1702,
    ]
    let found = Self.walk(words, record: 2)
    #expect(found.addresses == [0x1000, 0x1302, 0x1502, 0x1602] && found.end == .whole)
  }

  #if arch(x86_64)
  /// A function that keeps no frame record, between others that nothing describes either.
  @Test func `the caller of a function without a frame record isn't left out`() throws {
    var code = [UInt8](repeating: 0xcc, count: 0x300)
    // mov $1,%eax; ret
    code.replaceSubrange(0..<6, with: [0xb8, 1, 0, 0, 0, 0xc3])
    // SAFETY: the array outlives the call.
    unsafe code.withUnsafeBytes { memory in
      let begin = UInt64(UInt(bitPattern: memory.baseAddress))
      let words = [begin + 0x102, 7, Self.place(4), begin + 0x202, 0, begin + 0x2f2]
      let own = SampledMapping(
        process: getpid(),
        begin: begin,
        end: begin + 0x300,
        fileOffset: 0,
        path: "//anon",
        buildID: nil
      )
      var (spaces, unwinder) = (AddressSpaces(), Unwinder())
      _ = spaces.take(own)
      var registers = KeptRegisters()
      (registers[.rsp], registers[.rbp]) = (Self.stack, Self.place(2))
      let callers = [begin + 0x202, begin + 0x2f2]
      // SAFETY: the array outlives the call.
      unsafe words.withUnsafeBytes { memory in
        let copy = Unwinder.Copy(
          bytes: unsafe NativeBytes(memory),
          range: 0..<memory.count,
          address: Self.stack
        )
        registers[.rip] = begin
        let leaf = unwinder.walk(from: registers, copy, of: getpid(), in: spaces)
        #expect(leaf.addresses == [begin, begin + 0x102] + callers && leaf.end == .whole)
        // Where instructions tell nothing it is taken to have a frame record.
        registers[.rip] = begin + 0x10
        let other = unwinder.walk(from: registers, copy, of: getpid(), in: spaces)
        #expect(other.addresses == [begin + 0x10] + callers && other.end == .whole)
      }
    }
  }
  #endif

  @Test func `a record that leads nowhere ends the stack`() {
    // Out of the stack, towards the innermost, which would be a circle, and to what is no code.
    #expect(Self.walk([Self.place(400), 0x1102], record: 0).addresses == [0x1000, 0x1102])
    #expect(
      Self.walk([0, 0, Self.place(0), 0x1102], record: 2).addresses == [0x1000, 0x1102]
    )
    #expect(Self.walk([0, 0x2002], record: 0).addresses == [0x1000])
    #expect(Self.walk([], record: 0).addresses == [0x1000])
  }

  @Test func `behind a copy the chain goes on at the record that it was copied to`() {
    let words: [UInt64] = [Self.place(2), 0x1102, Self.place(900), 0x1202]
    var chain = Unwinder.Chain(callers: [0x1102, 0x1202, 0x1302, 0x1402])
    let found = Self.walk(words, record: 0, chain, isCut: true)
    #expect(found.addresses == [0x1000, 0x1102, 0x1202, 0x1302, 0x1402] && found.end == .tooDeep)
    // What was read for the frame record of a function that isn't asynchronous counts for nothing.
    chain.awaiting = [0: Unwinder.Awaiting([0x1802]), 2: Unwinder.Awaiting([0x1902])]
    let same = Self.walk(words, record: 0, chain, isCut: true)
    #expect(same.addresses == found.addresses && !same.missesAwaiting)
    // The frame pointer isn't that of the chain: something else was kept in it.
    #expect(Self.walk([Self.place(900), 0x1102], record: 0).addresses == [0x1000, 0x1102])
  }

  /// A sample with some addresses, and what is behind them, as its ring has it.
  private static func completed(_ addresses: [UInt64], _ more: [UInt64]) throws -> [UInt8] {
    var builder = RecordBuilder(.sample, miscellaneous: PerfRecord.Bits.userMode)
    for word in [0, 0x1000, 1, 1, 0, 1, UInt64(addresses.count)] { builder.append(word) }
    for word in addresses + more { builder.append(word) }
    let bytes = builder.finished()
    // SAFETY: the array outlives the call.
    return try unsafe bytes.withUnsafeBytes { memory in
      let record = try #require(PerfRecord(unsafe NativeBytes(memory), at: 0))
      #expect(record.isSound)
      var unwinder = Unwinder()
      return unwinder.completed(record, AddressSpaces()).sample
    }
  }

  @Test(arguments: [0, 8, 80, UInt64(Int.max), .max])
  func `a ring that a program has damaged is no crash`(size: UInt64) throws {
    let registers: [UInt64] = [2, 0, 0, .max - 4, 0, 0, 0, 0, size]
    for kept in 0...registers.count {
      let sample = try Self.completed([PerfRecord.userMark, 0x1000], Array(registers.prefix(kept)))
      #expect(sample.count % 8 == 0)
    }
    // As many addresses as there is room for: of a program, of the kernel, and of functions that await a task.
    for address: UInt64 in [0x1000, 1 << 63, PerfRecord.taskMark] {
      let all = [0x1000] + [UInt64](repeating: address, count: 8182)
      #expect(try Self.completed(all, []).count < 1 << 16)
    }
  }

  /// Contexts of a task in own memory, which are freed afterwards: the first is that of the innermost function.
  private static func awaiting(
    _ contexts: [(parent: Int?, resumption: UInt64)]
  ) -> Unwinder.Awaiting? {
    let size = 32 * contexts.count
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: size, alignment: 16)
    defer { memory.deallocate() }
    let start = UInt64(UInt(bitPattern: memory.baseAddress))
    for (place, context) in contexts.enumerated() {
      let parent = context.parent.map { start + UInt64(32 * $0) } ?? 0
      memory.storeBytes(of: parent, toByteOffset: 32 * place, as: UInt64.self)
      memory.storeBytes(of: context.resumption, toByteOffset: 32 * place + 8, as: UInt64.self)
    }
    return Unwinder.Awaiting(ofContext: start, of: getpid())
  }

  @Test func `the contexts of a task lead to all that await it, and nothing else is a context`() {
    let task: [(parent: Int?, resumption: UInt64)] = [(2, 0x5000), (nil, 0x7000), (1, 0x6000)]
    // The last one goes on in the runtime.
    #expect(Self.awaiting(task) == Unwinder.Awaiting([0x5001, 0x6001]))
    #expect(Self.awaiting([(nil, 0x5000)]) == Unwinder.Awaiting([]))
    // One that goes on nowhere, and a circle.
    #expect(Self.awaiting([(1, 0x5000), (nil, 3)]) == nil)
    #expect(Self.awaiting([(0, 0x5000)]) == nil)
    let circle = Self.awaiting([(1, 0x5000), (0, 0x6000)])
    #expect(circle?.isWhole == false && circle?.addresses.count == 255)
    for nothing in [0, 8, 4096, UInt64.max] {
      #expect(Unwinder.Awaiting(ofContext: nothing, of: getpid()) == nil)
    }
  }

  @Test func `the segments and the build id of a program are read, and nothing of another file`()
    throws
  {
    let own = try #require(ELFFile(path: "/proc/self/exe"))
    #expect(!own.segments.isEmpty && own.sections.contains { $0.name == ".text" })
    #expect(ELFFile(path: "/etc/passwd") == nil)
    #expect(ELFFile(path: "/none") == nil)
    // A header that announces more than there is.
    let path = FileManager.default.temporaryDirectory.appending(path: "elf-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: path) }
    let whole = try Data(contentsOf: URL(filePath: "/proc/self/exe")).prefix(4096)
    for length in [0, 4, 63, 64, 100, 500] {
      try whole.prefix(length).write(to: path)
      #expect(ELFFile(path: path.path)?.sections.isEmpty != false)
    }
  }

  @Test func `code of a process is found where it was mapped last`() {
    var maps = AddressSpaces()
    func map(_ begin: UInt64, _ end: UInt64) {
      _ = maps.take(
        SampledMapping(process: 1, begin: begin, end: end, fileOffset: 0, path: "/a", buildID: nil)
      )
    }
    map(100, 200)
    map(300, 400)
    map(150, 250)
    #expect(
      [149, 150, 249, 250, 300, 399, 400].map { maps.contains($0, of: 1) } == [
        false, true, true, false, true, true, false,
      ]
    )
    maps.forget(1)
    #expect(!maps.contains(160, of: 1))
    #expect(LoadedCode.mappings(of: getpid()).count > 3)
  }
}
