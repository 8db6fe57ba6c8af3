#if HAS_BABELTRACE
import CTFPackets

/// Reads whole traces of LTTng-UST's plain form, as almost all are, several times as fast as the library, which reads all others.
///
/// A stream ends at the first bytes that are no event; the others go on.
struct UserSpaceReader {
  /// The declarations of a trace, and the data derived from them.
  private struct Trace {
    let metadata: UserSpaceMetadata
    let source: EventDecoder.Source
  }

  private let take: (TraceEvent) -> Void
  /// Gets the fraction of the files that was read, now and then.
  private let noteShare: (Double) -> Void
  private var decoder: EventDecoder
  private var traces: [Trace] = []
  private var streams: [UserSpaceCursor] = []

  /// Opens the traces; `nil` if a part of them has another form, or isn't whole.
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
        // The counts of losses continue over several files of one stream; the library can handle that.
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
    let source = EventDecoder.Source(metadata, decoder.catalog)
    traces.append(Trace(metadata: metadata, source: source))
    return true
  }

  /// Reads everything, in the order of time.
  ///
  /// - Returns: What was read, counted and lost.
  /// - Throws: ``TraceReadingError`` if a pair that a user has named isn't in the traces.
  mutating func run() throws(TraceReadingError) -> TraceReadSummary {
    for trace in traces {
      for (_, stream) in trace.metadata.streams.sorted(by: { $0.key < $1.key }) {
        try decoder.pairs.learn(stream.declared)
      }
    }
    try decoder.pairs.check()
    decoder.dictionary.findAll = { [streams, traces] in
      Self.definitions(in: streams.map { ($0.file, traces[$0.file.trace].metadata) })
    }
    var heads = EarliestFirst(of: streams.count) { advance($0) }
    heads.merge { index, timestamp in
      // Just before each 65,536th event, at which the consumer shows it.
      if (decoder.summary.eventCount &+ 1) & 0xffff == 0 { noteShare(share) }
      let source = traces[streams[index].file.trace].source
      streams[index].decode(timestamp: timestamp, by: &decoder, from: source, deliver: take)
    } advance: {
      advance($0)
    } refuse: {
      report($1, stream: $0)
    }
    for stream in streams {
      decoder.summary.discardedEvents &+= stream.discarded.events
      decoder.summary.discardedPackets &+= stream.discarded.packets
    }
    return decoder.finish()
  }

  /// What the files tell that numbers stand for, whenever they do.
  private static func definitions(
    in files: [(UserSpaceStreamFile, UserSpaceMetadata)]
  ) -> [TextDictionary.Key: TextDictionary.Texts] {
    var scout = EventDecoder(catalog: TraceCatalog(), pairRules: [])
    scout.dictionary.isOrdered = false
    for (file, metadata) in files {
      guard var cursor = UserSpaceCursor(file) else { continue }
      let source = EventDecoder.Source(metadata, scout.catalog)
      while let time = cursor.advance() {
        cursor.decode(timestamp: time, by: &scout, from: source) { _ in }
      }
    }
    return scout.dictionary.definitions(scout.catalog)
  }

  /// Steps to a stream's next event; returns its time, or `nil` at the end.
  private mutating func advance(_ index: Int) -> Int64? {
    if let timestamp = streams[index].advance() { return timestamp }
    if let problem = streams[index].problem { report(problem, stream: index) }
    return nil
  }

  private mutating func report(_ problem: String, stream index: Int) {
    let path = streams[index].file.path
    decoder.summary.faults.append(TraceReadingError(.corrupt, path: path, problem: problem))
  }

  /// The fraction of the files that was read.
  private var share: Double {
    let size = streams.reduce(0) { $0 + $1.file.size }
    return size == 0 ? 1 : Double(streams.reduce(0) { $0 + $1.consumedBytes }) / Double(size)
  }
}

extension EventDecoder.Source {
  fileprivate init(_ metadata: UserSpaceMetadata, _ catalog: TraceCatalog) {
    self.init(
      hostname: catalog.symbol(for: metadata.hostname),
      processID: metadata.processID,
      processName: metadata.processName
    )
  }
}
#endif
