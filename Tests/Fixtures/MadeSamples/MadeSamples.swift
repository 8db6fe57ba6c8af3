import Foundation
import ObjectFiles
package import SampleFiles

/// A recording of samples of a program that doesn't exist, as a test wants it.
///
/// Functions are known by their names; those that begin with `libc/` are of the C library. Times are nanoseconds of CLOCK_MONOTONIC.
package struct MadeSamples {
  /// The process that all threads are of.
  package static let process: Int32 = 5
  /// A millisecond lies between two samples.
  package static let period: UInt64 = 1_000_000
  /// The program.
  package static let path = "/work/Shop/.build/release/shop"
  package static let buildID = "0102030405060708090a0b0c0d0e0f1011121314"

  private struct Object {
    let path: String
    let begin: UInt64
    let buildID: String?
    var functions: [String] = []
  }

  private static let size: UInt64 = 1 << 20
  private static let offset: UInt64 = 0x1000
  private static let distance: UInt64 = 0x100

  private var objects = [
    Object(path: path, begin: 0x40_0000, buildID: buildID),
    Object(path: "/usr/lib/x86_64-linux-gnu/libc.so.6", begin: 0x7f00_0000_0000, buildID: nil),
  ]
  private var records: [[UInt8]] = []
  /// How it was recorded; it may be changed.
  package var description = SamplingDescription(
    engine: .taskClock,
    reason: "it is made up",
    frequency: 1000,
    includesKernel: false
  )

  /// Begins a recording.
  ///
  /// - Parameters:
  ///   - begin: Its time.
  ///   - hasLibrary: Whether the C library is there from the beginning.
  package init(from begin: UInt64 = 0, hasLibrary: Bool = true) {
    description.isComplete = true
    for object in objects.prefix(hasLibrary ? 2 : 1) { map(object, at: begin) }
  }

  /// The program loads the C library.
  package mutating func loadLibrary(at time: UInt64) { map(objects[1], at: time) }

  private mutating func map(_ object: Object, at time: UInt64) {
    let bits = object.buildID == nil ? 0 : PerfRecord.Bits.hasBuildID
    var record = RecordBuilder(.map, miscellaneous: PerfRecord.Bits.userMode | bits)
    for number in [Self.process, Self.process] { record.append(number) }
    for number in [object.begin, Self.size, Self.offset] { record.append(number) }
    var identity = [UInt8](repeating: 0, count: 24)
    if let buildID = object.buildID {
      identity[0] = 20
      for (place, byte) in Self.bytes(buildID).enumerated() { identity[4 + place] = byte }
    }
    record.append(identity)
    record.append(UInt64(0))
    record.append(text: object.path)
    finish(&record, thread: Self.process, at: time)
  }

  private static func bytes(_ digits: String) -> [UInt8] {
    stride(from: 0, to: digits.count, by: 2).compactMap { place in
      UInt8(digits.dropFirst(place).prefix(2), radix: 16)
    }
  }

  private mutating func finish(_ record: inout RecordBuilder, thread: Int32, at time: UInt64) {
    for number in [Self.process, thread] { record.append(number) }
    for number in [time, 0, 1] { record.append(number) }
    records.append(record.finished())
  }

  private mutating func address(of function: String) -> UInt64 {
    let isOfSystem = function.hasPrefix("libc/")
    let name = isOfSystem ? String(function.dropFirst(5)) : function
    let place = isOfSystem ? 1 : 0
    let number: Int
    if let known = objects[place].functions.firstIndex(of: name) {
      number = known
    } else {
      number = objects[place].functions.count
      objects[place].functions.append(name)
    }
    return objects[place].begin + Self.distance * UInt64(number + 1)
  }

  private mutating func sample(
    _ stack: [String],
    event: UInt64,
    thread: Int32,
    at time: UInt64,
    _ wait: SampledWait? = nil
  ) {
    // Where a caller goes on lies behind its call.
    let addresses = stack.enumerated().map { place, function in
      address(of: function) + (place == 0 ? 0 : 1)
    }
    var record = RecordBuilder(.sample, miscellaneous: PerfRecord.Bits.userMode)
    for number in [event, addresses.first ?? 0] { record.append(number) }
    for number in [Self.process, thread] { record.append(number) }
    for number in [time, 0, Self.period, UInt64(addresses.count)] + addresses {
      record.append(number)
    }
    wait?.append(to: &record)
    records.append(record.finished())
  }

  /// A thread runs; its functions come from the innermost.
  package mutating func run(_ stack: [String], thread: Int32, at time: UInt64) {
    sample(stack, event: 1, thread: thread, at: time)
  }

  /// A thread is seen waiting; recordings of older versions don't tell what at.
  package mutating func wait(
    _ stack: [String],
    thread: Int32,
    at time: UInt64,
    _ wait: SampledWait? = nil
  ) {
    sample(stack, event: 2, thread: thread, at: time, wait)
  }

  /// A thread stops running.
  package mutating func stop(thread: Int32, at time: UInt64, isReady: Bool = false) {
    let bits = PerfRecord.Bits.leaves | (isReady ? PerfRecord.Bits.leavesReady : 0)
    var record = RecordBuilder(.switched, miscellaneous: bits)
    finish(&record, thread: thread, at: time)
  }

  /// A thread goes on.
  package mutating func goOn(thread: Int32, at time: UInt64) {
    var record = RecordBuilder(.switched)
    finish(&record, thread: thread, at: time)
  }

  /// A thread has a name.
  package mutating func name(_ name: String, thread: Int32, at time: UInt64) {
    var record = RecordBuilder(.command)
    for number in [Self.process, thread] { record.append(number) }
    record.append(text: name)
    finish(&record, thread: thread, at: time)
  }

  /// A thread executes another program, under the number of the process.
  package mutating func execute(_ name: String, at time: UInt64) {
    var record = RecordBuilder(.command, miscellaneous: PerfRecord.Bits.execution)
    for number in [Self.process, Self.process] { record.append(number) }
    record.append(text: name)
    finish(&record, thread: Self.process, at: time)
  }

  /// A thread ends.
  package mutating func end(thread: Int32, at time: UInt64) {
    var record = RecordBuilder(.exit)
    for number in [Self.process, Self.process, thread, thread] { record.append(number) }
    record.append(time)
    finish(&record, thread: thread, at: time)
  }

  /// The kernel leaves out samples.
  package mutating func throttle(thread: Int32, at time: UInt64) {
    var record = RecordBuilder(.throttle)
    for number in [time, 1, 1] { record.append(number) }
    finish(&record, thread: thread, at: time)
  }

  /// Writes it into the directory of a trace, which is made where it isn't there.
  package func write(toTrace directory: String) throws {
    let files = SampleDirectory(ofTrace: directory)
    try FileManager.default.createDirectory(
      atPath: files.path,
      withIntermediateDirectories: true
    )
    let attributes = [UInt8](repeating: 0, count: 128)
    var writer = try PerfDataWriter(
      path: files.data,
      events: [
        (attributes: attributes, numbers: [1]),
        (attributes: attributes, numbers: [2]),
      ]
    )
    for record in records { writer.write(record) }
    writer.finish()
    if let failure = writer.failure { throw failure }
    var symbols = SampleSymbols()
    for (place, made) in objects.enumerated() {
      var object = SampleSymbols.Object(
        path: made.path,
        buildID: made.buildID.flatMap { BuildID(Substring($0)) },
        state: .found
      )
      object.segments = [
        ELFFile.Segment(fileOffset: Self.offset, address: Self.offset, size: Self.size)
      ]
      for (number, function) in made.functions.enumerated() {
        let frame = SampleSymbols.Frame(
          function: function,
          file: place == 0 ? "/work/Shop/Sources/Shop.swift" : "",
          line: place == 0 ? 10 * (number + 1) : 0
        )
        object.frames[Self.offset + Self.distance * UInt64(number + 1)] = [frame]
      }
      symbols.add(object)
    }
    try Data(symbols.text.utf8).write(to: URL(filePath: files.symbols))
    try Data(description.text.utf8).write(to: URL(filePath: files.description))
  }
}
