import FoundationEssentials

/// Keeps a file so that it leads to the state that a store has.
///
/// Invariants: the file is empty, or a log as `StoreLog.jsonLines(_:includesSideEffects:)` writes it; unless `isBehind`, it leads to the
/// store's state.
struct StoreLogWriter<S: State & Codable> {
  private let file: AppendedFile
  private let registry: DispatchableRegistry
  private let encoder: JSONEncoder

  /// The version of the last line; `nil` in an empty file.
  private var lastVersion: UInt64?
  /// The state that the file leads to, as JSON, until the recording begins.
  private var endState: Data?
  private var storeVersion: UInt64 = 0

  /// Whether something couldn't be written.
  private var isBehind = false
  /// How many updates pass before the next attempt: while a disk is full, not every update encodes the whole state.
  private var pause = 0
  private var nextPause = 1
  /// The item types that were reported not to be encodable.
  private var told: Set<ObjectIdentifier> = []

  // Used if the number of items is limited.
  private let capacity: Int?
  private var itemCount = 0
  /// A position in the file, and the replacement for everything before it when the file is full.
  private var mark: (offset: Int, itemCount: Int, replacement: String)?
  /// The number of items at which making room is tried again.
  private var patience = 0

  /// Opens a file.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - registry: One that is completed; see `StoreLog.completed(_:)`.
  ///   - capacity: The maximum number of items.
  ///   - state: Becomes the state that the file leads to.
  ///   - problems: Gets the problems that don't prevent recording.
  /// - Throws: `StoreLogError`.
  init(
    _ path: String,
    _ registry: DispatchableRegistry,
    capacity: Int?,
    state: inout S?,
    problems: inout [StoreLogError]
  ) throws(StoreLogError) {
    file = try AppendedFile(path)
    self.registry = registry
    self.capacity = capacity
    encoder = registry.encoder
    let bytes = try file.bytes()
    var end = bytes.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    let lastLine = bytes[end...]
    let isWhole = StoreLog<S>.isWhole(lastLine)
    if isWhole { end = bytes.count }
    let lines = StoreLog<S>.lines(of: bytes[..<end])
    guard !lines.isEmpty else {
      // Better to find out here whether it can be written than at the first dispatch.
      _ = try encoded(S())
      // Another kind of file is left as it is. Keys are sorted, so a log's first line begins like this, however short it was cut.
      let beginning = Array(#"{"formatVersion":"#.utf8)
      guard lastLine.starts(with: beginning.prefix(lastLine.count)) else {
        throw .malformedLine(line: Self.numberOfLastLine(in: bytes), reason: "no log begins so")
      }
      try cut(lastLine, of: bytes, to: 0, &problems)
      return
    }
    let log = try StoreLog<S>(lines: lines, registry)
    let last = try log.state(at: log.lastVersion)
    endState = try encoded(last)
    lastVersion = log.lastVersion
    itemCount = log.entries.count
    if isWhole { try file.append("\n") } else { try cut(lastLine, of: bytes, to: end, &problems) }
    state = last
    if let capacity, itemCount >= capacity - capacity / 2 {
      // The position of the mark if the file had not been closed, so that half of the items stay.
      let dropped = max(capacity - capacity / 2, itemCount - capacity / 2)
      let base = VersionedState(
        state: try log.state(at: log.entries[dropped - 1].version),
        version: log.entries[dropped - 1].version
      )
      let offset = dropped < itemCount ? lines[dropped + 1].text.startIndex : file.size
      setMark(at: base, offset: offset, itemCount: dropped, &problems)
      makeRoom(&problems)
    }
  }

  /// Removes a last line that was cut off.
  private func cut(
    _ line: ArraySlice<UInt8>,
    of bytes: [UInt8],
    to end: Int,
    _ problems: inout [StoreLogError]
  ) throws(StoreLogError) {
    guard end < bytes.count else { return }
    try file.truncate(to: end)
    guard !line.isEmpty else { return }
    let number = Self.numberOfLastLine(in: bytes)
    problems.append(.tornLine(path: file.path, line: number, bytes: line.count))
  }

  private static func numberOfLastLine(in bytes: [UInt8]) -> Int {
    bytes.count { $0 == UInt8(ascii: "\n") } + 1
  }

  /// The bytes of the file.
  ///
  /// - Throws: `StoreLogError.fileFailed`.
  func bytes() throws(StoreLogError) -> [UInt8] { try file.bytes() }

  /// Begins with the state of a store, which is written if the file leads to another one.
  ///
  /// - Returns: What can't be written.
  mutating func begin(at state: VersionedState<S>) -> [StoreLogError] {
    storeVersion = state.version
    let end = endState.take()
    if let end, end == (try? encoded(state.state)) { return [] }
    var problems: [StoreLogError] = []
    write(state.state, &problems)
    // This adds an update, and the next may never come.
    if !isBehind { makeRoom(&problems) }
    return problems
  }

  /// Records an update.
  ///
  /// - Parameters:
  ///   - item: The updater.
  ///   - version: The version of the store's state after it.
  ///   - state: The state after it; called only if it must be written.
  /// - Returns: What can't be written.
  mutating func append(
    _ item: any Dispatchable,
    version: UInt64,
    state: @Sendable () -> S
  ) -> [StoreLogError] {
    var problems: [StoreLogError] = []
    // An update was missed: its thread had begun to dispatch when the recording began.
    let isNext = version == storeVersion &+ 1
    storeVersion = version
    if isNext, !isBehind, lastVersion != nil {
      do throws(StoreLogError) {
        try write(item)
      } catch .fileFailed(let path, let reason) {
        problems.append(.fileFailed(path: path, reason: reason))
        fallBehind()
        return problems
      } catch {
        if told.insert(ObjectIdentifier(type(of: item))).inserted { problems.append(error) }
        write(state(), &problems)
      }
    } else if pause > 0 {
      pause -= 1
      return problems
    } else {
      write(state(), &problems)
    }
    guard let capacity, !isBehind else { return problems }
    makeRoom(&problems)
    if mark == nil, itemCount >= max(patience, capacity - capacity / 2) {
      let base = VersionedState(state: state(), version: lastVersion ?? 0)
      setMark(at: base, offset: file.size, itemCount: itemCount, &problems)
    }
    return problems
  }

  private mutating func write(_ item: any Dispatchable) throws(StoreLogError) {
    let version = (lastVersion ?? 0) &+ 1
    let entry = StoreLogEntry(
      ordinal: itemCount,
      version: version,
      kind: .updater,
      applied: item,
      outcome: nil
    )
    let line: String
    do {
      line = try StoreLog<S>.line(entry, registry, encoder)
    } catch let error as StoreLogError {
      throw error
    } catch {
      throw .notEncodable(item: item.unscoped.debugDescription, reason: "\(error)")
    }
    try file.append(line)
    lastVersion = version
    itemCount += 1
  }

  /// Appends the whole state.
  private mutating func write(_ state: S, _ problems: inout [StoreLogError]) {
    let state = VersionedState(state: state, version: storeVersion)
    do throws(StoreLogError) {
      if lastVersion == nil {
        try file.append(try firstLine(state))
        lastVersion = storeVersion
      } else {
        try write(TimeTravel(to: state))
      }
      (isBehind, nextPause) = (false, 1)
    } catch {
      if !isBehind { problems.append(error) }
      fallBehind()
    }
  }

  private mutating func fallBehind() {
    isBehind = true
    pause = nextPause
    nextPause = min(2 * nextPause, 1024)
  }

  /// Sets the mark; everything before it goes when the file is full.
  private mutating func setMark(
    at state: VersionedState<S>,
    offset: Int,
    itemCount: Int,
    _ problems: inout [StoreLogError]
  ) {
    do throws(StoreLogError) {
      mark = (offset, itemCount, try firstLine(state))
    } catch {
      problems.append(error)
      postpone()
    }
  }

  /// Removes everything before the mark, if the file is full.
  private mutating func makeRoom(_ problems: inout [StoreLogError]) {
    guard let capacity, let mark, itemCount > max(capacity, patience) else { return }
    do throws(StoreLogError) {
      try file.replace(before: mark.offset, by: mark.replacement)
      itemCount -= mark.itemCount
      self.mark = nil
      patience = 0
    } catch {
      problems.append(error)
      postpone()
    }
  }

  private mutating func postpone() {
    patience = itemCount + max(1, (capacity ?? 0) / 2)
  }

  private func firstLine(_ state: VersionedState<S>) throws(StoreLogError) -> String {
    do { return try StoreLog<S>.firstLine(state, encoder) } catch {
      throw .notEncodable(item: "\(S.self)", reason: "\(error)")
    }
  }

  private func encoded(_ state: S) throws(StoreLogError) -> Data {
    do { return try encoder.encode(state) } catch {
      throw .notEncodable(item: "\(S.self)", reason: "\(error)")
    }
  }
}
