import Foundation
import Plastic
import Testing

@Suite(.timeLimit(.minutes(30))) struct ContentTests {
  private enum Key { case text, image, bare }

  private func layOut(
    _ text: String,
    width: CGFloat = 100,
    _ layout: (ViewsContainer<Key>) -> Void
  ) throws -> LayoutResult<Key> {
    let hierarchy = try ViewHierarchy<Key>([
      .view(.text, content: MonospacedText(text, fontSize: .scalable(10), advance: 0.5)),
      .view(.image, content: ImageContent(size: .scalable(40, 20))), .view(.bare),
    ])
    let frame = rect(0, 0, width, 100)
    let environment = LayoutEnvironment(rounding: .none)
      .entering(frame, reference: try ReferenceSize(CGSize(width: 50, height: 50), policy: .width))
    return try hierarchy.layout(in: frame, environment: environment) { layout($0) }
  }

  @Test func `a text's size scales with its font`() throws {
    #expect(try layOut("four") { $0[.text]?.sizeToFit() }[.text] == rect(0, 0, 40, 24))
    #expect(try layOut("four", width: 50) { $0[.text]?.sizeToFit() }[.text] == rect(0, 0, 20, 12))
  }

  @Test(arguments: [
    ("one two three", 7, 2, 7), ("one two three", 6, 3, 5), ("one two three", 13, 1, 13),
    ("abcdefgh", 3, 3, 3), ("", 5, 1, 0), ("a\n\nb", 5, 3, 1), ("abcdef g", 3, 3, 3),
    ("abcdef", 3, 2, 3), ("  a", 9, 1, 3), ("a  ", 9, 1, 3), ("   ", 9, 1, 3), ("a   b", 9, 1, 5),
    ("ab   c", 3, 2, 3), ("ab ", 2, 1, 2), ("   ", 2, 1, 2), (" a\n  b", 9, 2, 3),
    ("a\r\nbcd", 9, 2, 3), ("a\rbcd", 9, 2, 3), ("a\n\rb\n", 9, 4, 1), ("né\u{301}e o", 3, 2, 3),
  ])
  func `a text is broken at its spaces`(
    _ text: String,
    columns: CGFloat,
    lines: CGFloat,
    longest: CGFloat
  ) throws {
    let result = try layOut(text) { $0[.text]?.sizeToFit(maximumWidth: .fixed(columns * 10)) }
    #expect(result[.text] == rect(0, 0, longest * 10, lines * 24))
    let again = try layOut(text) { views in
      views[.text]?.width = .fixed(columns * 10)
      views[.text]?.heightToFit()
    }
    #expect(again[.text] == rect(0, 0, columns * 10, lines * 24))
  }

  @Test func `an image scales and keeps its shape where it is limited`() throws {
    #expect(try layOut("") { $0[.image]?.sizeToFit() }[.image] == rect(0, 0, 80, 40))
    let limited = try layOut("") { $0[.image]?.sizeToFit(maximumWidth: .fixed(20)) }
    #expect(limited[.image] == rect(0, 0, 20, 10))
  }

  @Test func `a content that scales needs a reference size`() throws {
    let text = MonospacedText("four", fontSize: .scalable(10), advance: 0.5)
    let image = ImageContent(size: Size(width: .fixed(3), height: Value(scalable: 4, fixed: 5)))
    let hierarchy = try ViewHierarchy<Key>([
      .view(.text, content: text), .view(.image, content: image),
    ])
    #expect(throws: LayoutError.missingReferenceSize(view: "text", .scalable(10))) {
      try hierarchy.layout(in: rect(0, 0, 100, 100)) { $0[.text]?.sizeToFit() }
    }
    #expect(throws: LayoutError.missingReferenceSize(view: "image", image.size.height)) {
      try hierarchy.layout(in: rect(0, 0, 100, 100)) { $0[.image]?.heightToFit() }
    }
  }

  @Test func `a content that is fixed needs no reference size`() throws {
    let text = MonospacedText("four", fontSize: .fixed(10), advance: 0.5)
    let hierarchy = try ViewHierarchy<Key>([
      .view(.text, content: text), .view(.image, content: ImageContent(size: .fixed(40, 20))),
    ])
    let result = try hierarchy.layout(in: rect(0, 0, 100, 100)) { views in
      views[.text]?.sizeToFit()
      views[.image]?.sizeToFit()
    }
    #expect(result[.text] == rect(0, 0, 20, 12))
    #expect(result[.image] == rect(0, 0, 40, 20))
  }

  @Test(arguments: FrameRounding.allCases, [1, 2, 3, 1.5] as [CGFloat])
  func `a text that was measured has room in its rounded frame`(
    _ rounding: FrameRounding,
    displayScale: CGFloat
  ) throws {
    let environment = LayoutEnvironment(displayScale: displayScale, rounding: rounding)
    for tenths in 80..<130 {
      let text = MonospacedText("hello world", fontSize: .fixed(CGFloat(tenths) / 10 + 0.03))
      let hierarchy = try ViewHierarchy<Key>([
        .view(.text, content: text), .view(.image, content: text),
      ])
      let limit = CGFloat(tenths) / 2 + 0.07
      let left = CGFloat(tenths) / 7
      let result = try hierarchy.layout(in: rect(0, 0, 900, 900), environment: environment) {
        views in
        let (whole, narrow) = (views[.text]!, views[.image]!)
        whole.sizeToFit()
        whole.left = views.nativeView.left + .fixed(left)
        narrow.sizeToFit(maximumWidth: .fixed(limit))
        let lines = narrow.height
        narrow.heightToFit()
        #expect(narrow.height == lines)
      }
      let (whole, narrow) = (result[.text]!.size, result[.image]!.size)
      #expect(text.size(within: whole, multiplier: 1).height <= whole.height)
      #expect(text.size(within: narrow, multiplier: 1).height <= narrow.height)
      #expect(narrow.width <= limit)
      #expect(whole.height < 1.3 * CGFloat(tenths) / 10 + 1)
    }
  }

  @Test func `a measured size that is whole but for the noise of sums stays whole`() throws {
    let text = MonospacedText("abc", fontSize: .fixed(0.1 + 0.2), advance: 10, lineHeight: 10)
    let result = try ViewHierarchy<Key>([.view(.text, content: text)])
      .layout(in: rect(0, 0, 100, 100)) { $0[.text]?.sizeToFit() }
    #expect(result[.text] == rect(0, 0, 9, 3))
  }

  @Test func `a view without a content can't be measured`() {
    #expect(throws: LayoutError.nothingToMeasure(view: "bare")) {
      try layOut("") { $0[.bare]?.sizeToFit() }
    }
  }

  @Test func `a font's size scales within its limits`() throws {
    _ = try layOut("") { views in
      let view = views.nativeView
      #expect(view.fontSize(.scalable(12)) == 24)
      #expect(view.fontSize(.scalable(12), in: 8...20) == 20)
      #expect(view.fontSize(.scalable(2), in: 8...20) == 8)
      #expect(view.fontSize(.fixed(12)) == 12)
    }
  }

  @Test func `an image is drawn in the middle of a frame of another shape`() {
    let image = CGSize(width: 4, height: 2)
    let frame = rect(10, 20, 100, 100)
    let drawn = { ImageContent.drawnFrame(of: image, in: frame, mode: $0) }
    #expect(drawn(.fit) == rect(10, 45, 100, 50))
    #expect(drawn(.fill) == rect(-40, 20, 200, 100))
    #expect(drawn(.stretch) == frame)
    #expect(ImageContent.drawnFrame(of: .zero, in: frame, mode: .fit) == rect(60, 70, 0, 0))
  }

  @Test func `images have no sides that are negative or no numbers`() {
    let image = ImageContent(size: .fixed(40, 20))
    let size = { (width: CGFloat, height: CGFloat) in
      image.size(within: CGSize(width: width, height: height), multiplier: 1)
    }
    #expect(size(-10, 50) == .zero)
    #expect(size(50, -.infinity) == .zero)
    #expect(size(.nan, 50) == .zero)
    #expect(size(.infinity, 10) == CGSize(width: 20, height: 10))
    let endless = ImageContent(size: .fixed(.infinity, 20))
      .size(within: CGSize(width: 10, height: 10), multiplier: 1)
    #expect(endless.width == .infinity && endless.height == 20)
    let frame = rect(10, 20, 100, 100)
    for mode in ImageContent.Mode.allCases {
      for side in [CGFloat.infinity, .nan, -1] {
        let drawn =
          ImageContent
          .drawnFrame(of: CGSize(width: side, height: 3), in: frame, mode: mode)
        #expect(drawn == rect(60, 70, 0, 0))
      }
    }
  }

  @Test func `the smallest rendering that needs no enlarging is taken`() {
    let best = { ImageContent.bestScale(of: [2, 1, 3], multiplier: $0, displayScale: 2) }
    #expect(best(0.5) == 1)
    #expect(best(0.6) == 2)
    #expect(best(1.5) == 3)
    #expect(best(9) == 3)
  }

  @Test func `a picture of a layout has each view, its frame and a name that is safe`() throws {
    let hierarchy = try ViewHierarchy<String>([
      .view("a<b&\u{1}", frame: rect(10, 20, 30.5, 40)), .unkeyed(frame: rect(0, 0, 5, 5)),
      .view("in", in: .key("a<b&\u{1}"), frame: rect(1, 2, 3, 4)),
    ])
    let svg = try hierarchy.layout(in: rect(100, 100, 200, 100)) { _ in }.svg()
    #expect(svg.contains("<title>a&lt;b&amp;\u{FFFD}: 10 20 31 40</title>"))
    #expect(svg.contains("<rect x=\"11\" y=\"22\" width=\"3\" height=\"4\""))
    #expect(svg.contains("stroke-dasharray"))
    let parser = XMLParserProbe(svg)
    #expect(
      parser.elements == [
        "svg": 1, "rect": 8, "g": 4, "title": 3, "circle": 15, "text": 2,
      ]
    )
  }

  @Test func `a view's own reference size scales what is in it`() throws {
    enum Key { case card, title, note }
    let own = try ReferenceSize(CGSize(width: 10, height: 10))
    let hierarchy = try ViewHierarchy<Key>([
      .view(.title, in: .key(.card)), .view(.note), .view(.card, referenceSize: own),
    ])
    let frame = rect(0, 0, 100, 100)
    let environment = LayoutEnvironment()
      .entering(frame, reference: try ReferenceSize(CGSize(width: 200, height: 200)))
    let result = try hierarchy.layout(in: frame, environment: environment) { views in
      for (key, width) in [(Key.card, 80.0), (.title, 5), (.note, 80)] {
        views[key]?.size = .scalable(width, width)
      }
    }
    #expect(result[.card] == rect(0, 0, 40, 40))
    #expect(result[.title] == rect(0, 0, 20, 20))
    #expect(result[.note] == rect(0, 0, 40, 40))
  }

  @Test func `distances from a view are scaled by its own reference size`() throws {
    enum Key { case panel, child, other }
    let own = try ReferenceSize(CGSize(width: 10, height: 10))
    let hierarchy = try ViewHierarchy<Key>([
      .view(.panel, referenceSize: own), .view(.child, in: .key(.panel)), .view(.other),
    ])
    let frame = rect(0, 0, 100, 100)
    let environment = LayoutEnvironment(rounding: .components)
      .entering(frame, reference: try ReferenceSize(frame.size))
    let layOut = { (place: (PlasticView, PlasticView, PlasticView) -> Void) in
      try hierarchy.layout(in: frame, environment: environment) { views in
        views[.panel]!.size = .scalable(50, 50)
        place(views[.panel]!, views[.child]!, views[.other]!)
      }
    }
    let near = try layOut { panel, child, other in
      child.left = panel.left + 1
      child.width = .scalable(1)
      other.left = child.right + 1
      other.width = .scalable(1)
    }
    #expect(near[.child] == rect(5, 0, 5, 0))
    #expect(near[.other] == rect(15, 0, 1, 0))
    let filled = try layOut { panel, child, _ in child.fill(panel, insets: .scalable(1, 1, 1, 1)) }
    #expect(filled[.child] == rect(5, 5, 40, 40))
    let row = try layOut { panel, child, other in
      [panel, child, other].fill(
        left: panel.left,
        right: panel.right + .fixed(50),
        insets: .scalable(0, 1, 0, 2),
        spacings: [.scalable(1), .scalable(2)]
      )
    }
    // The panel's own width changes what its unit is: 100 - 15 - 5 - 10 for three, a unit is 5 until then.
    #expect(row[.panel]?.width == 23)
    let column = try layOut { panel, child, other in
      child.height = .fixed(10)
      [panel, child].centerBetween(top: panel.top, bottom: panel.bottom, spacings: [.scalable(2)])
      other.top = child.top
    }
    #expect(column[.other]?.minY == column[.panel]!.minY + 60)
  }

  @Test func `a view's own reference size doesn't scale what it is given itself`() throws {
    let own = try ReferenceSize(CGSize(width: 10, height: 10))
    let text = MonospacedText("four", fontSize: .scalable(10), advance: 0.5)
    let hierarchy = try ViewHierarchy<Key>([.view(.text, referenceSize: own, content: text)])
    let frame = rect(0, 0, 100, 100)
    let environment = LayoutEnvironment()
      .entering(frame, reference: try ReferenceSize(frame.size))
    let result = try hierarchy.layout(in: frame, environment: environment) { views in
      views[.text]!.sizeToFit()
      #expect(views[.text]!.fontSize(.scalable(10)) == 10)
    }
    #expect(result[.text] == rect(0, 0, 20, 12))
  }

  @Test(arguments: zip(ReferencePolicy.allCases, [0.5, 2, 0.5, 2]))
  func `the policy chooses the multiplier`(_ policy: ReferencePolicy, multiplier: CGFloat) throws {
    let reference = try ReferenceSize(CGSize(width: 100, height: 100), policy: policy)
    #expect(reference.multiplier(in: CGSize(width: 50, height: 200)) == multiplier)
    let environment = LayoutEnvironment().entering(rect(0, 0, 50, 200), reference: reference)
    #expect(environment.multiplier == multiplier)
    #expect(environment.entering(rect(0, 0, 9, 9), reference: nil).multiplier == multiplier)
  }
}
