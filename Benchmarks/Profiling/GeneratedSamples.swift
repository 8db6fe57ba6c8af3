import BenchmarkHarness
import FoundationEssentials
import Glibc
import SampleAnalysis
import SampleFiles
import SuiteErrors

/// Samples as a program would give them, made without one, with a switch of threads for each twenty.
struct GeneratedSamples {
  /// Whose samples they are, and when.
  struct Program {
    var process: Int32 = 1000
    var threads: [Int32] = [1000, 1001, 1002, 1003]
    /// The time of the first, and between two, in nanoseconds.
    var begin: UInt64 = 1_000_000_000
    var step: UInt64 = 1000
  }

  private static let stacks = 512
  private static let depth = 12
  private static let samplesOfSwitch = 20
  private static let samplesOfRound = 4096
  private static let event: UInt64 = 1

  let folder: String
  private let count: Int
  private let program: Program

  var data: String { SampleDirectory(ofTrace: folder).data }

  /// How many records so many samples come with.
  static func records(samples: Int) -> Int { samples + 2 * (samples / samplesOfSwitch) }

  /// Makes them in a folder of their own.
  init(count: Int) throws {
    var template = Array(
      FileManager.default.temporaryDirectory.appending(path: "hamon-generated-XXXXXX").path
        .utf8CString
    )
    // SAFETY: the array is a text of C, which the call completes.
    guard let path = unsafe mkdtemp(&template) else {
      throw SuiteError(
        "TMPDIR",
        SystemReason.text(),
        remedy: "set it to a directory with free space"
      )
    }
    try self.init(count: count, of: Program(), in: unsafe String(cString: path))
  }

  /// Makes them in the folder of a trace, instead of those that it has.
  init(count: Int, of program: Program, in folder: String) throws {
    self.count = count
    self.program = program
    self.folder = folder
    let files = SampleDirectory(ofTrace: folder)
    do {
      try FileManager.default.createDirectory(
        atPath: files.path,
        withIntermediateDirectories: true
      )
      var description = SamplingDescription(
        engine: .taskClock,
        reason: "generated",
        frequency: Int(1_000_000_000 / max(1, program.step)),
        includesKernel: true
      )
      description.isComplete = true
      try Data(description.text.utf8).write(to: URL(filePath: files.description))
      try Data(Self.symbols.utf8).write(to: URL(filePath: files.symbols))
      try write(to: files.data)
    } catch {
      remove()
      throw error
    }
  }

  func remove() { try? FileManager.default.removeItem(atPath: folder) }

  /// Checks what was read of it.
  func check(_ profile: SampleProfile) throws {
    let threads = profile.threads.values
    let found = threads.reduce(0) { $0 + $1.samples.count }
    try VerificationError.check("samples", found: found, expected: count)
    try VerificationError.check("faults", found: profile.faults, expected: [])
    for timeline in threads {
      let range = program.begin..<profile.span.upperBound
      try VerificationError.check(
        "running, ready and blocked",
        found: timeline.times(in: range).sum,
        expected: UInt64(range.count)
      )
    }
  }

  private static func address(_ stack: Int, _ place: Int) -> UInt64 {
    // Outer functions are shared, as in programs.
    UInt64(0x1000 + 16 * (place > 4 ? place : 64 + stack * 8 + place))
  }

  private static var symbols: String {
    var places: Set<UInt64> = []
    for stack in 0..<stacks {
      for place in 0..<depth { places.insert(address(stack, place) - (place == 0 ? 0 : 1)) }
    }
    return "object - found /usr/bin/generated\n"
      + places.sorted().map { "\(String($0, radix: 16))\tfunction\($0)()\t\t0\n" }.joined()
  }

  private func thread(of stack: Int) -> Int32 { program.threads[stack % program.threads.count] }

  private func sample(_ stack: Int) -> [UInt8] {
    var record = RecordBuilder(.sample, miscellaneous: PerfRecord.Bits.userMode)
    record.append(Self.event)
    record.append(Self.address(stack, 0))
    record.append(program.process)
    record.append(thread(of: stack))
    record.append(UInt64(0))
    record.append(UInt64(0))
    record.append(program.step)
    record.append(UInt64(Self.depth + 1))
    record.append(PerfRecord.userMark)
    for place in 0..<Self.depth { record.append(Self.address(stack, place)) }
    return record.finished()
  }

  private func appendTrailer(
    _ record: inout RecordBuilder,
    _ thread: Int32,
    _ time: UInt64
  ) {
    record.append(program.process)
    record.append(thread)
    record.append(time)
    record.append(UInt64(0))
    record.append(Self.event)
  }

  private func change(_ thread: Int32, leaves: Bool, _ time: UInt64) -> [UInt8] {
    var record = RecordBuilder(.switched, miscellaneous: leaves ? PerfRecord.Bits.leaves : 0)
    appendTrailer(&record, thread, time)
    return record.finished()
  }

  private func write(to path: String) throws(SuiteError) {
    var attributes = [UInt8](repeating: 0, count: 128)
    (attributes[0], attributes[4], attributes[8]) = (1, 128, 1)
    var writer = try PerfDataWriter(
      path: path,
      events: [(attributes: attributes, numbers: [Self.event])]
    )
    var time = program.begin
    for thread in program.threads {
      var name = RecordBuilder(.command)
      name.append(program.process)
      name.append(thread)
      name.append(text: "generated")
      appendTrailer(&name, thread, time)
      writer.write(name.finished())
      writer.write(change(thread, leaves: false, time))
    }
    var mapping = RecordBuilder(.map, miscellaneous: PerfRecord.Bits.userMode)
    mapping.append(program.process)
    mapping.append(program.process)
    for number in [UInt64(0), 1 << 24, 0] { mapping.append(number) }
    mapping.append([UInt8](repeating: 0, count: 32))
    mapping.append(text: "/usr/bin/generated")
    appendTrailer(&mapping, program.process, time)
    writer.write(mapping.finished())
    var samples = (0..<Self.stacks).map { sample($0) }
    for index in 0..<count {
      time += program.step
      // Which stack is next is not in step with anything.
      let stack = (index &* 2_654_435_761) >> 7 & (Self.stacks - 1)
      if index % Self.samplesOfSwitch == 0 {
        let thread = thread(of: stack)
        writer.write(change(thread, leaves: true, time - program.step / 2))
        writer.write(change(thread, leaves: false, time - program.step / 4))
      }
      for byte in 0..<8 {
        samples[stack][32 + byte] = UInt8(truncatingIfNeeded: time >> (8 * UInt64(byte)))
      }
      // SAFETY: the bytes are copied during the call.
      unsafe samples[stack].withUnsafeBytes { unsafe writer.write($0) }
      if index % Self.samplesOfRound == 0 {
        writer.write(RecordBuilder(.finishedRound).finished())
      }
    }
    writer.finish()
    if let failure = writer.failure { throw failure }
  }
}
