import ObjectFiles
import SampleFiles

/// Writes what is in rings, round by round, and adds callers that the kernel can't find.
///
/// 1. Its memory grows with the living threads, not with the time; at most `mostWaiting` bytes of records wait for their round.
/// 2. The kernel counts the records that it had no room for, in the records themselves.
/// 3. For programs that sample themselves a look at their threads in each round finds the switches.
struct RecordingRounds: ~Copyable {
  private var waiting: WaitingThreads
  /// Set if the kernel doesn't report the switches of threads.
  private var polled: PolledThreads?
  private var loaded = LoadedObjects()
  private var writer: PerfDataWriter
  private var unwinder = Unwinder()
  private(set) var tally: SampleTally
  private let description: SamplingDescription
  /// Records for the next round.
  private var left: [UInt8] = []
  /// When the rings were emptied.
  private var emptied: UInt64 = 0

  /// The longest time in which rings aren't emptied, in nanoseconds: while stacks of a round are found, the next samples come.
  private static let patience: UInt64 = 2_000_000
  /// The most bytes to wait for the next round: two seconds of samples with copies of stacks, at 4,000 a second.
  private static let mostWaiting = 64 << 20

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

  private mutating func add(wait: [UInt8]) {
    tally.waits += 1
    writer.write(wait)
  }

  /// Takes a record; samples are written with their whole stacks.
  private mutating func take(_ record: PerfRecord) {
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
    let origin = RecordOrigin(process: record.process, thread: record.thread, time: record.time)
    for mapping in loaded.find(of: record.process, at: record.time, besides: waiting.code) {
      waiting.add(mapping)
      writer.write(LoadedCode.record(of: mapping, origin))
      unwinder.forget(record.process)
    }
  }

  private mutating func endRound() {
    if polled != nil {
      for made in polled?.poll(waiting.code, &unwinder) ?? [] { writer.write(made) }
    } else {
      for proven in waiting.endRound(&unwinder) { add(wait: proven) }
    }
  }

  /// Adds all that the rings hold to the records of the next round.
  private mutating func empty(_ rings: any SampleRings) {
    // SAFETY: the bytes are copied during the call.
    unsafe rings.drain { ring in
      // A program that damages its ring must not cost others their records.
      let count = unsafe PerfRecord.soundCount(of: NativeBytes(ring))
      unsafe left.append(contentsOf: ring.prefix(count))
      if count < ring.count { tally.damagedRings += 1 }
    }
    emptied = MonotonicClock.now
  }

  /// Runs a round: empties all rings, and takes their records in the order of time.
  ///
  /// The rings are emptied one after the other. Records newer than the beginning of the round wait for the next one, which has all earlier
  /// records of other rings too.
  mutating func run(_ rings: any SampleRings, isLast: Bool) {
    let begin = isLast ? UInt64.max : MonotonicClock.now
    empty(rings)
    var round: [UInt8] = []
    swap(&round, &left)
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
          unsafe left.append(contentsOf: whole)
          continue
        }
        take(record)
        // After the last round there is no next one. And a look at a thread that is polled must not be newer than its records.
        if !isLast, polled == nil, left.count < Self.mostWaiting,
          MonotonicClock.now - emptied > Self.patience
        {
          empty(rings)
        }
        // Records without a kind are a private matter between programs and this recorder.
        if record.kind != .sample, record.kind != nil { unsafe writer.write(whole) }
      }
    }
    endRound()
    if !round.isEmpty { writer.write(RecordBuilder(.finishedRound).finished()) }
    writer.flush()
  }

  /// Finishes after the last round.
  mutating func finish(_ rings: any SampleRings) {
    for made in polled?.names() ?? [] { writer.write(made) }
    polled?.close()
    tally.gaps = rings.gaps
    if tally.damagedRings > 0 {
      tally.gaps.append(
        "rings of samples of which the rest could not be read: \(tally.damagedRings): a program has written over them"
      )
    }
    writer.finish()
    tally.missedWaits = waiting.missed + (polled?.missed ?? 0)
    tally.waits += polled?.waits ?? 0
    tally.failure = writer.failure
  }
}
