import ObjectFiles
import SampleFiles
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
