import BenchmarkResults
import Counting
import Foundation
import ProcessLaunching
import RegressionGate
import ReportRendering
import SampleAnalysis
import SampleFiles
import SampleRecording
import SuiteErrors

/// Where the time of a benchmark's row went, from samples of a process that serves it.
///
/// The harness serves a row on request. Only the time between a request and its answer counts: the row's measured samples, without set-up,
/// warm-up and checks. Of the stacks, only the part below the harness counts.
struct RowProfile: Codable {
  let row: String
  /// The name of the folder with its stacks and flame graphs.
  let folder: String
  /// The sampling engine, and why it was chosen.
  let engine: String
  let reason: String
  let frequency: Int
  /// The numbers of samples of running threads, and of lost records.
  let samples: Int
  let lost: UInt64
  /// The number of sampled operations.
  let operations: Int
  /// The wall time of these operations by the harness, in nanoseconds.
  let wall: Double
  /// What the threads of the process did meanwhile, in nanoseconds.
  let times: ThreadTimeline.Times
  /// Waiting without a stack, in nanoseconds.
  let waitingUnknown: UInt64
  /// The harness's own part of these times, in nanoseconds.
  let harness: UInt64
  let functions: [SampleReport.Function]
  /// What is missing: a line each.
  let notices: [String]
}

/// Samples rows, each in its own process, and writes the profiles next to the results.
struct RowProfiler {
  /// How long a row is sampled, in seconds, and how long each request takes.
  private static let seconds = 2.0
  private static let quickSeconds = 0.5
  private static let requestSeconds = 0.05

  /// The remedy if nothing can be written.
  static let otherDirectory = "give another directory by --profile-output"

  let program: BenchmarkProgram
  let isQuick: Bool
  let timeout: Duration
  /// The directory with a folder for each row.
  let directory: String

  /// Samples a row; replaces an earlier profile in its folder, and keeps other files there.
  ///
  /// - Throws: `SuiteError` or `ProcessFailure` if it can't be sampled.
  func profile(_ row: String, in folderName: String) async throws -> RowProfile {
    let folder = "\(directory)/\(folderName)"
    Self.removeProfile(in: folder)
    let recording = try StackRecording(in: folder)
    let served = try await recording.begin([program.path]) { [program, timeout] environment in
      try ServedRow(
        program: program,
        row: row,
        iterations: nil,
        environment: environment,
        timeout: timeout
      )
    }
    let outcome: Served
    do {
      outcome = try serve(served)
    } catch {
      served.abandon()
      _ = try? await recording.end()
      recording.cleanUp()
      throw error
    }
    defer { recording.cleanUp() }
    let notices =
      try await recording.end().gaps + (try await SymbolSearch(recording.directory).run())
    let profile = try SampleProfile(inTrace: folder)
    let selected = SelectedStacks(
      profile,
      in: outcome.ranges,
      lookPeriod: recording.lookPeriod,
      isAround: StackRecording.isOfHarness
    )
    let choice = recording.choice
    try write(selected, of: row, in: folder)
    return RowProfile(
      row: row,
      folder: folderName,
      engine: choice.engine.rawValue,
      reason: choice.reason,
      frequency: choice.frequency,
      samples: selected.samples,
      lost: profile.lost,
      operations: outcome.operations,
      wall: outcome.wall,
      times: selected.times,
      waitingUnknown: selected.waitingUnknown,
      harness: selected.around,
      functions: selected.functions(),
      notices: notices + profile.faults.filter { !notices.contains($0) }
    )
  }

  /// The measured samples of a row.
  private struct Served {
    var ranges: [Range<UInt64>] = []
    var operations = 0
    var wall = 0.0
  }

  private func serve(_ row: ServedRow) throws -> Served {
    let iterations = try row.greet().iterations
    var served = Served()
    var count = 1
    let wanted = 1e9 * (isQuick ? Self.quickSeconds : Self.seconds)
    // The first request shows how long a sample takes.
    for number in 0... {
      let begin = MonotonicClock.now
      let times = try row.sample(count)
      let end = MonotonicClock.now
      let wall = times.reduce(0, +)
      if number > 0 || wall >= wanted {
        served.ranges.append(begin..<end)
        served.operations += count * iterations
        served.wall += wall
      }
      count = max(1, Int(1e9 * Self.requestSeconds / max(wall / Double(count), 1)))
      if served.wall >= wanted || InterruptSignal.hasArrived { break }
    }
    try row.finish()
    return served
  }

