import ExpectedErrors
import SuiteErrors
import Testing

@testable import BenchmarkHarness

struct SuiteArgumentsTests {
  @Test func `options take their values from the next word, or after a sign`() throws {
    let arguments = try SuiteArguments([
      "--filter", "-x=1", "--json=a=b.json", "--quick", "--rounds=7", "--bar-budget", "0.5",
    ])
    #expect(arguments.filter == "-x=1" && arguments.json == "a=b.json" && arguments.quick)
    #expect(arguments.rounds == 7 && arguments.effort.rounds == 7)
    #expect(arguments.effort.barBudgetNanoseconds == 500_000_000)
    #expect(!arguments.list && arguments.oneShot == nil)
  }

  @Test(arguments: [
    (["--fast"], "--fast: there is no such option; see --help"),
    (["row"], "row: there is no such option; see --help"),
    (["--json"], "--json: its value is missing; give --json TEXT"),
    (["--quick=yes"], "--quick=yes: it takes no value; give --quick alone"),
    (["--rounds", "many"], "--rounds many: it is no number; give a whole one"),
    (["--bar-budget", "soon"], "--bar-budget soon: it is no number; give seconds"),
    (["--iterations", "3"], "--iterations: it is for --serve; add that"),
    (
      ["--one-shot", "3", "--json", "x"],
      "--one-shot: it measures nothing to write; leave out --json"
    ),
  ])
  func `a wrong command line says what is wrong`(words: [String], text: String) {
    let error = #expect(throws: SuiteError.self) { try SuiteArguments(words) }
    #expect(error?.description == text)
  }

  @Test(.expectedErrors) @MainActor
  func `a wrong command line ends with 64, and help is no error`() async {
    #expect(await BenchmarkSuite("suite").status(["--fast"]) == 64)
    for option in ["--filter TEXT", "--quick", "--serve", "--bar-budget SECONDS"] {
      #expect(SuiteArguments.help.contains("\n  \(option) "), "\(option)")
    }
    #expect(!SuiteArguments.help.contains("--no-filter-notes"))
  }
}
