#if HAS_BABELTRACE
import CMachine
import CTFPackets

/// Reads traces that are whole and of the plain form of LTTng-UST, which almost all are, several times as fast as the library
/// does; any other is the library's.
///
/// A stream in which something is no event ends there; the others go on.
struct UserSpaceReader {
  /// The declarations of a trace, and what was made of them.
  private struct Trace {
    let metadata: UserSpaceMetadata
    let source: EventDecoder.Source
  }

  private let take: (TraceEvent) -> Void
  /// Is told now and then how much of the files was read, of 1.
  private let noteShare: (Double) -> Void
  private var decoder: EventDecoder
  private var traces: [Trace] = []
  private var streams: [UserSpaceCursor] = []
  /// The streams, where threads decode them ahead.
  private var decoded: [DecodedStream] = []
  private(set) var summary = TraceReadSummary()

  /// Opens what is to be read; `nil` where a part of it isn't of that form, or isn't whole.
  init?(
    _ plan: TraceInputPlan,
    catalog: TraceCatalog,
    pairRules: [TracePairRule],
    noteShare: @escaping (Double) -> Void,
    deliver: @escaping (TraceEvent) -> Void
  ) {
    guard plan.faults.isEmpty, !plan.inputs.isEmpty else { return nil }
    take = deliver
    self.noteShare = noteShare
    decoder = EventDecoder(catalog: catalog, pairRules: pairRules)
    for input in plan.inputs {
      guard input.divisible.count == 1, let directory = input.divisible.first,
        let text = directory.metadata.text, directory.metadata.hasKnownPackets,
        let metadata = UserSpaceMetadata(String(decoding: text, as: UTF8.self)),
        open(directory, metadata)
      else { return nil }
    }
  }

  private mutating func open(_ directory: TraceDirectory, _ metadata: UserSpaceMetadata) -> Bool {
    var instances: Set<[UInt64]> = []
    for path in directory.streamFiles {
      guard let sequence = PacketSequence(path: path), sequence.end == .file,
        let first = sequence.packets.first, !first.isBigEndian,
        // Several files of one stream have their losses counted on; the library knows how.
        instances.insert([first.streamClass, first.stream]).inserted,
        let declaration = metadata.streams[Int(first.streamClass)]
      else { return false }
      let file = UserSpaceStreamFile(
        path: path,
        declaration: declaration,
        packets: sequence.packets,
        trace: traces.count,
        clockOffset: metadata.clockOffset
      )
      guard let cursor = UserSpaceCursor(file) else { return false }
      streams.append(cursor)
    }
    let source = EventDecoder.Source(
      hostname: decoder.catalog.symbol(for: metadata.hostname),
      processID: metadata.processID,
      processName: metadata.processName
    )
    traces.append(Trace(metadata: metadata, source: source))
    return true
  }

  /// How many threads that decode ahead are of use: one a stream, and one processor is for who takes the events; `taskset` and
  /// containers may allow fewer processors than there are.
  ///
  /// None where a trace is read before a thread has begun.
  private var usefulThreads: Int {
    let sizes = streams.map(\.file.size)
    // So many that what each needs for itself would be much are those of many processes, each of which has little.
    guard sizes.count <= Self.mostStreamsForThreads else { return 0 }
    let others = Int(cmachine_allowed_processors(nil, 0)) - 1
    return min(sizes.count { $0 >= Self.leastSizeForThreads }, others, 8)
  }

  private static let leastSizeForThreads: UInt64 = 1 << 20
  private static let mostStreamsForThreads = 256

  /// Reads all of it, in the order of time.
  ///
  /// - Parameters:
  ///   - threads: How many threads decode ahead; none decode each event when it is its turn, and `nil` are as many as are of use.
  ///   - limits: How much they decode at a time; `nil` for the usual.
  /// - Throws: ``TraceReadingError`` if a pair that a user has named isn't in the traces.
  mutating func run(
    decodingThreads threads: Int?,
    limits: StreamDecoder.Limits?
  ) throws(TraceReadingError) {
    for trace in traces { try decoder.learn(trace.metadata) }
    try decoder.pairs.check()
    let threads = threads ?? usefulThreads
    if threads > 0, !streams.isEmpty {
      runAhead(threads, limits: limits ?? .forStreams(streams.count))
    } else {
      runInTurn()
    }
    decoder.finishCounts()
    summary.totals = decoder.totals
    summary.missingContexts = decoder.missingContexts.sorted()
  }

  private mutating func runInTurn() {
    var heads = EarliestFirst(of: streams.count) { advance($0) }
    heads.merge { index, timestamp in
      if isShareDue { noteShare(share(of: streams.map { ($0.consumedBytes, $0.file) })) }
      let trace = streams[index].file.trace
      deliver(
        streams[index].decode(timestamp: timestamp, by: &decoder, from: traces[trace].source)
      )
    } advance: {
      advance($0)
    }
    for stream in streams { count(discarded: stream.discarded) }
  }

  /// Steps to a stream's next event; returns its time, or `nil` at the end.
  private mutating func advance(_ index: Int) -> Int64? {
    if let timestamp = streams[index].advance() { return timestamp }
    report(streams[index].problem, streams[index].file)
    return nil
  }

  private mutating func runAhead(_ count: Int, limits: StreamDecoder.Limits) {
    let files = streams.map(\.file)
    // The threads open them anew.
    streams = []
    let threads = DecodingThreads(count, files: files, batches: limits.batches) {
      [metadata = traces.map(\.metadata), rules = decoder.pairs.rules] file in
      StreamDecoder(file, traces: metadata, pairRules: rules, limits: limits)
    }
    defer { threads.stop() }
    decoded = files.map { DecodedStream($0) }
    var heads = EarliestFirst(of: decoded.count) { advance($0, by: threads) }
    heads.merge { index, _ in
      if isShareDue { noteShare(share(of: decoded.map { ($0.consumedBytes, $0.file) })) }
      let trace = decoded[index].file.trace
      deliver(decoded[index].event(of: &decoder, from: traces[trace].source))
    } advance: {
      advance($0, by: threads)
    }
    for stream in decoded {
      stream.addSums(to: &decoder)
      if let end = stream.end { self.count(discarded: end.discarded) }
    }
  }

  private mutating func advance(_ index: Int, by threads: DecodingThreads) -> Int64? {
    if let timestamp = decoded[index].advance({ threads.next(of: index) }) { return timestamp }
    report(decoded[index].end?.problem, decoded[index].file)
    return nil
  }

  /// Whether it is time to tell how much was read: before each 65,536th event, at which who takes them shows it.
  private var isShareDue: Bool { (summary.eventCount &+ 1) & 0xffff == 0 }

  private func share(of streams: [(bytes: Int, file: UserSpaceStreamFile)]) -> Double {
    let size = streams.reduce(0) { $0 + $1.file.size }
    return size == 0 ? 1 : Double(streams.reduce(0) { $0 + $1.bytes }) / Double(size)
  }

  private mutating func deliver(_ event: TraceEvent?) {
    guard let event else { return }
    summary.eventCount += 1
    take(event)
  }

  private mutating func count(discarded: (events: UInt64, packets: UInt64)) {
    summary.discardedEvents &+= discarded.events
    summary.discardedPackets &+= discarded.packets
  }

  private mutating func report(_ problem: String?, _ file: UserSpaceStreamFile) {
    guard let problem else { return }
    summary.faults.append(TraceReadingError(.corrupt, path: file.path, problem: problem))
  }
}
#endif
