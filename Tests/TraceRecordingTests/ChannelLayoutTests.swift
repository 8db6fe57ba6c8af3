import Testing

@testable import TraceRecording

@Suite struct ChannelLayoutTests {
  @Test(
    arguments: [1, 2, 8, 128],
    [1, 2, 3, 10, 100, 1000, 100_000]
  )
  func `A ring of files stays below its limit, and LTTng takes it`(
    processors: Int,
    factor: Int
  ) throws {
    let limit = ChannelLayout.smallestFileLimit(processors: processors) * factor
    let layout = ChannelLayout.files(below: limit, processors: processors)
    let (size, count) = (try #require(layout.fileSize), try #require(layout.fileCount))
    #expect(processors * size * count < limit)
    #expect(count >= 4)
    #expect(size % layout.subBufferSize == 0)
    #expect(layout.subBufferSize & (layout.subBufferSize - 1) == 0)
    #expect(layout.subBufferCount & (layout.subBufferCount - 1) == 0)
    #expect(layout.subBufferSize * layout.subBufferCount == 8 << 20)
    // Not much of the room is left unused.
    #expect(2 * processors * size * count > limit - 1 << 20)
  }
}
