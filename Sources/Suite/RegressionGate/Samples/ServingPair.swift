import ExactCounts
import ProcessLaunching
import SuiteErrors

/// The two sides of a pair, to be started anew as often as wanted.
protocol ServingPair: Sendable {
  associatedtype Sampler: ServingSampler

  /// Whether it is what the processes start that is measured, and not they themselves.
  var isCommand: Bool { get }

  /// How many operations a sample has.
  var operations: Int { get }

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
  ) throws -> sending Sides<Sampler>
}

/// A row of a benchmark executable at both sides.
struct RowPair: ServingPair {
  let row: String
  /// The programs for each code offset.
  var sides: Sides<[BenchmarkProgram]>
  var headArguments: [String] = []
  /// How many iterations a sample has.
  var iterations: Int
  /// Whether the processes tell what they take of the operating system.
  var measuresUsage = false
  /// How long an answer may take.
  let timeout: Duration

  var isCommand: Bool { false }
  var operations: Int { iterations }

  /// The base against a copy of itself.
  var ofBase: RowPair {
    var pair = self
    pair.sides.head = sides.base
    pair.headArguments = []
    return pair
  }

  func programs(_ pair: Int) -> [String] {
    let place = place(of: pair)
    return [sides.base[place].path, sides.head[place].path]
  }

  private func place(of pair: Int) -> Int { pair % min(sides.base.count, sides.head.count) }

  func start(
    _ pair: Int,
    _ environment: [String: String]
  ) throws -> sending Sides<ServedRow> {
    try started(place(of: pair), environment)
  }

  private func started(
    _ codeOffset: Int,
    _ environment: [String: String] = [:]
  ) throws(ProcessFailure) -> sending Sides<ServedRow> {
    try Sides.both.named { (side) throws(ProcessFailure) in
      try ServedRow(
        program: sides[side][codeOffset],
        row: row,
        iterations: iterations,
        arguments: side == .base ? [] : headArguments,
        environment: environment,
        measuresUsage: measuresUsage,
        timeout: timeout
      )
    }
  }

  /// Starts both sides with code at an offset, and waits until they are warm.
  ///
  /// A row of one thread goes on on the same processor at both sides, where neither disturbs the other, as they take turns: two
  /// processors may differ for as long as a pair takes, by what a hypervisor has its other guests do beside each. The one side stays where
  /// the system has put it, and the other comes there.
  ///
  /// - Parameters:
  ///   - codeOffset: Which code offset, from 0.
  ///   - staysWithHead: Whether it is the head that stays.
  /// - Returns: Both sides, warm.
  /// - Throws: `ProcessFailure`, which names the side.
  func warm(
    _ codeOffset: Int,
    staysWithHead: Bool
  ) throws(ProcessFailure) -> Sides<ServedRow> {
    let sides = try started(codeOffset)
    try sides.named { (side) throws(ProcessFailure) in try side.warmUp() }
    guard !sides.base.isConcurrent, !sides.head.isConcurrent,
      let processor = sides[staysWithHead ? .head : .base].process.processor
    else { return sides }
    try sides.named { (side) throws(ProcessFailure) in
      // Where the system doesn't let it, it is left where it is.
      side.process.keepMainThread(on: processor)
      // What it has to fetch there anew is no property of the row.
      _ = try side.sample(1)
    }
    return sides
  }
}

/// A command in the directories of both sides.
struct CommandPair: ServingPair, CountedPair {
  let command: String
  let places: Sides<CommandPlace>
  /// Where it runs at each side, except where it is counted.
  let directories: Sides<String>
  let files: SideFiles
  let timeout: Duration

  var isCommand: Bool { true }
  var operations: Int { 1 }

  func programs(_ pair: Int) -> [String] { ["/bin/sh"] }

  func start(
    _ pair: Int,
    _ environment: [String: String]
  ) throws -> sending Sides<ServedCommand> {
    try Sides.both.named { (side) throws(ProcessFailure) in
      try ServedCommand(
        command,
        directory: directories[side],
        environment: RepeatableHashing.variables().merging(files.variables(side)) { $1 }
          .merging(environment) { $1 }
          .merging(["PWD": directories[side]]) { $1 },
        timeout: timeout
      )
    }
  }

  func sampler(_ side: GateSide) -> CommandSampler {
    CommandSampler(
      command,
      directory: directories[side],
      environment: files.variables(side),
      timeout: timeout
    )
  }

  func measure(_ side: GateSide, layout: Int) async throws -> CountedRow {
    try await counted(side, layout).measure(layout: layout)
  }

  func sites(_ side: GateSide, layout: Int) async throws -> SiteProfile? {
    try await counted(side, layout).sites(layout: layout)
  }

  private func counted(_ side: GateSide, _ layout: Int) throws(SuiteError) -> CountedCommand {
    CountedCommand(
      command,
      in: try places[side].path(side, layout: layout),
      environment: files.variables(side),
      timeout: timeout * 4
    )
  }
}
