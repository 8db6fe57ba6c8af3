import CTFPackets
import Testing

@testable import TraceRecording

@Suite struct TraceExtentTests {
  private func packet(_ sequence: UInt64, _ begin: UInt64, _ end: UInt64) -> PacketHeader {
    let extent = PacketExtent(offset: 0, packetSize: 8, contentSize: 8, begin: begin, end: end)
    return PacketHeader(extent: extent, sequence: sequence)
  }

  @Test func `A trace of which nothing was overwritten spans from its first to its last packet`() {
    let extent = TraceExtent(streams: [
      [packet(0, 10, 20), packet(1, 20, 90)], [packet(0, 50, 60)],
    ])
    #expect(!extent.isCut)
    #expect(extent.span == .nanoseconds(80))
  }

  @Test func `A trace is whole from where the most overwritten stream begins`() {
    let extent = TraceExtent(
      streams: [
        [packet(0, 10, 20)], [packet(5, 70, 80), packet(4, 60, 70)], [packet(2, 30, 99)], [],
      ]
    )
    #expect(extent.isCut)
    #expect(extent.span == .nanoseconds(39))
    #expect(TraceExtent(streams: []).span == .zero)
  }
}
