import Foundation
import Testing
import TraceRecording

@Suite struct TracepointCatalogTests {
  private func eventsInHeader(_ name: String) throws -> [String] {
    let header = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Sources/Signposts/CSignposts/\(name)")
    let text = try String(contentsOf: header, encoding: .utf8)
    return text.matches(of: /LTTNG_UST_TRACEPOINT_EVENT\(\s*(\w+),\s*(\w+),/)
      .map { "\($0.1):\($0.2)" }
  }

  @Test("the catalog names the events of the C headers, in their order")
  func catalogEqualsHeaders() throws {
    let katana = try eventsInHeader("KatanaTracepoints.h")
    let signpost = try eventsInHeader("SignpostTracepoints.h")
    #expect(!katana.isEmpty && !signpost.isEmpty)
    #expect(TracepointCatalog.katana == katana)
    #expect(TracepointCatalog.signpost == signpost)
  }

  @Test("there is no third header with tracepoints")
  func allHeaders() throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Sources/Signposts/CSignposts")
    let headers = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix("Tracepoints.h") }
    #expect(headers.sorted() == ["KatanaTracepoints.h", "SignpostTracepoints.h"])
  }

  @Test("the CPU clock is recorded only when it is asked for")
  func cpuTime() {
    let usual = TracepointCatalog.defaultPatterns(includingCPUTime: false)
    #expect(!usual.contains(TracepointCatalog.threadCPUTime))
    #expect(!usual.contains { $0.hasPrefix("signpost:") && $0.contains("*") })
    #expect(
      Set(TracepointCatalog.defaultPatterns(includingCPUTime: true)).subtracting(usual)
        == [TracepointCatalog.threadCPUTime]
    )
  }
}
