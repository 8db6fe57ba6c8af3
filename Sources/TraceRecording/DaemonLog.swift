import Synchronization

/// What the session daemon and its consumer print: the only place where they tell that a trace
/// could not be written. (The discarded-events counter stays 0 on a full disk, and the command
/// goes on as if nothing were.)
final class DaemonLog: Sendable {
  private struct State {
    var lines: [String] = []
    var writeFailure: String?
    var isClosed = false
    var didEndCommand = false
  }

  private let state = Mutex(State())
  private let onWriteFailure: @Sendable (RecordingError) -> Bool
  private let directory: String

  /// - Parameters:
  ///   - directory: The trace's directory, for errors.
  ///   - onWriteFailure: Called once, at the first line that tells of one; returns whether it ended
  ///     the recorded command.
  init(directory: String, onWriteFailure: @escaping @Sendable (RecordingError) -> Bool) {
    self.directory = directory
    self.onWriteFailure = onWriteFailure
  }

  /// Takes one printed line.
  func append(_ line: String) {
    let line = line.trimmingSuffix(while: \.isNewline)
    let isFirst = state.withLock { state in
      // Enough for a diagnosis; a full disk can print for each packet.
      if state.lines.count < 200 { state.lines.append(line) }
      guard Self.isWriteFailure(line), state.writeFailure == nil else { return false }
      state.writeFailure = line
      return true
    }
    if isFirst, let error = writeFailure {
      let didEndCommand = onWriteFailure(error)
      state.withLock { $0.didEndCommand = didEndCommand }
    }
  }

  /// Notes that nobody is left to print: the daemon and its consumer have ended.
  func close() {
    state.withLock { $0.isClosed = true }
  }

  /// Whether the daemon and its consumer have ended.
  var isClosed: Bool {
    state.withLock { $0.isClosed }
  }

  /// Whether the command was ended because the trace could not be written.
  var didEndCommand: Bool {
    state.withLock { $0.didEndCommand }
  }

  /// The first failure to write the trace.
  var writeFailure: RecordingError? {
    guard let line = state.withLock({ $0.writeFailure }) else { return nil }
    return Self.isDiskFull(line)
      ? .diskFull(directory: directory)
      : .writeFailed(directory: directory, message: Self.condensed([line]))
  }

  /// The errors in one line, for a daemon that did not start.
  var summary: String {
    Self.condensed(state.withLock { $0.lines })
  }

  static func isWriteFailure(_ line: String) -> Bool {
    // What consumerd 2.13 prints from lttng_consumer_on_read_subbuffer_mmap and around the index.
    isDiskFull(line) || line.contains("Error in write mmap") || line.contains("Error in file write")
      || line.contains("Error consuming subbuffer") || line.contains("writing index")
  }

  private static func isDiskFull(_ line: String) -> Bool {
    line.contains("No space left on device") || line.contains("Disk quota exceeded")
  }

  /// The messages of LTTng's programs in one line, without times, threads and source positions.
  static func condensed(_ lines: [String]) -> String {
    let messages = lines.compactMap { line -> String? in
      var text = Substring(line)
      for prefix in ["Error: ", "Warning: "] where text.hasPrefix(prefix) {
        text = text.dropFirst(prefix.count)
      }
      if text.hasPrefix("PERROR"), let end = text.firstRange(of: "]: ") {
        text = text[end.upperBound...]
      }
      if let position = text.firstRange(of: " (in ") { text = text[..<position.lowerBound] }
      // Printed at each start under a limit on open files; it changes nothing here.
      let isNoise = text.isEmpty || text.contains("failed to set open files limit")
      return isNoise ? nil : text.trimmingSuffix(while: { $0 == "." || $0.isWhitespace })
    }
    var seen: Set<String> = []
    let distinct = messages.filter { seen.insert($0).inserted }
    return distinct.isEmpty ? "it printed no reason" : distinct.suffix(4).joined(separator: ", ")
  }
}

extension StringProtocol {
  fileprivate func trimmingSuffix(while isTrimmed: (Character) -> Bool) -> String {
    var rest = self[...]
    while let last = rest.last, isTrimmed(last) { rest = rest.dropLast() }
    return String(rest)
  }
}
