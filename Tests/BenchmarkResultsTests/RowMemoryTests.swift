import Testing

@testable import BenchmarkResults

@Suite struct RowMemoryTests {
  private static func part(
    _ bytes: Double,
    leaked: Double = 0,
    line: String? = "List.swift:30",
    holder: String? = nil
  ) -> RowMemory.Part {
    RowMemory.Part(
      type: "Node",
      function: "List.push(_:)",
      line: line,
      blocks: 1,
      bytes: bytes,
      leakedBytes: leaked,
      holder: holder
    )
  }

  @Test func `the answer comes first, then what it is, made where and held by what`() {
    let parts = [
      "leaked by the cycle `Node.next -> Node`":
        Self.part(48, leaked: 48, holder: "Node.next -> Node"),
      "leaked: nothing holds it": Self.part(48, leaked: 47.9), "still held": Self.part(48),
      "held by `List.head`": Self.part(48, holder: "List.head"),
    ]
    for (held, part) in parts {
      #expect(
        RowMemory(parts: [part], operations: 30).sentence
          == "an operation leaves 48 bytes: 48 of `Node`, made in `List.push(_:)` (List.swift:30), \(held)"
      )
    }
  }

  @Test func `nothing, parts of bytes and many parts are told in words`() {
    #expect(
      RowMemory(parts: [], operations: 30).sentence == "an operation leaves nothing in memory"
    )
    let parts = [Self.part(1234.5), Self.part(12.346), Self.part(0.25), Self.part(0.0001)]
    let memory = RowMemory(parts: parts + [Self.part(0, line: nil)], operations: 30)
    #expect(memory.sentence.hasPrefix("an operation leaves 1247 bytes: 1235 of `Node`, "))
    #expect(memory.sentence.contains("; 12.35 of `Node`"), "\(memory.sentence)")
    #expect(memory.sentence.hasSuffix("; 2 more"))
    #expect(
      RowMemory(parts: [parts[3]], operations: 30).sentence
        .hasPrefix("an operation leaves less than 0.001 bytes: ")
    )
    let one = RowMemory(parts: [Self.part(1, line: nil)], operations: 30).sentence
    #expect(one.hasPrefix("an operation leaves 1 byte: 1 of `Node`, made in `List.push(_:)`, "))
  }

  @Test func `the last part of a run is twice as long as the one before`() {
    #expect(OneShotRun.parts(of: 40) == [10, 10, 20])
    #expect(OneShotRun.parts(of: 43) == [10, 10, 23])
  }
}
