import Foundation
import SeededRandom
import Testing

@testable import NativeViews
@testable import NativeViewsCairo

@Suite
struct `Places of letters in a line` {
  private let measurer: PangoTextMeasurer

  init() throws { measurer = try PangoTextMeasurer() }

  private func line(_ text: String) -> LineGeometry {
    measurer.line(TextBlock(AttributedText(string: text)))
  }

  /// Places of carets from left to right, as an arrow comes to them.
  private func steps(in line: LineGeometry) -> [CaretPlace] {
    var place = line.place(at: -1)
    var steps = [place]
    while let next = line.place(beside: place, toRight: true), steps.count < 1_000 {
      place = next
      steps.append(place)
    }
    return steps
  }

  @Test func `letters of one direction stand beside each other, a ligature's in equal parts`() {
    for text in ["Hello, World", "office ffi", "e\u{301}a\u{308}", "ж", ""] {
      let line = line(text)
      #expect(line.clusters.map { text.utf8Slice($0.range) }.joined() == text)
      #expect(line.clusters.count == text.count && !line.isRightToLeft)
      for (left, right) in zip(line.clusters, line.clusters.dropFirst()) {
        #expect(abs(left.x + left.width - right.x) < 0.01)
      }
      #expect(
        line.size == measurer.size(of: TextBlock(AttributedText(string: text)), width: .infinity)
      )
      #expect(steps(in: line).count == text.count + 1)
    }
  }

  @Test func `Hebrew is read from right to left, within Latin too`() throws {
    let line = line("abc אבג def")
    #expect(!line.isRightToLeft)
    let hebrew = line.clusters.filter(\.isRightToLeft)
    #expect(hebrew.map(\.range) == [8..<10, 6..<8, 4..<6])
    let xs = steps(in: line).map { line.x(of: $0) }
    #expect(xs == xs.sorted() && Set(xs).count == "abc אבג def".count + 1)
    // A selection of half of both is two parts.
    #expect(line.extents(of: 2..<6).count == 2)
    let other = self.line("אבג abc")
    #expect(other.isRightToLeft)
    #expect(try #require(other.clusters.last).range == 0..<2)
  }

  @Test func `a cluster of emoji is one place, whatever it is drawn as`() {
    for text in ["a👨‍👩‍👧‍👦b", "🇩🇪", "👍🏽x", "x\u{200D}y", "אe\u{301}👍🏽"] {
      let line = line(text)
      #expect(line.clusters.count == text.count, "\(text)")
      #expect(Set(line.clusters.map(\.range.lowerBound)).count == text.count, "\(text)")
    }
  }

  @Test(arguments: RandomHistories.seeds(4))
  func `arrows come past all letters of random lines, to and fro`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let pieces = ["a", "bc ", "אב", "ג ", "12", "(", "e\u{301}", "ffi", "عربي", "👍🏽", "漢", ". "]
    for _ in 0..<250 {
      let text = (0..<random.next(below: 9)).map { _ in pieces[random.next(below: pieces.count)] }
        .joined()
      let line = line(text)
      let steps = steps(in: line)
      #expect(steps.count == line.clusters.count + 1, "\(text)")
      var place = steps[steps.count - 1]
      for _ in 0..<steps.count {
        guard let next = line.place(beside: place, toRight: false) else { break }
        place = next
      }
      #expect(line.x(of: place) == line.x(of: steps[0]), "\(text)")
      let all = line.extents(of: 0..<text.utf8.count)
      #expect(all.count <= 1 && line.clusters.count == text.count, "\(text)")
    }
  }
}
