#if HAS_BABELTRACE
/// A position in a stream file that moves from event to event.
///
/// Ends at the first bytes that are no event; ``problem`` says why.
struct UserSpaceCursor {
  /// What is needed to decode the events of a declaration.
  ///
  /// SAFETY: the forms are written once, and live as long as the object.
  @safe final class Class {
    /// The number of the layout in the decoder.
    let layout: Int
    fileprivate let contextCount: Int
    /// The forms of the context, then of the fields.
    fileprivate let forms: UnsafeMutablePointer<UserSpaceMetadata.Form>
    private let count: Int

    fileprivate init(
      layout: Int,
      context: [UserSpaceMetadata.Field],
      payload: [UserSpaceMetadata.Field]
    ) {
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

  let file: UserSpaceStreamFile
  private let events: UserSpaceStream
  /// By event number; `nil` until the first such event.
  private var classes: [Class?]

  /// Opens the file; `nil` if it can't be mapped.
  init?(_ file: UserSpaceStreamFile) {
    guard let bytes = MappedFile(path: file.path) else { return nil }
    self.file = file
    events = UserSpaceStream(bytes, of: file)
    classes = Array(repeating: nil, count: file.declaration.numbers)
  }

  /// How many bytes of the file were read.
  var consumedBytes: Int { events.consumedBytes }

  /// The tracer's losses so far.
  var discarded: (events: UInt64, packets: UInt64) {
    (events.discardedEvents, events.discardedPackets)
  }

  /// Why it ended before the end of the file.
  var problem: String? { events.problem }

  /// Steps to the next event; returns its time in nanoseconds since the Unix epoch, or `nil` at the end.
  func advance() -> Int64? {
    events.advance() ? Int64(truncatingIfNeeded: events.time) &+ file.clockOffset : nil
  }

  /// Decodes the current event, and counts it; passes on what it tells, unless it isn't the program's.
  mutating func decode(
    timestamp: Int64,
    by decoder: inout EventDecoder,
    from source: EventDecoder.Source,
    deliver: (TraceEvent) -> Void
  ) {
    guard let kind = eventClass(events.event, of: &decoder),
      let (context, payload) = fields(of: kind)
    else { return }
    decoder.decode(
      layout: kind.layout,
      context: context,
      payload: payload,
      timestamp: timestamp,
      source: source,
      deliver: deliver
    )
  }

  private func fields(of kind: Class) -> (context: EventFields, payload: EventFields)? {
    // SAFETY: the places and forms are those of this event, and the stream has checked each field; the file stays mapped.
    guard let bytes = unsafe events.file.bytes.baseAddress else { return nil }
    let base = unsafe bytes + events.base
    return unsafe (
      EventFields(bytes: base, places: events.places, forms: kind.forms),
      EventFields(
        bytes: base,
        places: events.places + kind.contextCount,
        forms: kind.forms + kind.contextCount
      )
    )
  }

  private mutating func eventClass(_ number: Int, of decoder: inout EventDecoder) -> Class? {
    if let known = classes[number] { return known }
    let kind = file.declaration.makeClass(number, of: &decoder)
    classes[number] = kind
    return kind
  }
}

extension UserSpaceMetadata.Stream {
  /// Creates the decoding for the events with a number; `nil` if no event has it.
  fileprivate func makeClass(
    _ number: Int,
    of decoder: inout EventDecoder
  ) -> UserSpaceCursor.Class? {
    guard let event = events[number] else { return nil }
    let layout = decoder.addLayout(
      event.name,
      payload: Self.members(event.fields),
      context: Self.members(context)
    )
    return UserSpaceCursor.Class(layout: layout, context: context, payload: event.fields)
  }

  /// The declared events, in the order of their numbers.
  var declared: [(name: String, fields: PairTable.Fields)] {
    events.sorted { $0.key < $1.key }.map { ($1.name, Self.members($1.fields)) }
  }

  private static func members(_ fields: [UserSpaceMetadata.Field]) -> PairTable.Fields {
    fields.map { field in
      let type: PairTable.FieldType? =
        switch field.form {
        case .integer(_, let isSigned): isSigned ? .signed : .unsigned
        case .float(let size): size == 8 ? .double : nil
        case .string, .characters, .sequence: .string
        }
      return (field.name, type)
    }
  }
}
#endif
