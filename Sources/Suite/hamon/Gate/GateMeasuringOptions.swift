import ArgumentParser
import RegressionGate

/// The options of `hamon gate` that say which parts of its subjects are measured.
struct GateMeasuringOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Only the rows that match; it may match any part of a row's name.",
      valueName: "regex"
    )
  )
  var filter: String?

  @Flag(help: "Compare floors and peers too, and not only what is being measured.")
  var allKinds = false

  @Flag(inversion: .prefixedNo, help: "Count instructions and calls with valgrind.")
  var counts = true

  @Flag(inversion: .prefixedNo, help: "Compare wall times.")
  var wall = true

  @Flag(
    inversion: .prefixedNo,
    help: "Name the functions behind what has changed of the counts."
  )
  var culprits = true

  @Flag(help: "Let rows pass that only one side has: new, gone or renamed ones.")
  var allowNew = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("How long a benchmark may take for an answer.", valueName: "seconds")
  )
  var timeout = 60.0

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "How long the first look at a row may take; it gets fewer samples, or none, if it is longer.",
      valueName: "seconds"
    )
  )
  var rowSeconds = 20.0

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Let the head do at least so much more work, to see whether it is found.",
      valueName: "percent"
    )
  )
  var injectWork: Double?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Let the head allocate at least so often in a thousand iterations, to see whether it is found.",
      valueName: "count"
    )
  )
  var injectAllocations: Double?

  @Option(
    name: .customLong("also-gate"),
    help: ArgumentHelp(
      "Let this metric decide as well; may be repeated: \(Self.furtherMetrics). Wrong alarms of these "
        + "were not counted by the calibration.",
      valueName: "metric"
    )
  )
  var alsoGated: [GateMetric] = []

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Compare this percentile of single operations too: 90, 99 or 99.9.",
      valueName: "percent"
    )
  )
  var percentile: String?

  private static var furtherMetrics: String {
    GateMetric.allCases.filter { !$0.isGated }.map(\.rawValue).joined(separator: ", ")
  }

  /// Checks what a type can't say.
  func check() throws {
    if !counts && !wall {
      throw ValidationError("--no-counts --no-wall: nothing is left to compare; leave one out")
    }
    if let percentile, GateMetric(percentile: percentile) == nil {
      throw ValidationError("--percentile \(percentile): give 90, 99 or 99.9")
    }
    if percentile != nil, !wall {
      throw ValidationError("--percentile: it is a time, which --no-wall leaves out; leave out one")
    }
    if let gated = alsoGated.first(where: \.isGated) {
      throw ValidationError(
        "--also-gate \(gated.rawValue): it decides in any case; give one of \(Self.furtherMetrics)"
      )
    }
    for (name, value) in [("--timeout", timeout), ("--row-seconds", rowSeconds)] {
      guard value > 0, value <= 86_400 else {
        throw ValidationError("\(name) \(value): give seconds, over 0 and up to a day")
      }
    }
  }

  /// The options of the gate.
  var options: GateOptions {
    var options = GateOptions()
    options.filter = filter
    options.comparesAllKinds = allKinds
    options.countsRows = counts
    options.timesRows = wall
    options.attribution = culprits ? .changed : .none
    options.allowsOneSided = allowNew
    options.timeout = .seconds(timeout)
    options.rowSeconds = rowSeconds
    options.limits.percentile = percentile.flatMap { GateMetric(percentile: $0) }
    options.limits.alsoGated = alsoGated.isEmpty ? nil : alsoGated
    if let injectWork { options.headArguments += ["--inject-work", "\(injectWork)"] }
    if let injectAllocations {
      options.headArguments += ["--inject-allocations", "\(injectAllocations)"]
    }
    return options
  }
}

extension GateMetric: ExpressibleByArgument {}
