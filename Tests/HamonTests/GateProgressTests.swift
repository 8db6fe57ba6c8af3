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
    for side in Side.allCases {
      var built = BuiltPrograms(paths: ["B": "/\(side.rawValue)/B"])
      for name in names where name != "B" && side == .head {
        built.errors[name] = name == "F" ? "its own" : "shared"
      }
      let sources = SideSources(side: side, commit: "", tree: "", root: "/\(side.rawValue)")
      builds.add(built, of: sources, failure: "no")
    }
    let none = Sides<BenchmarkProgram?> { _ in nil }
    #expect(
      builds.subjects == [
        GateSubject(name: "A, C and 2 more", programs: none, failure: "head: no: shared"),
        GateSubject(
          name: "B",
          programs: Sides { BenchmarkProgram("/\($0.rawValue)/B", in: "/\($0.rawValue)") }
        ),
        GateSubject(name: "F", programs: none, failure: "head: no: its own"),
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
