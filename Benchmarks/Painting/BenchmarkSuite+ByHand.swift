import BenchmarkHarness
import Foundation
import HandWrittenLoops
import NativeViews

// Floors as one would write them: what they are counted beside.
extension HandWrittenLoops {
  mutating func addAll() {
    add("paint-by-hand/labels=1000") {
      guard let hand = HandPainted(labels: 1000) else { throw NoLibraries() }
      return { iterations in
        for _ in 0..<iterations {
          hand.clearAll()
          for index in 0..<1000 { hand.show(index) }
        }
      }
    }
    add("paint-one-by-hand/labels=1000") {
      guard let hand = HandPainted(labels: 1000) else { throw NoLibraries() }
      return { iterations in
        for iteration in 0..<iterations {
          hand.set(500, texts[iteration & 63])
          hand.repaint(500)
        }
      }
    }
    add("repaint-one-by-hand/labels=1000") {
      guard let hand = HandPainted(labels: 1000) else { throw NoLibraries() }
      return { iterations in for _ in 0..<iterations { hand.repaint(500) } }
    }
    add("measure-by-hand") {
      guard let hand = HandPainted(labels: 1) else { throw NoLibraries() }
      return { iterations in
        var sum = 0.0
        for iteration in 0..<iterations { sum += hand.measure(0, texts[iteration & 63]) }
        blackHole(sum)
      }
    }
    add("look-up") {
      let blocks = (0..<64).map {
        TextBlock(AttributedText(string: "Text \($0 + 100)"), font: .systemFont(ofSize: 13))
      }
      var widths: [TextBlock: Double] = [:]
      for block in blocks { widths[block] = 1 }
      return { iterations in
        var sum = 0.0
        for iteration in 0..<iterations { sum += widths[blocks[iteration & 63]] ?? 0 }
        blackHole(sum)
      }
    }
    for row in ["encode-by-hand", "compare-by-hand"] {
      addNone(row, because: "an iteration is one call of C")
    }
  }
}
