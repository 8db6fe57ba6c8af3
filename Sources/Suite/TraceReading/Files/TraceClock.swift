import CTFPackets
import Foundation

/// The clock that the events of a trace use.
package enum TraceClock {
  /// Whether there is a trace at or below a path.
  package static func isTrace(_ path: String) -> Bool {
    (try? TraceDirectory.paths(below: path)) != nil
  }

  /// Where the zero of the clock lies after the Unix epoch, in nanoseconds: added to a reading of CLOCK_MONOTONIC, it gives the time of an
  /// event.
  ///
  /// - Parameter path: A directory that holds a trace, at any depth.
  /// - Returns: `nil` if no trace says, or its clock doesn't count nanoseconds.
  package static func offset(ofTraceAt path: String) -> Int64? {
    guard let directories = try? TraceDirectory.paths(below: path) else { return nil }
    for directory in directories.found {
      let file = "\(directory)/\(TraceDirectory.metadataName)"
      guard let metadata = try? TraceMetadata(path: file),
        let text = metadata.text ?? FileManager.default.contents(atPath: file),
        let offset = offset(in: String(decoding: text, as: UTF8.self))
      else { continue }
      return offset
    }
    return nil
  }

  /// Finds it in the metadata: CTF 1.8.3, section 8.
  static func offset(in text: String) -> Int64? {
    guard let start = text.firstRange(of: "clock {"),
      let end = text[start.upperBound...].firstIndex(of: "}")
    else { return nil }
    var numbers: [Substring: Int64] = [:]
    for statement in text[start.upperBound..<end].split(separator: ";") {
      // Comments come before a name.
      guard let equals = statement.lastIndex(of: "="),
        let name = statement[..<equals].split(whereSeparator: \.isWhitespace).last,
        let number = Int64(statement[equals...].dropFirst().filter { !$0.isWhitespace })
      else { continue }
      numbers[name] = number
    }
    guard numbers["freq"] ?? 1_000_000_000 == 1_000_000_000 else { return nil }
    let offset = (numbers["offset_s"] ?? 0) &* 1_000_000_000 &+ (numbers["offset"] ?? 0)
    // No machine has been on for longer than 73 years, and no sum within that can overflow.
    return offset.magnitude < 1 << 61 ? offset : nil
  }
}
