import Synchronization

/// The output of the session daemon and its consumer: the only place where they report that a trace could not be written. (On a full disk
/// the counter of discarded events stays 0, and the command goes on normally.)
final class DaemonLog: Sendable {
  /// Where the trace goes.
  enum Destination: Sendable, Equatable {
    case directory(String)

    /// A relay daemon's address.
    case relay(String)
  }

  private struct State {
    var lines: [String] = []
    var failure: RecordingError?
    var isClosed = false
    var didEndCommand = false
  }

  private let state = Mutex(State())
  private let onFailure: @Sendable (RecordingError) -> Bool
  private let destination: Destination

  /// - Parameters:
  ///   - destination: Where the trace goes, for errors.
  ///   - onFailure: Called once, at the first line about lost events; returns whether it ended the recorded command.
  init(destination: Destination, onFailure: @escaping @Sendable (RecordingError) -> Bool) {
    self.destination = destination
    self.onFailure = onFailure
  }

  func append(_ line: String) {
    let line = line.trimmingSuffix(while: \.isNewline)
    let failure = Self.failure(in: line, destination: destination)
    let isFirst = state.withLock { state in
      // Enough for a diagnosis; a full disk can cause a line for each packet.
      if state.lines.count < 200 { state.lines.append(line) }
      guard state.failure == nil else { return false }
      state.failure = failure
      return failure != nil
    }
    if isFirst, let failure {
      let didEndCommand = onFailure(failure)
      state.withLock { $0.didEndCommand = didEndCommand }
    }
  }

  /// Notes that the daemon and its consumer have ended and print no more.
  func close() {
    state.withLock { $0.isClosed = true }
  }

  /// Whether the daemon and its consumer have ended.
  var isClosed: Bool {
    state.withLock { $0.isClosed }
  }

  /// Whether the command was ended because it could not be recorded any more.
  var didEndCommand: Bool {
    state.withLock { $0.didEndCommand }
  }

  /// The first failure that loses events.
  var failure: RecordingError? {
    state.withLock { $0.failure }
  }

  /// Whether recorded events reach the disk.
  var canWrite: Bool { [nil, .buffersNotMade].contains(failure) }

  /// The errors in one line, for a daemon that did not start.
  var summary: String {
    Self.condensed(state.withLock { $0.lines })
  }

  /// Finds the failure that a line reports, in the words of lttng-tools 2.13.
  private static func failure(in line: String, destination: Destination) -> RecordingError? {
    let directory: String
    if line.contains("Error creating UST channel") { return .buffersNotMade }
    let isConsumerDead = line.contains("Health error occurred in thread_consumer_management")
    switch destination {
    case .relay(let address):
      if line.contains("Relayd hangup") {
        let problem = "the connection ended while recording, what came later is lost"
        return RecordingError(
          "relay \(address)",
          problem,
          remedy: "start lttng-relayd there and record again"
        )
      }
      return isConsumerDead ? .consumerDied : nil
    case .directory(let path): directory = path
    }
    func contains(_ words: String...) -> Bool { words.contains { line.contains($0) } }
    if contains("No space left on device", "Disk quota exceeded") {
      return .diskFull(directory: directory)
    }
    if contains("Error in write mmap", "Error in file write", "Error consuming subbuffer") {
      return .writeFailed(directory: directory, message: condensed([line]))
    }
    return isConsumerDead ? .consumerDied : nil
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
    String(reversed().drop(while: isTrimmed).reversed())
  }
}
