import ArgumentParser
import BenchmarkResults
import Foundation
import ProcessLaunching
import Testing

@testable import hamon

/// Bars that one start of a program misses, with scripts for benchmarks: their results are given.
@Suite(.timeLimit(.minutes(30)))
struct FurtherStartsTests {
  /// What a program's bars are after all starts that it takes.
  private struct Judged {
    let bars: [BarResult]
    /// With what it was started each time.
    let starts: [Substring]
    let error: String?
  }

  /// Starts a script as often as its bars ask for.
  ///
  /// - Parameters:
  ///   - measured: The bars that each of its starts gives; one beyond them fails.
  ///   - clock: Whose time its rows are told in.
  /// - Returns: What all starts together say.
  /// - Throws: What writing the script throws.
  private func judge(_ measured: [String]..., clock: String = "thread") async throws -> Judged {
    let fixture = try BenchFixture()
    for (place, bars) in measured.enumerated() {
      try fixture.write(BarCalibrationTests.result(bars, clock: clock), to: "result-\(place + 1)")
    }
    try fixture.writeScript(
      """
      echo "$@" >> '\(fixture.path)/arguments'
      cp "\(fixture.path)/result-$(($(wc -l < '\(fixture.path)/arguments')))" "${1#--json=}"
      """,
      to: "suite"
    )
    let run = BenchRun(try BenchCommand.parse(["--quick"]))
    let path = "\(fixture.path)/suite"
    let resultPath = "\(fixture.path)/result.json"
    var results = ResultCollection()
    let (program, error) = await run.measure(
      BenchmarkProgram(path),
      resultPath: resultPath,
      in: &results
    )
    await run.measureMissesAtLast(of: [program], in: &results)
    return Judged(
      bars: results.suites.flatMap { $0.bars ?? [] },
      starts: try fixture.text("arguments").split(separator: "\n"),
      error: error.map { "\($0)" }
    )
  }

  private static func missed(_ ratio: Double) -> [String] {
    [BarCalibrationTests.bar(.missed, ratio: ratio)]
  }

  private static func held(_ ratio: Double) -> [String] {
    [BarCalibrationTests.bar(.held, ratio: ratio)]
  }

