import CMachine
import Foundation
import Glibc
package import SampleFiles
package import SuiteErrors
import Synchronization

/// Records the samples of a program into a folder, from a thread of its own, until its end is requested.
///
/// 1. The thread opens events of itself and starts the program. The program's processes inherit the events, which begin when the program is
///    executed. So nothing of the program is missed, and nothing of this process is recorded, as the thread starts nothing else.
/// 2. Every few milliseconds the thread writes the contents of the rings into the file: `RecordingRounds`.
/// 3. Programs that sample themselves write the same records into rings of their own.
package final class SampleRecorder: Sendable {
  /// The event number of samples of waiting; the kernel counts from 1.
  static let waitingEvent: UInt64 = 1 << 62

  private let directory: SampleDirectory
  let choice: EngineChoice
  private let looks: LookPace
  private let description: SamplingDescription
  private let isEnding = Atomic(false)
  private let hasSurvivors = Atomic(false)
  /// So far, or of all once the thread has left the group.
  private let tally: Mutex<SampleTally>
  private let running = DispatchGroup()

  /// Prepares a recording.
  ///
  /// - Parameters:
  ///   - choice: How to sample.
  ///   - directory: The folder, which is created.
  ///   - looks: How often to look at threads; `nil` for the engine's default.
  package init(_ choice: EngineChoice, in directory: SampleDirectory, looks: LookPace? = nil) {
    self.choice = choice
    self.directory = directory
    description = SamplingDescription(choice)
    self.looks = looks ?? LookPace(choice.engine, isClose: false)
    tally = Mutex(SampleTally(choice))
  }

  /// Prepares a program's environment for sampling.
  ///
  /// - Parameters:
  ///   - program: The path of the program.
  ///   - environment: The variables that differ from those of this process.
  /// - Returns: These, with the variables for sampling.
  /// - Throws: `SuiteError` if it can't be sampled. Then nothing is left.
  package func environment(
    for program: String,
    _ environment: [String: String]
  ) async throws(SuiteError) -> [String: String] {
    guard choice.engine == .timers else { return environment }
    try makeDirectory()
    do throws(SuiteError) {
      return try await TimerLibrary.environment(
        for: program,
        environment,
        choice,
        in: directory
      )
    } catch {
      try? FileManager.default.removeItem(atPath: directory.path)
      throw error
    }
  }

  /// Removes what was needed only during the recording; call it after the names of functions were found.
  ///
  /// The library stays if programs go on, because they may start others that are to load it.
  package func cleanUp() {
    guard choice.engine == .timers else { return }
    try? FileManager.default.removeItem(atPath: directory.rings)
    guard !hasSurvivors.load(ordering: .acquiring) else { return }
    try? FileManager.default.removeItem(atPath: directory.library)
  }

  /// Starts a program and records it and its children from its first instruction on.
  ///
  /// - Parameter start: Starts it, in a thread that starts nothing else.
  /// - Returns: What that has returned.
  /// - Throws: What it has thrown; or `SuiteError` if nothing can be recorded. Then nothing is left.
  package func begin<Started: Sendable>(
    _ start: @escaping @Sendable () throws -> Started
  ) async throws -> Started {
    try await inThread { [self] report in
      let recording = choice.recording(beginsWithExecution: true)
      let rings: any SampleRings
      if choice.engine == .timers {
        rings = TimerRings(recording, folder: directory.rings)
      } else {
        rings = try KernelRings(recording, thread: 0)
      }
      let writer = try writer(rings)
      report(try start())
      record(rings, WaitingThreads(event: Self.waitingEvent, looks), writer)
    }
  }

  /// Records a running process, and the processes that it starts from now on; of this process all threads but the recorder's.
  ///
  /// Timers record this process only, and none that it starts.
  ///
  /// - Throws: `SuiteError` if nothing can be recorded. Then nothing is left.
  package func begin(process: Int32) async throws {
    guard choice.engine != .timers || process == getpid() else {
      throw SuiteError(
        "process \(process)",
        "it can't be sampled: \(choice.reason), and timers are for programs that hamon starts",
        remedy:
          "start it with hamon record --samples -- COMMAND, or let the machine allow perf events: see hamon doctor"
      )
    }
    try await inThread { [self] report in
      var (rings, threads): (any SampleRings, [Int32])
      if choice.engine == .timers {
        (rings, threads) = (OwnThreads(choice.recording(beginsWithExecution: false)), [])
      } else {
        (rings, threads) = try attach(process)
      }
      var writer = try writer(rings)
      var waiting = WaitingThreads(event: Self.waitingEvent, looks)
      describe(process, threads, &waiting, &writer)
      report(())
      record(rings, waiting, writer)
    }
  }

  /// The number of samples so far, and of records that the kernel had no room for.
  package var count: (samples: Int, lost: UInt64) {
    tally.withLock { ($0.samples, $0.lost) }
  }

  /// Ends the recording, and waits until all is written.
  package func end() async -> SampleTally {
    isEnding.store(true, ordering: .releasing)
    await withCheckedContinuation { continuation in
      running.notify(queue: .global()) { continuation.resume() }
    }
    return tally.withLock { $0 }
  }

  /// Records in a thread of its own; if that fails before the body has reported, nothing is left.
  private func inThread<Result: Sendable>(
    _ body: @escaping @Sendable (_ report: (Result) -> Void) throws -> Void
  ) async throws -> Result {
    try await withCheckedThrowingContinuation { continuation in
      Thread.detachNewThread { [self] in
        running.enter()
        defer { running.leave() }
        do {
          try makeDirectory()
          try body { continuation.resume(returning: $0) }
        } catch {
          try? FileManager.default.removeItem(atPath: directory.path)
          continuation.resume(throwing: error)
        }
      }
    }
  }

  private func makeDirectory() throws(SuiteError) {
    let remedy = "record into a directory that is writable and has room"
    try WorkDirectory.make(directory.path, orElse: remedy)
    try WrittenFile.write(description.text.utf8, to: directory.description, orElse: remedy)
  }

  private func writer(_ rings: any SampleRings) throws(SuiteError) -> PerfDataWriter {
    var waiting = cmachine_recording()
    // PERF_TYPE_SOFTWARE, PERF_COUNT_SW_CONTEXT_SWITCHES: each has one stack at most.
    waiting.type = 1
    waiting.config = 3
    waiting.period = 1
    var attributes = KernelRings.attributes(of: waiting)
    // PERF_SAMPLE_RAW in `sample_type`: each has a `SampledWait` too.
    attributes[25] |= 1 << 2
    return try PerfDataWriter(
      path: directory.data,
      events: [
        (rings.attributes, rings.numbers),
        (attributes, [Self.waitingEvent]),
      ]
    )
  }

  private func record(
    _ rings: any SampleRings,
    _ waiting: WaitingThreads,
    _ writer: consuming PerfDataWriter
  ) {
    var rounds = RecordingRounds(choice, description, waiting: waiting, writer: writer)
    var pace = looks
    while true {
      let isLast = isEnding.load(ordering: .acquiring)
      if isLast { rings.disable() } else { rings.wait(pace) }
      let begin = MonotonicClock.now
      rounds.run(rings, isLast: isLast)
      if choice.engine == .timers { pace = looks.slowed(by: MonotonicClock.now - begin) }
      if isLast { break }
      tally.withLock { $0 = rounds.tally }
    }
    if let rings = rings as? TimerRings {
      hasSurvivors.store(rings.hasRunningProcesses, ordering: .releasing)
      rings.closeAll()
    }
    rounds.finish(rings)
    end(rounds.tally)
  }

  /// Writes how it was recorded.
  private func end(_ tally: SampleTally) {
    var tally = tally
    var description = description
    description.gaps = tally.gaps
    description.missedWaits = tally.missedWaits
    description.cutStacks = tally.cutStacks
    description.unknownAwaiting = tally.unknownAwaiting
    if tally.tooDeep > 0 {
      description.tooDeep = .init(samples: tally.tooDeep, limit: choice.depthLimit)
    }
    description.isComplete = tally.failure == nil
    do throws(SuiteError) {
      try SampleDirectory.write(description.text.utf8, to: directory.description)
    } catch {
      tally.failure = tally.failure ?? error
    }
    self.tally.withLock { [tally] in $0 = tally }
  }
}

extension SamplingDescription {
  fileprivate init(_ choice: EngineChoice) {
    self.init(
      engine: choice.engine,
      reason: choice.reason,
      frequency: choice.frequency,
      includesKernel: choice.includesKernel
    )
    epoch = MonotonicClock.epoch
  }
}

extension SampleDirectory {
  /// Writes a file of a recording.
  static func write(_ bytes: some Sequence<UInt8>, to path: String) throws(SuiteError) {
    try WrittenFile.write(bytes, to: path, orElse: "record into a directory that has room")
  }
}
