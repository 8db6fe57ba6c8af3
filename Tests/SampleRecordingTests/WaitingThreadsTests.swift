import CMachine
import Foundation
import ObjectFiles
import SampleFiles
import Synchronization
import Testing

@testable import SampleRecording

@Suite struct WaitingThreadsTests {
  private static let process: Int32 = 5
  private static let mapping = SampledMapping(
    process: process,
    begin: 0x1000,
    end: 0x2000,
    fileOffset: 0,
    path: "/work/shop",
    buildID: BuildID("00ff10")
  )

  private static func note(
    _ builder: RecordBuilder,
    thread: Int32,
    time: UInt64,
    in waiting: inout WaitingThreads
  ) {
    var builder = builder
    builder.append(RecordOrigin(process: process, thread: thread, time: time, event: 1))
    let bytes = builder.finished()
    // SAFETY: the bytes are there as long as the record is looked at.
    unsafe bytes.withUnsafeBytes { memory in
      guard let record = unsafe PerfRecord(NativeBytes(memory), at: 0) else { return }
      _ = waiting.note(record)
    }
  }

  private static func exit(_ thread: Int32, time: UInt64, in waiting: inout WaitingThreads) {
    var record = RecordBuilder(.exit)
    for number in [process, process, thread, thread] { record.append(number) }
    record.append(time)
    note(record, thread: thread, time: time, in: &waiting)
  }

  @Test func `the code of a process is known until its last thread ends`() {
    var waiting = WaitingThreads(event: 1, LookPace(.cycles, isClose: false))
    waiting.add(Self.mapping)
    for thread in [Self.process, 7, 8] {
      Self.note(RecordBuilder(.switched), thread: thread, time: 10, in: &waiting)
    }
    Self.exit(7, time: 20, in: &waiting)
    // The first one: main has ended its thread.
    Self.exit(Self.process, time: 30, in: &waiting)
    #expect(waiting.code.contains(0x1800, of: Self.process))
    Self.exit(8, time: 40, in: &waiting)
    #expect(!waiting.code.contains(0x1800, of: Self.process))
  }

  /// Waits in a call of the system under so many callers of itself.
  @inline(never)
  private static func wait(under depth: Int, _ begin: DispatchSemaphore, _ file: Int32) -> Int {
    guard depth > 0 else {
      begin.signal()
      var byte: UInt8 = 0
      // SAFETY: the byte outlives the call.
      return unsafe read(file, &byte, 1)
    }
    return wait(under: depth - 1, begin, file) + 1
  }

  @Test func `of a stack that is longer than a copy the callers in it are found`() throws {
    let (begin, pipe) = (DispatchSemaphore(value: 0), Pipe())
    let file = pipe.fileHandleForReading.fileDescriptor
    let id = Atomic<Int32>(0)
    let thread = Thread {
      id.store(cmachine_thread(), ordering: .sequentiallyConsistent)
      _ = Self.wait(under: 3000, begin, file)
    }
    thread.stackSize = 4 << 20
    thread.start()
    begin.wait()
    defer { try? pipe.fileHandleForWriting.write(contentsOf: [0]) }
    var code = AddressSpaces()
    for mapping in LoadedCode.identifiedMappings(of: getpid()) { _ = code.take(mapping) }
    var (unwinder, reading) = (Unwinder(), StackReading())
    var found: [UInt64]?
    // It is about to wait.
    for _ in 0..<1000 where found == nil {
      found = reading.addresses(
        ofThread: id.load(ordering: .sequentiallyConsistent),
        process: getpid(),
        in: code,
        &unwinder
      )
      usleep(1000)
    }
    #expect(try #require(found).count > 50)
  }

  @Test(arguments: [BuildID("00ff10"), BuildID("0102030405060708090a0b0c0d0e0f1011121314"), nil])
  func `a mapping that was read is told with its build id`(buildID: BuildID?) {
    var mapping = Self.mapping
    mapping = SampledMapping(
      process: mapping.process,
      begin: mapping.begin,
      end: mapping.end,
      fileOffset: mapping.fileOffset,
      path: mapping.path,
      buildID: buildID
    )
    let bytes = LoadedCode.record(
      of: mapping,
      RecordOrigin(process: mapping.process, thread: 7, time: 10, event: 1)
    )
    // SAFETY: the bytes are there as long as the record is looked at.
    let told = unsafe bytes.withUnsafeBytes { memory in
      unsafe PerfRecord(NativeBytes(memory), at: 0)?.mapping
    }
    #expect(told == mapping)
  }
}
