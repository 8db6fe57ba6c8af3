import Testing

@testable import Katana

@Suite(.timeLimit(.minutes(30)))
struct RecordingGapTests {
  @Test func `a log begins anew behind updates that it has missed`() throws {
    let recorder = StoreRecorder<CounterState>(RecordingOptions())
    recorder.begin(at: VersionedState(state: CounterState(counter: 5), version: 5))
    recorder.append(Increment(), version: 6) { CounterState(counter: 6) }
    // Version 7 went by unseen.
    recorder.append(Increment(), version: 8) { CounterState(counter: 8) }
    recorder.append(Increment(), version: 9) { CounterState(counter: 9) }
    let log = try recorder.log
    #expect(log.versions == 8...9)
    #expect(log.entries.map(\.version) == [9])
    let counters = try log.versions.map { try log.state(at: $0).counter }
    #expect(counters == [8, 9])
  }
}
