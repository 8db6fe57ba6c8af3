import Foundation
import SampleProfiles
import SuiteErrors
import Testing
import TraceAnalysis
import TraceReading

@testable import TraceExport

/// The recorded traces of Tests/Fixtures/Traces in each form.
@Suite(.enabled(if: TraceReader.isSupported))
struct TraceExportTests {
  private func export(
    _ name: String,
    _ format: TraceExportFormat
  ) throws -> (text: String, summary: TraceExporter.Summary) {
    let file = FileManager.default.temporaryDirectory.appending(path: "export-\(UUID())").path
    defer { try? FileManager.default.removeItem(atPath: file) }
    let trace = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../Fixtures/Traces/\(name)").standardized.path
    let summary = try TraceExporter(path: trace, format: format, outputPath: file).run()
    return (try String(contentsOfFile: file, encoding: .utf8), summary)
  }

  private func object(_ text: some StringProtocol) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
  }

  /// The rows of a CSV file, read by the rules of RFC 4180.
  private func rows(_ text: String) -> [[String]] {
    var rows: [[String]] = [[""]]
    var isQuoted = false
    var characters = Array(text.unicodeScalars)[...]
    while let character = characters.popFirst() {
      let last = rows.count - 1
      if isQuoted {
        if character != "\"" {
          rows[last][rows[last].count - 1].unicodeScalars.append(character)
        } else if characters.first == "\"" {
          characters.removeFirst()
          rows[last][rows[last].count - 1] += "\""
        } else {
          isQuoted = false
        }
        continue
      }
      switch character {
      case "\"": isQuoted = true
      case ",": rows[last].append("")
      case "\r": break
      case "\n": rows.append([""])
      default: rows[last][rows[last].count - 1].unicodeScalars.append(character)
      }
    }
    return rows.dropLast()
  }

  @Test func `in trace events each begin has its end, and names and values are those of the trace`()
    throws
  {
    let (text, _) = try export("mixed", .chrome)
    let events = try #require(try object(text)["traceEvents"] as? [[String: Any]])
    func count(_ phase: String) -> Int { events.count { $0["ph"] as? String == phase } }
    #expect(count("b") == 20)
    #expect(count("e") == 20)
    #expect(count("n") == 4)
    #expect(count("C") == 8)
    let names = events.filter { $0["ph"] as? String == "b" }.compactMap { $0["name"] as? String }
    #expect(Set(names) == ["AddItem", "RemoveItem"])
    #expect(events.contains { $0["name"] as? String == #"<b>&"quoted"</b>"# })
    let begins = Set(events.filter { $0["ph"] as? String == "b" }.compactMap(identity))
    let ends = Set(events.filter { $0["ph"] as? String == "e" }.compactMap(identity))
    #expect(begins == ends)
    #expect(begins.count == 20)
    // Microseconds since the first event, which is a dispatch and no event of this form.
    #expect((0...10).contains(events.compactMap { $0["ts"] as? Double }.min() ?? -1))
    #expect(events.contains { $0["name"] as? String == "process_name" })
  }

  private func identity(_ event: [String: Any]) -> String? {
    (event["id2"] as? [String: String])?["local"]
  }

  @Test func `a version of the state is followed from its update to its commit in each form`()
    throws
  {
    let csv = try rows(export("frames", .csv).text)
    let header = try #require(csv.first)
    let columns = try ["kind", "name", "fields"].map { try #require(header.firstIndex(of: $0)) }
    let intervals = csv.dropFirst().map { row in
      columns.map { row[$0] }.joined(separator: " ").trimmingCharacters(in: .whitespaces)
    }
    for interval in [
      "updater AddItem", "frame Cart", "reconciliation Cart", "commit Headless",
    ] {
      #expect(
        intervals.contains { $0.hasPrefix(interval) && $0.contains("version=3") },
        "\(interval)"
      )
    }
    #expect(intervals.contains("commit Headless"))
    let chrome = try object(export("frames", .chrome).text)
    let events = try #require(chrome["traceEvents"] as? [[String: Any]])
    let frames = events.filter { $0["ph"] as? String == "b" && $0["cat"] as? String == "frame" }
    #expect(frames.count == 5)
    let folded = try export("frames", .folded).text
    #expect(folded.contains("frame Cart;reconciliation Cart;layout Row "))
    let spans = try export("frames", .otlp).text.split(separator: "\n")
    #expect(spans.contains { $0.contains("\"Headless\"") && $0.contains("\"version\"") })
  }

  @Test func `what never ended has no end in trace events`() throws {
    let (text, _) = try export("unpaired", .chrome)
    let events = try #require(try object(text)["traceEvents"] as? [[String: Any]])
    let begins = events.filter { $0["ph"] as? String == "b" }.compactMap { $0["name"] as? String }
    #expect(Set(begins) == ["never ends", "whole", "NeverEnds"])
    #expect(
      events.filter { $0["ph"] as? String == "e" }.compactMap { $0["name"] as? String } == ["whole"]
    )
  }

  @Test func `two processes with the same ids keep their own numbers`() throws {
    let (text, _) = try export("processes", .chrome)
    let events = try #require(try object(text)["traceEvents"] as? [[String: Any]])
    let processes = events.filter { $0["ph"] as? String == "b" }.compactMap { $0["pid"] as? Int }
    #expect(processes.count == 6)
    #expect(Set(processes).count == 2)
  }

  @Test func `folded stacks hold the self time of each path`() throws {
    let (text, summary) = try export("store", .folded)
    let lines = text.split(separator: "\n")
    let total = lines.compactMap { $0.split(separator: " ").last.flatMap { Int64($0) } }.reduce(
      0,
      +
    )
    let calls = try #require(summary.report.calls)
    #expect(total == calls.map(\.selfTime).reduce(0, +))
    #expect(total == summary.report.intervals.compactMap(\.selfTime).reduce(0, +))
    #expect(
      lines.contains { $0.hasPrefix("interceptors Fetch;side effect Fetch;updater AddItem;") }
    )
  }

  @Test func `a table has a row an interval, point and value, and a cell a column`() throws {
    let (text, _) = try export("mixed", .csv)
    let rows = rows(text)
    let header = try #require(rows.first)
    #expect(rows.allSatisfy { $0.count == header.count })
    let records = rows.dropFirst().map { $0[0] }
    #expect(records.count { $0 == "interval" } == 20)
    #expect(records.count { $0 == "point" } == 4)
    #expect(records.count { $0 == "counter" } == 8)
    let name = try #require(header.firstIndex(of: "name"))
    #expect(rows.contains { $0[name] == #"<b>&"quoted"</b>"# })
    let begin = try #require(header.firstIndex(of: "begin_ns"))
    let end = try #require(header.firstIndex(of: "end_ns"))
    let duration = try #require(header.firstIndex(of: "duration_ns"))
    for row in rows.dropFirst() where row[0] == "interval" {
      #expect(Int64(row[end]).map { $0 - (Int64(row[begin]) ?? 0) } == Int64(row[duration]))
    }
  }

  @Test func `the largest ids have no sign`() throws {
    var line = JSONLine()
    line.open("{")
    line.add("id", UInt64.max)
    line.close("}")
    #expect(String(decoding: line.bytes, as: UTF8.self) == #"{"id":18446744073709551615}"#)
    var event = PerfettoEvent(.begin, on: 1)
    event.add("id", UInt64.max)
    let fields = try #require(ProtobufFields(event.message.bytes)?.messages(4).first)
    // A number without a sign; field 4 is one with it.
    #expect(fields.number(3) == .max && fields.number(4) == nil)
  }

  @Test func `spans have ids of their own, and parents that are there`() throws {
    let (text, summary) = try export("store", .otlp)
    var ids: Set<String> = []
    var parents: [String] = []
    var outcomes: [Int] = []
    for line in text.split(separator: "\n") {
      let resource = try #require((try object(line)["resourceSpans"] as? [[String: Any]])?.first)
      let scope = try #require((resource["scopeSpans"] as? [[String: Any]])?.first)
      let span = try #require((scope["spans"] as? [[String: Any]])?.first)
      let id = try #require(span["spanId"] as? String)
      #expect(id.count == 16)
      #expect((span["traceId"] as? String)?.count == 32)
      #expect(ids.insert(id).inserted)
      if let parent = span["parentSpanId"] as? String { parents.append(parent) }
      let begin = try #require(UInt64(span["startTimeUnixNano"] as? String ?? ""))
      #expect(try #require(UInt64(span["endTimeUnixNano"] as? String ?? "")) >= begin)
      if let status = span["status"] as? [String: Any] {
        outcomes.append(status["code"] as? Int ?? 0)
      }
    }
    #expect(ids.count == 9)
    #expect(parents.count == 6)
    #expect(Set(parents).isSubset(of: ids))
    #expect(outcomes.sorted() == [1, 2])
    #expect(summary.omissions == ["values of counters, queues and measurements: 3"])
  }

  @Test func `a part of a damaged trace is written, and said to be one`() throws {
    let copy = FileManager.default.temporaryDirectory.appending(path: "damaged-\(UUID())").path
    defer { try? FileManager.default.removeItem(atPath: copy) }
    let trace = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../Fixtures/Traces/packets").standardized.path
    try FileManager.default.copyItem(atPath: trace, toPath: copy)
    let handle = try FileHandle(forUpdating: URL(filePath: copy + "/ust/uid/0/64-bit/c_0"))
    try handle.truncate(atOffset: 9000)
    try handle.close()
    for format in TraceExportFormat.allCases {
      let file = copy + "/out.\(format.rawValue)"
      let summary = try TraceExporter(path: copy, format: format, outputPath: file).run()
      #expect(summary.report.isPartial)
      let bytes = try Data(contentsOf: URL(filePath: file))
      #expect(String(decoding: bytes, as: UTF8.self).contains("parse"))
    }
  }

  @Test func `a file that can't be written is an error that names it`() throws {
    let error = #expect(throws: SuiteError.self) { try export("/../mixed", to: "/no/such/x") }
    #expect(error?.description.hasPrefix("/no/such/x: it can't be written (") == true)
    let full = #expect(throws: SuiteError.self) { try export("mixed", to: "/dev/full") }
    #expect(full?.description.contains("No space left") == true)
  }

  private func export(_ name: String, to file: String) throws {
    let trace = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../Fixtures/Traces/mixed").standardized.path
    _ = try TraceExporter(path: trace, format: .csv, outputPath: file).run()
  }

  @Test func `text of any bytes is JSON that gives it back`() throws {
    let texts = ["", "\"\\/\u{0}\u{1f}\u{7f}\n\t", "é🗡\u{2028}", "</script>"]
    for text in texts {
      var line = JSONLine()
      line.open("{")
      line.key(text)
      line.add(nil, text)
      line.add("n", Double.nan)
      line.open("[", key: "list")
      line.add(nil, Int64.min)
      line.add(nil, true)
      line.add(nil, 0.1)
      line.close("]")
      line.close("}")
      let object = try object(String(decoding: line.bytes, as: UTF8.self))
      #expect(object[text] as? String == text)
      #expect(object["n"] as? String == "nan")
      #expect((object["list"] as? [NSNumber])?.map(\.doubleValue) == [Double(Int64.min), 1, 0.1])
    }
  }
}
