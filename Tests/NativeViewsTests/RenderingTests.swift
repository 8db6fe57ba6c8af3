import Foundation
import FoundationXML
import SeededRandom
import Testing

@testable import NativeViews

@MainActor @Suite
struct `Renderings` {
  /// A PNG file of one red pixel.
  static let pixel = Data(
    base64Encoded:
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC"
  )

  /// Draws what it is told.
  @MainActor
  final class DrawnView: NativeView {
    let drawing: (inout DisplayList, CGRect) -> Void
    init(_ drawing: @escaping (inout DisplayList, CGRect) -> Void) { self.drawing = drawing }
    override func draw(into list: inout DisplayList) { drawing(&list, bounds) }
  }

  /// Draws one of each.
  @MainActor
  final class PaintedView: NativeView {
    var image: BitmapImage?
    override func draw(into list: inout DisplayList) {
      list.fill(CGRect(x: 1, y: 2, width: 3, height: 4), cornerRadius: 1.5, with: .red)
      list.stroke(bounds, cornerRadius: 4, width: 2, with: Color.blue.withAlpha(0.5))
      if let image {
        list.draw(image, in: CGRect(x: 0, y: 0, width: 8, height: 8))
        list.draw(image, in: CGRect(x: 8, y: 0, width: 8, height: 8), tint: .green)
      }
    }
  }

  @Test
  func `an SVG picture far down a content has the numbers of one at its beginning`() throws {
    let (scroller, content, section) = (ScrollView(), NativeView(), NativeView())
    scroller.frame = CGRect(x: 0, y: 0, width: 200, height: 100)
    scroller.contentSize = CGSize(width: 200, height: 44_000_000)
    scroller.contentView.append(content)
    content.append(section)
    section.clipsToBounds = true
    let row = PaintedView()
    row.image = try BitmapImage(png: #require(Self.pixel))
    section.append(row)
    let pictures = [0, 43_999_000].map { (start: CGFloat) in
      content.frame = CGRect(x: 0, y: start, width: 200, height: 1_000)
      section.frame = CGRect(x: 10.5, y: 0, width: 100, height: 1_000)
      row.frame = CGRect(x: 3, y: 20.25, width: 50, height: 40)
      scroller.contentOffset.y = start
      return scroller.renderedSVG()
    }
    #expect(pictures[0] == pictures[1])
    // What a view as large draws ends where it belongs.
    scroller.contentView.backgroundColor = .red
    #expect(scroller.renderedSVG().contains("height=\"1049576\""))
  }

  let tree = ViewTree(size: CGSize(width: 200, height: 100))

  func makeTree() throws {
    let button = PushView("A < \"B\" & C", CGRect(x: 10.333, y: 10, width: 100, height: 40))
    button.key = "add"
    button.isEnabled = false
    button.cornerRadius = 8
    button.borderWidth = 1
    button.borderColor = .black
    button.backgroundColor = Color(hex: 0x66CDAA)
    button.clipsToBounds = true
    let painted = PaintedView()
    painted.frame = CGRect(x: -5, y: 60, width: 40, height: 20)
    painted.image = try BitmapImage(png: #require(Self.pixel))
    painted.alpha = 0.25
    painted.transform = AffineTransform(rotationByDegrees: 90)
    let hidden = TextView("no")
    hidden.isHidden = true
    var text: AttributedText = "one "
    text.append(
      AttributedText(
        string: "two",
        attributes: .init(font: .boldSystemFont(ofSize: 20), color: .red, isUnderlined: true)
      )
    )
    for view in [button, painted, hidden, TextView(text)] { tree.root.append(view) }
  }

  @Test
  func `colours that are none, and texts without a size, are shown as far as they can be`() {
    var color = Color(white: .nan, alpha: -1)
    #expect(color == Color(red: 0, green: 0, blue: 0, alpha: 0))
    (color.red, color.green, color.alpha) = (1.5, .nan, 1)
    tree.root.backgroundColor = color
    tree.flush()
    #expect(tree.root.renderedText().contains("#FF0000"), "\(tree.root.renderedText())")
    for size in [CGFloat(0), -3, .nan, .infinity] {
      var text = TextBlock("one two", font: .systemFont(ofSize: size))
      text.lineBreak = .byWordWrapping
      #expect(BlockTextMeasurer().size(of: text, width: 100) == .zero)
    }
  }

  @Test
  func `text has one line a view with what differs`() throws {
    try makeTree()
    #expect(
      tree.root.renderedText() == """
        NativeView (0 0 200 100)
          PushView button key "add" (10.33 10 100 40) disabled clips background #66CDAA corners 8 border 1 #000000
            TextView label "A < \\"B\\" & C" (0 0 100 40)
          PaintedView (-5 60 40 20) alpha 0.25 transform 0 1 -1 0 0 0
          TextView label "no" (0 0 100 20) hidden
          TextView label "one two" (0 0 100 20)

        """
    )
  }

  @Test
  func `JSON has an object a view and is the same each time`() throws {
    try makeTree()
    let json = tree.root.renderedJSON()
    let font = "\"font\": {\"size\": 10, \"weight\": 400}, \"color\": \"#000000\""
    let form = "\"lineBreak\": \"byTruncatingTail\", \"lines\": 1"
    #expect(
      json == """
        {"type": "NativeView", "frame": [0, 0, 200, 100], "children": [
          {"type": "PushView", "key": "add", "role": "button", "frame": [10.33, 10, 100, 40], "disabled": true, \
        "clips": true, "background": "#66CDAA", "cornerRadius": 8, "borderWidth": 1, "borderColor": "#000000", \
        "children": [
            {"type": "TextView", "role": "label", "frame": [0, 0, 100, 40], "draws": [{"text": "A < \\"B\\" & C", \
        "frame": [0, 0, 100, 40], \(font), \(form)}]}
          ]},
          {"type": "PaintedView", "frame": [-5, 60, 40, 20], "alpha": 0.25, "transform": [0, 1, -1, 0, 0, 0], \
        "draws": [{"fill": "#FF0000", "frame": [1, 2, 3, 4], "cornerRadius": 1.5}, {"stroke": "#0000FF80", \
        "width": 2, "frame": [0, 0, 40, 20], "cornerRadius": 4}, {"image": "8255e79eca89d38d", "frame": [0, 0, 8, 8]}, \
        {"image": "8255e79eca89d38d", "frame": [8, 0, 8, 8], "tint": "#00FF00"}]},
          {"type": "TextView", "role": "label", "frame": [0, 0, 100, 20], "hidden": true, "draws": [{"text": "no", \
        "frame": [0, 0, 100, 20], \(font), \(form)}]},
          {"type": "TextView", "role": "label", "frame": [0, 0, 100, 20], "draws": [{"text": "one two", \
        "frame": [0, 0, 100, 20], \(font), \(form), "spans": [{"range": [4, 7], "font": {"size": 20, "weight": 700}, \
        "color": "#FF0000", "underlined": true}]}]}
        ]}

        """
    )
    #expect(json == tree.root.renderedJSON())
    _ = try JSONSerialization.jsonObject(with: Data(json.utf8))
  }

