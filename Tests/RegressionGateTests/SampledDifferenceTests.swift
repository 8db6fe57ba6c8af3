import CostAttribution
import Testing

@testable import RegressionGate

@Suite(.timeLimit(.minutes(10)))
struct SampledDifferenceTests {
  private let text = """
    object 1000 2000 3000 /tmp/a program
    object 7f0000000000 7f0000001000 7f0000002000 /usr/lib/libc.so.6
    stack 3 2010 2100
    stack 1 7f0000001010 2101
    wait 7 7f0000001020 2110
    looks 40
    samples 250000 2

    """

  @Test func `stacks are read with the objects that their addresses are of`() throws {
    let stacks = try #require(SampledStacks(text))
    #expect(stacks.period == 250_000 && stacks.lost == 2)
    #expect(stacks.stacks.map(\.count) == [3, 1])
    #expect(stacks.waits == [SampledStacks.Stack(count: 7, addresses: [0x7f00_0000_1020, 0x2110])])
    #expect(stacks.looks == 40)
    #expect(stacks.object(of: 0x2010)?.path == "/tmp/a program")
    #expect(stacks.object(of: 0x2010)?.shift == 0x1000)
    #expect(stacks.object(of: 0x3000) == nil)
    // One that was cut off is none.
    #expect(SampledStacks(String(text.dropLast(20))) == nil)
  }

  @Test func `an object that is no file has addresses for names`() async throws {
    let stacks = try #require(
      SampledStacks(
        """
        object 7000 7000 9000 linux-vdso.so.1
        stack 3 7010
        wait 1 7020 8000
        samples 250000 0

        """
      )
    )
    var names = StackNames(try Symbolizer())
    try await names.find(stacks)
    let function = try #require(names.function(of: stacks.stacks[0], in: stacks))
    #expect(!function.isWritten && function.text.contains("0x10"))
    #expect(names.function(of: stacks.waits[0], in: stacks)?.text.contains("0x20") == true)
  }

  private func difference(
    _ pairs: [(base: [String: Double], head: [String: Double])],
    hasWaiting: Bool = true,
    waiting: [String: Double] = [:],
    rest: Double = 0
  ) -> SampledDifference {
    SampledDifference(
      pairs: pairs.map { base, head in
        (
          SampledTimes(wall: base.values.reduce(0, +), running: base),
          SampledTimes(
            wall: (Array(head.values) + Array(waiting.values)).reduce(rest, +),
            running: head,
            waiting: waiting
          )
        )
      },
      hasWaiting: hasWaiting,
      samples: 1000,
      lost: 0
    )
  }

  /// Small differences that are not the same in each pair.
  private func noise(_ pair: Int) -> Double { Double(pair * 7 % 5) - 2 }

  @Test func `the function that certainly takes longer is told, and none that scatters as much`() {
    let found = difference(
      (0..<8).map { pair in
        (
          ["get": 100 + noise(pair), "put": 50 + 10 * noise(pair), "same": 30],
          ["get": 140 + noise(pair + 3), "put": 52 + 10 * noise(pair + 2), "same": 30]
        )
      }
    )
    #expect(found.parts.map(\.function) == ["get"])
    #expect(abs((found.parts.first?.difference ?? 0) - 40) < 2)
    #expect(found.sentences.first?.hasPrefix("`get` +") == true)
  }

  @Test func `time in which nothing ran is waiting, but not with several threads`() {
    let pairs = (0..<8).map { pair in
      (["get": 100 + noise(pair)], ["get": 100 + noise(pair + 1)])
    }
    let found = difference(pairs, rest: 80)
    #expect(found.parts.map(\.function) == [nil])
    #expect(found.sentences.first?.hasPrefix("waiting, in which nothing ran,") == true)
    let concurrent = difference(pairs, hasWaiting: false, rest: 80)
    #expect(concurrent.parts.isEmpty)
    #expect(concurrent.sentences.first?.contains("no function certainly") == true)
  }

  @Test func `the function that waits is told beside the one that runs`() {
    let pairs = (0..<8).map { pair in
      (["get": 100 + noise(pair)], ["get": 130 + noise(pair + 1)])
    }
    let found = difference(pairs, waiting: ["get": 60, "put": 1])
    #expect(found.parts.map(\.function) == ["get", "get"])
    #expect(found.parts.map(\.isWaiting) == [true, false])
    #expect(found.sentences.first?.hasPrefix("waiting in `get` +60.0 ns an operation") == true)
    let other = difference(pairs.map { ($0.0, ["get": 40]) }, waiting: ["get": 160])
    #expect(other.sentences.first?.hasSuffix("more than all of the increase") == true)
    // Of several threads one was looked at.
    #expect(
      difference(pairs, hasWaiting: false, waiting: ["get": 60]).parts.map(\.isWaiting) == [false]
    )
  }

  @Test func `where only waiting could be sampled, that is said, and nothing of what ran`() throws {
    let text = text.replacing(
      "samples 250000 2",
      with: "refused perf_event_open: no\nsamples 250000 2"
    )
    #expect(try #require(SampledStacks(text)).refusal == "perf_event_open: no")
    let pairs = (0..<8).map { pair in
      let waits = ["get": 60 + noise(pair + 1)]
      return (
        SampledTimes(wall: 100 + noise(pair)), SampledTimes(wall: 180 + noise(pair), waiting: waits)
      )
    }
    let found = SampledDifference(
      pairs: pairs,
      hasWaiting: true,
      samples: 1000,
      lost: 0,
      refusal: "perf_event_open: no"
    )
    #expect(found.parts.map(\.function) == ["get"])
    #expect(
      found.sentences.last == "only waiting was sampled, and nothing that runs: perf_event_open: no"
    )
  }

  @Test func `lost samples are told where they matter`() {
    func sentences(lost: Int) -> [String] {
      let times = SampledTimes(wall: 100, running: ["get": 100])
      return SampledDifference(
        pairs: [(times, times), (times, times)],
        hasWaiting: true,
        samples: 1000,
        lost: lost
      ).sentences
    }
    #expect(sentences(lost: 10).count == 1)
    #expect(sentences(lost: 250).last?.hasPrefix("250 of 1250 samples were lost") == true)
  }

  @Test func `what got shorter is told where the row did`() {
    let found = difference(
      (0..<8).map { pair in
        (["get": 140 + noise(pair), "put": 20], ["get": 100 + noise(pair + 3), "put": 24])
      }
    )
    #expect(found.difference < 0)
    #expect(found.parts.map(\.function) == ["get"])
  }

  @Test(arguments: [(1, 12.706), (2, 4.303), (3, 3.182), (7, 2.365), (30, 2.042)])
  func `the t distribution is that of the tables`(freedom: Int, expected: Double) {
    #expect(abs(StudentT.quantile975(freedom) - expected) < 0.015)
  }
}
