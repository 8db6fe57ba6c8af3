import ProcessLaunching
import RegressionGate
import Statistics
import Testing

@testable import SuiteErrors
@testable import hamon

struct GateProgressTests {
  @Test func `benchmarks that fail for the same reason are one failure`() {
    let names = ["A", "B", "C", "D", "E", "F"]
    var builds = GateBuilds(names)
    for name in names where name != "B" {
      builds.fail(name, name == "F" ? "head: its own" : "head: shared")
    }
    builds.add(BenchmarkProgram("/head/B"), of: "B", .head)
    builds.add(BenchmarkProgram("/base/B"), of: "B", .base)
    let none = Sides<BenchmarkProgram?> { _ in nil }
    #expect(
      builds.subjects == [
        GateSubject(name: "A, C and 2 more", programs: none, failure: "head: shared"),
        GateSubject(
          name: "B",
          programs: Sides { BenchmarkProgram("/\($0.rawValue)/B") }
        ),
        GateSubject(name: "F", programs: none, failure: "head: its own"),
      ]
    )
    #expect(builds.hasFailed("A") && !builds.hasFailed("B"))
  }

  @Test func `where nobody watches a line is due once a minute, and none in the first`() {
    var pace = SlowPace()
    let start = ContinuousClock.now
    let due = (0...300).filter { pace.isDue(at: start + .seconds($0)) }
    #expect(due == [60, 120, 180, 240, 300])
  }
}
