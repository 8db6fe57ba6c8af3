package import BenchmarkResults
import CommandRunning
import Foundation
import ProcessLaunching
import SuiteErrors

/// A whole command that is counted under valgrind, with all processes that it starts.
package struct CountedCommand: Sendable {
  /// The counts of two runs of a command.
  package struct Result: Sendable {
    /// The smaller of both, in each count; ``RowCounts/iterations`` is 1.
    package let counts: RowCounts
    /// Whether both allocated as often: if not, threads or the time of day have their say.
    package let isRepeatable: Bool
  }

  private let command: String
  private let directory: String
  private let environment: [String: String]
  private let timeout: Duration

  /// Prepares to count a command for the shell, which is counted as well, in a directory of an absolute path.
  package init(
    _ command: String,
    in directory: String,
    environment: [String: String] = [:],
    timeout: Duration
  ) {
    self.command = command
    self.directory = directory
    self.environment = environment
    self.timeout = timeout
  }

  /// Counts two runs of a command.
  package static func count(
    _ command: String,
    in directory: String,
    timeout: Duration
  ) async throws -> Result {
    let counted = CountedCommand(command, in: directory, timeout: timeout)
    let first = try await counted.run(layout: 0)
    let second = try await counted.run(layout: 0)
    let counts = RowCounts(
      instructions: min(first.instructions, second.instructions),
      allocations: min(first.allocations, second.allocations),
      objects: min(first.objects, second.objects),
      retains: min(first.retains, second.retains),
      releases: min(first.releases, second.releases),
      systemCalls: first.systemCalls.flatMap { first in second.systemCalls.map { min(first, $0) } },
      iterations: 1
    )
    return Result(counts: counts, isRepeatable: first.allocations == second.allocations)
  }

  /// Counts one run.
  package func run(layout: Int) async throws -> RowCounts {
    try await measure(layout: layout).counts
  }

  /// Counts one run, and keeps the profiles of its processes.
  package func measure(layout: Int) async throws -> CountedRow {
    let run = try await profiles(layout: layout)
    return CountedRow(
      counts: run.counts,
      runs: CountedRuns(short: [], long: run.texts, operations: 1)
    )
  }

  /// Runs it once more, and tells the cost of each instruction of its program.
  ///
  /// - Returns: The program with its debug information, and the graph; `nil` where the first word of the command
  ///   names no such program.
  package func sites(layout: Int) async throws -> (program: String, graph: CallGraph)? {
    let run = try await profiles(layout: layout, options: ["--dump-instr=yes"])
    guard let program = run.program, let copy = run.copy else { return nil }
    let name = URL(filePath: copy).lastPathComponent
    var graph = CallGraph()
    for text in run.texts {
      // Of other processes the addresses are of other programs.
      let command = text.split(separator: "\n", maxSplits: 8).first { $0.hasPrefix("cmd:") }
      let isProgram = command?.split(separator: " ").dropFirst().first?.hasSuffix(name) ?? false
      graph.add(CallGraphReader.graph(of: text, keepsSites: isProgram))
    }
    return (program, graph)
  }

  private struct Run {
    let counts: RowCounts
    let texts: [String]
    let program: String?
    let copy: String?
  }

  private func profiles(layout: Int, options: [String] = []) async throws -> Run {
    try CountedProgram.checkTool("valgrind")
    let profiles = try WorkDirectory.makeTemporary("counts")
    defer { try? FileManager.default.removeItem(atPath: profiles) }
    let variables = CountedEnvironment(directory: directory, layout: layout)
      .variables(changes: environment)
    let stripped = await StrippedCommand(command, in: directory)
    defer { stripped.remove() }
    try await CountedProgram.limited(to: timeout, row: command) { started in
      var valgrind = Command(
        "valgrind",
        [
          "--tool=callgrind", "--trace-children=yes", "--separate-threads=yes",
          CallgrindProfile.systemCallOption, "--callgrind-out-file=\(profiles)/%p",
        ] + options + ["/bin/sh", "-c", stripped.line],
        in: directory
      )
      valgrind.exactEnvironment = variables
      let result = try await valgrind.run(started: started)
      guard result.isSuccess else {
        throw SuiteError(
          command,
          "it fails under valgrind: it \(result.end.clause): \(ValgrindMessage.reason(result.errors))",
          remedy: "run it under valgrind to see more"
        )
      }
    }
    var counts = CallgrindProfile.Counts()
    var texts: [String] = []
    for name in try FileManager.default.contentsOfDirectory(atPath: profiles).sorted() {
      // A process that only starts another has an empty profile.
      guard let text = try? String(contentsOfFile: "\(profiles)/\(name)", encoding: .utf8),
        let profile = CallgrindProfile(text[...]), !profile.isOfTracer
      else { continue }
      counts.add(profile)
      texts.append(text)
    }
    guard counts.instructions > 0 else {
      throw SuiteError(
        command,
        "valgrind reported no total",
        remedy: "run it under valgrind to see why"
      )
    }
    return Run(
      counts: counts.row,
      texts: texts,
      program: stripped.original,
      copy: stripped.copy
    )
  }
}

/// The environment in which a command is counted, in one of many memory layouts.
///
/// What a program executes depends a little on where its memory lies: comparing strings takes other
/// instructions where one reaches into the next page. The kernel puts the environment above the stack, so
/// that its length moves all that lies there. Here it is the same for directories whose paths are equally
/// long, and a variable of no use is longer in each layout.
struct CountedEnvironment {
  static let filler = "HAMON_PADDING"

  /// How much longer the unused variable is in each layout than in the one before: a prime, so that all
  /// alignments occur, and large enough for five layouts to be spread over more than a page.
  private static let step = 1237

  /// Where the command runs.
  let directory: String
  /// Which layout it is, from 0.
  let layout: Int

  /// The variables, as `name=value` with a zero at the end, always in the same order.
  func variables(
    inherited: [String: String] = ProcessInfo.processInfo.environment,
    changes: [String: String] = [:]
  ) -> [[UInt8]] {
    var all = inherited.merging(changes) { $1 }
    for name in ["OLDPWD", "PWD", Self.filler] { all[name] = nil }
    all.merge(RepeatableHashing.variables(inherited: inherited)) { $1 }
    var list = all.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
    // Shells take it for the path of the directory, also where that is a link.
    list.append("PWD=" + directory)
    list.append(Self.filler + "=" + String(repeating: "x", count: layout * Self.step))
    return list.map { Array($0.utf8) + [0] }
  }
}
