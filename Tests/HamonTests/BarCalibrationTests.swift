import ArgumentParser
import BenchmarkResults
import Foundation
import SuiteErrors
import Testing

@testable import lab

/// The calibration of bars' verdicts, with scripts for benchmarks: their results are given.
@Suite(.timeLimit(.minutes(30)))
struct BarCalibrationTests {
  static func bar(
    _ verdict: BarVerdict,
    name: String = "near",
    ratio: Double = 1.4
  ) -> String {
    """
    {"name":"\(name)","row":"row","comparedWith":"floor","ratio":\(ratio),"limit":1.5,"kind":"ratio",
    "holds":\(verdict == .held),"verdict":"\(verdict.rawValue)",
    "interval":{"lower":\(ratio),"upper":\(ratio),"level":0.99,"rounds":8}}
    """
  }

  static func result(
    _ bars: [String],
    clock: String = "thread",
    program: String = "suite"
  ) -> String {
    let times = #"""
      {"minimum":1,"median":1,"spread":0,"p50":1,"p90":1,"p99":1,"p999":1,"maximum":1}
      """#
    let rows = ["row", "floor"].map { name in
      """
      {"name":"\(name)","benchmark":"\(name)","parameters":[],"kind":"ours","threads":1,"cpuClock":"\(clock)",
      "iterationsPerSample":1000,"samplesPerRound":1,"wall":\(times),"cpu":\(times),"wallSamples":[1],
      "cpuSamples":[1],"ratios":
      \(name == "row" ? #"[{"floor":"floor","median":1.4,"minimum":1,"maximum":2,"rounds":5}]"# : "[]")}
      """
    }
    return """
      {"schemaVersion":1,"suite":"S","date":"2026-01-02T03:04:05Z","commandLine":["\(program)"],
      "machine":{"cpuModel":"","logicalCPUs":1,"memoryBytes":1,"kernel":"","operatingSystem":""},
      "toolchain":"","deterministicHashing":true,"isOptimized":true,"rounds":1,"loadAverageBefore":[],
      "loadAverageAfter":[],"isComplete":true,"failures":[],"rows":[\(rows.joined(separator: ","))],
      "bars":[\(bars.joined(separator: ","))]}
      """
  }

  /// A script that behaves as a suite: `normal` are its bars, `planted` those with injected work.
  private func suite(_ fixture: BenchFixture, normal: [String], planted: [String]) throws -> String
  {
    let path = "\(fixture.path)/suite"
    try fixture.writeScript(
      """
      if [ "$1" = --list ]; then printf 'row\\nfloor\\n'; exit 0; fi
      echo "$@ $HAMON_INJECT_WORK $HAMON_INJECT_ROW" >> '\(fixture.path)/arguments'
      case "$HAMON_INJECT_ROW" in
      row) cat > "${1#--json=}" <<'END'
      \(Self.result(planted, program: path))
      END
      ;;
      *) cat > "${1#--json=}" <<'END'
      \(Self.result(normal, program: path))
      END
      ;;
      esac
      """,
      to: "suite"
    )
    return path
  }

  private func runs(
    _ calibration: BarCalibration,
    after earlier: [BarCalibrationRun] = []
  ) async throws -> [BarCalibrationRun] {
    var runs: [BarCalibrationRun] = []
    try await calibration.measure(after: earlier, progress: { _ in }, finished: { runs.append($0) })
    return runs
  }

  private func calibration(
    _ executable: String,
    runs: Int,
    planted: Int,
    _ options: [String] = []
  ) throws -> BarCalibration {
    let words = [executable, "--runs", "\(runs)", "--planted", "\(planted)"]
    return BarCalibration(try CalibrateBarsCommand.parse(words + options))
  }

  private func report(_ runs: [BarCalibrationRun]) -> BarCalibrationReport {
    BarCalibrationReport(runs: runs, machine: .current(), command: "c", date: "d")
  }

  @Test func `every other run is beside a load, and those with a slowdown are between them`()
    throws
  {
    let calibration = try calibration("executable", runs: 4, planted: 2)
    #expect(
      calibration.kinds == [.reference, .quiet, .planted, .loaded, .planted, .quiet, .loaded]
    )
  }

  @Test func `slowdowns are planted in each row that is near enough, in turn`() async throws {
    let fixture = try BenchFixture()
    let path = try suite(
      fixture,
      normal: [
        Self.bar(.held), Self.bar(.held, name: "nearest", ratio: 1.45),
        Self.bar(.held, name: "far", ratio: 0.5),
      ],
      planted: [Self.bar(.missed, ratio: 1.8), Self.bar(.uncertain, name: "nearest", ratio: 1.55)]
    )
    let calibration = try calibration(path, runs: 0, planted: 3)
    let runs = try await runs(calibration)
    #expect(runs.dropFirst().map { $0.bars.map(\.name) } == [["nearest"], ["near"], ["nearest"]])
    let report = report(runs)
    #expect(report.found == (missed: 1, runs: 3))
    let page = report.markdown()
    #expect(page.contains("| S: nearest: row / floor | 2 | 0 | 1.45..1.45 | 1.55..1.55 | 1.50 |"))
    #expect(page.contains("| S: near: row / floor | 1 | 1 | 1.40..1.40 | 1.80..1.80 | 1.50 |"))
    // Those that are there don't change whose turn it is.
    let rest = try await self.runs(calibration, after: Array(runs.prefix(3)))
    #expect(rest.map { $0.bars.map(\.name) } == [["nearest"]])
  }

  @Test func `runs are compared with the reference, and a slowdown is planted in the nearest row`()
    async throws
  {
    let fixture = try BenchFixture()
    let path = try suite(
      fixture,
      normal: [Self.bar(.held), Self.bar(.uncertain, name: "far", ratio: 0.5)],
      planted: [Self.bar(.missed, ratio: 1.8), Self.bar(.missed, name: "far")]
    )
    let calibration = try calibration(path, runs: 2, planted: 2, ["--bar-budget", "3"])
    let runs = try await runs(calibration)
    #expect(runs.map(\.kind) == calibration.kinds)
    #expect(runs.allSatisfy { $0.failure == nil })
    #expect(
      runs.map { $0.bars.map(\.name) } == [["near", "far"], ["far"], ["near"], ["far"], ["near"]]
    )
    #expect(runs[1].counts == ["held": 1, "uncertain": 1])
    let all = try fixture.text("arguments").split(separator: "\n")
    // What is missed is measured in two more starts of the program as well.
    #expect(all.count == 11)
    #expect(all[3...5].allSatisfy { $0.hasSuffix(" 30.0 row") })
    // And what a slowdown is planted in once more without.
    #expect(all[2].contains("--filter=^(?:floor|row)$") && !all[2].hasSuffix("row"))
    let arguments = [all[0], all[1], all[3], all[6], all[8]]
    #expect(arguments.allSatisfy { $0.contains("--quick") && $0.contains("--bar-budget=3.0") })
    // Of the others only rows of bars that the reference run holds.
    #expect(!arguments[0].contains("filter"))
    #expect(arguments.dropFirst().allSatisfy { $0.contains("--filter=^(?:floor|row)$") })
    let report = report(runs)
    #expect(report.falseMisses.isEmpty)
    #expect(report.found == (missed: 2, runs: 2))
    let page = report.markdown()
    #expect(page.matches(of: /\| too few runs \|/).count == 2)
    #expect(page.contains("| beside two busy threads | 1 | 2 | 1 | 0 | 1 | 0 |"))
    #expect(page.contains("S: far: row / floor | 1 | 1 |"))

    // What was measured isn't measured again.
    let rest = try await self.runs(calibration, after: Array(runs.prefix(3)))
    #expect(rest.map(\.number) == [3, 4])
  }

  @Test func `a bar that the reference holds and a run calls missed is told`() async throws {
    let fixture = try BenchFixture()
    let path = try suite(fixture, normal: [Self.bar(.held)], planted: [Self.bar(.uncertain)])
    let calibration = try calibration(path, runs: 1, planted: 1)
    let reference = try await runs(calibration)
    _ = try suite(fixture, normal: [Self.bar(.missed, ratio: 1.7)], planted: [])
    let rest = try self.calibration(path, runs: 1, planted: 0)
    let later = try await runs(rest, after: [reference[0]])
    let report = report([reference[0]] + later + [reference[2]])
    #expect(report.falseMisses.map(\.bar.promise) == ["S: near: row / floor"])
    #expect(report.found == (missed: 0, runs: 1))
    let page = report.markdown()
    #expect(page.matches(of: /\| NO \|/).count == 2)
    #expect(page.contains("- run 2, quiet: S: near: row / floor: 1.70 of 1.50"))
    #expect(page.contains("- run 3, planted: uncertain: S: near: row / floor: "))
  }

  @Test func `where a row by itself is far from its limit, the slowdown is planted in the next`()
    async throws
  {
    let fixture = try BenchFixture()
    func write(_ near: Double, _ nearest: Double) throws -> String {
      try suite(
        fixture,
        normal: [Self.bar(.held, ratio: near), Self.bar(.held, name: "nearest", ratio: nearest)],
        planted: [Self.bar(.missed, ratio: 1.8), Self.bar(.held, name: "nearest", ratio: 1.5)]
      )
    }
    let calibration = try calibration(write(1.4, 1.45), runs: 0, planted: 1)
    let reference = try await runs(calibration)[0]
    _ = try write(1.4, 1.1)
    let planted = try await runs(calibration, after: [reference])
    #expect(planted.map { $0.bars.map(\.name) } == [["near"]])
    #expect(planted.map { $0.bars.map(\.unplanted) } == [[1.4]])
    _ = try write(1.1, 1.1)
    let none = try await runs(calibration, after: [reference])
    #expect(none.map(\.bars) == [[]] && report([reference] + none).found == (missed: 0, runs: 0))
    #expect(none[0].failure?.contains("no row is near enough") == true)
  }

  @Test func `without a row that is near its limit nothing can be planted`() async throws {
    let fixture = try BenchFixture()
    let path = try suite(fixture, normal: [Self.bar(.held, ratio: 0.5)], planted: [])
    // The runs that are compared with the reference run are made all the same.
    let others = try await runs(calibration(path, runs: 2, planted: 2))
    #expect(others.map(\.kind) == [.reference, .quiet, .loaded])
    #expect(report(others).markdown().contains("No slowdown was planted: no row holds"))
    let error = await #expect(throws: SuiteError.self) {
      _ = try suite(fixture, normal: [Self.bar(.held)], planted: [])
      let options = ["--planted-row", "floor"]
      _ = try await runs(calibration(path, runs: 0, planted: 1, options))
    }
    #expect("\(try #require(error))".contains("--planted-row floor"))
  }
}
