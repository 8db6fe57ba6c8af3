import Foundation
import SampleFiles
import Testing

@testable import SampleRecording

@Suite struct RecordingRoundsTests {
  /// Rings that hold many samples at first, and one whenever they are emptied again.
  private final class FillingRings: SampleRings {
    let numbers: [UInt64] = [1]
    let attributes = [UInt8](repeating: 0, count: 128)
    let gaps: [String] = []
    private(set) var drains = 0
    private let first: Int

    init(first: Int) { self.first = first }

    func wait(_ looks: LookPace) {}
    func disable() {}

    func drain(_ take: (UnsafeRawBufferPointer) -> Void) {
      drains += 1
      var record = RecordBuilder(.sample, miscellaneous: PerfRecord.Bits.userMode)
      record.append(UInt64(1), UInt64(0x1000), Int32(1), Int32(1), UInt64(1))
      // The processor, the period, and the only address.
      record.append(UInt64(0), UInt64(1), UInt64(1), UInt64(0x1000))
      let count = drains == 1 ? first : 1
      let all = Array(repeatElement(record.finished(), count: count).joined())
      // SAFETY: the array outlives the call.
      unsafe all.withUnsafeBytes { unsafe take($0) }
    }
  }

  @Test func `rings are emptied while the stacks of a round are found`() throws {
    let path = FileManager.default.temporaryDirectory.appending(path: "rounds-\(UUID())").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    let choice = try EngineChoiceTests.choice(cycles: 2, clock: nil)
    let rings = FillingRings(first: 50_000)
    let writer = try PerfDataWriter(path: path, events: [(rings.attributes, rings.numbers)])
    let looks = LookPace(.taskClock, isClose: false)
    var rounds = RecordingRounds(
      choice,
      SamplingDescription(engine: .taskClock, reason: "", frequency: 1000, includesKernel: false),
      waiting: WaitingThreads(event: SampleRecorder.waitingEvent, looks),
      writer: writer
    )
    rounds.run(rings, isLast: false)
    // No machine takes so many in two milliseconds.
    let drains = rings.drains
    #expect(drains > 1)
    rounds.run(rings, isLast: true)
    #expect(rings.drains == drains + 1)
    #expect(rounds.tally.samples == 50_000 + drains)
    rounds.finish(rings)
  }
}
