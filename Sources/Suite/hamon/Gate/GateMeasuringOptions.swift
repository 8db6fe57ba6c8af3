import ArgumentParser
import RegressionGate

/// The options of `hamon gate` that say which parts of its subjects are measured.
struct GateMeasuringOptions: ParsableArguments {
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

  func validate() throws {
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
  }

  /// The options of a gate of some rows.
  func options(of rows: ComparedRowsOptions) -> GateOptions {
    var options = rows.options
    options.countsRows = counts
    options.timesRows = wall
    options.attribution = culprits ? .changed : .none
    options.allowsOneSided = allowNew
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
