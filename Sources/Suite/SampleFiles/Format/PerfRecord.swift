package import ObjectFiles

/// A record of perf_event_open(2), with the fields in recordings of this suite.
///
/// Each sample has IDENTIFIER, IP, TID, TIME, CPU, PERIOD and CALLCHAIN; each other record of the kernel ends with TID, TIME, CPU and
/// IDENTIFIER.
///
/// Source: perf_event_open(2); `perf.data-file-format.txt` in the documentation of the kernel's perf for the numbers from 64 on.
package struct PerfRecord {
  /// The types that have a meaning here.
  package enum Kind: UInt32, Sendable {
    case lost = 2
    case command = 3
    case exit = 4
    case throttle = 5
    case fork = 7
    case sample = 9
    case map = 10
    case lostSamples = 13
    case switched = 14
    /// Perf's own: later records are not older than the last record of the round before.
    case finishedRound = 68
  }

  /// Bits of a header's second number.
  package enum Bits {
    package static let mode: UInt16 = 7
    package static let kernelMode: UInt16 = 1
    package static let userMode: UInt16 = 2
    package static let execution: UInt16 = 1 << 13
    package static let leaves: UInt16 = 1 << 13
    package static let leavesReady: UInt16 = 1 << 14
    package static let hasBuildID: UInt16 = 1 << 14
  }

  package static let headerSize = 8
  package static let trailerSize = 32
  /// The offset of a sample's addresses.
  package static let callChainOffset = 56
  /// Addresses from here on are marks between the parts of a stack.
  package static let firstMark: UInt64 = 0xffff_ffff_ffff_f000
  /// The mark before and behind the functions that await a task, in the rings of programs that sample themselves.
  package static let taskMark = UInt64(bitPattern: -1)
  /// Between two of these: the functions are those of the frame before.
  package static let sameTask: UInt64 = 1
  /// The mark before the addresses of a program.
  package static let userMark = UInt64(bitPattern: -512)
  /// The mark before the addresses of the kernel.
  package static let kernelMark = UInt64(bitPattern: -128)
  /// Addresses from here on are the kernel's.
  private static let firstOfKernel: UInt64 = 1 << 63

  /// Greater times, periods and numbers of lost records come from a damaged file, not from a clock or the kernel.
  ///
  /// No sum or difference of smaller ones can overflow: for times, 2^62 ns are 146 years; for periods, 2^40 ns are 18 minutes.
  private static let timeLimit: UInt64 = 1 << 62
  private static let periodLimit: UInt64 = 1 << 40
  private static let lostLimit: UInt64 = 1 << 32

  /// The file or ring that contains it.
  package let bytes: NativeBytes
  package let start: Int
  package let size: Int

  /// The record at an offset; `nil` if there is no whole one.
  package init?(_ bytes: NativeBytes, at start: Int) {
    let size = Int(bytes.half(start + 6))
    guard size >= Self.headerSize, start + size <= bytes.count else { return nil }
    self.bytes = bytes
    self.start = start
    self.size = size
  }

  /// Its type; `nil` if unused here.
  package var kind: Kind? { Kind(rawValue: bytes.word(start)) }
  /// What is asked of each record several times, without going through all types.
  private var isSample: Bool { bytes.word(start) == Kind.sample.rawValue }
  package var miscellaneous: UInt16 { bytes.half(start + 4) }

  /// Whether it is long enough for its type, and its numbers are possible.
  package var isSound: Bool { isLongEnough && isPossible }

  private var isPossible: Bool {
    switch kind {
    case nil, .finishedRound: true
    case .sample: time < Self.timeLimit && period < Self.periodLimit
    default: time < Self.timeLimit && lostCount < Self.lostLimit
    }
  }

  private var isLongEnough: Bool {
    switch kind {
    case .sample:
      size >= Self.callChainOffset + 8
        && callChainCount <= UInt64(size - Self.callChainOffset - 8) / 8
    case nil, .finishedRound: true
    case .map: size >= Self.headerSize + 64 + Self.trailerSize + 8
    case .fork, .exit: size >= Self.headerSize + 24 + Self.trailerSize
    case .lost, .command: size >= Self.headerSize + 16 + Self.trailerSize
    case .lostSamples, .throttle: size >= Self.headerSize + 8 + Self.trailerSize
    case .switched: size >= Self.headerSize + Self.trailerSize
    }
  }

  /// The length of the sound records, in sequence, at the beginning of some memory, in bytes.
  package static func soundCount(of bytes: NativeBytes) -> Int {
    var end = 0
    while let record = PerfRecord(bytes, at: end), record.isSound { end += record.size }
    return end
  }

  /// The number at an offset after the header.
  package func word(_ offset: Int) -> UInt32 { bytes.word(start + Self.headerSize + offset) }
  package func long(_ offset: Int) -> UInt64 { bytes.long(start + Self.headerSize + offset) }

  private var trailer: Int { start + size - Self.trailerSize }

  /// Whether an address is in the kernel, not in a program.
  package static func isOfKernel(_ address: UInt64) -> Bool {
    address >= firstOfKernel && address < firstMark
  }

  // MARK: - Of each

  package var process: Int32 {
    Int32(bitPattern: isSample ? word(16) : bytes.word(trailer))
  }
  package var thread: Int32 {
    Int32(bitPattern: isSample ? word(20) : bytes.word(trailer + 4))
  }
  /// In nanoseconds of CLOCK_MONOTONIC.
  package var time: UInt64 { isSample ? long(24) : bytes.long(trailer + 8) }
  package var processor: UInt32 { isSample ? word(32) : bytes.word(trailer + 16) }

  // MARK: - Of samples

  package var event: UInt64 { long(0) }
  package var address: UInt64 { long(8) }
  package var period: UInt64 { long(40) }
  package var isInKernel: Bool { miscellaneous & Bits.mode == Bits.kernelMode }
  private var callChainCount: UInt64 { bytes.long(start + Self.callChainOffset) }
  /// The number of addresses, including marks.
  package var addressCount: Int { kind == .sample ? Int(clamping: callChainCount) : 0 }
  /// The address of a place, from the innermost.
  package func address(_ place: Int) -> UInt64 {
    bytes.long(start + Self.callChainOffset + 8 + 8 * place)
  }

  // MARK: - Of others

  /// For a fork or an end: its process and thread, and their parents.
  package var child: (process: Int32, thread: Int32) {
    (Int32(bitPattern: word(0)), Int32(bitPattern: word(8)))
  }
  package var parent: (process: Int32, thread: Int32) {
    (Int32(bitPattern: word(4)), Int32(bitPattern: word(12)))
  }
  /// Whether the first thread of a process ends, most often the last one.
  package var endsProcess: Bool { kind == .exit && child.process == child.thread }
  /// The thread that gets a name, and the name.
  package var named: (process: Int32, thread: Int32, name: String) {
    (
      Int32(bitPattern: word(0)), Int32(bitPattern: word(4)),
      bytes.text(from: start + Self.headerSize + 8, to: trailer)
    )
  }
  /// Whether a name is that of a program that the process now executes.
  package var isExecution: Bool { kind == .command && miscellaneous & Bits.execution != 0 }
  /// Whether a thread stops running, and whether it could go on at once.
  package var leaves: Bool { miscellaneous & Bits.leaves != 0 }
  package var leavesReady: Bool { miscellaneous & Bits.leavesReady != 0 }
  package var lostCount: UInt64 {
    switch kind {
    case .lost: long(8)
    case .lostSamples: long(0)
    default: 0
    }
  }

  /// The part of a file that a process has mapped for execution.
  package var mapping: SampledMapping {
    let hasBuildID = miscellaneous & Bits.hasBuildID != 0
    let length = hasBuildID ? min(20, Int(bytes.byte(start + Self.headerSize + 32))) : 0
    let identifier = (0..<length).map { bytes.byte(start + Self.headerSize + 36 + $0) }
    let begin = long(8)
    return SampledMapping(
      process: Int32(bitPattern: word(0)),
      begin: begin,
      end: begin &+ long(16) < begin ? UInt64.max : begin &+ long(16),
      fileOffset: long(24),
      path: bytes.text(from: start + Self.headerSize + 64, to: trailer),
      buildID: BuildID(identifier)
    )
  }
}

/// A part of a file that a process has mapped for execution.
package struct SampledMapping: Sendable, Hashable {
  package let process: Int32
  package let begin: UInt64
  package let end: UInt64
  package let fileOffset: UInt64
  package let path: String
  /// `nil` if the kernel didn't report it.
  package var buildID: BuildID?

  package init(
    process: Int32,
    begin: UInt64,
    end: UInt64,
    fileOffset: UInt64,
    path: String,
    buildID: BuildID?
  ) {
    self.process = process
    self.begin = begin
    self.end = end
    self.fileOffset = fileOffset
    self.path = path
    self.buildID = buildID
  }
}
