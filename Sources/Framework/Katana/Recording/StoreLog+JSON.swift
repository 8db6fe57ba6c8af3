import FoundationEssentials

// The text: one JSON object per line. The first line names the format and holds the initial state; each further line is an entry. An item
// is JSON in a string, so that it can be read after its name.
extension StoreLog where S: Codable {
  private static var formatVersion: Int { 1 }

  /// Only the format, to tell a text of another format from a broken text.
  private struct Format: Codable {
    var formatVersion: Int
  }

  private struct Header: Codable {
    var formatVersion: Int
    var stateType: String
    var version: UInt64
    /// JSON in a string, because it can be read only once the type is known to be right.
    var state: String
  }

  private struct Line: Codable {
    var version: UInt64
    var kind: StoreLogEntry.Kind
    var name: String
    var item: String
    var outcome: SideEffectOutcome?
  }

  /// Writes the log as JSON, a line for its beginning and one for each entry.
  ///
  /// - Parameters:
  ///   - registry: The names of the items; `TimeTravel` needs none.
  ///   - includesSideEffects: Whether to write side effects, which replaying doesn't need.
  /// - Returns: The lines.
  /// - Throws: `StoreLogError.unregisteredItem`, or what the encoding of an item or a state throws.
  public func jsonLines(
    _ registry: DispatchableRegistry,
    includesSideEffects: Bool = true
  ) throws -> String {
    let registry = Self.completed(registry)
    let encoder = registry.encoder
    var text = try Self.firstLine(base, encoder)
    for entry in entries where includesSideEffects || entry.kind == .updater {
      text += try Self.line(entry, registry, encoder)
    }
    return text
  }

  /// The line of a log's initial state.
  static func firstLine(_ base: VersionedState<S>, _ encoder: JSONEncoder) throws -> String {
    let header = Header(
      formatVersion: formatVersion,
      stateType: String(reflecting: S.self),
      version: base.version,
      state: String(decoding: try encoder.encode(base.state), as: UTF8.self)
    )
    return String(decoding: try encoder.encode(header), as: UTF8.self) + "\n"
  }

  /// The line of an entry; the registry must be `completed`.
  static func line(
    _ entry: StoreLogEntry,
    _ registry: DispatchableRegistry,
    _ encoder: JSONEncoder
  ) throws -> String {
    let item = try registry.encode(entry.applied, with: encoder)
    let line = Line(
      version: entry.version,
      kind: entry.kind,
      name: item.name,
      item: item.item,
      outcome: entry.outcome
    )
    return String(decoding: try encoder.encode(line), as: UTF8.self) + "\n"
  }

  /// Whether a line is complete; one that was cut off never is.
  static func isWhole(_ line: ArraySlice<UInt8>) -> Bool {
    let decoder = JSONDecoder()
    let line = Data(line)
    return (try? decoder.decode(Line.self, from: line)) != nil
      || (try? decoder.decode(Header.self, from: line)) != nil
  }

  /// Reads what `jsonLines(_:includesSideEffects:)` has written.
  ///
  /// - Parameters:
  ///   - text: The lines.
  ///   - registry: The names of the items.
  ///   - checkpointInterval: The number of updates between kept states; see `RecordingOptions`.
  /// - Throws: `StoreLogError`.
  public init(
    jsonLines text: String,
    _ registry: DispatchableRegistry,
    checkpointInterval: Int = 256
  ) throws(StoreLogError) {
    try self.init(
      lines: Self.lines(of: Array(text.utf8)[...]),
      Self.completed(registry),
      checkpointInterval: checkpointInterval
    )
  }

  /// Reads lines; the registry must be `completed`.
  init(
    lines: [(number: Int, text: ArraySlice<UInt8>)],
    _ registry: DispatchableRegistry,
    checkpointInterval: Int = 256
  ) throws(StoreLogError) {
    let decoder = registry.decoder
    let first = lines.first ?? (number: 1, text: [])
    let base = try Self.base(in: first.text, line: first.number, decoder)
    self.init(base: base)
    var state = base.state
    for (number, text) in lines.dropFirst() {
      let line = try Self.decode(Line.self, from: text, line: number, decoder)
      let item: any Dispatchable
      do {
        let text = RegisteredItem(name: line.name, item: line.item)
        item = try registry.decode(text, with: decoder)
      } catch StoreLogError.unknownItem(let name, _) {
        throw .unknownItem(name: name, line: number)
      } catch {
        throw .malformedLine(line: number, reason: "\(line.name) can't be read: \(error)")
      }
      guard line.kind != .updater || lastVersion < .max else {
        throw .malformedLine(line: number, reason: "no version can follow \(lastVersion)")
      }
      let expected = line.kind == .updater ? lastVersion + 1 : lastVersion
      guard line.version == expected else {
        throw .versionMismatch(line: number, expected: expected, found: line.version)
      }
      guard line.kind == .updater else {
        appendSideEffect(item, outcome: line.outcome)
        continue
      }
      do {
        try item.asUpdater().apply(toAny: &state)
      } catch {
        throw .notReplayable(item: line.name, version: line.version, reason: "\(error)")
      }
      appendUpdate(item, version: line.version)
      if needsCheckpoint(interval: max(1, checkpointInterval)) { appendCheckpoint(state) }
    }
  }

  /// The lines that aren't empty, with their numbers; accepts line ends of Linux and Windows.
  static func lines(of bytes: ArraySlice<UInt8>) -> [(number: Int, text: ArraySlice<UInt8>)] {
    // As bytes: as characters, a carriage return and its line feed are one.
    bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated()
      .compactMap { index, line in
        let line = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
        return line.isEmpty ? nil : (index + 1, line)
      }
  }

  private static func base(
    in text: ArraySlice<UInt8>,
    line: Int,
    _ decoder: JSONDecoder
  ) throws(StoreLogError) -> VersionedState<S> {
    let format = try decode(Format.self, from: text, line: line, decoder)
    guard format.formatVersion == formatVersion else {
      throw .unsupportedFormat(found: format.formatVersion, supported: formatVersion)
    }
    let header = try decode(Header.self, from: text, line: line, decoder)
    guard header.stateType == String(reflecting: S.self) else {
      throw .wrongStateType(expected: String(reflecting: S.self), found: header.stateType)
    }
    let state = try decode(S.self, from: header.state.utf8, line: line, decoder)
    return VersionedState(state: state, version: header.version)
  }

  private static func decode<Value: Decodable>(
    _ type: Value.Type,
    from text: some Sequence<UInt8>,
    line: Int,
    _ decoder: JSONDecoder
  ) throws(StoreLogError) -> Value {
    do {
      return try decoder.decode(type, from: Data(text))
    } catch {
      throw .malformedLine(line: line, reason: "\(error)")
    }
  }

  /// The registry with the items that need no registration.
  static func completed(_ registry: DispatchableRegistry) -> DispatchableRegistry {
    var registry = registry
    registry.register(TimeTravel<S>.self, as: "Katana.TimeTravel")
    return registry
  }
}
