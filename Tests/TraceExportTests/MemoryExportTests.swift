import CHeapLayout
import Foundation
import HeapImages
import MadeMemory
import MemoryAnalysis
import MemoryFiles
import SampleProfiles
import Testing

@testable import TraceExport

/// Memory that is known, in each form.
@Suite struct MemoryExportTests {
  /// Ten nodes of which seven live, two of them leaked, and buffers that are gone.
  private static func made() -> MadeMemory {
    var made = MadeMemory(isWhole: true, from: 1_000_000_000, to: 1_100_000_000)
    let node = made.stack("libc/malloc", "Node.init()", "build()", "main")
    let buffer = made.stack("libc/malloc", "read()", "main")
    made.writer.add(sums: [
      node: HamonSum(allocated: 10, freed: 3, size: 48),
      buffer: HamonSum(allocated: 4, freed: 4, size: 1000),
    ])
    made.writer.add(
      peak: [
        node: HamonSum(allocated: 5, freed: 0, size: 48),
        buffer: HamonSum(allocated: 4, freed: 0, size: 1000),
      ],
      time: 1_050_000_000,
      blocks: 9,
      bytes: 4240
    )
    made.writer.add(totalsAt: 1_020_000_000, live: (3, 144), allocated: (3, 144))
    let amount = HeapSnapshot.Amount(blocks: 7, bytes: 336)
    made.snapshot(at: 1_100_000_000, [("Node", node, amount, 2)])
    return made
  }

  private static func memory() throws -> MemoryProfile {
    try made().inTrace { try MemoryProfile(inTrace: $0) }
  }

  @Test func `folded stacks have the bytes that were allocated, that live, and that are leaked`()
    throws
  {
    let memory = try Self.memory()
    #expect(
      FoldedMemory(memory, .allocated).lines
        == ["main;build();Node.init();malloc 480", "main;read();malloc 4000"]
    )
    #expect(FoldedMemory(memory, .live).lines == ["main;build();Node.init();malloc 336"])
    #expect(FoldedMemory(memory, .leaked).lines == ["main;build();Node.init();malloc 96"])
  }

  @Test func `a heap profile of pprof has the values of Go's, by stack and type`() throws {
    // Stored blocks of a gzip file: its header has 10 bytes, that of a block 5, and 8 follow.
    let bytes = PprofProfile(try Self.memory()).bytes
    let profile = try #require(ProtobufFields(Array(bytes.dropFirst(15).dropLast(8))))
    let strings = profile.texts(6)
    func string(_ number: UInt64?) -> String { strings[Int(number ?? 0)] }
    let types = profile.messages(1).map { "\(string($0.number(1))) \(string($0.number(2)))" }
    #expect(
      types == [
        "alloc_objects count", "alloc_space bytes", "inuse_objects count", "inuse_space bytes",
      ]
    )
    let values = Dictionary(
      uniqueKeysWithValues: profile.messages(2).map { sample in
        let labels = sample.messages(3).filter { string($0.number(1)) == "type" }
        return (string(labels.first?.number(2)), sample.packed(2))
      }
    )
    #expect(values == ["Node": [10, 480, 7, 336], "(no Swift type)": [4, 4000, 0, 0]])
    #expect(string(profile.number(14)) == "inuse_space")
  }

  @Test func `a Perfetto trace has a heap profile of the process`() throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "export-\(UUID())").path
    defer { try? FileManager.default.removeItem(atPath: file) }
    let summary = try Self.made().inTrace {
      try TraceExporter(path: $0, format: .perfetto, outputPath: file).run()
    }
    #expect(!summary.isEmpty && summary.sampleFaults == [])
    let trace = try #require(ProtobufFields(Array(try Data(contentsOf: URL(filePath: file)))))
    let packets = trace.messages(1)
    let heap = try #require(packets.flatMap { $0.messages(37) }.flatMap { $0.messages(5) }.first)
    #expect(heap.number(1) == UInt64(MadeMemory.process) && heap.number(9) == 1_100_000_000)
    let samples = heap.messages(2).map { sample in [2, 3, 5, 6].map { sample.number($0) } }
    #expect(samples.contains([480, 144, 10, 3]) && samples.contains([4000, 4000, 4, 4]))
    let interned = packets.flatMap { $0.messages(12) }
    let names = interned.flatMap { $0.messages(5) }.compactMap { $0.text(2) }
    #expect(Set(["main", "build()", "Node.init()", "malloc"]).isSubset(of: names))
    let stacks = Set(interned.flatMap { $0.messages(7) }.compactMap { $0.number(1) })
    #expect(heap.messages(2).allSatisfy { $0.number(1).map(stacks.contains) ?? false })
  }

  @Test func `a file of massif's has the peak, with who allocated and who called`() throws {
    let text = MassifFile(try Self.memory()).text
    let peak = try #require(
      text.components(separatedBy: "#-----------\n").first { $0.contains("=peak") }
    )
    #expect(
      peak == """
        time=50
        mem_heap_B=4240
        mem_heap_extra_B=0
        mem_stacks_B=0
        heap_tree=peak
        n1: 4240 (heap allocation functions) malloc/new/new[], --alloc-fns, etc.
         n2: 4240 0x100: malloc (in libc.so.6)
          n1: 4000 0x500: read() (Shop.swift:50)
           n0: 4000 0x400: main (Shop.swift:40)
          n1: 240 0x200: Node.init() (Shop.swift:20)
           n1: 240 0x300: build() (Shop.swift:30)
            n0: 240 0x400: main (Shop.swift:40)

        """
    )
  }

  @Test func `massif's own tool reads it`() throws {
    guard FileManager.default.isExecutableFile(atPath: "/usr/bin/ms_print") else { return }
    let file = FileManager.default.temporaryDirectory.appending(path: "massif-\(UUID())")
    defer { try? FileManager.default.removeItem(at: file) }
    try Data(MassifFile(try Self.memory()).text.utf8).write(to: file)
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/ms_print")
    process.arguments = [file.path]
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let told = String(decoding: try pipe.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    #expect(told.contains("94.34% (4,000B) 0x500: read() (Shop.swift:50)"), "\(told)")
  }
}
