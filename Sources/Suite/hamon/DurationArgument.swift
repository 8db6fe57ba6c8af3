import ArgumentParser

/// A time on the command line: `10`, `1.5s`, `500ms`, `2m`, `1h`.
struct DurationArgument: ExpressibleByArgument {
  let duration: Duration

  /// Reads a number and its unit; seconds without one.
  ///
  /// - Parameter argument: What was written.
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
