import Testing

@testable import CTFPackets
@testable import TraceRecording

@Suite struct RecordingErrorTests {
  private static let all: [RecordingError] = [
    .toolMissing("lttng"), .commandNotFound("x"), .commandNotExecutable("x", reason: "r"),
    .outputNotEmpty("d"), .nothingToRecover("d"), .notRecovered("d", reason: "r"),
    .outputUnusable("d", reason: "r"), .temporaryDirectoryUnusable("d", reason: "r"),
    .daemonAlreadyRuns(reason: "r"), .daemonNotReady(message: "m"), .daemonDied, .consumerDied,
    .buffersNotMade, SharedMemory.unusable(30),
    .lttngFailed(command: "start", message: "m"), .diskFull(directory: "d"),
    .writeFailed(directory: "d", message: "m"), .processNotFound(1),
    .processNotPermitted(1, reason: "r"), .interrupted(signal: 15),
  ]

  @Test(arguments: all)
  func `each error is one line: a subject, what is wrong, what to do`(_ error: RecordingError) {
    let text = "\(error)"
    #expect(!text.contains("\n"))
    #expect(text.wholeMatch(of: /[^:]+(:\d+)?: .+; .+/) != nil, "\(text)")
  }

  @Test func `the statuses are those of env(1) and timeout(1)`() {
    #expect(RecordingError.commandNotFound("x").exitStatus == 127)
    #expect(RecordingError.commandNotExecutable("x", reason: "r").exitStatus == 126)
    #expect(RecordingError.interrupted(signal: 15).exitStatus == 143)
    #expect(RecordingError.outputNotEmpty("d").exitStatus == 125)
  }

  @Test func `a failed recording is never a success, and never hides the command's failure`() {
    var report = RecordingReport(status: .exited(0), duration: .zero)
    #expect(report.exitStatus == 0)
    report.failures = [.daemonDied]
    #expect(report.exitStatus == 125)
    report.status = .exited(3)
    #expect(report.exitStatus == 3)
    report.status = .killed(signal: 9)
    #expect(report.exitStatus == 137)
    report.commandEnd = .timeLimit
    #expect(report.exitStatus == 125)
    report.failures = []
    for status in [CommandStatus.killed(signal: 9), .killed(signal: 15), .exited(143), .exited(0)] {
      report.status = status
      #expect(report.exitStatus == 0)
    }
    for status in [CommandStatus.killed(signal: 11), .exited(3)] {
      report.status = status
      #expect(report.exitStatus == status.exitStatus)
    }
  }
}

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

  @Test func `the losses of all channels are added up`() {
    #expect(
      LostData(listing: listing([(12, 1), (30, 0)]))
        == LostData(discardedEvents: 42, lostPackets: 1)
    )
    #expect(LostData(listing: listing([(0, 0)])) == LostData())
  }

  @Test func `a listing without counters is not taken for no losses`() {
    #expect(LostData(listing: listing([])) == nil)
    #expect(LostData(listing: "") == nil)
    #expect(LostData(listing: "<discarded_events>many</discarded_events>") == nil)
    #expect(LostData(listing: "<discarded_events>1") == nil)
  }
}

@Suite struct TraceExtentTests {
  private func packet(_ sequence: UInt64, _ begin: UInt64, _ end: UInt64) -> PacketHeader {
    let extent = PacketExtent(offset: 0, packetSize: 8, contentSize: 8, begin: begin, end: end)
    return PacketHeader(extent: extent, sequence: sequence)
  }

  @Test func `a trace of which nothing was overwritten spans from its first to its last packet`() {
    let extent = TraceExtent(streams: [
      [packet(0, 10, 20), packet(1, 20, 90)], [packet(0, 50, 60)],
    ])
    #expect(!extent.isCut)
    #expect(extent.span == .nanoseconds(80))
  }

  @Test func `a trace is whole from where the most overwritten stream begins`() {
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
