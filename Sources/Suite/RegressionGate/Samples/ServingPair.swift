import ProcessLaunching

/// The two sides of a pair, to be started anew as often as wanted.
protocol ServingPair: Sendable {
  associatedtype Sampler: ServingSampler

  /// Whether it is what the processes start that is measured, and not they themselves.
  var isCommand: Bool { get }

  /// The programs that the two processes of a pair execute.
  func programs(_ pair: Int) -> [String]

  /// Starts both sides, and doesn't wait for them.
  ///
  /// - Parameters:
  ///   - pair: Which pair it is, from 0.
  ///   - environment: More variables of the environment.
  /// - Returns: The two sides.
  /// - Throws: `ProcessFailure`, which names the side.
  func start(
    _ pair: Int,
    _ environment: [String: String]
  ) throws -> sending (base: Sampler, head: Sampler)
}

/// A row of a benchmark executable at both sides.
struct RowPair: ServingPair {
  let row: String
  /// The base's program for each code offset.
  let base: [BenchmarkProgram]
  /// The head's.
  let head: [BenchmarkProgram]
  let headArguments: [String]
  let iterations: Int
  let timeout: Duration

  var isCommand: Bool { false }

  func programs(_ pair: Int) -> [String] { [sides(pair).base.path, sides(pair).head.path] }

  private func sides(_ pair: Int) -> (base: BenchmarkProgram, head: BenchmarkProgram) {
    let place = pair % min(base.count, head.count)
    return (base[place], head[place])
  }

  func start(
    _ pair: Int,
    _ environment: [String: String]
  ) throws -> sending (base: ServedRow, head: ServedRow) {
    let sides = sides(pair)
    return try ServedRow.started(
      of: row,
      base: sides.base,
      head: sides.head,
      headArguments: headArguments,
      iterations: iterations,
      environment: environment,
      timeout: timeout
    )
  }
}

/// A command in the directories of both sides.
struct CommandPair: ServingPair {
  let command: String
  let base: String
  let head: String
  let files: SideFiles
  let timeout: Duration

  var isCommand: Bool { true }

  func programs(_ pair: Int) -> [String] { ["/bin/sh"] }

  func start(
    _ pair: Int,
    _ environment: [String: String]
  ) throws -> sending (base: ServedCommand, head: ServedCommand) {
    func start(_ side: GateSide, _ directory: String) throws(ProcessFailure) -> ServedCommand {
      try ServedCommand(
        command,
        directory: directory,
        environment: RepeatableHashing.variables().merging(files.variables(side)) { $1 }
          .merging(environment) { $1 }
          .merging(["PWD": directory]) { $1 },
        timeout: timeout
      )
    }
    return (
      try PairSampling.on(.base) { () throws(ProcessFailure) in try start(.base, base) },
      try PairSampling.on(.head) { () throws(ProcessFailure) in try start(.head, head) }
    )
  }
}
