#if HAS_BABELTRACE
/// A place in a stream file that goes from event to event.
///
/// Where something is no event it ends, and ``problem`` says why.
struct UserSpaceCursor {
  /// What is needed to decode the events of a declaration.
  ///
  /// SAFETY: the forms are written once, and go with the object.
  @safe final class Class {
    /// The number of the layout in the decoder.
    let layout: Int
    fileprivate let contextCount: Int
    /// Those of the context, then those of the fields.
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
  /// Why it has ended before the end of the file.
  private(set) var problem: String?
  private let events: UserSpaceStream
  /// By the numbers of the events; `nil` for those that weren't met.
  private var classes: [Class?]
  private var lastTimestamp = Int64.min

  /// Opens the file; `nil` if it can't be mapped.
  init?(_ file: UserSpaceStreamFile) {
    guard let bytes = MappedFile(path: file.path) else { return nil }
    self.file = file
    events = UserSpaceStream(bytes, of: file)
    classes = Array(repeating: nil, count: file.declaration.numbers)
  }

  /// The number of the event that it stands at, among those of the declaration.
  var number: Int { events.event }

  /// How many bytes of the file were read.
  var consumedBytes: Int { events.consumedBytes }

  /// What the tracer had no room for, as far as it was read.
  var discarded: (events: UInt64, packets: UInt64) {
    (events.discardedEvents, events.discardedPackets)
  }

  /// Steps to the next event; returns its time in nanoseconds since the Unix epoch, or `nil` at the end.
  mutating func advance() -> Int64? {
    guard events.advance() else {
      problem = events.problem
      return nil
    }
    let time = Int64(truncatingIfNeeded: events.time)
    // From 1970 to 2116: only damage is outside, and no difference of two times can overflow.
    let timestamp = min(max(time &+ file.clockOffset, 0), 1 << 62)
    guard timestamp >= lastTimestamp else {
      problem = "its events are not in the order of time"
      return nil
    }
    lastTimestamp = timestamp
    return timestamp
  }

  /// Decodes the event that it stands at, and counts it; `nil` for what is no event of the program.
  mutating func decode(
    timestamp: Int64,
    by decoder: inout EventDecoder,
    from source: EventDecoder.Source
  ) -> TraceEvent? {
    guard let kind = eventClass(number, of: &decoder),
      let (context, payload) = fields(of: kind)
    else { return nil }
    return decoder.decode(
      layout: kind.layout,
      context: context,
      payload: payload,
      timestamp: timestamp,
      source: source
    )
  }

  /// What the event that it stands at calls which process; `nil` for any other.
  mutating func processName(
    by decoder: inout EventDecoder,
    from source: EventDecoder.Source
  ) -> (id: Int64, name: String)? {
    guard let kind = eventClass(number, of: &decoder),
      case .special(.processName) = decoder.layout(kind.layout).role,
      let (context, payload) = fields(of: kind)
    else { return nil }
    return decoder.processName(context, payload, layout: kind.layout, source: source)
  }

  private func fields(of kind: Class) -> (context: EventFields, payload: EventFields)? {
    // SAFETY: the places and forms are those of this event, of which the stream has checked each field; the file stays mapped.
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

  /// Makes all that events are decoded by, for each event that is declared.
  mutating func makeClasses(of decoder: inout EventDecoder) -> [Int: Class] {
    var made: [Int: Class] = [:]
    for number in file.declaration.events.keys.sorted() {
      made[number] = eventClass(number, of: &decoder)
    }
    return made
  }
}

extension UserSpaceMetadata.Stream {
  /// Makes what the events with a number are decoded by; `nil` where none has it.
  func makeClass(_ number: Int, of decoder: inout EventDecoder) -> UserSpaceCursor.Class? {
    guard let event = events[number] else { return nil }
    let layout = decoder.addLayout(
      event.name,
      payload: Self.members(event.fields),
      context: Self.members(context)
    )
    return UserSpaceCursor.Class(layout: layout, context: context, payload: event.fields)
  }

  static func members(_ fields: [UserSpaceMetadata.Field]) -> PairTable.Fields {
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
}

extension EventDecoder {
  /// Takes note of the events that a trace declares.
  mutating func learn(_ metadata: UserSpaceMetadata) throws(TraceReadingError) {
    for (_, stream) in metadata.streams.sorted(by: { $0.key < $1.key }) {
      try pairs.learn(
        stream.events.sorted { $0.key < $1.key }.map { _, event in
          (event.name, UserSpaceMetadata.Stream.members(event.fields))
        }
      )
    }
  }
}
#endif
