import Foundation
import SeededRandom
import Testing
import TraceAnalysis

/// The traps that make recordings empty or programs crash (docs/tracing.md, T1 to T6), with counted events:
/// a program that records nothing exits with 0 as well.
@Suite(.serialized, .records, .timeLimit(.minutes(30)))
struct TrapTests {
  /// docs/recording.md, T1.
  @Test(.enabled(if: TestTier.isCheck, "make check runs it"), arguments: FixturePackage.all)
  func `whichever linker and configuration, every event is recorded`(
    package: FixturePackage
  ) async throws {
    let program = try await package.program("PackagedProgram")
    try await ToolFixture.open { fixture in
      let counts = try await record(fixture, program, "intervals", "100")
      #expect(counts == ["signpost:interval_begin": 100, "signpost:interval_end": 100])
      let events = try await record(fixture, program, "events", "50")
      #expect(events == ["signpost:event": 50])
      #expect(try await record(fixture, program, "counters", "50") == ["signpost:counter": 50])
      #expect(
        try await record(fixture, program, "dispatches", "100") == [
          "katana:dispatch_enqueue": 100, "katana:update_begin": 100, "katana:update_end": 100,
          "katana:listeners_begin": 100, "katana:listeners_end": 100,
        ]
      )
      #expect(try await record(fixture, program, "nothing", "0") == [:])
    }
  }

  /// docs/recording.md, T2.
  @Test(.enabled(if: TestTier.isCheck, "make check runs it"), arguments: FixturePackage.all)
  func `signposts in a dynamic library are recorded and do not crash`(
    package: FixturePackage
  ) async throws {
    let program = try await package.program("LibraryUser")
    let libraries = try FileManager.default.contentsOfDirectory(
      atPath: URL(filePath: program).deletingLastPathComponent().path
    )
    try #require(libraries.contains("libTracedLibrary.so"))
    try await ToolFixture.open { fixture in
      let counts = try await record(fixture, program, "100")
      #expect(
        counts == [
          "signpost:interval_begin": 100, "signpost:interval_end": 100, "signpost:event": 100,
        ]
      )
    }
  }

  // docs/recording.md, T3, that no exclusion is ever asked for: LTTngCommandTests.

  /// docs/recording.md, T4.
  @Test func `programs that live for milliseconds are recorded whole`() async throws {
    try await ToolFixture.open { fixture in
      let loop = "for i in 1 2 3 4 5 6 7 8 9 10; do \(program) events 3 || exit 1; done"
      let counts = try await record(fixture, "sh", "-c", loop)
      #expect(counts == ["signpost:event": 30])
    }
  }

  /// docs/recording.md, T5.
  @Test func `a program that starts at once is recorded beside another recording`()
    async throws
  {
    // Both daemons are of one user and share the file by which programs wait for a daemon.
    try await ToolFixture.open { fixture in
      async let first = record(fixture, program, "events", "11")
      async let second = record(fixture, program, "events", "13")
      let counts = try await [first, second]
      #expect(counts == [["signpost:event": 11], ["signpost:event": 13]])
    }
  }

  /// docs/recording.md, T6.
  @Test(arguments: ["threads", "tasks"])
  func `intervals that end on another thread are paired`(how: String) async throws {
    try await ToolFixture.open { fixture in
      let trace = "\(fixture.folder)/trace"
      try await fixture.succeed(
        ["record", "-o", trace, "--lossless", "--", program, how, "500"])
      let report = try await fixture.report(of: trace)
      #expect(report.intervals.map(\.count) == [500])
      #expect(report.losses.unendedIntervals == 0)
      #expect(report.losses.endsWithoutBegin == [:])
      let threads = try #require(report.processes.first?.threadCount)
      // The runtime may run all tasks on one thread; the program sees to it for `threads`.
      #expect(threads > 500 || how == "tasks")
    }
  }

  @Test func `names that only the running program knows are escaped and cut as literals are`()
    async throws
  {
    try await ToolFixture.open { fixture in
      let trace = "\(fixture.folder)/trace"
      try await fixture.succeed(
        ["record", "-o", trace, "--lossless", "--", program, "named", "20"])
      let report = try await fixture.report(of: trace)
      let cut = String(repeating: "x", count: 29_997) + "..."
      #expect(
        Dictionary(uniqueKeysWithValues: report.intervals.map { ($0.name ?? "", $0.count) }) == [
          "café 0": 20, "café 1": 20, cut: 40,
        ]
      )
      #expect(report.losses.unendedIntervals == 0)
      #expect(report.losses.endsWithoutBegin == [:])
      let message = #"value = "caf\\{1,2}u\{e9\}""#
      #expect(try await fixture.count(lines: message, in: trace) == 40)
    }
  }

  private let program = Built.program("TracedProgram")

  /// Records a program and returns the number of each event, after comparing what the recorder says
  /// with what babeltrace2 lists.
  private func record(_ fixture: ToolFixture, _ command: String...) async throws -> [String: Int] {
    let trace = "\(fixture.folder)/\(UUID().uuidString)"
    let outcome = try await fixture.succeed(["record", "-o", trace, "--lossless", "--"] + command)
    #expect(outcome.error.contains("discarded events: 0\n"), "\(outcome.error)")
    var counts: [String: Int] = [:]
    for line in outcome.error.split(separator: "\n") where line.hasPrefix("events: ") {
      let words = line.split(separator: " ")
      guard words.count == 3, let count = Int(words[1]) else { continue }
      let event = String(words[2])
      counts[event] = count
      #expect(try await fixture.count(event, in: trace) == count)
    }
    return counts
  }
}
