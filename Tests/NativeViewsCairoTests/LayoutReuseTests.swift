import Foundation
import NativeViews
import SeededRandom
import Testing

@testable import NativeViewsCairo

@Suite
struct `Layouts that are filled anew` {
  /// The first seed once made a paragraph that had no room at first, and wasn't broken when it had.
  @Test(arguments: [11_022_911_238_494_556_541, RandomHistories.seed])
  func `a text has the lines, the size and the ink that a layout of its own gives it`(
    seed: UInt64
  ) throws {
    var random = SplitMix64(seed: seed)
    let context = try CairoFonts.bundled(unless: nil).makeContext()
    let reused = TextLayout(in: context)
    let texts = ["Text", "jumping fox over fjords", "WAVE\nÅgj", "", "a b\n\nc", "שלום עולם"]
    for round in 0..<1_000 {
      let block = TextBlock(
        AttributedText(string: texts[Int.random(in: texts.indices, using: &random)]),
        font: Font(
          size: .random(in: 6...30, using: &random),
          isItalic: Bool.random(using: &random)
        ),
        alignment: TextBlock.Alignment.allCases.randomElement(using: &random) ?? .left,
        lineBreak: TextBlock.LineBreak.allCases.randomElement(using: &random) ?? .byWordWrapping,
        maximumLines: Int.random(in: 0...3, using: &random)
      )
      let new = TextLayout(in: context)
      for layout in [reused, new] { layout.set(block) }
      // Within another area too, as a view that is resized has it.
      for _ in 0..<Int.random(in: 1...2, using: &random) {
        let (width, height) = (
          Double.random(in: 0...150, using: &random), Double.random(in: 0...80, using: &random)
        )
        let last = TextLayout(in: context)
        last.set(block)
        for layout in [reused, new, last] { layout.fit(width: width, height: height) }
        let results = [reused, new, last].map { ($0.lineCount, $0.size, $0.ink) }
        guard results.dropLast().allSatisfy({ $0 == results[2] }) else {
          Issue.record("seed \(seed), round \(round): \(results) of \(block) in \(width)x\(height)")
          return
        }
      }
    }
  }
}
