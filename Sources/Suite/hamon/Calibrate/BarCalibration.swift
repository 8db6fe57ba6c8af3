import ArgumentParser
import BenchmarkHarness
import BenchmarkResults
import Foundation
import ProcessLaunching
import SuiteErrors
import Synchronization

/// Runs all bars again and again, under circumstances that are known.
struct BarCalibration {
  let command: CalibrateBarsCommand
  /// The fingerprints of the executables, and what else makes runs comparable.
  let programs: String

  init(_ command: CalibrateBarsCommand) {
    self.command = command
    let options = [command.only.filter ?? "", command.barBudget.map { "\($0)" } ?? ""]
    programs = (command.executables.map(FileFingerprint.of) + options).joined(separator: "; ")
  }

  /// The circumstances of all runs, in order: mixed, so that what the machine does falls on all of them.
  var kinds: [BarCalibrationRun.Kind] {
    [.reference]
      + (0..<max(command.runs, command.planted)).flatMap { index -> [BarCalibrationRun.Kind] in
        (index < command.runs ? [index.isMultiple(of: 2) ? .quiet : .loaded] : [])
          + (index < command.planted ? [.planted] : [])
      }
  }

  /// Where slowdowns are planted, the row that is nearest to its limit first.
  ///
  /// - Throws: `SuiteError` where the reference run has no such place.
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

  /// Makes the runs that are not there yet.
  ///
  /// - Throws: `SuiteError` where nothing can be measured, or planted in the row that was asked for, and what `finished`
  ///   throws.
  func measure(
    after earlier: [BarCalibrationRun],
    progress: (String) -> Void,
    finished: (BarCalibrationRun) throws(SuiteError) -> Void
  ) async throws {
    var reference = earlier.first { $0.kind == .reference }
    var compared: BenchRun?
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
          // The other runs are worth something without.
          progress("\(error)")
          isUnplantable = true
          continue
        }
      } else if let reference {
        if compared == nil { compared = try await comparedRun(with: reference) }
        guard let compared else { continue }
        run = try await self.run(number, kind: kind, by: compared)
      } else {
        var all = try bench()
        all.executables = try await all.select(all.executables)
        run = try await self.run(number, kind: kind, by: all)
      }
      if InterruptSignal.hasArrived { return }
      if kind == .reference { reference = run }
      try finished(run)
    }
  }

  /// What the runs measure that are compared with the reference run: the rows of bars that it holds, for only those have a
  /// verdict that could be wrong.
  ///
  /// - Throws: `SuiteError` where it holds none.
  private func comparedRun(with reference: BarCalibrationRun) async throws -> BenchRun {
    let held = reference.bars.filter { $0.verdict == .held }
    guard !held.isEmpty else {
      throw SuiteError(
        "the reference run",
        "it holds no bar, and only of one that it does a verdict could be wrong",
        remedy: "measure other rows, or on a machine that has nothing else to do"
      )
    }
    var compared = try bench(rows: held.flatMap { $0.rows ?? [] })
    compared.executables = try await compared.select(compared.executables)
    return compared
  }

  private func run(
    _ number: Int,
    kind: BarCalibrationRun.Kind,
    by bench: BenchRun
  ) async throws(SuiteError) -> BarCalibrationRun {
    let load = kind == .loaded ? BusyThreads(count: 2) : nil
    defer { load?.end() }
    let start = Date.now
    let (bars, failure) = try await bars(of: bench, isReference: kind == .reference)
    return note(number, kind: kind, start: start, bars: bars, failure: failure)
  }

  /// Plants a slowdown in the first of some rows that is near enough to its limit when it is measured by itself.
  ///
  /// A row alone in its process may be faster by a fifth than among all others, as its data lies elsewhere: 30 % more doesn't bring it over its
  /// limit then, and who says so is right.
  private func plantedRun(
    _ number: Int,
    in places: [(bar: BarCalibrationRun.Bar, place: PlantingPlace)]
  ) async throws -> BarCalibrationRun {
    let start = Date.now
    var failure: String?
    for (bar, place) in places where failure == nil && !InterruptSignal.hasArrived {
      var alone = try bench(rows: place.rows)
      alone.executables = [BenchmarkProgram(place.executable)]
      let (before, unplantedFailure) = try await bars(of: alone, isReference: true)
      failure = unplantedFailure
      guard let unplanted = bar.counterpart(in: before), unplanted.place != nil else { continue }
      alone.extraArguments += [
        "--inject-work=\(PlantingPlace.slowdown)", "--inject-row=\(bar.row)",
      ]
      let (after, plantedFailure) = try await bars(of: alone, isReference: false)
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
    BarCalibrationRun(
      number: number,
      kind: kind,
      programs: programs,
      date: start.ISO8601Format(),
      seconds: Date.now.timeIntervalSince(start),
      load: MachineDescription.loadAverages().first ?? 0,
      counts: Dictionary(grouping: bars, by: \.verdict.rawValue).mapValues(\.count),
      bars: [.reference, .planted].contains(kind) ? bars : bars.filter { $0.verdict != .held },
      failure: failure
    )
  }

  private func bars(
    of bench: BenchRun,
    isReference: Bool
  ) async throws(SuiteError) -> (bars: [BarCalibrationRun.Bar], failure: String?) {
    let directory = try WorkDirectory.makeTemporary("calibrate-bars")
    defer { try? FileManager.default.removeItem(atPath: directory) }
    var results = ResultCollection()
    var finished: [BenchRun.FinishedProgram] = []
    var failures: [String] = []
    for (index, program) in bench.executables.enumerated() where !InterruptSignal.hasArrived {
      let resultPath = "\(directory)/\(index).json"
      let (done, error) = await bench.measure(program, resultPath: resultPath, in: &results)
      if let error { failures.append("\(error)") }
      let suites = results.suites[done.suites]
      failures += suites.flatMap(\.failures).map { "row \($0.row): \($0.message)" }
      finished.append(done)
    }
    await bench.measureMissesAtLast(of: finished, in: &results)
    let bars = finished.flatMap { program in
      results.suites[program.suites].flatMap { suite in
        (suite.bars ?? []).map { bar in
          isReference
            ? BarCalibrationRun.Bar(bar, unplantedIn: suite, executable: program.program.path)
            : BarCalibrationRun.Bar(bar, suite: suite.suite)
        }
      }
    }
    return (bars, failures.isEmpty ? nil : failures.joined(separator: "; "))
  }

  /// A run of some rows, or of all that were asked for; the filter is ours, and nobody has to be told what it leaves out.
  private func bench(rows: [String]? = nil) throws -> BenchRun {
    var bench = try BenchCommand.parse(["--quick"])
    bench.executables = command.executables
    bench.rows.only.filter = rows.map(RowPattern.of) ?? command.only.filter
    bench.barBudget = command.barBudget
    var run = BenchRun(bench)
    if rows != nil { run.extraArguments = [RowPattern.withoutNotes] }
    return run
  }
}

/// Threads that keep processors and caches busy: the neighbour of a measurement.
final class BusyThreads: Sendable {
  private let isOver = Atomic(false)

  init(count: Int) {
    for _ in 0..<count {
      Thread.detachNewThread { [self] in
        // Some megabytes, so that it takes part of the caches too.
        var numbers = [UInt64](repeating: 1, count: 1 << 19)
        while !isOver.load(ordering: .relaxed) {
          for index in numbers.indices { numbers[index] = numbers[index] &* 3 &+ UInt64(index) }
          // Somebody may look at them, for all the optimizer knows.
          blackHole(numbers)
        }
      }
    }
  }

  func end() { isOver.store(true, ordering: .relaxed) }
}
