import ArgumentParser

/// A size on the command line: `64k`, `256M`, `1G`, in powers of 1024; bytes without a unit.
struct SizeArgument: ExpressibleByArgument {
  let bytes: Int

  /// Reads a whole number and its unit.
  init?(argument: String) {
    guard let match = argument.wholeMatch(of: /(\d{1,12})([kKMGT])?(?:i?B)?/),
      let number = Int(match.1)
    else { return nil }
    let shift =
      switch match.2 {
      case "k", "K": 10
      case "M": 20
      case "G": 30
      case "T": 40
      default: 0
      }
    guard number > 0, number < 1 << (60 - shift) else { return nil }
    bytes = number << shift
  }

  /// A size in the largest unit that gives a whole number.
  static func text(_ bytes: Int) -> String {
    for (unit, shift) in [("G", 30), ("M", 20), ("k", 10)] where bytes % (1 << shift) == 0 {
      return "\(bytes >> shift)\(unit)"
    }
    return "\(bytes) bytes"
  }
}

/// A time on the command line: `10`, `1.5s`, `500ms`, `2m`, `1h`.
struct DurationArgument: ExpressibleByArgument {
  let duration: Duration

  /// Reads a number and its unit; seconds without one.
  init?(argument: String) {
    guard let match = argument.wholeMatch(of: /(\d+(?:\.\d+)?)(ms|s|m|min|h)?/),
      let number = Double(match.1)
    else { return nil }
    let unit: Double =
      switch match.2 {
      case "ms": 0.001
      case "m", "min": 60
      case "h": 3600
      default: 1
      }
    // A thousand years are for ever; more overflows a clock.
    guard number > 0, number * unit < 3e10 else { return nil }
    duration = .seconds(number * unit)
  }
}

/// A frequency on the command line: `999`, `999Hz`.
struct FrequencyArgument: ExpressibleByArgument, CustomStringConvertible {
  /// The default: out of step with work that programs do each millisecond.
  static let usual = FrequencyArgument(argument: "999Hz")

  /// The text as given.
  let description: String
  /// From 1 to 100000; `nil` for invalid text.
  ///
  /// The initializer must not fail: an option whose value is optional would then silently take its default.
  let hertz: Int?

  /// Reads a whole number, with or without its unit.
  init(argument: String) {
    description = argument
    let number = argument.wholeMatch(of: /(\d{1,6})(?:[hH][zZ])?/).flatMap { Int($0.1) }
    hertz = number.flatMap { (1...100_000).contains($0) ? $0 : nil }
  }
}
