import Glibc
package import SuiteErrors

/// Writes records into a file that perf reads: docs/samples.md, S1.
///
/// Source: `perf.data-file-format.txt` in the documentation of the kernel's perf.
///
/// The file is readable at any time, up to the last whole record: the size of the data is written at the end, and a reader that finds none
/// reads on to the end of the file.
package struct PerfDataWriter: ~Copyable {
  /// An event: its attributes in the kernel's form, and the event numbers of its samples.
  package typealias Event = (attributes: [UInt8], numbers: [UInt64])

  static let magic: UInt64 = 0x3245_4c49_4652_4550  // "PERFILE2"
  static let headerSize = 104

  private let path: String
  private let descriptor: Int32
  private let dataOffset: Int
  private var size = 0
  private var buffer: [UInt8] = []
  /// Why nothing more is written.
  package private(set) var failure: SuiteError?

  /// Creates a file.
  ///
  /// - Throws: ``SuiteError`` if it can't be written.
  package init(path: String, events: [Event]) throws(SuiteError) {
    self.path = path
    // SAFETY: the path is a string for the call.
    descriptor = unsafe open(path, O_CREAT | O_TRUNC | O_WRONLY | O_CLOEXEC, 0o644)
    let attributesSize = events.first?.attributes.count ?? 0
    let numbersSize = events.reduce(0) { $0 + 8 * $1.numbers.count }
    let entrySize = attributesSize + 16
    dataOffset = Self.headerSize + numbersSize + entrySize * events.count
    guard descriptor >= 0 else { throw Self.error(path) }
    var header = RecordBuilder()
    for number in [
      Self.magic, UInt64(Self.headerSize), UInt64(entrySize),
      UInt64(Self.headerSize + numbersSize), UInt64(entrySize * events.count),
      UInt64(dataOffset), 0, 0, 0, 0, 0, 0, 0,
    ] { header.append(number) }
    for event in events { for number in event.numbers { header.append(number) } }
    var offset = Self.headerSize
    for event in events {
      precondition(event.attributes.count == attributesSize, "attributes of different sizes")
      header.append(event.attributes)
      header.append(UInt64(offset))
      header.append(UInt64(8 * event.numbers.count))
      offset += 8 * event.numbers.count
    }
    buffer = header.bytes
    flush()
    size = 0
    if let failure { throw failure }
  }

  deinit { close(descriptor) }

  /// Adds a whole record, unless writing has failed.
  package mutating func write(_ bytes: UnsafeRawBufferPointer) {
    // SAFETY: the bytes are copied during the call.
    unsafe buffer.append(contentsOf: bytes)
    if buffer.count >= 1 << 18 { flush() }
  }

  package mutating func write(_ record: [UInt8]) {
    buffer += record
    if buffer.count >= 1 << 18 { flush() }
  }

  /// Writes all added records, so that they survive this process.
  package mutating func flush() {
    var written = 0
    while failure == nil, written < buffer.count {
      // SAFETY: no more is read than the buffer has, which doesn't change meanwhile.
      let count = unsafe buffer.withUnsafeBytes { bytes in
        unsafe Glibc.write(
          descriptor,
          bytes.baseAddress.map { unsafe $0 + written },
          bytes.count - written
        )
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else {
        failure = Self.error(path)
        break
      }
      written += count
    }
    size += written
    buffer.removeAll(keepingCapacity: true)
  }

  /// Writes the size into the header.
  package mutating func finish() {
    flush()
    let size = UInt64(size)
    // SAFETY: 8 bytes of a number that outlives the call.
    let count = unsafe withUnsafeBytes(of: size) {
      unsafe pwrite(descriptor, $0.baseAddress, 8, 48)
    }
    if count != 8, failure == nil { failure = Self.error(path) }
  }

  private static func error(_ path: String) -> SuiteError {
    .unwritten(path, remedy: "record into a directory that is writable and has room")
  }
}
