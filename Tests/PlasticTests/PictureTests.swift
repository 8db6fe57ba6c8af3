import Foundation
import Plastic
import SeededRandom
import Testing

@Suite(.timeLimit(.minutes(10))) struct PictureTests {
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
        "label 0 0 375 334", "decrementButton", "0 334 188 334", "incrementButton",
        "188 334 188 334",
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
}
