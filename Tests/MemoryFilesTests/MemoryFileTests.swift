import CHeapLayout
import Foundation
import MadeMemory
import SeededRandom
import SuiteErrors
import Testing

@testable import MemoryFiles

@Suite struct MemoryFileTests {
  private static func file(_ bytes: [UInt8]) throws -> MemoryFile {
    let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).memory").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    try Data(bytes).write(to: URL(filePath: path))
    return try MemoryFile(path: path)
  }

  private static func writer(isWhole: Bool = true) -> MemoryFileWriter {
    MemoryFileWriter(process: 7, isWhole: isWhole, rate: 1000, start: 10, end: 900)
  }

  @Test func `what was written is read again, from as many pieces as it needs`() throws {
    var writer = Self.writer()
    writer.add(command: ["/bin/shop", "--open", ""])
    let stacks = (0..<600).map { UInt64($0) }
    let numbers = stacks.map { writer.add(stack: [$0, $0 + 1]) }
    for number in 0..<5000 {
      let address = UInt64(0x1000 + 16 * number)
      writer.allocate(address, size: 16, stack: numbers[number % 600], thread: 8, time: 20)
      writer.free(address, word: 0xabc, thread: 9, time: UInt64(30 + number))
    }
    writer.allocate(0x10, size: 5, stack: 1, thread: 8, time: 40)
    writer.add(totalsAt: 50, live: (1, 5), allocated: (5001, 80005))
    writer.add(failure: "no room", time: 60)
    writer.add(sums: [numbers[0]: HamonSum(allocated: 9, freed: 8, size: 16)])
    writer.add(
      peak: [numbers[599]: HamonSum(allocated: 3, freed: 1, size: 16)],
      time: 45,
      blocks: 2,
      bytes: 32
    )
    let file = try Self.file(writer.bytes)
    #expect(file.faults == [] && file.isWhole && file.command == ["/bin/shop", "--open"])
    #expect(file.blocks.count == 5001)
    #expect(file.blocks.filter { $0.freed == nil }.map(\.size) == [5])
    for block in file.blocks where block.freed != nil {
      let number = UInt64(block.address - 0x1000) / 16
      #expect(block.freed == 30 + number && block.thread == 8 && block.words.0 == 0xabc)
      #expect(file.stack(block.stack) == [number % 600, number % 600 + 1])
    }
    #expect(file.stack(1) == [] && file.stack(99_999) == [])
    #expect(file.totals.map(\.allocated_bytes) == [80005])
    #expect(file.failures.map(\.text) == ["no room"])
    #expect(file.sums.keys.sorted() == [numbers[0]] && file.sums[numbers[0]]?.freed_bytes == 128)
    #expect(file.peakSums[numbers[599]]?.allocated_blocks == 3 && file.header.peak_bytes == 32)
  }

  @Test func `an address that is used again belongs to each of its blocks`() throws {
    var writer = Self.writer()
    // Two threads, whose records lie in other pieces, hand it back and forth.
    for round in UInt64(0)..<4 {
      let thread = Int32(8 + round % 2)
      writer.allocate(0x50, size: 10 + round, stack: 1, thread: thread, time: 100 * round)
      writer.free(0x50, thread: Int32(9 - round % 2), time: 100 * round + 50)
    }
    // Freed and allocated in one nanosecond.
    writer.allocate(0x50, size: 20, stack: 1, thread: 8, time: 500)
    writer.free(0x50, thread: 8, time: 500)
    writer.allocate(0x50, size: 21, stack: 1, thread: 8, time: 600)
    let blocks = try Self.file(writer.bytes).blocks
    #expect(blocks.map(\.size) == [10, 11, 12, 13, 20, 21])
    #expect(blocks.map(\.freed) == [50, 150, 250, 350, 500, nil])
  }

  @Test
  func `of a file that is cut off the rest is read, and of one that is damaged no byte traps`()
    throws
  {
    var writer = Self.writer(isWhole: false)
    for number in UInt64(0)..<3000 {
      writer.allocate(16 * number, size: 16, stack: 1, thread: 8, time: number)
    }
    let bytes = writer.bytes
    let cut = try Self.file(Array(bytes.prefix(2 * MemoryFile.chunkSize)))
    #expect(cut.blocks.count == (MemoryFile.chunkSize - 16) / 32)
    #expect(cut.faults.count == 1 && !cut.isWhole)
    #expect(throws: SuiteError.self) { try Self.file(Array(bytes.prefix(100))) }
    #expect(throws: SuiteError.self) { try Self.file([UInt8](repeating: 7, count: 1 << 17)) }
    var random = SplitMix64(seed: RandomHistories.seed)
    for _ in 0..<50 {
      var damaged = bytes
      for _ in 0..<20 {
        damaged[random.next(below: damaged.count)] = UInt8(random.next(below: 256))
      }
      _ = try? Self.file(damaged)
    }
  }
}
