#if HAS_BABELTRACE
/// Decodes a stream batch by batch, with a catalog of its own.
///
/// It belongs to the thread that has made it.
struct StreamDecoder {
  /// How much is decoded at a time.
  struct Limits: Sendable {
    /// Events of a batch.
    var events = 1024
    /// Bytes of the file that a batch may come of, and one event more: of them are the texts that it holds.
    var bytes = 64 << 10
    /// Batches of a stream that wait at a time.
    var batches = 2

    /// Those for so many streams: of more streams each has less.
    ///
    /// An event takes at most 96 bytes. A stream's batches are those that wait, one that is read and one that is made, so two
    /// streams have at most 0.8 MB and 64 have 3 MB, and 64 KB a batch for texts; what a decoder knows of the declarations is less
    /// than 0.1 MB a stream.
    static func forStreams(_ count: Int) -> Limits {
      Limits(events: max(64, min(1024, 8192 / max(1, count))))
    }
  }

  private let limits: Limits
  private var cursor: UserSpaceCursor
  private var decoder: EventDecoder
  private let catalog: TraceCatalog
  private let source: EventDecoder.Source
  private let classes: [Int: UserSpaceCursor.Class]
  /// How many symbols are of layouts, and stay.
  private let ownSymbols: Int
  private var toldThreads = 0

  /// Opens a stream; `nil` if it can't be mapped.
  ///
  /// - Parameters:
  ///   - file: The stream.
  ///   - traces: The declarations of all traces that are read with it, which pairs are found in.
  ///   - pairRules: The pairs that a user has named.
  ///   - limits: How much is decoded at a time.
  init?(
    _ file: UserSpaceStreamFile,
    traces: [UserSpaceMetadata],
    pairRules: [TracePairRule],
    limits: Limits
  ) {
    guard var cursor = UserSpaceCursor(file) else { return nil }
    self.limits = limits
    catalog = TraceCatalog()
    var decoder = EventDecoder(catalog: catalog, pairRules: pairRules)
    do throws(TraceReadingError) {
      for trace in traces { try decoder.learn(trace) }
    } catch {
      // The reader has learnt the same before.
      return nil
    }
    let metadata = traces[file.trace]
    source = EventDecoder.Source(
      hostname: catalog.symbol(for: metadata.hostname),
      processID: metadata.processID,
      processName: metadata.processName
    )
    classes = cursor.makeClasses(of: &decoder)
    ownSymbols = catalog.symbols.count
    self.cursor = cursor
    self.decoder = decoder
  }

  /// Decodes the next events.
  mutating func next() -> DecodedBatch {
    // The batch before has taken them along.
    catalog.forgetSymbols(after: ownSymbols)
    var batch = DecodedBatch()
    batch.events.reserveCapacity(limits.events)
    let start = cursor.consumedBytes
    while batch.events.count < limits.events, cursor.consumedBytes - start < limits.bytes {
      guard let timestamp = cursor.advance() else {
        batch.end = end()
        break
      }
      append(timestamp, to: &batch)
    }
    batch.symbols = catalog.symbols
    batch.threads = newThreads()
    batch.consumedBytes = cursor.consumedBytes
    return batch
  }

  private mutating func append(_ timestamp: Int64, to batch: inout DecodedBatch) {
    let number = Int32(cursor.number)
    if let event = cursor.decode(timestamp: timestamp, by: &decoder, from: source) {
      batch.events.append(
        DecodedBatch.Event(
          timestamp: timestamp,
          number: number,
          thread: Int32(event.threadIndex),
          payload: event.payload
        )
      )
    } else {
      // Also where nobody knows which process: the others come in their order all the same.
      batch.processNames[batch.events.count] = cursor.processName(by: &decoder, from: source)
      batch.events.append(
        DecodedBatch.Event(timestamp: timestamp, number: number, thread: -1, payload: .other)
      )
    }
  }

  private mutating func newThreads() -> [DecodedBatch.Thread] {
    let new = catalog.threads[toldThreads...].map { thread in
      DecodedBatch.Thread(
        processID: catalog.processes[thread.processIndex].processID,
        threadID: thread.threadID,
        name: thread.name
      )
    }
    toldThreads = catalog.threads.count
    return new
  }

  private func end() -> DecodedBatch.End {
    DecodedBatch.End(
      problem: cursor.problem,
      discarded: cursor.discarded,
      sums: classes.mapValues { decoder.sumValues(ofLayout: $0.layout) }
        .filter { !$0.value.isEmpty }
    )
  }
}
#endif
