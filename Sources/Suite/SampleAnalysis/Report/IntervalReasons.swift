import ReportRendering
package import TraceAnalysis

/// Why intervals took so long, or haven't ended, in sentences.
package struct IntervalReasons: Sendable, Codable, Equatable {
  /// One of them, in a sentence that others have in common with it.
  package struct Slow: Sendable, Codable, Equatable {
    package var kind: String
    package var name: String
    package var wall: UInt64
    package var sentence: String
    /// How many intervals of its kind and name among them have the same cause, with itself, and how long the shortest took.
    package var count: Int
    package var shortest: UInt64
    /// The begin and duration of what the sentence describes, the interval itself or the descendant that took most of it, in nanoseconds
    /// since the Unix epoch.
    package var begin: Int64
    package var length: UInt64
    package var process: Int32
    package var thread: Int32

    /// The sentence, with how many there are like it.
    var told: String {
      count > 1
        ? "\(sentence); \(count - 1) more like it, the shortest \(SampleReport.text(shortest))"
        : sentence
    }

    /// The sentence without the duration.
    package var cause: String { String(sentence.dropFirst(SampleReport.text(wall).count + 2)) }
  }

  static let title = "Why the slowest were slow"

  /// Those that took longest, and those that haven't ended and began first.
  package var slowest: [Slow]
  package var unended: [Slow]
  /// Intervals within the slowest, which have the same reason, and the longest of each name.
  package var covered: [Slow]

  /// Why an interval took so long; `nil` if it isn't one of the slowest.
  package func cause(of interval: SlowInterval) -> String? {
    (slowest + covered).first {
      $0.kind == interval.kind.rawValue && $0.name == interval.name
        && $0.wall == UInt64(clamping: interval.duration)
    }?.cause
  }

  /// The one that began first of those that haven't ended, as the end of a sentence about it; `nil` for none.
  package var oldestUnended: String? {
    unended.first.map {
      let time = SampleReport.text($0.wall)
      return "\($0.kind) `\($0.name)`, had begun \(time) before: \($0.cause)"
    }
  }

  /// What a person reads; `nil` if nothing is told.
  package func section() -> ReportSection? {
    TraceReport.section(
      Self.title,
      of: slowest,
      atMost: .max,
      headers: ["kind", "name", "why"],
      alignments: [.left, .left, .sentence]
    ) { [$0.kind, $0.name, $0.told] }
  }
}
