import CMachine
import Foundation
import Glibc
import SampleFiles
import SeededRandom
import SuiteErrors
import Testing

@testable import SampleRecording

@Suite struct PolledThreadsTests {
  private typealias Counts = PolledThreads.Counts
  private typealias Look = PolledThreads.Look

  private static func changes(
    of account: inout PolledThreads.Account,
    _ time: UInt64,
    _ running: UInt64,
    _ ready: UInt64,
    slices: UInt64,
    isWaiting: Bool = false
  ) -> [String] {
    account.take(
      Look(
        time: time,
        counts: Counts(running: running, ready: ready, slices: slices),
        isWaiting: isWaiting
      )
    ).map { "\($0.state) \($0.time)" }
  }

  @Test func `what is between two looks has the lengths that the kernel has counted`() {
    var account = PolledThreads.Account(time: 1000)
    // Has gone on, was ready for 2 and ran for 3 of 10.
    #expect(
      Self.changes(of: &account, 1010, 3, 2, slices: 1)
        == ["waiting 1000", "ready 1005", "running 1007"]
    )
    // Waits now, and did before: what is between is in the middle.
    #expect(Self.changes(of: &account, 1020, 7, 2, slices: 1, isWaiting: true) == ["waiting 1014"])
    #expect(
      Self.changes(of: &account, 1030, 9, 2, slices: 2, isWaiting: true)
        == ["running 1024", "waiting 1026"]
    )
    // Nothing has happened.
    #expect(Self.changes(of: &account, 1040, 9, 2, slices: 2, isWaiting: true) == [])
    // Was woken, and hasn't come yet; then it is ready until it comes.
    #expect(Self.changes(of: &account, 1050, 9, 2, slices: 2) == ["ready 1050"])
    #expect(Self.changes(of: &account, 1060, 9, 2, slices: 2) == [])
    #expect(Self.changes(of: &account, 1070, 13, 18, slices: 3) == ["running 1066"])
    // A look that is late.
    #expect(Self.changes(of: &account, 1065, 13, 18, slices: 3) == [])
  }

  @Test func `a counter that is late is made up for, and the sums are right`() {
    var random = SplitMix64(seed: 21)
    for _ in 0..<200 {
      var account = PolledThreads.Account(time: 0)
      var (time, running, ready, slices) = (UInt64(0), UInt64(0), UInt64(0), UInt64(0))
      var (state, since, told) = ("running", UInt64(0), [String: UInt64]())
      var late: UInt64 = 0
      func note(_ changes: [(state: PolledThreads.ThreadState, time: UInt64)]) {
        for change in changes {
          #expect(change.time >= since)
          told[state, default: 0] += change.time - since
          (state, since) = ("\(change.state)", change.time)
        }
      }
      for _ in 0..<100 {
        let wall = UInt64.random(in: 1...20_000, using: &random)
        let ran = UInt64.random(in: 0...wall, using: &random)
        let waited = UInt64.random(in: 0...(wall - ran), using: &random)
        time += wall
        running += ran
        ready += waited
        slices += 1
        late = min(running, UInt64.random(in: 0...4000, using: &random))
        note(
          account.take(
            Look(
              time: time,
              counts: Counts(running: running - late, ready: ready, slices: slices),
              isWaiting: Bool.random(using: &random)
            )
          )
        )
      }
      told[state, default: 0] += time - since
      #expect(told.values.reduce(0, +) == time)
      // As late as the last look, and what did not fit between two.
      let difference = Int64(running) - Int64(told["running"] ?? 0)
      #expect(difference >= 0 && difference <= 24_000, "\(difference)")
    }
  }

  @Test func `the kernel's line is read, and nothing of others`() {
    #expect(
      PolledThreads.counts(Array("12 345 6\n".utf8)[...])
        == Counts(running: 12, ready: 345, slices: 6)
    )
    #expect(PolledThreads.counts(Array("12 345".utf8)[...]) == nil)
    #expect(PolledThreads.counts([]) == nil)
  }
}

@Suite struct EngineChoiceTests {
  private typealias Attempt = Result<cmachine_recording, EngineChoice.Refusal>

  private static func recording(period: UInt64 = 1_000_000) -> cmachine_recording {
    var recording = cmachine_recording()
    recording.period = period
    return recording
  }

  static func choice(
    _ wanted: SamplingEngine? = nil,
    cycles: Int32?,
    clock: Int32?,
    timers: String? = nil
  ) throws(SuiteError) -> EngineChoice {
    func attempt(_ code: Int32?) -> Attempt {
      code.map { .failure(EngineChoice.Refusal(code: $0)) } ?? .success(recording())
    }
    return try EngineChoice(
      wanted,
      frequency: 999,
      cycles: attempt(cycles),
      clock: attempt(clock),
      timers: timers.map { .failure(EngineChoice.Refusal(timers: $0)) }
        ?? .success(recording(period: 4_000_000))
    )
  }

  @Test func `the best engine that the kernel allows is taken, and the errors say why`() throws {
    #expect(try Self.choice(cycles: nil, clock: nil).engine == .cycles)
    let clock = try Self.choice(cycles: 2, clock: nil)
    #expect(clock.engine == .taskClock && clock.reason.contains("shows none"))
    #expect(clock.frequency == 999)
    // EPERM of a seccomp profile, EACCES of perf_event_paranoid, ENOSYS of a kernel without.
    for (code, reason) in [(1, "forbidden"), (13, "forbidden"), (38, "no perf_event_open")] {
      let timers = try Self.choice(cycles: Int32(code), clock: Int32(code))
      #expect(timers.engine == .timers && timers.reason.contains(reason), "\(timers.reason)")
      // As often as the kernel ticks.
      #expect(timers.frequency == 250 && timers.reason.contains("250 times a second"))
    }
    #expect(try Self.choice(.timers, cycles: nil, clock: nil).engine == .timers)
    #expect(throws: SuiteError.self) { try Self.choice(.taskClock, cycles: nil, clock: 1) }
    #expect(throws: SuiteError.self) { try Self.choice(.cycles, cycles: 2, clock: nil) }
    do throws(SuiteError) {
      _ = try Self.choice(cycles: 1, clock: 13, timers: "no compiler")
      Issue.record("an engine was found")
    } catch {
      #expect("\(error)".contains("forbidden") && "\(error)".contains("no compiler"))
    }
  }

  @Test func `another process that runs already has no timers`() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "none-\(UUID().uuidString)")
    let choice = try Self.choice(cycles: 1, clock: 1)
    let recorder = SampleRecorder(choice, in: SampleDirectory(ofTrace: folder.path))
    await #expect(throws: SuiteError.self) { try await recorder.begin(process: getppid()) }
    #expect(!FileManager.default.fileExists(atPath: folder.path))
  }
}
