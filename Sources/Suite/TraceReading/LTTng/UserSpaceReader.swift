#if HAS_BABELTRACE
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

  /// What is needed to decode the events of a declaration.
  ///
  /// SAFETY: the forms are written once, and go with the object.
  @safe private final class Class {
    let layout: Int
    let contextCount: Int
    /// Those of the context, then those of the fields.
    let forms: UnsafeMutablePointer<UserSpaceMetadata.Form>
    private let count: Int

    init(layout: Int, context: [UserSpaceMetadata.Field], payload: [UserSpaceMetadata.Field]) {
      self.layout = layout
      contextCount = context.count
      count = context.count + payload.count
      unsafe forms = .allocate(capacity: count + 1)
      for (place, field) in (context + payload).enumerated() {
        unsafe (forms + place).initialize(to: field.form)
      }
    }

    deinit {
      unsafe forms.deinitialize(count: count)
      unsafe forms.deallocate()
    }
  }

  private struct Stream {
    let events: UserSpaceStream
    let trace: Int
    /// By the numbers of the events; `nil` for those that weren't met.
    var classes: [Class?]
    var lastTimestamp = Int64.min
  }

  private let catalog: TraceCatalog
  private let deliver: (TraceEvent) -> Void
  private var decoder: EventDecoder
  private var traces: [Trace] = []
  private var streams: [Stream] = []
  private var heads = EarliestFirst()
  private(set) var summary = TraceReadSummary()
  private(set) var pairError: TracePairError?

  /// Opens what is to be read; `nil` where a part of it isn't of that form, or isn't whole.
  init?(
    _ plan: TraceInputPlan,
    catalog: TraceCatalog,
    pairRules: [TracePairRule],
    deliver: @escaping (TraceEvent) -> Void
  ) {
    guard plan.faults.isEmpty, !plan.inputs.isEmpty else { return nil }
    self.catalog = catalog
    self.deliver = deliver
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
    var opened: [Stream] = []
    for path in directory.streamFiles {
      guard let sequence = PacketSequence(path: path), sequence.end == .file,
        let first = sequence.packets.first, !first.isBigEndian,
        let file = MappedFile(path: path)
      else { return false }
      let place = Int(first.extent.offset)
      // SAFETY: a whole header is there.
      let number = unsafe Int(
        file.bytes.loadUnaligned(fromByteOffset: place + 20, as: UInt32.self)
      )
      let instance = unsafe file.bytes.loadUnaligned(fromByteOffset: place + 24, as: UInt64.self)
      // Several files of one stream have their losses counted on; the library knows how.
      guard instances.insert([UInt64(number), instance]).inserted,
        let declaration = metadata.streams[number]
      else { return false }
      let events = UserSpaceStream(
        file,
        path: path,
        declaration: declaration,
        packets: sequence.packets
      )
      let most = (declaration.events.keys.max() ?? 0) + 1
      guard most < 1 << 16 else { return false }
      opened.append(
        Stream(
          events: events,
          trace: traces.count,
          classes: Array(repeating: nil, count: most)
        )
      )
    }
    streams += opened
    let source = EventDecoder.Source(
      hostname: catalog.symbol(for: metadata.hostname),
      processID: metadata.processID,
      processName: metadata.processName
    )
    traces.append(Trace(metadata: metadata, source: source))
    return true
  }

  /// Reads all of it, in the order of time.
  mutating func run() {
    do throws(TracePairError) {
      for trace in traces {
        for stream in trace.metadata.streams.sorted(by: { $0.key < $1.key }).map(\.value) {
          try decoder.learn(
            stream.events.sorted { $0.key < $1.key }.map { _, event in
              (
                event.name,
                Self.members(event.fields).compactMap { field in
                  field.type.map { (field.name, $0) }
                }
              )
            }
          )
        }
      }
      try decoder.pairs.check()
    } catch {
      pairError = error
      return
    }
    for index in streams.indices {
      if let timestamp = advance(index) { heads.insert(timestamp: timestamp, stream: index) }
    }
    while let head = heads.first {
      deliverCurrent(of: head.stream, timestamp: head.timestamp)
      if let timestamp = advance(head.stream) {
        heads.replaceFirst(timestamp: timestamp)
      } else {
        heads.removeFirst()
      }
    }
    for stream in streams {
      summary.discardedEvents &+= stream.events.discardedEvents
      summary.discardedPackets &+= stream.events.discardedPackets
    }
    summary.totals = decoder.totals
    summary.missingContexts = decoder.missingContexts.sorted()
  }

  /// Steps to a stream's next event; returns its time, or `nil` at the end.
  private mutating func advance(_ index: Int) -> Int64? {
    switch streams[index].events.advance() {
    case nil: return nil
    case false?:
      report(streams[index].events.problem, stream: index)
      return nil
    case true?: break
    }
    let offset = traces[streams[index].trace].metadata.clockOffset
    let time = Int64(truncatingIfNeeded: streams[index].events.position.time)
    // From 1970 to 2116: only damage is outside, and no difference of two times can overflow.
    let timestamp = min(max(time &+ offset, 0), 1 << 62)
    guard timestamp >= streams[index].lastTimestamp else {
      report("its events are not in the order of time", stream: index)
      return nil
    }
    streams[index].lastTimestamp = timestamp
    return timestamp
  }

  private mutating func deliverCurrent(of index: Int, timestamp: Int64) {
    guard let kind = eventClass(of: index) else { return }
    let events = streams[index].events
    // SAFETY: the places and forms are those of this event, of which the stream has checked each field; the file stays mapped.
    guard let bytes = unsafe events.file.bytes.baseAddress else { return }
    let base = unsafe bytes + events.base
    let event = unsafe decoder.decode(
      layout: kind.layout,
      context: EventFields(bytes: base, places: events.places, forms: kind.forms),
      payload: EventFields(
        bytes: base,
        places: events.places + kind.contextCount,
        forms: kind.forms + kind.contextCount
      ),
      timestamp: timestamp,
      source: traces[streams[index].trace].source
    )
    guard let event else { return }
    summary.eventCount += 1
    deliver(event)
  }

  private mutating func eventClass(of index: Int) -> Class? {
    let number = streams[index].events.position.event
    if let known = streams[index].classes[number] { return known }
    let declaration = streams[index].events.declaration
    guard let declared = declaration.events[number] else { return nil }
    let layout = EventLayout(
      name: declared.name,
      payload: Self.members(declared.fields),
      context: Self.members(declaration.context),
      hasClock: true,
      catalog: catalog,
      pairs: decoder.pairs
    )
    let sums = layout.summedFields(declared.name, Self.members(declared.fields))
    let kind = Class(
      layout: decoder.add(layout, sums: sums),
      context: declaration.context,
      payload: declared.fields
    )
    streams[index].classes[number] = kind
    return kind
  }

  private static func members(_ fields: [UserSpaceMetadata.Field]) -> EventLayout.Members {
    fields.map { field in
      let type: PairTable.FieldType? =
        switch field.form {
        case .integer(_, let isSigned): isSigned ? .signed : .unsigned
        case .float(let size): size == 8 ? .double : nil
        case .string, .characters: .string
        }
      return (field.name, type)
    }
  }

  private mutating func report(_ problem: String, stream index: Int) {
    summary.faults.append(
      TraceReadingError(.corrupt, path: streams[index].events.path, problem: problem)
    )
  }
}
#endif
