import Testing

@testable import Counting

@Suite(.timeLimit(.minutes(30)))
struct StrippedCommandTests {
  @Test(
    arguments: [
      ("tool --version", "tool"), (" A=1 B_2=x/y exec ./tool", "./tool"),
      (".build/release/tool; tool", ".build/release/tool"), ("exec tool|cat", "tool"),
      ("tool|cat", "tool"), ("\"tool\" x", nil), ("$TOOL x", nil), ("(tool)", nil),
      ("A=$B tool", nil),
      ("A='1 2' tool", nil), ("if true; then x; fi", nil), ("to\\ol", nil), ("", nil), ("A=1", nil),
      ("~/tool", nil), ("tool$X", nil), ("exec", nil), ("t*", nil), ("tool() { x; }", nil),
    ] as [(String, String?)]
  )
  func `only a plain word names the program`(command: String, program: String?) {
    #expect(StrippedCommand.program(of: command).map { String(command[$0]) } == program)
  }

  @Test func `a message keeps what says why`() {
    let text = """
      ==7== Callgrind, a call-graph generating cache profiler
      ==7== Command: tool
      tool: no such file: x
      tool: try --help
      ==7== Collected : 4813
      """
    #expect(ValgrindMessage.reason(text) == "tool: no such file: x | tool: try --help")
    let reader = "==9== Warning\n--9-- debuginfo reader: ensure_valid failed:\n==9== I   refs: 1"
    #expect(ValgrindMessage.reason(reader).contains("strip --strip-debug"))
    #expect(ValgrindMessage.reason("==9== I   refs:      1\n") == "it says nothing")
  }

  @Test
  func `the environment is the same for directories of the same length, and longer in each layout`()
  {
    func variables(_ directory: String, _ layout: Int) -> [[UInt8]] {
      CountedEnvironment(directory: directory, layout: layout)
        .variables(inherited: ["PWD": "/x", "OLDPWD": "/y", "B": "2", "A": "1"])
    }
    let base = variables("/tmp/base", 1)
    let head = variables("/tmp/head", 1)
    #expect(base.map(\.count) == head.map(\.count))
    let texts = base.map { String(decoding: $0.dropLast(), as: UTF8.self) }
    #expect(
      texts.dropLast() == [
        "A=1", "B=2", "PYTHONHASHSEED=0", "SWIFT_DETERMINISTIC_HASHING=1", "PWD=/tmp/base",
      ]
    )
    let lengths = (0..<5).map { variables("/tmp/base", $0).map(\.count).reduce(0, +) }
    #expect(Set(lengths.map { $0 % 64 }).count == 5)
    #expect(lengths[4] - lengths[0] > 4096)
  }
}