  /// Elements of a document with their attributes and texts.
  final class Elements: NSObject, XMLParserDelegate {
    struct Element {
      var name: String
      var attributes: [String: String]
      var text = ""
      var depth: Int
    }
    var all: [Element] = []
    private var open: [Int] = []

    init?(_ document: String) {
      super.init()
      let parser = XMLParser(data: Data(document.utf8))
      parser.delegate = self
      guard parser.parse() else { return nil }
    }

    func parser(
      _ parser: XMLParser,
      didStartElement name: String,
      namespaceURI: String?,
      qualifiedName: String?,
      attributes: [String: String] = [:]
    ) {
      open.append(all.count)
      all.append(Element(name: name, attributes: attributes, depth: open.count))
    }

    func parser(
      _ parser: XMLParser,
      didEndElement name: String,
      namespaceURI: String?,
      qualifiedName: String?
    ) { open.removeLast() }

    func parser(_ parser: XMLParser, foundCharacters text: String) {
      for index in open { all[index].text += text }
    }

    subscript(_ name: String) -> [Element] { all.filter { $0.name == name } }
  }

  @Test
  func `SVG has frames, texts, images, clipping, opacity and transforms`() throws {
    try makeTree()
    let svg = tree.root.renderedSVG()
    #expect(Data(svg.utf8) == tree.root.renderedSVGData())
    let elements = try #require(Elements(svg))
    #expect(elements["svg"].first?.attributes["viewBox"] == "0 0 200 100")
    let groups = elements["g"].compactMap { $0.attributes["class"] }
    #expect(groups == ["NativeView", "PushView", "TextView", "PaintedView", "TextView"])
    let button = try #require(elements["g"].first { $0.attributes["class"] == "PushView" })
    #expect(button.attributes["transform"] == "translate(10.33 10)")
    let rects = elements["rect"].map(\.attributes)
    #expect(
      rects
        == [
          [
            "x": "0", "y": "0", "width": "100", "height": "40", "rx": "8", "fill": "#66CDAA",
          ],
          [
            "x": "0.5", "y": "0.5", "width": "99", "height": "39", "rx": "7.5", "fill": "none",
            "stroke": "#000000", "stroke-width": "1",
          ],
          ["x": "0", "y": "0", "width": "100", "height": "40", "rx": "8"],
          ["x": "1", "y": "2", "width": "3", "height": "4", "rx": "1.5", "fill": "#FF0000"],
          [
            "x": "1", "y": "1", "width": "38", "height": "18", "rx": "3", "fill": "none",
            "stroke": "#0000FF", "stroke-opacity": "0.502", "stroke-width": "2",
          ],
        ].map { attributes in
          var attributes = attributes
          if attributes["stroke-opacity"] != nil { attributes["stroke-opacity"] = "0.5" }
          return attributes
        }
    )
    #expect(elements["text"].map(\.text) == ["A < \"B\" & C", "one two"])
    let span = try #require(elements["tspan"].first)
    #expect(span.text == "two" && span.attributes["font-size"] == "20")
    #expect(span.attributes["fill"] == "#FF0000" && span.attributes["font-weight"] == "700")
    #expect(elements["text"].first?.attributes["textLength"] == "66")
    let painted = try #require(elements["g"].first { $0.attributes["class"] == "PaintedView" })
    #expect(painted.attributes["opacity"] == "0.25")
    // The centre stays at (15, 70), and the upper left corner is to the right of it.
    #expect(painted.attributes["transform"] == "matrix(0 1 -1 0 25 50)")
    #expect(elements["image"].count == 1 && elements["use"].count == 2)
    let image = try #require(elements["image"].first?.attributes["xlink:href"])
    #expect(
      Data(base64Encoded: String(image.dropFirst("data:image/png;base64,".count))) == Self.pixel
    )
    let id = try #require(elements["image"].first?.attributes["id"])
    #expect(elements["use"].allSatisfy { $0.attributes["xlink:href"] == "#\(id)" })
    #expect(elements["use"].last?.attributes["transform"] == "matrix(8 0 0 8 8 0)")
    #expect(elements["use"].last?.attributes["filter"] == "url(#tint-00FF00)")
    #expect(elements["feFlood"].first?.attributes["flood-color"] == "#00FF00")
  }

  @Test
  func `SVG cuts what a view that clips draws beyond its corners, and clipped texts`() throws {
    let image = try BitmapImage(png: #require(Self.pixel))
    let view = DrawnView { $0.draw(image, in: $1) }
    view.frame = CGRect(x: 0, y: 0, width: 20, height: 10)
    view.cornerRadius = 5
    #expect(!view.renderedSVG().contains("clip-path"))
    view.clipsToBounds = true
    let svg = view.renderedSVG()
    let elements = try #require(Elements(svg))
    let clip = try #require(elements["clipPath"].first?.attributes["id"])
    #expect(elements["rect"].map { $0.attributes["rx"] } == ["5"])
    #expect(svg.contains("<g clip-path=\"url(#\(clip))\"><"))
    #expect(elements["use"].count == 1)

    let text = DrawnView { list, bounds in
      list.draw(TextBlock("abcdefgh", lineBreak: .byClipping), in: bounds.insetBy(dx: 2, dy: 1))
    }
    text.frame = CGRect(x: 0, y: 0, width: 50, height: 30)
    let rect = try #require(Elements(text.renderedSVG()))["rect"].first?.attributes
    #expect(rect == ["x": "2", "y": "1", "width": "46", "height": "28"])
    text.frame.size.width = 100
    #expect(!text.renderedSVG().contains("clip-path"))
  }

  @Test
  func `SVG says from which side a text is read, and where it begins`() throws {
    let view = DrawnView { list, bounds in
      for alignment in [TextBlock.Alignment.left, .natural] {
        list.draw(
          TextBlock(
            "ab 1\n(שלום a)\n1\n\u{200F}a",
            font: .systemFont(ofSize: 10),
            alignment: alignment,
            lineBreak: .byClipping,
            maximumLines: 0
          ),
          in: bounds
        )
      }
    }
    view.frame = CGRect(x: 0, y: 0, width: 100, height: 60)
    let texts = try #require(Elements(view.renderedSVG()))["text"].map(\.attributes)
    let rtl = "rtl"
    #expect(texts.map { $0["direction"] } == [nil, rtl, rtl, rtl, nil, rtl, rtl, rtl])
    #expect(texts.map { $0["x"] } == ["0", "48", "6", "12", "0", "100", "100", "100"])
  }

  @Test
  func `renderings show what is on the screen`() {
    let view = NativeView()
    view.backgroundColor = .red
    tree.root.append(view)
    tree.animate(ViewAnimation(.linear, duration: .seconds(1))) {
      view.frame = CGRect(x: 100, y: 0, width: 20, height: 20)
      view.alpha = 0
    }
    (tree.backend as? HeadlessBackend)?.clock.advance(by: .milliseconds(500))
    #expect(tree.root.renderedText().contains("(50 0 10 10) alpha 0.5"))
    #expect(tree.root.renderedJSON().contains("[50, 0, 10, 10], \"alpha\": 0.5"))
    #expect(tree.root.renderedSVG().contains("translate(50 0)\" opacity=\"0.5\""))
  }

  @Test
  func `any text makes valid XML and JSON`() throws {
    let seed = RandomHistories.seed
    var random = SplitMix64(seed: seed)
    for _ in 0..<300 {
      var text = ""
      for _ in 0..<random.next(below: 12) {
        let scalars: [ClosedRange<UInt32>] = [
          0...0x7F, 0...0x7F, 0x80...0xD7FF, 0xFFF0...0xFFFF, 0x1F600...0x1F640,
        ]
        let scalar = UInt32.random(in: scalars[random.next(below: scalars.count)], using: &random)
        text.unicodeScalars.append(try #require(Unicode.Scalar(scalar)))
      }
      let view = TextView(AttributedText(string: text))
      view.key = text
      view.accessibilityOverride = Accessibility(role: .label, label: text)
      #expect(Elements(view.renderedSVG()) != nil, "seed \(seed): \(text.debugDescription)")
      let json = try JSONSerialization.jsonObject(with: Data(view.renderedJSON().utf8))
      #expect((json as? [String: Any])?["label"] as? String == text, "seed \(seed)")
      #expect(view.renderedText().split(separator: "\n").count == 1, "seed \(seed)")
    }
  }

  @Test
  func `numbers are short and round`() {
    let cases: [(CGFloat, Int, String)] = [
      (0, 2, "0"), (-0.0, 2, "0"), (-0.001, 2, "0"), (1.005, 2, "1"), (12.5, 2, "12.5"),
      (-12.345, 2, "-12.35"), (0.05, 2, "0.05"), (1e14, 2, "100000000000000.0"), (99.999, 2, "100"),
      (0.000001, 6, "0.000001"), (1e20, 2, "1e+20"), (.nan, 2, "0"), (-7, 0, "-7"),
    ]
    for (number, decimals, text) in cases {
      var bytes = RenderedBytes()
      bytes.append(number, decimals: decimals)
      #expect(bytes.string == text)
    }
  }

  @Test
  func `a rendering takes as long as the tree is large, and no deep stack`() {
    func lengths(_ count: Int) -> [Int] {
      let root = NativeView()
      var parent = root
      for _ in 0..<count {
        let child = TextView("x")
        child.clipsToBounds = true
        parent.append(child)
        if parent.parent != nil { parent = child }
        parent.append(NativeView())
      }
      return [root.renderedJSON(), root.renderedSVG()].map(\.utf8.count)
    }
    let (small, large) = (lengths(300), lengths(3_000))
    for (small, large) in zip(small, large) { #expect(large < 11 * small) }
    let root = NativeView()
    var view = root
    for _ in 0..<2_000 {
      let child = NativeView()
      child.frame.size = CGSize(width: 1, height: 1)
      view.append(child)
      view = child
    }
    #expect(root.renderedText().utf8.count > 0)
    #expect(root.renderedSVG().utf8.count > 0 && root.renderedJSON().utf8.count > 0)
  }

  // MARK: Lines

  func lines(
    _ text: AttributedText,
    _ lineBreak: TextBlock.LineBreak,
    lines: Int,
    _ width: CGFloat,
    _ height: CGFloat = 1000
  ) -> [String] {
    let block = TextBlock(
      text,
      font: .systemFont(ofSize: 10),
      lineBreak: lineBreak,
      maximumLines: lines
    )
    let size = CGSize(width: width, height: height)
    return TextLines(block, in: size, measuredBy: BlockTextMeasurer()).lines.map(\.text.string)
  }

  @Test
  func `texts are broken into lines as their form says`() {
    // A character is 6 wide and a line 12 high.
    let text: AttributedText = "the quick brown\nfox  jumps"
    #expect(lines(text, .byWordWrapping, lines: 0, 60) == ["the quick", "brown", "fox  jumps"])
    #expect(lines(text, .byWordWrapping, lines: 0, 54) == ["the quick", "brown", "fox", "jumps"])
    #expect(lines(text, .byWordWrapping, lines: 2, 60) == ["the quick", "brown"])
    #expect(lines(text, .byCharWrapping, lines: 0, 60) == ["the quick", "brown", "fox  jumps"])
    #expect(lines("abcdefgh", .byCharWrapping, lines: 0, 18) == ["abc", "def", "gh"])
    #expect(lines("abcdefgh ij", .byWordWrapping, lines: 0, 18) == ["abc", "def", "gh", "ij"])
    #expect(lines(text, .byClipping, lines: 0, 20) == ["the quick brown", "fox  jumps"])
    #expect(lines(text, .byTruncatingTail, lines: 1, 60) == ["the quick…"])
    #expect(lines(text, .byTruncatingTail, lines: 1, 600) == ["the quick brown…"])
    #expect(lines(text, .byTruncatingTail, lines: 2, 60) == ["the quick", "brown…"])
    #expect(lines(text, .byTruncatingTail, lines: 0, 60, 24) == ["the quick", "brown…"])
    #expect(lines(text, .byWordWrapping, lines: 0, 60, 30) == ["the quick", "brown"])
    #expect(lines("abcdefgh", .byTruncatingHead, lines: 1, 30) == ["…efgh"])
    #expect(lines("abcdefgh", .byTruncatingMiddle, lines: 1, 30) == ["ab…gh"])
    #expect(lines("abcdefgh", .byTruncatingTail, lines: 1, 30) == ["abcd…"])
    #expect(lines("abcdefgh", .byTruncatingTail, lines: 1, 48) == ["abcdefgh"])
    #expect(lines("abcdefgh", .byTruncatingTail, lines: 1, 1) == ["…"])
    #expect(lines("", .byWordWrapping, lines: 0, 1) == [""])
    #expect(lines("a\n\nb\n", .byWordWrapping, lines: 0, 60) == ["a", "", "b", ""])
    #expect(lines("a  ", .byWordWrapping, lines: 0, 6) == ["a"])
    let held: AttributedText = "10\u{A0}km ab\u{202F}\u{2007}c"
    #expect(lines(held, .byWordWrapping, lines: 0, 36) == ["10\u{A0}km", "ab\u{202F}\u{2007}c"])
  }

  @Test
  func `lines lose no characters but spaces, and none is wider than there is room for`() {
    let seed = RandomHistories.seed
    var random = SplitMix64(seed: seed)
    for _ in 0..<500 {
      var text = AttributedText(string: "")
      for _ in 0..<random.next(below: 9) {
        let word = String(
          (0..<random.next(below: 9)).map { _ in ["a", "é", "👩‍👩‍👧", " ", "\n"][random.next(below: 5)] }
            .joined()
        )
        text.append(
          AttributedText(
            string: word,
            attributes: .init(color: random.next(below: 2) == 0 ? .red : nil)
          )
        )
      }
      let width = CGFloat(6 * (1 + random.next(below: 8)))
      for mode in [TextBlock.LineBreak.byWordWrapping, .byCharWrapping] {
        let lines = lines(text, mode, lines: 0, width)
        #expect(
          lines.joined().filter { !$0.isWhitespace } == text.string.filter { !$0.isWhitespace },
          "seed \(seed)"
        )
        #expect(lines.allSatisfy { CGFloat($0.count) * 6 <= width }, "seed \(seed): \(lines)")
      }
    }
  }
}
