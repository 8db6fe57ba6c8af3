import Foundation
import Testing

@testable import TraceReading

/// Traces whose declarations libbabeltrace2 refuses.
@Suite(.enabled(if: TraceReader.isSupported))
struct BadMetadataTests {
  /// A fault of the declarations, and the library's reason for refusing them.
  struct Fault: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// What of the declarations of ``MadeTrace`` becomes what.
    let replaced: (String, String)
    let reason: String

    init(_ name: String, _ replaced: String, by replacement: String, _ reason: String) {
      testDescription = name
      self.replaced = (replaced, replacement)
      self.reason = reason
    }
  }

  private static let stream = """
    stream {
    \tid = 0;
    \tevent.header := struct event_header_large;
    \tpacket.context := struct packet_context;
    };

    """

  static let faults = [
    Fault("no number", "\tid = 1;", by: "\tid = ;", "syntax error, unexpected CTF_SEMICOLON"),
    Fault("an entry of env", "\"made\";", by: "\"made\"", "syntax error, unexpected CTF_RBRAC"),
    Fault("no id of an event", "\tid = 1;\n", by: "", "Missing `id` attribute in event class"),
    Fault("no name of an event", "\tname = \"made:event_1\";\n", by: "", "Missing `name`"),
    Fault("an event twice", "\tid = 1;", by: "\tid = 0;", "Duplicate event class (same ID)"),
    Fault("a stream twice", stream, by: stream + stream, "Duplicate stream class (same ID)"),
    Fault("a type", "uint64_t packet_size", by: "no_t packet_size", "unexpected IDENTIFIER"),
    Fault("a version", "minor = 8", by: "minor = 9", "Invalid trace's `minor` attribute"),
    Fault("no clock", "= clock.monotonic.", by: "= clock.other.", "cannot find clock class"),
  ]

  /// Calls a closure with a trace of three events and its metadata.
  private func withTrace(
    _ replaced: (String, String)? = nil,
    _ body: (_ trace: String, _ metadata: String) throws -> Void
  ) throws {
    try Fixture.withDirectory { directory in
      var trace = MadeTrace(.large, numbers: [0, 1])
      if let replaced { trace.replaced = [replaced] }
      trace.add(
        [0, 1, 1].enumerated().map { place, number in
          .init(number: number, time: UInt64(place), text: "text", value: 0)
        }
      )
      try trace.write(to: directory + "/made")
      try body(directory + "/made", trace.metadata)
    }
  }

  private func error(_ path: String) -> TraceReadingError? {
    #expect(throws: TraceReadingError.self) { try TraceReader(path: path).read { _ in } }
  }

  private func check(_ error: TraceReadingError?, _ trace: String, _ reason: String) {
    #expect(error?.code == .corrupt)
    #expect(error?.path == trace + "/metadata")
    #expect(error?.problem.contains("at line ") == true, "\(error?.problem ?? "")")
    #expect(error?.problem.contains(reason) == true, "\(error?.problem ?? "")")
    #expect(error?.description.contains("hamon-trace-") == false)
    #expect(error?.description.contains("addr=") == false)
  }

  @Test(arguments: faults)
  func `declarations that are refused are an error with the reason and the line`(
    fault: Fault
  ) throws {
    try withTrace(fault.replaced) { trace, metadata in
      check(error(trace), trace, fault.reason)
      // The same in a trace without events, and in one of another tool, which has no packets.
      try Data().write(to: URL(filePath: trace + "/channel_0"))
      check(error(trace), trace, fault.reason)
      try FileManager.default.removeItem(atPath: trace + "/channel_0")
      check(error(trace), trace, fault.reason)
      try Data(metadata.utf8).write(to: URL(filePath: trace + "/metadata"))
      check(error(trace), trace, fault.reason)
    }
  }

  @Test func `the declarations of the tests are sound but for what is replaced`() throws {
    try withTrace { trace, metadata in
      for _ in 0..<2 {
        #expect(try TraceReader(path: trace).read { _ in }.eventCount == 3)
        try Data(metadata.utf8).write(to: URL(filePath: trace + "/metadata"))
      }
      try FileManager.default.removeItem(atPath: trace + "/channel_0")
      #expect(try TraceReader(path: trace).read { _ in } == .empty)
    }
  }

  @Test(arguments: [
    ("", "the file is empty"), (" \n\n", "the file is empty"),
    ("this is no metadata\n", "Missing \"/* CTF major.minor\" signature"),
    ("\u{1E}{\"type\": \"preamble\", \"version\": 2}\n", "signature"),
    ("/* CTF 2.9 */\ntrace {};\n", "version=2.9"), ("/* CTF 1.8 */\n", "at line 2: syntax error"),
    ("/* CTF 1.8 */\ntypealias integer { size = 8; } := byte;\n", "it declares no trace"),
  ])
  func `a file that isn't metadata of a known version is an error that says so`(
    text: String,
    reason: String
  ) throws {
    try withTrace { trace, _ in
      try Data(text.utf8).write(to: URL(filePath: trace + "/metadata"))
      for isEmpty in [false, true] {
        if isEmpty { try FileManager.default.removeItem(atPath: trace + "/channel_0") }
        let error = error(trace)
        #expect(error?.path == trace + "/metadata")
        #expect(error?.problem.contains(reason) == true, "\(error?.problem ?? "")")
      }
    }
  }

  @Test func `metadata that is no regular file is an error`() throws {
    try withTrace { trace, _ in
      let metadata = trace + "/metadata"
      try FileManager.default.removeItem(atPath: metadata)
      #expect(unsafe mkfifo(metadata, 0o600) == 0)
      #expect(error(trace)?.code == .unreadable)
    }
  }

  @Test func `of several traces the sound ones are read, and each bad one is told`() throws {
    try withTrace { trace, metadata in
      let parent = URL(filePath: trace).deletingLastPathComponent().path
      for (name, replaced) in [("bad", "minor = 8"), ("worse", "major = 1")] {
        let copy = "\(parent)/\(name)"
        try FileManager.default.copyItem(atPath: trace, toPath: copy)
        let text = metadata.replacing(replaced, with: "x = 0").replacing("d0e0f10", with: "d0e0f11")
        try Data(text.utf8).write(to: URL(filePath: copy + "/metadata"))
      }
      let summary = try TraceReader(path: parent).read { _ in }
      #expect(summary.eventCount == 3)
      #expect(summary.faults.map(\.path) == ["\(parent)/bad/metadata", "\(parent)/worse/metadata"])
      try FileManager.default.removeItem(atPath: trace)
      let rest = try TraceReader(path: parent).read { _ in }
      #expect(rest.eventCount == 0)
      #expect(rest.faults.count == 2)
    }
  }

  @Test func `damaged streams don't hide that the declarations are bad`() throws {
    try withTrace(Self.faults[0].replaced) { trace, _ in
      try Fixture.truncate(trace + "/channel_0", to: 100)
      let summary = try TraceReader(path: trace).read { _ in }
      #expect(summary.faults.map(\.path) == [trace + "/channel_0", trace + "/metadata"])
    }
  }

  @Test func `events without a clock are counted like others`() throws {
    try withTrace { trace, metadata in
      // As a tool without clocks writes it.
      let clock = #/\n\tmap = clock.monotonic.value;|(?:clock|env) \{[^}]*\};|time(?=stamp)/#
      let text = metadata.replacing(clock, with: "")
      try Data(text.utf8).write(to: URL(filePath: trace + "/metadata"))
      let reader = try TraceReader(path: trace)
      let summary = try reader.read { _ in }
      #expect(summary.eventsWithoutClock == 3)
      #expect(summary.eventCount == 3)
      #expect(reader.catalog.eventClasses.reduce(0) { $0 + $1.count } == 3)
    }
  }
}
