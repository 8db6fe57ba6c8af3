/// What of its subjects a gate measures, and for how long.
public struct GateOptions: Sendable {
  /// Only rows that match this regular expression.
  public var filter: String?
  /// Whether floors and peers are compared too, and not only what is being measured.
  public var comparesAllKinds = false
  /// Whether instructions and calls are counted, with valgrind.
  public var countsRows = true
  /// Whether wall time is compared.
  public var timesRows = true
  /// Whether rows that only one side has are fine.
  public var allowsOneSided = false
  /// How long a benchmark may take for an answer.
  public var timeout = Duration.seconds(60)
  /// How long the first look at a row may take, and how long counting it once.
  public var rowSeconds = 20.0
  /// How many rows are compared with themselves as well.
  public var controls = 4
  /// What is injected into the head, to see whether it is found.
  public var headArguments: [String] = []
  /// How rows are compared.
  public var plan = PairPlan()
  /// What is a change.
  public var limits = GateLimits()

  /// Creates the options that were calibrated.
  public init() {}
}
