import CMachine
import Foundation
import Glibc
import ObjectFiles
import ProcessLaunching
package import SampleFiles
package import SuiteErrors
import Synchronization

/// Records the samples of a program into a folder, from a thread of its own, until its end is requested.
///
/// 1. The thread opens events of itself and starts the program. The program's processes inherit the events, which begin when the program is
///    executed. So nothing of the program is missed, and nothing of this process is recorded, as the thread starts nothing else.
/// 2. Every few milliseconds the thread writes the contents of the rings into the file, and adds callers that the kernel can't find. Its
///    memory grows with the living threads, not with the time.
/// 3. The kernel counts the records that it had no room for, in the records themselves.
/// 4. Programs that sample themselves write the same records into rings of their own; a look at their threads in each round finds the
///    switches.
package final class SampleRecorder: Sendable {
  /// The event number of samples of waiting; the kernel counts from 1.
  private static let waitingEvent: UInt64 = 1 << 62

  private enum Progress {
    case running
    case awaited(CheckedContinuation<SampleTally, Never>)
    case ended(SampleTally)
  }

  private let directory: SampleDirectory
  private let choice: EngineChoice
  private let looks: LookPace
  private let description: SamplingDescription
  private let isEnding = Atomic(false)
  private let hasSurvivors = Atomic(false)
  private let samplesSoFar = Atomic(0)
  private let lostSoFar = Atomic<UInt64>(0)
  private let progress = Mutex(Progress.running)

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
    (samplesSoFar.load(ordering: .relaxed), lostSoFar.load(ordering: .relaxed))
  }

  /// Ends the recording, and waits until all is written.
  package func end() async -> SampleTally {
    isEnding.store(true, ordering: .releasing)
    return await withCheckedContinuation { continuation in
      let tally = progress.withLock { progress -> SampleTally? in
        if case .ended(let tally) = progress { return tally }
        progress = .awaited(continuation)
        return nil
      }
      if let tally { continuation.resume(returning: tally) }
    }
  }

  /// Records in a thread of its own; if that fails before the body has reported, nothing is left.
  private func inThread<Result: Sendable>(
    _ body: @escaping @Sendable (_ report: (Result) -> Void) throws -> Void
  ) async throws -> Result {
    try await withCheckedThrowingContinuation { continuation in
      Thread.detachNewThread { [self] in
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

  /// Opens events of all threads of a process.
  ///
  /// A thread that is started meanwhile inherits them if its parent already has them, and is missing otherwise.
  private func attach(_ process: Int32) throws(SuiteError) -> (KernelRings, [Int32]) {
    var threads = Self.threads(of: process)[...]
    while let first = threads.popFirst() {
      let rings = try KernelRings(choice.recording(beginsWithExecution: false), thread: first)
      // A process whose first thread has ended still lists it, without events.
      guard !rings.numbers.isEmpty else { continue }
      var opened = [first]
      for thread in threads where try rings.add(thread: thread) { opened.append(thread) }
      rings.enable()
      return (rings, opened)
    }
    throw SuiteError("process \(process)", "it has ended", remedy: "give the id of one that runs")
  }

  private static func threads(of process: Int32) -> [Int32] {
    let names =
      (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/task")) ?? []
    let recorder = cmachine_thread()
    return names.compactMap { Int32($0) }.filter { $0 != recorder }.sorted()
  }

  /// Writes the records that the kernel would have written about a process from its beginning.
  private func describe(
    _ process: Int32,
    _ threads: [Int32],
    _ waiting: inout WaitingThreads,
    _ writer: inout PerfDataWriter
  ) {
    let now = MonotonicClock.now
    func origin(_ thread: Int32) -> RecordOrigin {
      RecordOrigin(process: process, thread: thread, time: now, event: Self.waitingEvent)
    }
    for thread in threads {
      let name = ProcessFile.name("/proc/\(process)/task/\(thread)") ?? ""
      writer.write(LoadedCode.record(ofName: name, origin(thread)))
      waiting.add(thread: thread, process: process, time: now)
    }
    for mapping in LoadedCode.identifiedMappings(of: process) {
      waiting.add(mapping)
      writer.write(LoadedCode.record(of: mapping, origin(process)))
    }
  }

  private func record(
    _ rings: any SampleRings,
    _ waiting: WaitingThreads,
    _ writer: consuming PerfDataWriter
  ) {
    var state = State(choice, description, waiting: waiting, writer: writer)
    var pace = looks
    while true {
      let isLast = isEnding.load(ordering: .acquiring)
      if isLast { rings.disable() } else { rings.wait(pace) }
      let begin = MonotonicClock.now
      drain(rings, &state, isLast: isLast)
      if choice.engine == .timers { pace = looks.slowed(by: MonotonicClock.now - begin) }
      samplesSoFar.store(state.tally.samples, ordering: .relaxed)
      lostSoFar.store(state.tally.lost, ordering: .relaxed)
      if isLast { break }
    }
    state.end()
    if let rings = rings as? TimerRings {
      hasSurvivors.store(rings.hasRunningProcesses, ordering: .releasing)
      rings.closeAll()
      state.tally.gaps = rings.gaps
    }
    if let rings = rings as? OwnThreads { state.tally.gaps = rings.gaps }
    if state.tally.damagedRings > 0 {
      state.tally.gaps.append(
        "rings of samples of which the rest could not be read: \(state.tally.damagedRings): a program has written over them"
      )
    }
    state.writer.finish()
    state.tally.missedWaits = state.waiting.missed + (state.polled?.missed ?? 0)
    state.tally.waits += state.polled?.waits ?? 0
    state.tally.failure = state.writer.failure
    end(state.tally)
  }

  /// Writes how it was recorded, and resumes the caller that waits for the end.
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
    let awaited = progress.withLock { progress -> CheckedContinuation<SampleTally, Never>? in
      defer { progress = .ended(tally) }
      if case .awaited(let continuation) = progress { return continuation }
      return nil
    }
    awaited?.resume(returning: tally)
  }

  /// Runs a round: empties all rings, and takes their records in the order of time.
  ///
  /// The rings are emptied one after the other. Records newer than the beginning of the round wait for the next one, which has all earlier
  /// records of other rings too.
  private func drain(_ rings: any SampleRings, _ state: inout State, isLast: Bool) {
    let begin = isLast ? UInt64.max : MonotonicClock.now
    var round: [UInt8] = []
    swap(&round, &state.left)
    // SAFETY: the bytes are copied during the call.
    unsafe rings.drain { ring in
      // A program that damages its ring must not cost others their records.
      let count = unsafe PerfRecord.soundCount(of: NativeBytes(ring))
      unsafe round.append(contentsOf: ring.prefix(count))
      if count < ring.count { state.tally.damagedRings += 1 }
    }
    // SAFETY: the array is not changed while its bytes are looked at.
    unsafe round.withUnsafeBytes { memory in
      let bytes = unsafe NativeBytes(memory)
      var records: [(time: UInt64, offset: Int)] = []
      var offset = 0
      while let record = PerfRecord(bytes, at: offset) {
        records.append((record.time, offset))
        offset += record.size
      }
      records.sort { ($0.time, $0.offset) < ($1.time, $1.offset) }
      for (time, offset) in records {
        guard let record = PerfRecord(bytes, at: offset) else { continue }
        let whole = unsafe UnsafeRawBufferPointer(rebasing: memory[offset..<offset + record.size])
        if time > begin {
          unsafe state.left.append(contentsOf: whole)
          continue
        }
        state.take(record)
        // Records without a kind are a private matter between programs and this recorder.
        if record.kind != .sample, record.kind != nil { unsafe state.writer.write(whole) }
      }
    }
    state.endRound()
    if !round.isEmpty { state.writer.write(RecordBuilder(.finishedRound).finished()) }
    state.writer.flush()
  }

  /// The thread's state of the recording.
  private struct State: ~Copyable {
    var waiting: WaitingThreads
    /// Set if the kernel doesn't report the switches of threads.
    var polled: PolledThreads?
    var loaded = LoadedObjects()
    var writer: PerfDataWriter
    var unwinder = Unwinder()
    var tally: SampleTally
    let description: SamplingDescription
    /// Records for the next round.
    var left: [UInt8] = []

    init(
      _ choice: EngineChoice,
      _ description: SamplingDescription,
      waiting: WaitingThreads,
      writer: consuming PerfDataWriter
    ) {
      self.waiting = waiting
      self.writer = writer
      self.description = description
      tally = SampleTally(choice)
      if choice.engine == .timers { polled = PolledThreads(event: waiting.event) }
    }

    mutating func add(wait: [UInt8]) {
      tally.waits += 1
      writer.write(wait)
    }

    /// Takes a record; samples are written with their whole stacks.
    mutating func take(_ record: PerfRecord) {
      tally.count(record, description)
      if polled != nil { findCode(of: record) }
      if record.kind == .sample {
        let (sample, walk) = unwinder.completed(record, waiting.code)
        writer.write(sample)
        if let walk { tally.count(walk, description.count(of: record)) }
      }
      if record.kind == .map || record.isExecution || record.endsProcess {
        unwinder.forget(record.process)
      }
      // With timers it means that its thread exits, and a main thread may end before its process.
      if polled == nil || record.kind != .exit, let proven = waiting.note(record) {
        add(wait: proven)
      }
      for made in polled?.note(record) ?? [] { writer.write(made) }
    }

    /// Reports what a program has loaded since its own report.
    private mutating func findCode(of record: PerfRecord) {
      guard record.kind == .sample, !waiting.code.contains(record.address, of: record.process)
      else { return }
      let origin = RecordOrigin(
        process: record.process,
        thread: record.thread,
        time: record.time,
        event: record.event
      )
      for mapping in loaded.find(of: record.process, at: record.time, besides: waiting.code) {
        waiting.add(mapping)
        writer.write(LoadedCode.record(of: mapping, origin))
        unwinder.forget(record.process)
      }
    }

    mutating func endRound() {
      if polled != nil {
        for made in polled?.poll(waiting.code, &unwinder) ?? [] { writer.write(made) }
      } else {
        for proven in waiting.endRound(&unwinder) { add(wait: proven) }
      }
    }

    /// Finishes after the last round.
    mutating func end() {
      for made in polled?.names() ?? [] { writer.write(made) }
      polled?.close()
    }
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
