import Counting
import ProcessLaunching
import Statistics
import SuiteErrors

/// The two sides of a pair, which can be started repeatedly.
protocol ServingPair: Sendable {
  associatedtype Sampler: ServingSampler

  /// Whether the processes started by the serving processes are measured, not these themselves.
  var isCommand: Bool { get }

  /// The number of operations in a sample.
  var operations: Int { get }

  /// The programs of a pair's two processes.
  func programs(_ pair: Int) -> [String]

  /// Starts both sides without waiting for them.
  ///
  /// - Parameters:
  ///   - pair: The pair's number, from 0.
  ///   - environment: Additional environment variables.
  /// - Returns: The two sides.
  /// - Throws: `ProcessFailure`, which names the side.
  func start(
    _ pair: Int,
    _ environment: [String: String]
  ) throws -> sending Sides<Sampler>
}

/// A row of a benchmark executable on both sides.
struct RowPair: ServingPair {
  let row: String
  /// The programs for each code offset.
  var sides: Sides<[BenchmarkProgram]>
  /// The number of iterations in a sample.
  var iterations: Int
  /// Whether the processes report their use of operating system resources.
  var measuresUsage = false
  /// The time limit of an answer.
  let timeout: Duration

  var isCommand: Bool { false }
  var operations: Int { iterations }

  /// The base against a copy of itself.
  var ofBase: RowPair {
    var pair = self
    pair.sides.head = sides.base
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
        environment: environment,
        measuresUsage: measuresUsage,
        timeout: timeout
      )
    }
  }

  /// Starts both sides with code at an offset, and waits until they are warm.
  ///
  /// Both sides of a single-threaded row then run on the same processor, where they don't disturb each other because they take turns. Two
  /// processors may differ for as long as a pair takes, depending on what other guests a hypervisor runs next to each. One side stays where
  /// the system has put it; the other moves there.
  ///
  /// - Parameters:
  ///   - codeOffset: The index of the code offset, from 0.
  ///   - staysWithHead: Whether the head stays, and the base moves.
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
      // If the system refuses, the thread stays where it is.
      side.process.keepMainThread(on: processor)
      // Refilling the caches there is no property of the row.
      _ = try side.sample(1)
    }
    return sides
  }
}

/// A command in the directories of both sides.
struct CommandPair: ServingPair, CountedPair {
  let command: String
  let places: Sides<CommandPlace>
  /// The working directory of each side, except when counting.
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

  func sampler(_ side: Side) -> CommandSampler {
    CommandSampler(
      command,
      directory: directories[side],
      environment: files.variables(side),
      timeout: timeout
    )
  }

  func measure(_ side: Side, layout: Int) async throws -> CountedRow {
    try await counted(side, layout).measure(layout: layout)
  }

  func sites(_ side: Side, layout: Int) async throws -> SiteProfile? {
    try await counted(side, layout).sites(layout: layout)
  }

  private func counted(_ side: Side, _ layout: Int) throws(SuiteError) -> CountedCommand {
    CountedCommand(
      command,
      in: try places[side].path(side, layout: layout),
      environment: files.variables(side),
      timeout: timeout * 4
    )
  }
}
