import BenchmarkResults
import Foundation
import Testing

@testable import hamon

/// Bars that one start of a program misses, with scripts for benchmarks: their results are given.
@Suite(.timeLimit(.minutes(10)))
struct SecondStartTests {
  /// What a script measures at first, and with a filter; `nil` where it fails then.
  private func bars(
    _ first: [String],
    again second: [String]?,
    clock: String = "thread"
  ) async throws -> (bars: [BarResult], starts: [Substring], error: String?) {
    let fixture = try BenchFixture()
    try fixture.writeScript(
      """
      echo "$@" >> '\(fixture.path)/arguments'
      case "$*" in
      *--filter=*) \(second == nil ? "exit 1" : "cat > \"${1#--json=}\" <<'END'")
      \(second.map { BarCalibrationTests.result($0) + "\nEND" } ?? "")
      ;;
      *) cat > "${1#--json=}" <<'END'
      \(BarCalibrationTests.result(first, clock: clock))
      END
      ;;
      esac
      """,
      to: "suite"
    )
    let run = BenchRun(executables: [], filter: nil, isQuick: true, jsonPath: nil)
    let outcome = await run.measure(
      "\(fixture.path)/suite",
      resultPath: "\(fixture.path)/result.json"
    )
    return (
      outcome.results.suites.flatMap { $0.bars ?? [] },
      try fixture.text("arguments").split(separator: "\n"), outcome.error.map { "\($0)" }
    )
  }

  @Test func `a bar that another start of the program holds can't be told`() async throws {
    let outcome = try await bars(
      [
        BarCalibrationTests.bar(.missed, ratio: 1.8),
        BarCalibrationTests.bar(.held, name: "other"),
      ],
      again: [BarCalibrationTests.bar(.held, ratio: 1.41)]
    )
    #expect(outcome.bars.map(\.verdict) == [.uncertain, .held])
    #expect(
      outcome.bars[0].reason
        == "this start of the program misses it, and another one measured 0.94 times the limit"
    )
    #expect(outcome.bars[0].ratio == 1.8)
    #expect(outcome.error == nil)
    #expect(outcome.starts.count == 2)
    #expect(
      outcome.starts.last?.hasSuffix("--filter=^(?:floor|row)$ --quick --no-filter-notes") == true
    )
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
    let run = BenchRun(executables: [], filter: nil, isQuick: true, jsonPath: nil)
    let outcome = await run.measure(suite, resultPath: "\(fixture.path)/result.json")
    #expect(outcome.error == nil)
    #expect(!FileManager.default.fileExists(atPath: "\(fixture.path)/result.json.moved"))
    return try #require(outcome.results.suites.first?.bars?.first)
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

  @Test func `two starts that agree miss it`() async throws {
    let bar = BarCalibrationTests.bar(.missed, ratio: 1.8)
    let outcome = try await bars([bar], again: [BarCalibrationTests.bar(.missed, ratio: 1.7)])
    #expect(outcome.bars.map(\.verdict) == [.missed])
    #expect(outcome.bars[0].reason == nil)
    #expect(outcome.starts.count == 2)
  }

  @Test func `what no start differs by is missed at once`() async throws {
    let outcome = try await bars([BarCalibrationTests.bar(.missed, ratio: 2.3)], again: nil)
    #expect(outcome.bars.map(\.verdict) == [.missed])
    #expect(outcome.starts.count == 1)
  }

  @Test func `how threads meet may differ by anything`() async throws {
    let outcome = try await bars(
      [BarCalibrationTests.bar(.missed, ratio: 4)],
      again: [BarCalibrationTests.bar(.held, ratio: 0.9)],
      clock: "process"
    )
    #expect(outcome.bars.map(\.verdict) == [.uncertain])
    #expect(outcome.starts.count == 2)
  }

  @Test func `where the other start fails the first one stands`() async throws {
    let outcome = try await bars([BarCalibrationTests.bar(.missed, ratio: 1.8)], again: nil)
    #expect(outcome.bars.map(\.verdict) == [.missed])
    #expect(outcome.error == nil)
    #expect(outcome.starts.count == 2)
  }
}
