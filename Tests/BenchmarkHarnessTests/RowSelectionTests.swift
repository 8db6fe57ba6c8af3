import SuiteErrors
import Testing

@testable import BenchmarkHarness

struct RowSelectionTests {
  private let suite = BenchmarkSuite([
    .counting(
      "dispatch",
      parameters: ["producers": 1, "state": "8B"],
      floors: ["mutex", "increment"]
    ),
    .counting(
      "dispatch",
      parameters: ["producers": 2, "state": "8B"],
      floors: ["mutex", "queue/producers=2"]
    ),
    .counting("mutex", parameters: ["producers": 1], kind: .peer),
    .counting("mutex", parameters: ["producers": 2], kind: .peer),
    .counting("queue", parameters: ["producers": 2], kind: .peer),
    .counting("increment", kind: .floor),
    .counting("alone"),
  ])

  @Test func `a row's name is that of the benchmark and its parameters in order`() {
    #expect(suite.benchmarks[0].rowName == "dispatch/producers=1/state=8B")
    #expect(suite.benchmarks[6].rowName == "alone")
  }

  @Test func `a floor is found by its name and the parameters both have`() throws {
    let selection = try RowSelection(suite: suite, filter: nil)
    #expect(
      selection.floors["dispatch/producers=1/state=8B"] == ["mutex/producers=1", "increment"]
    )
    #expect(
      selection.floors["dispatch/producers=2/state=8B"]
        == ["mutex/producers=2", "queue/producers=2"]
    )
  }

  @Test func `rows that are compared are in one group, in the order they were added`() throws {
    let groups = try RowSelection(suite: suite, filter: nil).groups.map { $0.map(\.rowName) }
    #expect(
      groups == [
        ["dispatch/producers=1/state=8B", "mutex/producers=1", "increment"],
        ["dispatch/producers=2/state=8B", "mutex/producers=2", "queue/producers=2"],
        ["alone"],
      ]
    )
  }

  @Test func `rows that share a floor are in one group`() throws {
    let suite = BenchmarkSuite([
      .counting("a", floors: ["x"]), .counting("b", floors: ["y"]), .counting("x"), .counting("y"),
      .counting("c", floors: ["x", "y"]),
    ])
    let groups = try RowSelection(suite: suite, filter: nil).groups.map { $0.map(\.rowName) }
    #expect(groups == [["a", "b", "x", "y", "c"]])
  }

  @Test func `highlights are the rows that they name, and leave the floors of these out`() throws {
    var suite = suite
    #expect(suite.highlightedRows == nil)
    suite.highlight(
      "a dispatch",
      row: "dispatch/producers=1/state=8B",
      comparedWith: ["mutex/producers=1": "a mutex", "gone": "nothing"]
    )
    let shown = try #require(suite.highlightedRows)
    let selection = try RowSelection(suite: suite, filter: nil, of: shown)
    #expect(
      selection.benchmarks.map(\.rowName) == ["dispatch/producers=1/state=8B", "mutex/producers=1"]
    )
    #expect(selection.floors["dispatch/producers=1/state=8B"] == ["mutex/producers=1"])
    #expect(selection.omittedFloors.isEmpty)
    #expect(throws: SuiteError.self) {
      try RowSelection(suite: suite, filter: "alone", of: shown)
    }
  }

  @Test func `a filter may match any part of a name, and leaves out floors`() throws {
    let selection = try RowSelection(suite: suite, filter: "producers=2.*8B|^mutex.*2$")
    #expect(
      selection.benchmarks.map(\.rowName) == ["dispatch/producers=2/state=8B", "mutex/producers=2"]
    )
    #expect(selection.floors["dispatch/producers=2/state=8B"] == ["mutex/producers=2"])
    #expect(
      selection.omittedFloors == ["dispatch/producers=2/state=8B": ["queue/producers=2"]]
    )
  }

  @Test func `a filter that matches nothing names the rows there are`() {
    #expect {
      try RowSelection(suite: suite, filter: "nothing")
    } throws: { error in
      "\(error)".contains("--filter nothing") && "\(error)".contains("mutex/producers=1")
    }
  }

  @Test func `a malformed filter, an unknown floor and a name used twice are errors`() {
    #expect(throws: SuiteError.invalidPattern("--filter", "(")) {
      try RowSelection(suite: suite, filter: "(")
    }
    #expect(
      throws: SuiteError(
        "row a",
        "its floor flor is no other row's name",
        remedy: "use one of these:\n  floor"
      )
    ) {
      try RowSelection(
        suite: BenchmarkSuite([.counting("a", floors: ["flor"]), .counting("floor")]),
        filter: nil
      )
    }
    #expect(
      throws: SuiteError(
        "row a",
        "two benchmarks have this name",
        remedy: "give them different names or parameters"
      )
    ) {
      try RowSelection(suite: BenchmarkSuite([.counting("a"), .counting("a")]), filter: nil)
    }
    #expect(
      throws: SuiteError("suite fixture", "it has no benchmarks", remedy: "add one before main()")
    ) {
      try RowSelection(suite: BenchmarkSuite([]), filter: nil)
    }
  }

  @Test func `an unknown floor is found though the filter leaves its row out`() {
    let suite = BenchmarkSuite([.counting("a", floors: ["flor"]), .counting("b")])
    #expect(throws: SuiteError.self) { try RowSelection(suite: suite, filter: "b") }
  }
}
