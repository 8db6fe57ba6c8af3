import Testing

@testable import SampleAnalysis

@Suite struct StackTextTests {
  private func shown(_ names: String, depth: Int = 5) -> String {
    StackText.shown(names.split(separator: " ").map(String.init), depth: depth)
  }

  @Test func `recursion is shown once, with how often`() {
    #expect(shown("spin deep deep deep main") == "spin < deep (3x) < main")
    #expect(shown("a b a b a main") == "(a < b) (2x) < a < main")
    #expect(shown("a b c") == "a < b < c")
    #expect(shown("") == "")
  }

  @Test func `what is beyond the shown depth is hinted at`() {
    #expect(shown("a b c d e f") == "a < b < c < d < e < ...")
    #expect(shown("a a a a a a b c d e", depth: 5) == "a (6x) < b < c < d < e")
  }
}
