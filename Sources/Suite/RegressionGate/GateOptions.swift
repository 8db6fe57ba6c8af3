/// What of its subjects a gate measures, and for how long.
package struct GateOptions: Sendable {
  /// Only rows that match this regular expression.
  package var filter: String?
  /// Whether floors and peers are compared too, and not only what is being measured.
  package var comparesAllKinds = false
  /// Whether instructions and calls are counted, with valgrind.
  package var countsRows = true
  /// Whether wall time is compared.
  package var timesRows = true
  /// Whether rows that only one side has are fine.
  package var allowsOneSided = false
  /// How long a benchmark may take for an answer.
  package var timeout = Duration.seconds(60)
  /// How long the first look at a row may take, and how long counting it once.
  package var rowSeconds = 20.0
  /// How many rows are compared with themselves as well.
  package var controls = 4
  /// What is injected into the head, to see whether it is found.
  package var headArguments: [String] = []
  /// How rows are compared.
  package var plan = PairPlan()
  /// What is a change.
  package var limits = GateLimits()

  /// Creates the options that were calibrated.
  package init() {}
}