  @Test func `a bar that another start of the program holds can't be told`() async throws {
    let judged = try await judge(
      Self.missed(1.8) + [BarCalibrationTests.bar(.held, name: "other")],
      Self.held(1.41)
    )
    #expect(judged.bars.map(\.verdict) == [.uncertain, .held])
    #expect(
      judged.bars[0].reason
        == "this start of the program misses it, and another one measured 0.94 times the limit"
    )
    #expect(judged.bars[0].ratio == 1.8)
    #expect(judged.error == nil)
    #expect(judged.starts.count == 2)
    #expect(
      judged.starts.last?.hasSuffix("--filter=^(?:floor|row)$ --quick --no-filter-notes") == true
    )
  }

  @Test func `nor can one that only the last start holds`() async throws {
    let judged = try await judge(Self.missed(1.8), Self.missed(1.7), Self.held(1.2))
    #expect(judged.bars.map(\.verdict) == [.uncertain])
    #expect(judged.bars[0].reason?.hasSuffix("another one measured 0.8 times the limit") == true)
    #expect(judged.bars[0].ratio == 1.8)
    #expect(judged.starts.count == 3)
    #expect(judged.starts[1] == judged.starts[2])
  }

  @Test func `a program's last start tells of its own bars only`() async throws {
    let fixture = try BenchFixture()
    var results = ResultCollection()
    var programs: [BenchRun.FinishedProgram] = []
    let run = BenchRun(try BenchCommand.parse(["--quick"]))
    for (name, last) in [("one", Self.held(1)), ("two", Self.missed(1.6))] {
      try fixture.write(BarCalibrationTests.result(Self.missed(1.8)), to: "\(name).json")
      try fixture.write(BarCalibrationTests.result(last), to: "\(name)-last")
      try fixture.writeScript("cp \"$0-last\" \"${1#--json=}\"", to: name)
      let path = "\(fixture.path)/\(name)"
      let first = results.suites.count
      results.append(try ResultCollection.read("\(path).json"))
      programs.append(
        BenchRun.FinishedProgram(
          program: BenchmarkProgram(path),
          resultPath: "\(path)-result",
          suites: first..<results.suites.count,
          place: nil
        )
      )
    }
    await run.measureMissesAtLast(of: programs, in: &results)
    #expect(results.suites.map { $0.bars?.map(\.verdict) } == [[.uncertain], [.missed]])
  }

  /// A script that has a link command beside it, as SwiftPM leaves one: it misses its bar, and what is linked does not.
  private func movable(_ fixture: BenchFixture, linker: String) throws -> String {
    let root = URL(filePath: fixture.path).resolvingSymlinksInPath().path
    func script(_ result: String) -> String {
      """
      echo "$0 $@" >> '\(root)/arguments'
      [ -e "$(dirname "$0")/neighbour" ] || exit 1
      cat > "${1#--json=}" <<'END'
      \(result)
      END
      """
    }
    func bar(_ verdict: BarVerdict, _ ratio: Double) -> String {
      BarCalibrationTests.bar(verdict, ratio: ratio)
    }
    try fixture.writeScript(
      script(BarCalibrationTests.result([bar(.missed, 1.8)])),
      to: "triple/release/suite"
    )
    try fixture.writeScript(
      script(BarCalibrationTests.result([bar(.held, 1.41)])),
      to: "moved"
    )
    try fixture.write("", to: "triple/release/neighbour")
    try fixture.writeScript(linker, to: "linker")
    try fixture.writeScript("", to: "clang")
    let suite = "\(root)/triple/release/suite"
    let words = ["\(root)/linker", "-emit-executable", "-o", suite, "@objects"]
    try fixture.write(
      "    args: [\(words.map { "\"\($0)\"" }.joined(separator: ","))]\n",
      to: "release.yaml"
    )
    return suite
  }

  private func measure(_ fixture: BenchFixture, _ suite: String) async throws -> BarResult {
    let run = BenchRun(try BenchCommand.parse(["--quick"]))
    var results = ResultCollection()
    let (_, error) = await run.measure(
      BenchmarkProgram(suite),
      resultPath: "\(fixture.path)/result.json",
      in: &results
    )
    #expect(error == nil)
    #expect(!FileManager.default.fileExists(atPath: "\(fixture.path)/result.json.moved"))
    return try #require(results.suites.first?.bars?.first)
  }

  @Test func `the other start has its code elsewhere, and all that lies beside the program`()
    async throws
  {
    let fixture = try BenchFixture()
    let suite = try movable(
      fixture,
      linker: """
        echo "$@" >> "$(dirname "$0")/linked"
        while [ $# -gt 0 ]; do
          if [ "$1" = -o ]; then cp "$(dirname "$0")/moved" "$2"; fi
          shift
        done
        """
    )
    let bar = try await measure(fixture, suite)
    #expect(bar.verdict == .uncertain)
    #expect(
      bar.reason
        == "this start of the program misses it, and another one, with its code 32 bytes further on, "
        + "measured 0.94 times the limit"
    )
    #expect(try fixture.text("linked").contains("--undefined=hamon_gate_padding"))
    let starts = try fixture.text("arguments").split(separator: "\n")
    #expect(starts.count == 2)
    #expect(starts.last?.split(separator: " ").first?.hasSuffix(".moved/suite") == true)
  }

  @Test func `where it can't be linked anew the same program is started again`() async throws {
    let fixture = try BenchFixture()
    let suite = try movable(fixture, linker: "exit 1")
    #expect(try await measure(fixture, suite).verdict == .missed)
    let starts = try fixture.text("arguments").split(separator: "\n")
    #expect(starts.map { $0.split(separator: " ")[0] } == [Substring(suite), Substring(suite)])
  }

  @Test func `three starts that agree miss it`() async throws {
    let judged = try await judge(Self.missed(1.8), Self.missed(1.7), Self.missed(1.75))
    #expect(judged.bars.map(\.verdict) == [.missed])
    #expect(judged.bars[0].reason == nil)
    #expect(judged.starts.count == 3)
  }

  @Test func `what no start differs by is missed at once`() async throws {
    let judged = try await judge(Self.missed(2.3))
    #expect(judged.bars.map(\.verdict) == [.missed])
    #expect(judged.starts.count == 1)
  }

  @Test func `how threads meet may differ by anything`() async throws {
    let judged = try await judge(Self.missed(4), Self.held(0.9), clock: "process")
    #expect(judged.bars.map(\.verdict) == [.uncertain])
    #expect(judged.starts.count == 2)
  }

  @Test func `where the other starts fail the first one stands`() async throws {
    let judged = try await judge(Self.missed(1.8))
    #expect(judged.bars.map(\.verdict) == [.missed])
    #expect(judged.error == nil)
    #expect(judged.starts.count == 3)
  }
}
