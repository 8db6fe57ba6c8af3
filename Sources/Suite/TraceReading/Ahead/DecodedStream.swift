#if HAS_BABELTRACE
/// A stream whose events come in batches, in the words of a reader's catalog.
struct DecodedStream {
  let file: UserSpaceStreamFile
  private var batch = DecodedBatch()
  private var symbols = SymbolTranslation(SymbolTable())
  private var position = -1
  /// What is known of a declaration whose events were met.
  private struct Class {
    let layout: Int
    let index: Int
    let pairing: EventLayout.Pairing
  }

  /// The threads and their processes, by their numbers in the stream; -1 for those that weren't met.
  private var threads: [(index: Int, process: Int)] = []
  /// All threads that were announced.
  private var announced: [DecodedBatch.Thread] = []
  /// By the numbers of the events; `nil` for those that weren't met.
  private var classes: [Class?]

  init(_ file: UserSpaceStreamFile) {
    self.file = file
    classes = Array(repeating: nil, count: file.declaration.numbers)
  }

  /// How many bytes of the file were decoded, when the current batch had been.
  var consumedBytes: Int { batch.consumedBytes }

  /// What is known once ``advance(_:)`` has returned `nil`.
  var end: DecodedBatch.End? { batch.end }

  /// Steps to the next event; returns its time, or `nil` at the end.
  mutating func advance(_ nextBatch: () -> DecodedBatch) -> Int64? {
    position += 1
    while position >= batch.events.count {
      guard batch.end == nil else { return nil }
      batch = nextBatch()
      position = 0
      symbols = SymbolTranslation(batch.symbols)
      announced += batch.threads
    }
    return batch.events[position].timestamp
  }

  /// The event that it stands at, which is counted; `nil` for what is no event of the program.
  mutating func event(
    of decoder: inout EventDecoder,
    from source: EventDecoder.Source
  ) -> TraceEvent? {
    let event = batch.events[position]
    // In the order in which a decoder adds to the catalog: layouts, threads, texts.
    guard let kind = eventClass(Int(event.number), of: &decoder) else { return nil }
    guard event.thread >= 0 else {
      if let named = batch.processNames[position] {
        decoder.catalog.nameProcess(named.id, of: source.hostname, named.name)
      }
      return nil
    }
    let thread = thread(Int(event.thread), layout: kind.layout, of: &decoder, from: source)
    decoder.count(class: kind.index, thread: thread.index)
    return TraceEvent(
      timestamp: event.timestamp,
      threadIndex: thread.index,
      processIndex: thread.process,
      classIndex: kind.index,
      payload: payload(event.payload, kind.pairing, thread: thread.index, of: &decoder)
    )
  }

  /// Adds up what the stream's own decoder has added up.
  func addSums(to decoder: inout EventDecoder) {
    for (number, sums) in batch.end?.sums ?? [:] {
      if let kind = classes[number] { decoder.add(sums, toLayout: kind.layout) }
    }
  }

  private mutating func eventClass(
    _ number: Int,
    of decoder: inout EventDecoder
  ) -> Class? {
    if let known = classes[number] { return known }
    let made = file.declaration.makeClass(number, of: &decoder).map { made in
      let layout = decoder.layout(made.layout)
      return Class(layout: made.layout, index: layout.classIndex, pairing: layout.pairing)
    }
    classes[number] = made
    return made
  }

  private mutating func thread(
    _ place: Int,
    layout: Int,
    of decoder: inout EventDecoder,
    from source: EventDecoder.Source
  ) -> (index: Int, process: Int) {
    while threads.count <= place { threads.append((-1, -1)) }
    if threads[place].index >= 0 { return threads[place] }
    let thread = announced[place]
    let key = TraceCatalog.ThreadKey(
      hostname: source.hostname,
      processID: thread.processID,
      threadID: thread.threadID
    )
    decoder.noteContexts(of: key, layout: decoder.layout(layout), source: source)
    let index = decoder.catalog.threadIndex(for: key, processName: source.processName) {
      thread.name
    }
    threads[place] = (index, decoder.catalog.threads[index].processIndex)
    return threads[place]
  }

  /// A payload with what only a reader of all streams knows: symbols, and what is open on a thread.
  private mutating func payload(
    _ payload: TracePayload,
    _ pairing: EventLayout.Pairing,
    thread: Int,
    of decoder: inout EventDecoder
  ) -> TracePayload {
    let catalog = decoder.catalog
    guard pairing != .integer else { return payload.translated(&symbols, into: catalog) }
    var payload = payload
    switch (pairing, payload) {
    case (.text, .begin(var begin)):
      begin.id = textID(begin.id, catalog)
      payload = .begin(begin)
    case (.text, .end(let kind, let id, let outcome)):
      payload = .end(kind: kind, id: textID(id, catalog), outcome: outcome)
    case (.thread, .begin(var begin)):
      (begin.id, begin.parentID) = decoder.stacks.begin(begin.kind, thread: thread)
      payload = .begin(begin)
    case (.thread, .end(let kind, _, let outcome)):
      payload = .end(kind: kind, id: decoder.stacks.end(kind, thread: thread), outcome: outcome)
    default: break
    }
    return payload.translated(&symbols, into: catalog)
  }

  /// The id of an interval whose id is a text, which comes before its other texts.
  private mutating func textID(_ id: UInt64, _ catalog: TraceCatalog) -> UInt64 {
    UInt64(symbols.symbol(TraceSymbol(index: Int32(id - 1)), in: catalog).index) + 1
  }
}
#endif