  /// A row's folder: its name without characters that file systems reject, and a number if the name is taken.
  static func folderName(of row: String, besides others: [String]) -> String {
    let name = String(
      row.map { $0.isLetter || $0.isNumber || "._=".contains($0) ? $0 : "-" }.prefix(120)
    )
    let taken = Set(others)
    guard taken.contains(name) else { return name }
    return (2...).lazy.map { "\(name)-\($0)" }.first { !taken.contains($0) } ?? name
  }

  /// Removes an earlier profile from a row's folder, and nothing else: the folder may be the user's.
  static func removeProfile(in folder: String) {
    let graphs = Kind.allCases.flatMap { [$0.stacks, $0.graph] }.map { "\(folder)/\($0)" }
    let samples = SampleDirectory(ofTrace: folder).path
    for path in SampleProfile.exists(inTrace: folder) ? graphs + [samples] : graphs {
      try? FileManager.default.removeItem(atPath: path)
    }
  }

  /// A kind of stack.
  private enum Kind: String, CaseIterable {
    case running = "on-cpu"
    case blocked = "off-cpu"

    /// The files of the folded stacks and of the flame graph.
    var stacks: String { "\(rawValue).folded" }
    var graph: String { "\(rawValue).svg" }
  }

  private func write(
    _ stacks: SelectedStacks,
    of row: String,
    in folder: String
  ) throws(SuiteError) {
    for (kind, stacks) in [(Kind.running, stacks.running), (.blocked, stacks.waiting)]
    where !stacks.isEmpty {
      let folded = stacks.map { stack in
        stack.functions.map { String($0.map { ";\n".contains($0) ? "," : $0 }) }
          .joined(separator: ";") + " \(stack.time)\n"
      }
      try Self.write(folded.joined().utf8, to: "\(folder)/\(kind.stacks)")
      let graph = FlameGraph(
        times: stacks.map { ($0.functions, Double($0.time)) },
        title: "\(row), \(kind)"
      )
      try Self.write(graph.svg().utf8, to: "\(folder)/\(kind.graph)")
    }
  }

  private static func write(
    _ bytes: some Sequence<UInt8>,
    to path: String
  ) throws(SuiteError) {
    try WrittenFile.write(bytes, to: path, orElse: otherDirectory)
  }
}

extension RowProfile {
  /// The number of functions shown.
  private static let shown = 15

  /// A table of the functions, for people.
  ///
  /// - Returns: The text, with a newline at the end of each line.
  func text(width: Int? = nil) -> String {
    var table = TextTable(
      headers: ["function", "of", "self %", "self/op", "total %", "blocked/op"],
      alignments: [.left, .left]
    )
    let running = Double(max(1, functions.reduce(0) { $0 + $1.running } + harness))
    func each(_ time: UInt64) -> String {
      DurationFormat.string(nanoseconds: Double(time) / Double(max(1, operations)))
    }
    func share(_ time: UInt64) -> String {
      NumberFormat.string(100 * Double(time) / running, decimals: 1)
    }
    for function in functions.prefix(Self.shown) {
      table.append(row: [
        function.name, function.object, share(function.running), each(function.running),
        share(function.runningTotal), each(function.waitingTotal),
      ])
    }
    let more =
      functions.count > Self.shown
      ? "The first \(Self.shown) of \(functions.count) functions; profile.json has them all.\n" : ""
    let wall = DurationFormat.string(nanoseconds: wall / Double(max(1, operations)))
    let lost = lost > 0 ? " (and \(lost) lost)" : ""
    return """
      Where the time of \(row) went: \(samples) samples\(lost) in \(operations) operations of \(wall), \
      by \(engine), \(frequency) Hz

      \(table.rendered(width: width))\(more)
      """
  }
}
