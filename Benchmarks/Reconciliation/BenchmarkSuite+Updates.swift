import BenchmarkHarness
import Foundation
import KatanaUI
import KatanaUIMiniature

extension Change {
  /// The promises of an update, beside that it is linear.
  func bars(_ form: Form, size: Int) -> [Bar] {
    guard form != .array else { return [] }
    switch (self, form, size) {
    case (.one, .foreach, 1000): return [Bar("one of 1,000", medianAtMost: .microseconds(5))]
    case (.one, .entities, 1000):
      return [Bar("one of 1,000 entities", over: "dispatch", atMost: .nanoseconds(500))]
    case (.one, .entities, 100_000):
      return [
        // Any of so many is in no cache.
        Bar(
          "one of 100,000 entities",
          over: "dispatch",
          atMost: .nanoseconds(500),
          calibratedBy: .missingLoad
        ),
        Bar(
          "one of 100,000 as of 1,000",
          against: "update/change=one/form=entities/size=1000",
          atMost: 1.2
        ),
      ]
    case (.swap, .foreach, 1000): return [Bar("swap in 1,000", medianAtMost: .microseconds(60))]
    default: return []
    }
  }
}

extension BenchmarkSuite {
  /// One list brought to the other; an iteration is one update and its commit.
  mutating func addUpdate(_ change: Change, _ form: Form, size: Int, bars: [Bar]) {
    let floors = form == .entities ? ["dispatch"] : ["hash", "dictionary", "identity", "equal"]
    add(
      Benchmark(
        "update",
        parameters: ["change": change.rawValue, "form": form.rawValue, "size": size],
        floors: floors,
        bars: bars
      ) {
        let list = ShownList(form, change, size: size)
        let before = list.stage.renderer.counts
        return BenchmarkBody(
          run: { iterations in for _ in 0..<iterations { list.step() } },
          verify: { iterations in
            try VerificationError.check("steps", found: list.steps, expected: iterations)
            var expected = Work()
            expected.add(change.work(size, isBack: false), times: (iterations + 1) / 2)
            expected.add(change.work(size, isBack: true), times: iterations / 2)
            // The table itself is updated each time.
            if form == .array { expected.updated += iterations }
            let work = list.stage.work(since: before)
            try VerificationError.check("work", found: work, expected: expected)
            let texts = list.expectedTexts
            try VerificationError.check("texts", found: list.stage.texts, expected: texts)
          }
        )
      }
    )
    guard form == .array, size <= (change.isQuadraticInOriginal ? 1000 : 10_000) else { return }
    add(
      Benchmark(
        "original",
        parameters: ["change": change.rawValue, "size": size],
        kind: .peer
      ) {
        let lists = change.lists(size)
        let stage = OriginalStage(lists.old)
        return BenchmarkBody(
          run: { iterations in
            for _ in 0..<iterations { stage.update(stage.steps & 1 == 1 ? lists.old : lists.new) }
          },
          verify: { iterations in
            let shown = (iterations & 1 == 1 ? lists.new : lists.old).map(\.text)
            // What comes back is shown in front of all others.
            try VerificationError.check(
              "texts",
              found: change == .remove ? stage.texts.sorted() : stage.texts,
              expected: change == .remove ? shown.sorted() : shown
            )
          }
        )
      }
    )
  }
}
