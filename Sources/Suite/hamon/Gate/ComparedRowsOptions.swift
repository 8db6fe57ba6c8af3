import ArgumentParser
import RegressionGate
import SuiteErrors

/// The options that say which rows are compared, and how long that may take.
struct ComparedRowsOptions: ParsableArguments {
  @OptionGroup var selection: RowSelection

  @Flag(help: "Compare floors and peers too, and not only what is being measured.")
  var allKinds = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("How long a benchmark may take for an answer.", valueName: "seconds")
  )
  var timeout = 60.0

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "How long counting a row, or the first look at its time, may take; it gets fewer samples, or none, "
        + "if it is longer.",
      valueName: "seconds"
    )
  )
  var rowSeconds = 20.0

  func validate() throws {
    for (name, value) in [("--timeout", timeout), ("--row-seconds", rowSeconds)] {
      guard value > 0, value <= 86_400 else {
        throw ValidationError("\(name) \(value): give seconds, over 0 and up to a day")
      }
    }
    try RowPattern.validate([("--filter", selection.filter), ("--skip", selection.skip)])
  }

  /// What they say, as options of a gate.
  var options: GateOptions {
    var options = GateOptions()
    options.filter = selection.pattern
    options.comparesAllKinds = allKinds
    options.timeout = .seconds(timeout)
    options.rowSeconds = rowSeconds
    return options
  }
}
