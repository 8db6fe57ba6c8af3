import ArgumentParser

/// A range of time since the start of a trace, on the command line: `1.2s-1.25s`, `300us-2ms`.
struct TimeRangeArgument: ExpressibleByArgument {
  let nanoseconds: Range<Int64>

  /// Reads two numbers and their units; seconds without one.
  init?(argument: String) {
    guard
      let match = argument.wholeMatch(
        of: /(\d+(?:\.\d+)?)(ns|us|ms|s)?-(\d+(?:\.\d+)?)(ns|us|ms|s)?/
      )
    else { return nil }
    // A first number without a unit takes that of the second.
    guard let begin = Self.nanoseconds(match.1, match.2 ?? match.4),
      let end = Self.nanoseconds(match.3, match.4), begin < end
    else { return nil }
    nanoseconds = begin..<end
  }

  private static func nanoseconds(_ digits: Substring, _ unit: Substring?) -> Int64? {
    let scale: Double =
      switch unit {
      case "ns": 1
      case "us": 1e3
      case "ms": 1e6
      default: 1e9
      }
    // A hundred years are for ever.
    guard let number = Double(digits), number * scale < 3e18 else { return nil }
    return Int64(number * scale)
  }
}
