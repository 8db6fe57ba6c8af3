import Testing

@testable import TraceRecording

@Suite struct LostDataTests {
  /// From `lttng --mi xml list SESSION` of lttng-tools 2.13.9, shortened.
  private func listing(_ channels: [(UInt64, UInt64)]) -> String {
    let elements = channels.map { discarded, lost in
      """
      <channel><name>c</name><attributes><blocking_timeout>0</blocking_timeout>\
      <discarded_events>\(discarded)</discarded_events><lost_packets>\(lost)</lost_packets>\
      </attributes></channel>
      """
    }
    return "<sessions><session><channels>\(elements.joined())</channels></session></sessions>"
  }

  @Test func `The losses of all channels are added up`() {
    #expect(
      LostData(listing: listing([(12, 1), (30, 0)]))
        == LostData(discardedEvents: 42, lostPackets: 1)
    )
    #expect(LostData(listing: listing([(0, 0)])) == LostData())
  }

  @Test func `A listing without counters is not taken for no losses`() {
    #expect(LostData(listing: listing([])) == nil)
    #expect(LostData(listing: "") == nil)
    #expect(LostData(listing: "<discarded_events>many</discarded_events>") == nil)
    #expect(LostData(listing: "<discarded_events>1") == nil)
  }
}
