import BenchmarkResults
import Testing

@testable import hamon

/// Bars that one start of a program misses, with scripts for benchmarks: their results are given.
@Suite(.timeLimit(.minutes(10)))
struct SecondStartTests {
  /// What a script measures at first, and with a filter; `nil` where it fails then.
  private func bars(
    _ first: [String],
    again second: [String]?
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
      \(BarCalibrationTests.result(first))
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

  @Test func `where the other start fails the first one stands`() async throws {
    let outcome = try await bars([BarCalibrationTests.bar(.missed, ratio: 1.8)], again: nil)
    #expect(outcome.bars.map(\.verdict) == [.missed])
    #expect(outcome.error == nil)
    #expect(outcome.starts.count == 2)
  }
}
