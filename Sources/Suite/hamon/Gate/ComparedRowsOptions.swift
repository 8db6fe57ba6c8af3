import ArgumentParser
import RegressionGate
import SuiteErrors

/// The options that choose the compared rows, and limit the time for them.
struct ComparedRowsOptions: ParsableArguments {
  @OptionGroup var selection: RowSelection

  @Flag(help: "Also compare floors and peers, not only the code under test.")
  var allKinds = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The time limit for an answer of a benchmark.", valueName: "seconds")
  )
  var timeout = 60.0

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The time limit for counting a row, or for a first look at its time; a slower row gets fewer samples, "
        + "or none.",
      valueName: "seconds"
    )
  )
  var rowSeconds = 20.0

  func validate() throws {
    for (name, value) in [("--timeout", timeout), ("--row-seconds", rowSeconds)] {
      guard value > 0, value <= 86_400 else {
        throw ValidationError(
          "\(name) \(value): it is out of range; give seconds over 0, up to a day"
        )
      }
    }
    try RowPattern.validate([("--filter", selection.filter)])
  }

  /// The options of a gate that they give.
  var options: GateOptions {
    var options = GateOptions()
    options.filter = selection.pattern
    options.comparesAllKinds = allKinds
    options.timeout = .seconds(timeout)
    options.rowSeconds = rowSeconds
    return options
  }
}
