import ArgumentParser
import ExpectedErrors
import Foundation
import SuiteErrors
import Testing
import TraceReading

@testable import hamon

@Suite(.enabled(if: TraceReader.isSupported), .expectedErrors)
struct ReportRunTests {
  private let fixture: BenchFixture

  init() throws {
    fixture = try BenchFixture()
  }

  private func trace(_ name: String, file: String = #filePath) -> String {
    URL(fileURLWithPath: file).deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Fixtures/Traces/\(name)").path
  }

  private func run(
    _ trace: String,
    results: String? = nil,
    json: String? = nil
  ) async throws -> Bool {
    var command = try ReportCommand.parse([trace])
    command.text = "\(fixture.path)/report.txt"
    command.json = json ?? "\(fixture.path)/report.json"
    command.html = "\(fixture.path)/report.html"
    command.results = results
    return try await ReportRun(command: command).run()
  }

  @Test func `a whole trace gives a text, a JSON file and a page that needs nothing else`()
    async throws
  {
    #expect(try await run(trace("mixed")))
    #expect(try fixture.text("report.txt").hasPrefix("Why\n===\n- "))
    #expect(try fixture.text("report.txt").contains("RemoveItem"))
    #expect(try fixture.text("report.json").contains("\"schemaVersion\" : 2"))
    #expect(try fixture.text("report.json").contains("\"why\" : ["))
    let page = try fixture.text("report.html")
    #expect(page.contains("RemoveItem"))
    #expect(!page.contains("<b>&"))
    // The namespaces of the picture are names, not links.
    #expect(!page.contains("src="))
    #expect(!page.contains("<link"))
    #expect(!page.contains("url(http"))
  }

  @Test func `a part of a damaged trace is reported, marked, and is a failure`() async throws {
    let copy = "\(fixture.path)/packets"
    try FileManager.default.copyItem(atPath: trace("packets"), toPath: copy)
    let stream = URL(fileURLWithPath: copy + "/ust/uid/0/64-bit/c_0")
    let handle = try FileHandle(forUpdating: stream)
    try handle.truncate(atOffset: 9000)
    try handle.close()
    #expect(try await !run(copy))
    for name in ["report.txt", "report.html"] {
      #expect(try fixture.text(name).contains("PARTIAL"))
      #expect(try fixture.text(name).contains(/(- |<li>)A part of this trace could not be read/))
      #expect(try fixture.text(name).contains("parse"))
    }
    #expect(try fixture.text("report.json").contains("\"isPartial\" : true"))
  }

  @Test func `an id that another tool shows with a sign is no option`() throws {
    let command = try #require(
      try Hamon.parseAsRoot(["report", "t", "--request", "-9223372036854775803"]) as? ReportCommand
    )
    #expect(command.request == "-9223372036854775803")
  }

  @Test func `the results of benchmarks are added to the text and the page`() async throws {
    let suite = try fixture.writeSuite("Throughput", row: "one")
    #expect(
      try await BenchRun(
        BenchCommand.parse([suite, "--quick", "--json", "\(fixture.path)/results.json"])
      ).run()
    )
    #expect(try await run(trace("mixed"), results: "\(fixture.path)/results.json"))
    for name in ["report.txt", "report.html"] {
      #expect(try fixture.text(name).contains("Throughput"))
      #expect(try fixture.text(name).contains("AddItem"))
    }
  }

  @Test func `what is not there is an error that names it, before anything is written`()
    async throws
  {
    let absent = "\(fixture.path)/absent"
    await #expect(throws: TraceReadingError.self) { try await run(absent) }
    await #expect(throws: (any Error).self) { try await run(trace("mixed"), results: absent) }
    #expect(!FileManager.default.fileExists(atPath: "\(fixture.path)/report.txt"))
    let error = await #expect(throws: SuiteError.self) {
      try await run(trace("mixed"), json: "\(fixture.path)/no/such/directory/x.json")
    }
    #expect(error?.description.contains("x.json: it can't be written") == true)
  }
}
