#if HAS_BABELTRACE
import Dispatch
import Foundation
import Synchronization

/// Threads that decode the streams of a trace ahead of the one that merges them.
///
/// Each stream belongs to one thread, so that its events stay in order and its decoder is never shared; a thread decodes whichever of its
/// streams has the fewest batches waiting.
///
/// 1. All state is in `state`, and nobody waits while holding it.
/// 2. A thread whose streams all have as many batches waiting as there may be says so (`isAsleep`), and waits at its semaphore. Who takes a
///    batch of one of its streams clears that and signals, in that order: once for each time that it was said.
/// 3. The reader that finds a stream empty says which (`awaited`), and waits at `arrived`; the thread that brings a batch of that stream
///    clears that and signals.
/// 4. So no signal is left over, and none is missed: what is said and what makes it true are sections of one lock.
/// 5. A stream has room whenever the reader waits for it, so its thread is awake or will be: they can't wait for each other.
/// 6. ``stop()`` is called once, by the reader, whatever has been read: a thread ends at its next look at the state, wherever it waits.
final class DecodingThreads: Sendable {
  private struct Stream {
    var waiting: [DecodedBatch] = []
    var hasEnded = false
  }

  private struct State {
    var streams: [Stream]
    var isAsleep: [Bool]
    var awaited: Int?
    var isStopped = false
    var running: Int
  }

  private enum Step {
    case decode(Int)
    case sleep
    case end
  }

  private let batches: Int
  /// The streams of each thread, and the thread of each stream.
  private let shares: [[Int]]
  private let owners: [Int]
  private let state: Mutex<State>
  /// ThreadSanitizer sees nothing of the standard library's lock, which isn't instrumented: this says that one section comes
  /// after another.
  private let lastSection = Atomic<UInt8>(0)
  private let arrived = DispatchSemaphore(value: 0)
  private let ended = DispatchSemaphore(value: 0)
  private let room: [DispatchSemaphore]

  /// Starts threads that decode; whoever makes them has to call ``stop()``.
  ///
  /// - Parameters:
  ///   - count: How many threads, at least 1; no more than there are streams are started.
  ///   - files: The streams.
  ///   - batches: How many batches of a stream wait at most, at least 1.
  ///   - open: Opens a stream, on the thread that decodes it; `nil` if it can't be.
  init(
    _ count: Int,
    files: [UserSpaceStreamFile],
    batches: Int,
    open: @escaping @Sendable (UserSpaceStreamFile) -> StreamDecoder?
  ) {
    let shares = Self.shares(of: files.map(\.size), count: min(max(1, count), max(1, files.count)))
    var owners = Array(repeating: 0, count: files.count)
    for (thread, share) in shares.enumerated() { for stream in share { owners[stream] = thread } }
    self.batches = batches
    self.shares = shares
    self.owners = owners
    state = Mutex(
      State(
        streams: files.map { _ in Stream() },
        isAsleep: shares.map { _ in false },
        running: shares.count
      )
    )
    room = shares.map { _ in DispatchSemaphore(value: 0) }
    for thread in shares.indices {
      Foundation.Thread.detachNewThread { [self] in
        decode(as: thread, files, open)
        withState { $0.running -= 1 }
        ended.signal()
      }
    }
  }

  /// Takes the next batch of a stream, and waits for it where it isn't there yet; never after the last one.
  func next(of stream: Int) -> DecodedBatch {
    let owner = owners[stream]
    while true {
      let (batch, wakes) = withState { state -> (DecodedBatch?, Bool) in
        guard !state.streams[stream].waiting.isEmpty else {
          state.awaited = stream
          return (nil, false)
        }
        let batch = state.streams[stream].waiting.removeFirst()
        let wakes = state.isAsleep[owner]
        state.isAsleep[owner] = false
        return (batch, wakes)
      }
      if wakes { room[owner].signal() }
      if let batch { return batch }
      arrived.wait()
    }
  }

  /// Ends the threads, whatever they have decoded, and waits for them.
  func stop() {
    let asleep = withState { state -> [Bool] in
      state.isStopped = true
      defer { state.isAsleep = state.isAsleep.map { _ in false } }
      return state.isAsleep
    }
    for (thread, isAsleep) in asleep.enumerated() where isAsleep { room[thread].signal() }
    for _ in shares { ended.wait() }
  }

  /// How many threads haven't ended.
  var runningCount: Int { withState { $0.running } }

  // MARK: - On the threads

  private func decode(
    as thread: Int,
    _ files: [UserSpaceStreamFile],
    _ open: (UserSpaceStreamFile) -> StreamDecoder?
  ) {
    // A stream's file is opened when its turn comes, and closed when it has ended.
    var decoders: [Int: StreamDecoder] = [:]
    while let stream = nextStream(of: thread) {
      guard var decoder = decoders.removeValue(forKey: stream) ?? open(files[stream]) else {
        var batch = DecodedBatch()
        batch.end = DecodedBatch.End(problem: "it can't be mapped into memory")
        bring(batch, of: stream)
        continue
      }
      let batch = decoder.next()
      if batch.end == nil { decoders[stream] = decoder }
      bring(batch, of: stream)
    }
  }

  /// The stream that a thread has to decode next; `nil` when it has nothing more to do.
  private func nextStream(of thread: Int) -> Int? {
    while true {
      switch withState({ step(of: thread, &$0) }) {
      case .decode(let stream): return stream
      case .sleep: room[thread].wait()
      case .end: return nil
      }
    }
  }

  private func step(of thread: Int, _ state: inout State) -> Step {
    guard !state.isStopped else { return .end }
    var isOpen = false
    var emptiest: (stream: Int, count: Int)?
    for stream in shares[thread] where !state.streams[stream].hasEnded {
      isOpen = true
      let count = state.streams[stream].waiting.count
      if count < emptiest?.count ?? batches { emptiest = (stream, count) }
    }
    if let emptiest { return .decode(emptiest.stream) }
    guard isOpen else { return .end }
    state.isAsleep[thread] = true
    return .sleep
  }

  private func bring(_ batch: DecodedBatch, of stream: Int) {
    let isAwaited = withState { state in
      state.streams[stream].waiting.append(batch)
      state.streams[stream].hasEnded = batch.end != nil
      let isAwaited = state.awaited == stream
      if isAwaited { state.awaited = nil }
      return isAwaited
    }
    if isAwaited { arrived.signal() }
  }

  private func withState<Result: Sendable>(_ body: (inout State) -> Result) -> Result {
    state.withLock { state in
      _ = lastSection.load(ordering: .acquiring)
      defer { lastSection.store(0, ordering: .releasing) }
      return body(&state)
    }
  }

  /// Gives each stream to a thread, the largest first, to the one that has the least.
  private static func shares(of sizes: [UInt64], count: Int) -> [[Int]] {
    var shares: [(streams: [Int], size: UInt64)] = Array(repeating: ([], 0), count: count)
    for stream in sizes.indices.sorted(by: { (sizes[$1], $0) < (sizes[$0], $1) }) {
      let least = shares.indices.min { shares[$0].size < shares[$1].size } ?? 0
      shares[least].streams.append(stream)
      shares[least].size += sizes[stream]
    }
    return shares.map(\.streams)
  }
}
#endif
