import BenchmarkHarness
import BenchmarkResults
import CommandRunning
import Foundation
import ProcessLaunching
import RegressionGate
import ReportRendering
import SuiteErrors
import Synchronization

/// Runs all bars repeatedly, under known circumstances.
struct BarCalibration {
  let command: CalibrateBarsCommand

  init(_ command: CalibrateBarsCommand) { self.command = command }

  /// The fingerprints of the executables and the options that make runs comparable.
  var programs: String {
    let options = [command.subject.filter ?? "", command.barBudget.map { "\($0)" } ?? ""]
    return (command.subject.executables.map(Fingerprint.ofFile) + options).joined(separator: "; ")
  }

  /// The circumstances of all runs, in order; mixed, so that disturbances of the machine affect all of them.
  var kinds: [BarCalibrationRun.Kind] {
    [.reference]
      + (0..<max(command.runs, command.planted)).flatMap { index -> [BarCalibrationRun.Kind] in
        (index < command.runs ? [index.isMultiple(of: 2) ? .quiet : .loaded] : [])
          + (index < command.planted ? [.planted] : [])
      }
  }

  /// The places for planted slowdowns, the row nearest to its limit first.
  ///
  /// - Throws: `SuiteError` if the reference run has no such place.
  func places(
    in reference: BarCalibrationRun
  ) throws(SuiteError) -> [(bar: BarCalibrationRun.Bar, place: PlantingPlace)] {
    let all = reference.bars.compactMap { bar in bar.place.map { (bar: bar, place: $0) } }
      .sorted { $0.place.part > $1.place.part }
    let found = command.plantedRow.map { row in all.filter { $0.bar.row == row } } ?? all
    guard !found.isEmpty else {
      let rows = all.map(\.bar.row)
      throw SuiteError(
        command.plantedRow.map { "--planted-row \($0)" } ?? "--planted",
        "30 % more doesn't bring it over a ratio that it held in the reference run",
        remedy: rows.isEmpty
          ? "let the filter match a row that is nearer to its limit, or give --planted 0"
          : "use one of these:\n\(SuiteError.list(rows))"
      )
    }
    return found
  }

  /// Makes the missing runs.
  ///
  /// - Throws: `SuiteError` if nothing can be measured, or planted in the requested row; also the errors of `finished`.
  func measure(
    after earlier: [BarCalibrationRun],
    progress: (String) -> Void,
    finished: (BarCalibrationRun) throws(SuiteError) -> Void
  ) async throws {
    var reference = earlier.first { $0.kind == .reference }
    var isUnplantable = false
    for (number, kind) in kinds.enumerated() where !InterruptSignal.hasArrived {
      if earlier.contains(where: { $0.number == number }) || kind == .planted && isUnplantable {
        continue
      }
      progress("[\(number + 1)/\(kinds.count)] \(kind.rawValue)")
      let run: BarCalibrationRun
      if kind == .planted {
        guard let reference else { continue }
        do {
          let places = try places(in: reference)
          let turn = kinds[..<number].count { $0 == .planted } % places.count
          run = try await plantedRun(number, in: Array(places[turn...] + places[..<turn]))
        } catch  where command.plantedRow == nil {
          // The other runs are useful without it.
          progress("\(error)")
          isUnplantable = true
          continue
        }
      } else {
        run = try await self.run(number, kind: kind, rows: reference.map(comparedRows))
      }
      if InterruptSignal.hasArrived { return }
      if kind == .reference { reference = run }
      try finished(run)
    }
  }

  /// The rows to measure for comparison with the reference run: those of bars that it holds, since only their verdicts could be wrong.
  ///
  /// - Throws: `SuiteError` if it holds none.
  private func comparedRows(with reference: BarCalibrationRun) throws(SuiteError) -> [String] {
    let held = reference.bars.filter { $0.verdict == .held }
    guard !held.isEmpty else {
      throw SuiteError(
        "the reference run",
        "it holds no bar, and only of one that it does a verdict could be wrong",
        remedy: "measure other rows, or on a machine that has nothing else to do"
      )
    }
    return held.flatMap { $0.rows ?? [] }
  }

  private func run(
    _ number: Int,
    kind: BarCalibrationRun.Kind,
    rows: [String]?
  ) async throws(SuiteError) -> BarCalibrationRun {
    let load = kind == .loaded ? BusyThreads(count: 2) : nil
    defer { load?.end() }
    let start = Date.now
    let (bars, failure) = try await bars(of: command.subject.executables, rows: rows)
    return note(number, kind: kind, start: start, bars: bars, failure: failure)
  }

