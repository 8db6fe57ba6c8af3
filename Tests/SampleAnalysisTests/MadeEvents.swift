import Foundation
import MadeSamples

@testable import SampleAnalysis
@testable import TraceAnalysis
@testable import TraceReading

/// What threads of the made-up process emit.
struct MadeEvents {
  let catalog = TraceCatalog()
  var analyzer: TraceAnalyzer

  init(_ sink: (TraceCatalog) -> any TraceIntervalSink) {
    analyzer = TraceAnalyzer(catalog: catalog, sink: sink(catalog))
  }

  mutating func begin(
    _ name: String,
    _ id: UInt64,
    parent: UInt64 = 0,
    on thread: Int64,
    at time: UInt64
  ) {
    let begin = TraceBegin(
      kind: FrameworkKinds(catalog).interval,
      id: id,
      parentID: parent,
      name: catalog.symbol(for: name),
      subsystem: nil,
      category: nil,
      version: 0
    )
    emit(.begin(begin), on: thread, at: time)
  }

  mutating func end(_ id: UInt64, on thread: Int64, at time: UInt64) {
    let kind = FrameworkKinds(catalog).interval
    emit(.end(kind: kind, id: id, outcome: nil), on: thread, at: time)
  }

  private mutating func emit(_ payload: TracePayload, on thread: Int64, at time: UInt64) {
    let key = TraceCatalog.ThreadKey(
      hostname: catalog.symbol(for: "host"),
      processID: Int64(MadeSamples.process),
      threadID: thread
    )
    let index = catalog.threadIndex(for: key, processName: nil) { "thread" }
    analyzer.consume(
      TraceEvent(
        timestamp: Int64(time),
        threadIndex: index,
        processIndex: catalog.threads[index].processIndex,
        classIndex: 0,
        payload: payload
      )
    )
  }
}

extension MadeSamples {
  /// What a reader finds in them.
  func profile() throws -> SampleProfile {
    let folder = FileManager.default.temporaryDirectory.appending(path: "made-\(UUID())").path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try write(toTrace: folder)
    return try SampleProfile(inTrace: folder)
  }
}
