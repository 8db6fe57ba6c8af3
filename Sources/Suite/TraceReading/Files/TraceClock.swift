import CTFPackets
import Foundation

/// The clock of a trace, which its events have been told by.
package enum TraceClock {
  /// Whether there is a trace at or below a path.
  package static func isTrace(_ path: String) -> Bool {
    (try? TraceDirectory.paths(below: path)) != nil
  }

  /// How far the Unix epoch lies before the zero of the clock, in nanoseconds: what a reading of CLOCK_MONOTONIC has to be added to
  /// for the time of an event.
  ///
  /// - Parameter path: A directory that holds a trace, at any depth.
  /// - Returns: `nil` where no trace says, or its clock doesn't count nanoseconds.
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

  /// Finds it in a description of events: CTF 1.8.3, section 8.
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
    // No machine has been on for longer than 73 years, and no sum with what is left can overflow.
    return offset.magnitude < 1 << 61 ? offset : nil
  }
}
