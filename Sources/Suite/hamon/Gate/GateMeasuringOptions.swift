import ArgumentParser
import BenchmarkResults
import RegressionGate

/// The options of `hamon gate` that choose what is measured.
struct GateMeasuringOptions: ParsableArguments {
  @Flag(inversion: .prefixedNo, help: "Count instructions and calls with valgrind.")
  var counts = true

  @Flag(inversion: .prefixedNo, help: "Compare wall times.")
  var wall = true

  @Flag(
    inversion: .prefixedNo,
    help: "Name the functions behind changed counts."
  )
  var culprits = true

  @Flag(help: "Let rows pass that only one side has: new, removed or renamed rows.")
  var allowNew = false

  @Option(
    name: .customLong("also-gate"),
    help: ArgumentHelp(
      "Let this metric decide too; may be repeated: \(Self.furtherMetrics). The calibration did not "
        + "count their false alarms.",
      valueName: "metric"
    )
  )
  var alsoGated: [GateMetric] = []

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Also compare this percentile of single operations: 90, 99 or 99.9.",
      valueName: "percent"
    )
  )
  var percentile: String?

  private static var furtherMetrics: String {
    GateMetric.allCases.filter { !$0.isGated }.map(\.rawValue).joined(separator: ", ")
  }

  func validate() throws {
    let gated = alsoGated.first(where: \.isGated)
    let refused: RefusedOptions = [
      "--no-counts --no-wall: nothing is left to compare; leave one out":
        !counts && !wall && !alsoGated.contains(.leaks),
      "--percentile \(percentile ?? ""): it is not compared; give 90, 99 or 99.9":
        percentile.map { GateMetric(percentile: $0) == nil } ?? false,
      "--percentile: it is a time, which --no-wall leaves out; leave out one":
        percentile != nil && !wall,
      "--also-gate \(gated?.rawValue ?? ""): it decides in any case; give one of \(Self.furtherMetrics)":
        gated != nil,
    ]
    try refused.check()
  }

  /// The options of a gate for some rows.
  func options(of rows: ComparedRowsOptions) -> GateOptions {
    var options = rows.options
    options.countsRows = counts
    options.timesRows = wall
    options.attribution = culprits ? .changed : .none
    options.allowsOneSided = allowNew
    options.limits.percentile = percentile.flatMap { GateMetric(percentile: $0) }
    options.limits.alsoGated = alsoGated.isEmpty ? nil : alsoGated
    if alsoGated.contains(.leaks) {
      let timeout = options.timeout * 2
      options.leaks = { program, row, iterations in
        try await RowMemory.measured(
          of: program,
          row: row,
          iterations: iterations,
          timeout: timeout
        )
      }
    }
    return options
  }
}

extension GateMetric: ExpressibleByArgument {}
