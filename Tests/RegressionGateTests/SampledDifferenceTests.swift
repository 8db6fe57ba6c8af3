import Statistics
import Testing

@testable import RegressionGate

@Suite(.timeLimit(.minutes(30)))
struct SampledDifferenceTests {
  private func difference(
    _ pairs: [(base: [String: Double], head: [String: Double])],
    hasWaiting: Bool = true,
    waiting: [String: Double] = [:],
    rest: Double = 0
  ) -> SampledDifference {
    SampledDifference(
      pairs: pairs.map { base, head in
        Sides(
          base: SampledTimes(wall: base.values.reduce(0, +), running: base),
          head: SampledTimes(
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

  @Test func `where timers have sampled, that is said`() {
    let times = SampledTimes(wall: 100, running: ["get": 100])
    let found = SampledDifference(
      pairs: Array(repeating: Sides(base: times, head: times), count: 2),
      hasWaiting: true,
      samples: 1000,
      lost: 0,
      timersReason: "perf_event_open is forbidden"
    )
    #expect(
      found.sentences.last
        == "sampled by timers, which see less: perf_event_open is forbidden"
    )
  }

  @Test func `lost samples are told where they matter`() {
    func sentences(lost: Int) -> [String] {
      let times = SampledTimes(wall: 100, running: ["get": 100])
      return SampledDifference(
        pairs: Array(repeating: Sides(base: times, head: times), count: 2),
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
}
