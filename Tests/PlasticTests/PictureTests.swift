import Foundation
import SeededRandom
import Testing

@testable import Plastic

@Suite(.timeLimit(.minutes(30))) struct PictureTests {
  /// A line of text in a picture, with room for a font that is a little wider than usual.
  private struct Line {
    let frame: CGRect
    let text: String
  }

  private func lines(_ svg: String) throws -> [Line] {
    let line = /<text x="([-0-9.]+)" y="([-0-9.]+)" font-size="([0-9.]+)"[^>]*>([^<]*)</
    return try svg.matches(of: line).map { match in
      let x = try #require(Double(match.1))
      let baseline = try #require(Double(match.2))
      let size = try #require(Double(match.3))
      return Line(
        frame: rect(x, baseline - size, 0.61 * size * Double(match.4.count), 1.2 * size),
        text: String(match.4)
      )
    }
  }

  @Test func `texts are inside of their views and not over others`() throws {
    var count = 0
    for seed in 0..<200 as Range<UInt64> {
      let layout = RandomLayout(seed: seed)
      let result = try ViewHierarchy(layout.declarations).layout(in: rect(5, 6, 100, 80)) { _ in }
      let lines = try lines(result.svg())
      count += lines.count
      var view = 0
      for (index, line) in lines.enumerated() {
        // A key, which is the view's place here, or "declaration" and the place, then the four numbers or
        // those in a line of their own.
        let words = line.text.split(separator: " ")
        if words.count != 4 { view = try #require(Int(words[words[0] == "declaration" ? 1 : 0])) }
        let frame = result.absoluteFrames[view]
        let isInside =
          line.frame.minX >= frame.minX && line.frame.maxX <= frame.maxX
          && line.frame.minY >= frame.minY && line.frame.maxY <= frame.maxY
        #expect(isInside, "seed \(seed): \(line) in \(frame)")
        for other in lines[..<index] {
          let overlap = line.frame.intersection(other.frame)
          #expect(
            overlap.isNull || overlap.width < 0.05 || overlap.height < 0.05,
            "seed \(seed): \(line), \(other)"
          )
        }
      }
    }
    #expect(count > 500)
  }

  @Test func `the counter's names and numbers are all there`() throws {
    let result = try ViewHierarchy(keys: CounterScreen.Keys.allCases)
      .layout(in: rect(0, 0, 375, 667)) { views in
        CounterScreen.layout(views: views, props: CounterScreen.PropsType(), state: EmptyState())
      }
    let texts = try lines(result.svg()).map(\.text)
    #expect(
      texts == [
        "label 0 0 375 334", "decrementButton", "0 334 188 333", "incrementButton",
        "188 334 187 333",
      ]
    )
  }

  @Test func `a picture needs neither a style sheet nor opacity, and has its own background`()
    throws
  {
    let result = try ViewHierarchy<Int>([.view(0, frame: rect(1, 1, 50, 50))])
      .layout(in: rect(0, 0, 100, 100)) { _ in }
    let svg = result.svg()
    #expect(!svg.contains("style") && !svg.contains("opacity") && !svg.contains("hsl"))
    #expect(svg.contains("<rect x=\"-1\" y=\"-1\" width=\"102\" height=\"102\" fill=\"#ffffff\""))
  }

  @Test func `a text of unknown width is cut off at its view's edges, one without room left out`()
    throws
  {
    let result = try ViewHierarchy<String>([
      .view("日本", frame: rect(0, 0, 80, 50)), .view("tiny", frame: rect(90, 90, 3, 3)),
    ])
    .layout(in: rect(0, 0, 100, 100)) { _ in }
    let svg = result.svg()
    #expect(XMLParserProbe(svg).elements["clipPath"] == 1)
    #expect(svg.contains("<clipPath id=\"view-0-0-0-80-50\"><rect x=\"0\" y=\"0\" width=\"80\""))
    #expect(svg.contains("<title>tiny: 90 90 3 3</title>"))
    #expect(try !lines(svg).contains { $0.text.contains("tiny") })
  }

  @Test func `numbers are written as Swift describes them, with at most two decimals`() {
    var random = SplitMix64(seed: 7)
    var numbers: [CGFloat] = [
      0, -0.0, 0.004, -0.004, 0.005, 0.01, -0.1, 9.995, 99.99, 100, 1e13 + 0.25, -1e15, 1e16 / 3,
      1e298,
      .greatestFiniteMagnitude, .infinity, .nan,
    ]
    for exponent in -4..<18 {
      numbers += (0..<200).map { _ in
        CGFloat.random(in: -10...10, using: &random)
          * CGFloat(sign: .plus, exponent: 3 * exponent, significand: 1)
      }
    }
    for number in numbers {
      var text = SVGText(capacity: 0)
      let range = text.append(number)
      text.append(" ")
      text.append(again: range)
      #expect(text.text() == "\(svgNumber(number)) \(svgNumber(number))")
    }
  }

  @Test func `a picture of thousands has all of each view, whatever it is called`() throws {
    let count = 3000
    let name = String(repeating: "<&\u{1}日本>", count: 40)
    let hierarchy = try ViewHierarchy<String>((0..<count).map { .view("\($0) \(name)") })
    let svg = try hierarchy.layout(in: rect(0, 0, 9, 9)) { _ in }.svg()
    let probe = XMLParserProbe(svg)
    #expect(probe.elements["title"] == count)
    #expect(probe.elements["circle"] == 5 * count)
    #expect(probe.elements["rect"] == 2 * count + 2)
    let escaped = String(repeating: "&lt;&amp;\u{FFFD}日本&gt;", count: 40)
    #expect(svg.contains("<title>0 \(escaped): 0 0 0 0</title>"))
    #expect(svg.contains("<title>2999 \(escaped): 0 0 0 0</title>"))
  }
}
