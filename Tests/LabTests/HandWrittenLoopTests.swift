import BenchmarkHarness
import Testing

@testable import HandWrittenLoops

/// Loops by hand beside floors and peers.
@MainActor
@Suite(.timeLimit(.minutes(30)))
struct HandWrittenLoopTests {
  private func peer(
    _ name: String,
    size: Int,
    form: String = "a"
  )
    -> Benchmark
  {
    Benchmark(name, parameters: ["form": form, "size": size], kind: .peer) {
      BenchmarkBody(
        state: 0,
        run: { sum, iterations in
          for _ in 0..<iterations {
            sum += 1
            blackHole(sum)
          }
        },
        verify: { sum, iterations in
          try VerificationError.check("sum", found: sum, expected: iterations)
        }
      )
    }
  }

  private func lines(
    _ loops: HandWrittenLoops,
    beside suite: BenchmarkSuite
  ) async -> (isRight: Bool, lines: [String]) {
    var lines: [String] = []
    let isRight = await loops.run(beside: suite) { lines.append($0) }
    return (isRight, lines)
  }

  @Test func `rows that differ in numbers only are covered by one loop`() async throws {
    var suite = BenchmarkSuite("S")
    suite.add(peer("one", size: 1))
    suite.add(peer("one", size: 10))
    suite.add(peer("one", size: 1, form: "b"))
    suite.add(peer("other", size: 1))
    var loops = HandWrittenLoops()
    loops.add("one/form=a/size=10") { { for index in 0..<$0 { blackHole(index) } } }
    loops.addNone("other/form=a/size=1", because: "it is C")
    #expect(loops.rowsWithout(in: suite) == ["one/form=b/size=1"])
    let (isRight, lines) = await lines(loops, beside: suite)
    #expect(isRight)
    #expect(
      lines.prefix(2) == [
        "without a loop by hand: one/form=b/size=1",
        "none by hand, because it is C: other/form=a/size=1",
      ]
    )
    #expect(lines.count == 3)
    #expect(lines.last?.hasSuffix(" iterations 3 times by hand: one/form=a/size=10") == true)
  }

  @Test func `a wrong answer ends the counts`() async throws {
    var suite = BenchmarkSuite("S")
    suite.add(
      Benchmark("wrong", kind: .floor) {
        BenchmarkBody(
          run: { for index in 0..<$0 { blackHole(index) } },
          verify: { _ in throw VerificationError("sum", expected: "1", found: "2") }
        )
      }
    )
    var loops = HandWrittenLoops()
    loops.add("wrong") { { for index in 0..<$0 { blackHole(index) } } }
    let (isRight, lines) = await lines(loops, beside: suite)
    #expect(!isRight)
    #expect(lines == ["failed: wrong: wrong sum: expected 1, found 2"])
  }
}
