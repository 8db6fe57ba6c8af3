#if HAS_BABELTRACE
// The payloads of events that have one each; special events are read by the positions of fields in the event table.
extension EventDecoder {
  mutating func payload(
    of payload: EventFields,
    layout: EventLayout,
    in thread: CachedThread
  ) -> TracePayload {
    let fields = layout.fields
    switch layout.role {
    case .none: return .other
    case .begin:
      let (id, parentID): (UInt64, UInt64)
      if layout.pairing == .thread {
        (id, parentID) = stacks.begin(layout.kind, thread: thread.index)
      } else {
        id = key(payload, layout)
        parentID = fields.1.exists ? payload.integer(fields.1) : 0
      }
      return .begin(
        TraceBegin(
          kind: layout.kind,
          id: id,
          parentID: parentID,
          name: fields.2.exists ? symbol(payload, fields.2.index) : layout.name,
          subsystem: fields.3.exists ? symbol(payload, fields.3.index) : nil,
          category: fields.4.exists ? symbol(payload, fields.4.index) : nil,
          version: fields.5.exists ? payload.integer(fields.5) : 0
        )
      )
    case .end:
      let id =
        layout.pairing == .thread
        ? stacks.end(layout.kind, thread: thread.index) : key(payload, layout)
      let outcome = fields.1.exists ? symbol(payload, fields.1.index) : nil
      return .end(kind: layout.kind, id: id, outcome: outcome)
    case .task(let kind): return .task(taskEvent(kind, payload))
    case .special(let special):
      return self.special(special, payload, fields, process: thread.process)
    }
  }

  private func key(_ payload: EventFields, _ layout: EventLayout) -> UInt64 {
    layout.pairing == .text
      ? UInt64(symbol(payload, layout.fields.0.index).index) + 1
      : payload.integer(layout.fields.0)
  }

  private mutating func special(
    _ special: EventLayout.Special,
    _ payload: EventFields,
    _ fields: EventLayout.Fields,
    process: Int
  ) -> TracePayload {
    switch special {
    case .dispatchEnqueue:
      return .dispatchEnqueue(
        id: payload.integer(fields.0),
        parentID: payload.integer(fields.1),
        kind: symbol(payload, fields.2.index),
        name: symbol(payload, fields.3.index),
        depth: UInt32(clamping: payload.integer(fields.4))
      )
    case .dispatchDiscard:
      return .dispatchDiscard(
        id: payload.integer(fields.0),
        reason: symbol(payload, fields.1.index)
      )
    case .dispatchRetry:
      return .dispatchRetry(
        id: payload.integer(fields.0),
        name: symbol(payload, fields.1.index),
        attempt: UInt32(clamping: payload.integer(fields.2)),
        delay: payload.signed(fields.3.index),
        error: payload.string(fields.4.index)
      )
    case .queueDepth:
      return .counter(
        name: queueDepth.name,
        value: Int64(clamping: payload.integer(fields.1)),
        subsystem: queueDepth.subsystem,
        category: queueDepth.category,
        store: payload.integer(fields.0)
      )
    case .point:
      return .point(
        id: payload.integer(fields.2),
        parentID: payload.integer(fields.3),
        name: symbol(payload, fields.0.index),
        subsystem: symbol(payload, fields.4.index),
        category: symbol(payload, fields.5.index),
        message: payload.string(fields.1.index)
      )
    case .counter:
      return .counter(
        name: symbol(payload, fields.0.index),
        value: payload.signed(fields.1.index),
        subsystem: symbol(payload, fields.2.index),
        category: symbol(payload, fields.3.index)
      )
    case .sample:
      return .sample(
        name: symbol(payload, fields.0.index),
        value: payload.double(fields.1.index),
        subsystem: symbol(payload, fields.2.index),
        category: symbol(payload, fields.3.index)
      )
    case .seriesCounter:
      let names = dictionary.series(payload.integer(fields.0), in: process, catalog)
      return .counter(
        name: names.0,
        value: payload.signed(fields.1.index),
        subsystem: names.1,
        category: names.2
      )
    case .seriesSample:
      let names = dictionary.series(payload.integer(fields.0), in: process, catalog)
      return .sample(
        name: names.0,
        value: payload.double(fields.1.index),
        subsystem: names.1,
        category: names.2
      )
    case .fieldInteger:
      return field(payload, fields, .integer(payload.signed(fields.2.index)))
    case .fieldFloat:
      return field(payload, fields, .float(payload.double(fields.2.index)))
    case .fieldBoolean:
      return field(payload, fields, .boolean(payload.integer(fields.2) != 0))
    case .fieldText:
      return field(payload, fields, .text(payload.string(fields.2.index)))
    case .spanContext:
      return .spanContext(
        id: payload.integer(fields.0),
        context: spanContext(payload, fields),
        parentSpanID: payload.integer(fields.4)
      )
    case .spanLink:
      return .spanLink(id: payload.integer(fields.0), to: spanContext(payload, fields))
    case .threadCPUTime:
      return .threadCPUTime(
        id: payload.integer(fields.0),
        nanoseconds: payload.signed(fields.1.index)
      )
    case .processName, .program, .fields, .text, .series: return .other
    }
  }

  private func field(
    _ payload: EventFields,
    _ fields: EventLayout.Fields,
    _ value: TraceField.Value
  ) -> TracePayload {
    .field(
      id: payload.integer(fields.0),
      TraceField(key: symbol(payload, fields.1.index), value: value)
    )
  }

  private func spanContext(
    _ payload: EventFields,
    _ fields: EventLayout.Fields
  ) -> TraceSpanContext {
    TraceSpanContext(
      traceIDHigh: payload.integer(fields.1),
      traceIDLow: payload.integer(fields.2),
      spanID: payload.integer(fields.3)
    )
  }

  func symbol(_ fields: EventFields, _ index: Int32) -> TraceSymbol {
    unsafe fields.withText(index) { unsafe catalog.symbol(for: $0) }
  }
}
#endif
