import FoundationEssentials

// The text: one JSON object a line. The first says what it is and holds the state at the beginning;
// each further one is an entry. An item is JSON in a string, so that it can be read after its name.
extension StoreLog where S: Codable {
  private static var formatVersion: Int { 1 }

  /// The format alone, so that a text of another one is told from a broken text.
  private struct Format: Codable {
    var formatVersion: Int
  }

  private struct Header: Codable {
    var formatVersion: Int
    var stateType: String
    var version: UInt64
    /// JSON, because it can be read only once the type is known to be right.
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
  ///   - registry: The names of the items; `TimeTravel` is known without.
  ///   - includesSideEffects: Whether side effects, which replaying doesn't need, are written.
  /// - Returns: The lines.
  /// - Throws: `StoreLogError.unregisteredItem`, or what the encoding of an item or a state throws.
  public func jsonLines(
    _ registry: DispatchableRegistry,
    includesSideEffects: Bool = true
  ) throws -> String {
    let registry = Self.completed(registry)
    let encoder = JSONEncoder()
    // So that equal logs are equal texts.
    encoder.outputFormatting = [.sortedKeys]
    let header = Header(
      formatVersion: Self.formatVersion,
      stateType: String(reflecting: S.self),
      version: firstVersion,
      state: String(decoding: try encoder.encode(initialState), as: UTF8.self)
    )
    var text = String(decoding: try encoder.encode(header), as: UTF8.self) + "\n"
    for entry in entries where includesSideEffects || entry.kind == .updater {
      guard let (name, json) = try registry.encode(entry.applied, with: encoder) else {
        throw StoreLogError.unregisteredItem(item: entry.item.debugDescription)
      }
      let line = Line(
        version: entry.version,
        kind: entry.kind,
        name: name,
        item: String(decoding: json, as: UTF8.self),
        outcome: entry.outcome
      )
      text += String(decoding: try encoder.encode(line), as: UTF8.self) + "\n"
    }
    return text
  }

  /// Reads what `jsonLines(_:includesSideEffects:)` has written.
  ///
  /// - Parameters:
  ///   - text: The lines.
  ///   - registry: The names of the items.
  ///   - checkpointInterval: After how many updates the state is kept; see `RecordingOptions`.
  /// - Throws: `StoreLogError`.
  public init(
    jsonLines text: String,
    _ registry: DispatchableRegistry,
    checkpointInterval: Int = 256
  ) throws(StoreLogError) {
    let registry = Self.completed(registry)
    let decoder = JSONDecoder()
    let lines = Self.lines(of: text)
    let first = lines.first ?? (number: 1, text: "")
    let base = try Self.base(in: first.text, line: first.number, decoder)
    self.init(base: base)
    var state = base.state
    for (number, text) in lines.dropFirst() {
      let line = try Self.decode(Line.self, from: text, line: number, decoder)
      guard let coding = registry.coding(named: line.name) else {
        throw .unknownItem(name: line.name, line: number)
      }
      guard line.kind != .updater || lastVersion < .max else {
        throw .malformedLine(line: number, reason: "no version can follow \(lastVersion)")
      }
      let expected = line.kind == .updater ? lastVersion + 1 : lastVersion
      guard line.version == expected else {
        throw .versionMismatch(line: number, expected: expected, found: line.version)
      }
      let item: any Dispatchable
      do {
        item = try coding.decode(Data(line.item.utf8), decoder)
      } catch {
        throw .malformedLine(line: number, reason: "\(line.name) can't be read: \(error)")
      }
      guard line.kind == .updater else {
        appendSideEffect(item, outcome: line.outcome)
        continue
      }
      do {
        try StateUpdate.apply(item, to: &state)
      } catch {
        throw .notReplayable(item: line.name, version: line.version, reason: "\(error)")
      }
      appendUpdate(item, version: line.version)
      if needsCheckpoint(interval: max(1, checkpointInterval)) { appendCheckpoint(state) }
    }
  }

  /// The lines that aren't empty, with their numbers; they end as on Linux or as on Windows.
  private static func lines(of text: String) -> [(number: Int, text: Substring)] {
    // By bytes: as characters, a carriage return and the line feed behind it are one.
    text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated()
      .compactMap { index, line in
        let line = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
        return line.isEmpty ? nil : (index + 1, Substring(line))
      }
  }

  private static func base(
    in text: Substring,
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
    let state = try decode(S.self, from: header.state[...], line: line, decoder)
    return VersionedState(state: state, version: header.version)
  }

  private static func decode<Value: Decodable>(
    _ type: Value.Type,
    from text: Substring,
    line: Int,
    _ decoder: JSONDecoder
  ) throws(StoreLogError) -> Value {
    do {
      return try decoder.decode(type, from: Data(text.utf8))
    } catch {
      throw .malformedLine(line: line, reason: "\(error)")
    }
  }

  private static func completed(_ registry: DispatchableRegistry) -> DispatchableRegistry {
    var registry = registry
    registry.register(TimeTravel<S>.self, as: "Katana.TimeTravel")
    return registry
  }
}
