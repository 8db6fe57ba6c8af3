import Foundation
import MadeMemory
import MemoryAnalysis
import MemoryFiles
import Testing
import TraceReading

@testable import TaskAnalysis

/// What tasks allocated.
struct TaskMemoryTests {
  @Test func `blocks belong to the task that their thread ran, by its creator`() throws {
    var made = MadeMemory(isWhole: false)
    let stack = made.stack("load()", "main")
    for time in stride(from: UInt64(10), to: 100, by: 10) {
      made.writer.allocate(time, size: time, stack: stack, thread: 7, time: time)
    }
    made.writer.free(20, thread: 7, time: 95)
    let profile = try made.inTrace { try MemoryProfile(inTrace: $0) }
    let catalog = TraceCatalog()
    let memory = TaskMemory(profile, catalog: catalog, clockOffset: 0)
    let factory = TaskFactory(
      catalog: catalog,
      process: Int64(MadeMemory.process),
      observers: [memory]
    )
    factory.create(1, caller: 0x10, at: 1)
    factory.create(2, caller: 0x20, at: 1)
    factory.run(1, at: 15, thread: 7)
    factory.pause(1, .continuation, at: 35, thread: 7)
    factory.run(2, at: 45, thread: 7)
    factory.end(2, at: 55, thread: 7)
    _ = try factory.report()
    let namer = TaskNamer(factory.recorder, try TaskSymbols(inTrace: "/nonexistent"))
    let parts = memory.parts(namer)
    #expect(parts.map(\.name) == ["task of 0x20", "task of 0x10"])
    #expect(parts.map(\.allocated.bytes) == [50, 50] && parts.map(\.alive.bytes) == [50, 30])
    #expect(parts.map(\.count) == [1, 1])
  }
}
