import Testing

@testable import ExactCounts

@Suite struct CallgrindProfileTests {
  @Test func `calls are summed over all callers, and recursion is the function itself`() throws {
    let text = """
      # callgrind format
      events: Ir
      summary: 162010237

      fn=(1) main
      10 5
      cfn=(2) malloc
      calls=3 0
      10 300
      cfi=(7) ./malloc.c
      cfn=(3) swift_release
      calls=1 0
      12 40

      fn=(3)
      20 8
      cfn=(4) swift_release'2
      calls=7 0
      20 90
      cfn=(2)
      calls=2 0
      21 100
      cfn=(5) operator'(char)
      calls=1 0
      totals: 162010237
      """
    let profile = try #require(CallgrindProfile(text[...]))
    #expect(profile.instructions == 162_010_237)
    #expect(profile.calls == ["malloc": 5, "swift_release": 8, "operator'(char)": 1])
    #expect(profile.calls(of: ["malloc", "calloc", "swift_release"]) == 13)
  }

  @Test func `a profile without a total is none`() {
    #expect(CallgrindProfile("# callgrind format\nevents: Ir\n"[...]) == nil)
    #expect(CallgrindProfile(""[...]) == nil)
  }
}
