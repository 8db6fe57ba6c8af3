/// Counts the events in what babeltrace2 prints, by their names.
///
/// A line is `[SECONDS] PROVIDER:NAME: { FIELDS }`; it may come in pieces.
struct LiveLineCounter {
  /// What LTTng says of the processes is no event of theirs.
  private static let stateDump = "lttng_ust_statedump:".utf8

  private var line: [UInt8] = []
  private var counts: [[UInt8]: UInt64] = [:]

  /// Takes the next bytes.
  ///
  /// - Complexity: O(*n*) in their number.
  mutating func append(_ bytes: UnsafeRawBufferPointer) {
    for byte in bytes {
      if byte != UInt8(ascii: "\n") {
        // The name is at the begin; fields may be long.
        if line.count < 1024 { line.append(byte) }
        continue
      }
      if let name = Self.name(in: line), !name.starts(with: Self.stateDump) {
        counts[name, default: 0] += 1
      }
      line.removeAll(keepingCapacity: true)
    }
  }

  /// The counts since they were taken last.
  mutating func take() -> [String: UInt64] {
    let result = counts.map { (String(decoding: $0.key, as: UTF8.self), $0.value) }
    counts.removeAll(keepingCapacity: true)
    return Dictionary(result) { $0 + $1 }
  }

  private static func name(in line: [UInt8]) -> [UInt8]? {
    guard let bracket = line.firstIndex(of: UInt8(ascii: "]")), bracket + 2 < line.count,
      let end = line[bracket...].firstIndex(of: UInt8(ascii: "{")), end >= bracket + 4
    else { return nil }
    // Between "] " and ": {".
    return Array(line[(bracket + 2)..<(end - 2)])
  }
}