  /// Plants a slowdown in the first of some rows that is near enough to its limit when it is measured by itself.
  ///
  /// A row alone in its process may be a fifth faster than among all others, because its data lies elsewhere. Then 30 % more work doesn't
  /// exceed its limit, and the verdict that it holds is right.
  private func plantedRun(
    _ number: Int,
    in places: [(bar: BarCalibrationRun.Bar, place: PlantingPlace)]
  ) async throws -> BarCalibrationRun {
    let start = Date.now
    var failure: String?
    for (bar, place) in places where failure == nil && !InterruptSignal.hasArrived {
      let (before, unplantedFailure) = try await bars(of: [place.executable], rows: place.rows)
      failure = unplantedFailure
      guard let unplanted = bar.counterpart(in: before), unplanted.place != nil else { continue }
      let (after, plantedFailure) = try await bars(
        of: [place.executable],
        rows: place.rows,
        slowing: bar.row
      )
      guard var planted = bar.counterpart(in: after) else {
        failure = plantedFailure ?? "the bar \(bar.promise) was not judged"
        break
      }
      planted.unplanted = unplanted.measured
      return note(number, kind: .planted, start: start, bars: [planted], failure: plantedFailure)
    }
    return note(
      number,
      kind: .planted,
      start: start,
      bars: [],
      failure: failure
        ?? "by itself no row is near enough to its limit that 30 % more brings it over"
    )
  }

  private func note(
    _ number: Int,
    kind: BarCalibrationRun.Kind,
    start: Date,
    bars: [BarCalibrationRun.Bar],
    failure: String?
  ) -> BarCalibrationRun {
    // The reference run already has the rows and places.
    let others = bars.filter { kind == .planted || $0.verdict != .held }.map { bar in
      var bar = bar
      (bar.rows, bar.place) = (nil, nil)
      return bar
    }
    return BarCalibrationRun(
      number: number,
      kind: kind,
      date: start.ISO8601Format(),
      seconds: Date.now.timeIntervalSince(start),
      load: MachineDescription.loadAverages().first ?? 0,
      counts: Dictionary(grouping: bars, by: \.verdict.rawValue).mapValues(\.count),
      bars: kind == .reference ? bars : others,
      failure: failure
    )
  }

  /// Runs `hamon bench` with some rows, or all requested ones, and a slowdown in one of them.
  private func bars(
    of executables: [String],
    rows: [String]?,
    slowing row: String? = nil
  ) async throws(SuiteError) -> (bars: [BarCalibrationRun.Bar], failure: String?) {
    let directory = try WorkDirectory.makeTemporary("calibrate-bars")
    defer { try? FileManager.default.removeItem(atPath: directory) }
    let path = "\(directory)/results.json"
    var arguments = ["bench", "--quick", "--json", path]
    if let filter = rows.map(RowName.pattern(ofAny:)) ?? command.subject.filter {
      arguments += ["--filter", filter]
    }
    if let budget = command.barBudget { arguments += ["--bar-budget", "\(budget)"] }
    var hamon = Command(
      PreloadedLibrary.ownFolder.appending(path: "hamon").path,
      arguments + executables,
      environment: row.map {
        [
          InjectionVariable.work.rawValue: "\(PlantingPlace.slowdown)",
          InjectionVariable.row.rawValue: $0,
        ]
      } ?? [:]
    )
    hamon.remedy = "build it beside lab: swift build -c release --product hamon"
    let result = try await hamon.run()
    let failure = result.errors.split(separator: "\n").filter { $0.hasPrefix("error: ") }
      .map { $0.dropFirst("error: ".count) }.joined(separator: "; ")
    guard FileManager.default.fileExists(atPath: path) else { return ([], failure) }
    let bars = try ResultCollection.read(path).suites.flatMap { suite in
      (suite.bars ?? []).map { BarCalibrationRun.Bar($0, in: suite) }
    }
    return (bars, result.isSuccess ? nil : failure)
  }
}

/// Threads that keep processors and caches busy: the neighbour of a measurement.
final class BusyThreads: Sendable {
  private let isOver = Atomic(false)

  init(count: Int) {
    for _ in 0..<count {
      Thread.detachNewThread { [self] in
        // Some megabytes, to occupy the caches too.
        var numbers = [UInt64](repeating: 1, count: 1 << 19)
        while !isOver.load(ordering: .relaxed) {
          for index in numbers.indices { numbers[index] = numbers[index] &* 3 &+ UInt64(index) }
          // Keeps the optimizer from removing the work.
          blackHole(numbers)
        }
      }
    }
  }

  func end() { isOver.store(true, ordering: .relaxed) }
}
