import BenchmarkHarness
import Foundation
import NativeViews
import NativeViewsCairo

extension BenchmarkSuite {
  /// Sizes of texts that are computed each time, and of texts that are known.
  mutating func addMeasuring() {
    addMeasuring(isKnown: false, floor: "measure-by-hand", atMost: 1.3)
    addMeasuring(isKnown: true, floor: "look-up", atMost: 2)
    add(
      Benchmark("measure-by-hand", kind: .floor) {
        guard let hand = HandPainted(labels: 1) else { throw NoLibraries() }
        return BenchmarkBody(
          state: 0.0,
          run: { sum, iterations in
            for iteration in 0..<iterations {
              sum += hand.measure(0, texts[iteration % texts.count])
            }
          },
          verify: { sum, _ in
            try VerificationError.check("measured", found: sum > 0 ? 1 : 0, expected: 1)
          }
        )
      }
    )
    add(
      Benchmark("look-up", kind: .floor) {
        let blocks = makeBlocks()
        let widths = [TextBlock: Double](uniqueKeysWithValues: blocks.map { ($0, 1) })
        return BenchmarkBody(
          state: 0.0,
          run: { sum, iterations in
            for iteration in 0..<iterations { sum += widths[blocks[iteration % blocks.count]] ?? 0 }
          },
          verify: { sum, iterations in
            try VerificationError.check("found", found: Int(sum), expected: iterations)
          }
        )
      }
    )
  }

  private mutating func addMeasuring(isKnown: Bool, floor: String, atMost limit: Double) {
    add(
      Benchmark(
        "measure",
        parameters: ["known": "\(isKnown)"],
        floors: [floor],
        bars: [Bar(isKnown ? "known text" : "unknown text", against: floor, atMost: limit)]
      ) {
        let fonts = try CairoFonts.bundled()
        let measurer = PangoTextMeasurer(fonts: fonts, cacheLimit: isKnown ? 1_000 : 2)
        let blocks = makeBlocks()
        let expected = blocks.map { PangoTextMeasurer(fonts: fonts).size(of: $0, width: 80).width }
        return BenchmarkBody(
          state: 0.0,
          run: { sum, iterations in
            for iteration in 0..<iterations {
              sum += measurer.size(of: blocks[iteration % blocks.count], width: 80).width
            }
          },
          verify: { _, _ in
            let found = blocks.map { measurer.size(of: $0, width: 80).width }
            try VerificationError.check("widths", found: found == expected ? 1 : 0, expected: 1)
          }
        )
      }
    )
  }
}

/// Texts as labels show them.
private func makeBlocks() -> [TextBlock] {
  texts.map { TextBlock(AttributedText(string: $0), font: .systemFont(ofSize: 13)) }
}
