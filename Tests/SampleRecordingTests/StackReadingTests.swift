import Foundation
import ObjectFiles
import SampleFiles
import Testing

@testable import SampleRecording

@Suite struct StackReadingTests {
  private static let stack: UInt64 = 0x7fff_0000
  private static func place(_ index: Int) -> UInt64 { stack + UInt64(8 * index) }

  /// Code is from 0x1000 to 0x1fff, and what is odd follows no call.
  private static func addresses(_ words: [UInt64]) -> [UInt64] {
    StackReading.addresses(
      words: ([0x1000] + words)[...],
      stack: stack,
      isCode: { (0x1000..<0x2000).contains($0) },
      followCalls: { $0.map { $0.isMultiple(of: 2) } }
    )
  }

  @Test
  func `callers without a record are found before the first record, and records are followed`() {
    let words: [UInt64] = [
      0x1102, 5, 0x1203, 0x1202,  // the C library's; one is no call
      Self.place(8), 0x1302, 7, 7,  // the first record
      Self.place(10), 0x1402,
      0, 0x1502,  // the last
      0x1602,  // not looked at any more
    ]
    #expect(Self.addresses(words) == [0x1000, 0x1102, 0x1202, 0x1302, 0x1402, 0x1502])
  }

  @Test func `a record that leads nowhere ends the stack`() {
    #expect(
      Self.addresses([Self.place(2), 0x1102, Self.place(400), 0x1202]) == [0x1000, 0x1102, 0x1202]
    )
    // Towards the innermost, which would be a circle.
    #expect(
      Self.addresses([9, 9, Self.place(4), 0x1102, Self.place(2), 0x1202]) == [
        0x1000, 0x1102, 0x1202,
      ]
    )
  }

  @Test func `a stack without records has the calls that lie on it, and not for ever`() {
    #expect(Self.addresses([]) == [0x1000])
    #expect(Self.addresses([1, 2, 3]) == [0x1000])
    #expect(Self.addresses([UInt64](repeating: 0x1102, count: 1000)).count <= 14)
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
    var maps = CodeMaps()
    func mapping(_ begin: UInt64, _ end: UInt64) -> SampledMapping {
      SampledMapping(process: 1, begin: begin, end: end, fileOffset: 0, path: "/a", buildID: nil)
    }
    maps.add(mapping(100, 200))
    maps.add(mapping(300, 400))
    maps.add(mapping(150, 250))
    #expect(
      [99, 149, 150, 249, 250, 300, 399, 400].map { maps.contains($0, of: 1) } == [
        false, false, true, true, false, true, true, false,
      ]
    )
    maps.fork(1, to: 2)
    maps.forget(1)
    #expect(maps.contains(160, of: 2) && !maps.contains(160, of: 1))
    #expect(LoadedCode.mappings(of: getpid()).count > 3)
  }
}
