import CPangoCairo
import Foundation
import NativeViews
import SeededRandom
import Testing

@testable import NativeViewsCairo

@MainActor @Suite
struct `Texts` {
  let measurer: PangoTextMeasurer
  let renderer: CairoRenderer

  init() throws {
    measurer = try PangoTextMeasurer()
    renderer = try CairoRenderer()
  }

  private func pixels(_ block: TextBlock, _ size: CGSize) throws -> Pixels {
    let view = Canvas()
    view.frame = CGRect(origin: .zero, size: size)
    view.commands = { $0.draw(block, in: $1) }
    return try renderer.pixels(of: view)
  }

  /// Columns in which something is painted.
  private func inked(_ pixels: Pixels) -> ClosedRange<Int>? {
    let columns = (0..<pixels.width).filter { x in
      (0..<pixels.height).contains { pixels[x, $0] != 0xffff_ffff }
    }
    return columns.first.flatMap { first in columns.last.map { first...$0 } }
  }

  /// The first seed once made a line that was 26 points and one of Pango's units high, two others lines that were broken again
  /// since they were wider by one unit than what they were measured; the fourth a width that was rounded up beyond the limit.
  nonisolated private static let seeds: [UInt64] =
    [
      14_321_388_319_736_250_903, 16_423_757_779_592_046_076, 11_361_756_737_575_528_732,
      6_354_544_148_323_893_610,
    ] + RandomHistories.seeds(1)

  @Test(arguments: seeds)
  func `what is measured has room when it is painted`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let words = ["a", "fjord", "quick", "WAVE", "of", "Äpfel", "jumps", "1234567890"]
    for _ in 0..<300 {
      let count = Int.random(in: 1...12, using: &random)
      let text = (0..<count).map { _ in words.randomElement(using: &random)! }.joined(
        separator: " "
      )
      let wraps = Bool.random(using: &random)
      let block = TextBlock(
        AttributedText(string: text),
        font: Font(
          size: .random(in: 5...40, using: &random),
          weight: Bool.random(using: &random) ? .bold : .regular
        ),
        lineBreak: wraps ? .byWordWrapping : .byTruncatingTail,
        maximumLines: wraps ? 0 : 1
      )
      let width = wraps ? Double.random(in: 100...400, using: &random) : .infinity
      let size = measurer.size(of: block, width: width)
      let fitted = try withLayout(block, size)
      let free = try withLayout(block, CGSize(width: width, height: .infinity))
      // A width that was rounded up beyond what was allowed has room for more words in a line.
      let isBeyond = size.width > width
      #expect(
        fitted.lineCount == free.lineCount || isBeyond && fitted.lineCount < free.lineCount,
        "seed \(seed): \(block), \(size)"
      )
      #expect(fitted.size.width <= size.width, "seed \(seed): \(block), \(size)")
      // Heights of lines are rounded to Pango's units, a measured height to points but for one unit.
      #expect(fitted.size.height <= size.height + 1 / 1024, "seed \(seed): \(block), \(size)")
      // A truncated text would have another width than the whole one.
      #expect(
        isBeyond || abs(fitted.size.width - free.size.width) < 0.01,
        "seed \(seed): \(block), \(size)"
      )
    }
  }

  private func withLayout(_ block: TextBlock, _ size: CGSize) throws -> TextLayout {
    let layout = TextLayout(in: try CairoFonts.bundled().makeContext())
    layout.set(block)
    layout.fit(width: size.width, height: size.height)
    return layout
  }

  @Test
  func `lines are broken, limited and truncated as asked`() throws {
    let text: AttributedText = "The quick brown fox jumps over the lazy dog"
    let line = measurer.size(of: TextBlock(text, font: .systemFont(ofSize: 10)), width: .infinity)
    let lines = { (lineBreak: TextBlock.LineBreak, maximum: Int, width: CGFloat) in
      let block = TextBlock(
        text,
        font: .systemFont(ofSize: 10),
        lineBreak: lineBreak,
        maximumLines: maximum
      )
      return Int((measurer.size(of: block, width: width).height / line.height).rounded())
    }
    #expect(lines(.byTruncatingTail, 1, 60) == 1)
    #expect(lines(.byTruncatingTail, 2, 60) == 2)
    #expect(lines(.byTruncatingTail, 0, 60) > 3)
    #expect(lines(.byWordWrapping, 0, 60) > 3)
    #expect(lines(.byWordWrapping, 2, 60) == 2)
    #expect(lines(.byCharWrapping, 3, 60) == 3)
    #expect(lines(.byClipping, 0, 60) == 1)
    #expect(line.width > 150)
    let truncated = measurer.size(of: TextBlock(text, font: .systemFont(ofSize: 10)), width: 60)
    #expect(truncated.width <= 60)
  }

  @Test
  func `a text begins where its alignment says`() throws {
    let at = {
      (alignment: TextBlock.Alignment, lineBreak: TextBlock.LineBreak, text: AttributedText) in
      let block = TextBlock(
        text,
        font: .systemFont(ofSize: 10),
        alignment: alignment,
        lineBreak: lineBreak
      )
      return try #require(inked(try pixels(block, CGSize(width: 100, height: 20))))
    }
    for lineBreak in TextBlock.LineBreak.allCases {
      #expect(try at(.left, lineBreak, "Text").upperBound < 30)
      #expect(try at(.right, lineBreak, "Text").lowerBound > 70)
      #expect(try abs(at(.center, lineBreak, "Text").lowerBound - 40) < 5)
    }
    #expect(try at(.natural, .byTruncatingTail, "Text").upperBound < 30)
    for lineBreak in TextBlock.LineBreak.allCases {
      #expect(try at(.natural, lineBreak, "שלום").lowerBound > 60, "\(lineBreak)")
      #expect(try at(.justified, lineBreak, "שלום").lowerBound > 60, "\(lineBreak)")
      #expect(try at(.left, lineBreak, "שלום").upperBound < 40, "\(lineBreak)")
      #expect(try at(.right, lineBreak, "שלום").lowerBound > 60, "\(lineBreak)")
    }
  }

  @Test(arguments: [TextBlock.LineBreak.byWordWrapping, .byClipping])
  func `each paragraph has the direction of its script`(_ lineBreak: TextBlock.LineBreak) throws {
    func columns(
      _ alignment: TextBlock.Alignment
    ) throws -> (first: ClosedRange<Int>, last: ClosedRange<Int>) {
      let block = TextBlock(
        "Text\nשלום",
        font: .systemFont(ofSize: 10),
        alignment: alignment,
        lineBreak: lineBreak,
        maximumLines: 0
      )
      let picture = try pixels(block, CGSize(width: 100, height: 24))
      let halves = [0..<12, 12..<24].map { rows in
        Pixels(width: 100, height: 12, argb: rows.flatMap { y in (0..<100).map { picture[$0, y] } })
      }
      return (try #require(inked(halves[0])), try #require(inked(halves[1])))
    }
    let (left, right, natural) = (try columns(.left), try columns(.right), try columns(.natural))
    #expect(left.first.upperBound < 40 && left.last.upperBound < 40)
    #expect(right.first.lowerBound > 60 && right.last.lowerBound > 60)
    #expect(natural.first.upperBound < 40 && natural.last.lowerBound > 60)
  }

  @Test(arguments: TextBlock.LineBreak.allCases)
  func `a paragraph of any length is drawn and measured`(_ lineBreak: TextBlock.LineBreak) throws {
    let text = AttributedText(string: String(repeating: "Lorem ipsum ", count: 20_000))
    let block = TextBlock(
      text,
      lineBreak: lineBreak,
      maximumLines: lineBreak == .byTruncatingMiddle ? 1 : 0
    )
    let area = CGSize(width: 300, height: 68)
    let picture = try pixels(block, area)
    let columns = try #require(inked(picture))
    #expect(columns.lowerBound < 20 && columns.upperBound > 150)
    let rows = (0..<picture.height).filter { y in
      (0..<picture.width).contains { picture[$0, y] != 0xffff_ffff }
    }
    let isOneLine = [.byClipping, .byTruncatingMiddle].contains(lineBreak)
    #expect((try #require(rows.last) > 34) != isOneLine)
    let measured = measurer.size(of: block, width: 300)
    #expect(measured.width > 200 && measured.height > 0)
    let free = measurer.size(of: block, width: .infinity)
    #expect(free.width > 100_000 && free.height > 0)
    // What is seen is that of a shorter one.
    func shown(_ count: Int) throws -> Pixels {
      let text = AttributedText(string: String(repeating: "Lorem ipsum ", count: count))
      return try pixels(TextBlock(text, lineBreak: lineBreak), CGSize(width: 300, height: 30))
    }
    #expect(try shown(20_000) == shown(500))
  }

  @Test
  func `the height of any number of lines is measured`() {
    func height(_ count: Int) -> CGFloat {
      let text = AttributedText(string: String(repeating: "a\n", count: count - 1) + "a")
      let block = TextBlock(text, lineBreak: .byWordWrapping, maximumLines: 0)
      return measurer.size(of: block, width: 100).height
    }
    #expect(abs(height(3_000) - 10 * height(300)) < 20)
  }

  @Test
  func `parts have their own font, colour and line`() throws {
    let plain = AttributedText(string: "aaaa")
    let red = AttributedText.Attributes(color: .red)
    let big = AttributedText.Attributes(font: Font(size: 30, weight: .bold))
    let line = AttributedText.Attributes(isUnderlined: true)
    let size = CGSize(width: 200, height: 40)
    let base = try pixels(TextBlock(plain + plain, font: .systemFont(ofSize: 10)), size)
    let colored = try pixels(
      TextBlock(
        plain + AttributedText(string: "aaaa", attributes: red),
        font: .systemFont(ofSize: 10)
      ),
      size
    )
    let isRed = { (pixel: UInt32) in pixel >> 16 & 0xff > pixel & 0xff }
    #expect(!base.argb.contains(where: isRed))
    #expect(colored.argb.contains(where: isRed))
    let underlined = try pixels(
      TextBlock(
        AttributedText(string: "aaaaaaaa", attributes: line),
        font: .systemFont(ofSize: 10)
      ),
      size
    )
    #expect(underlined != base)
    let mixed = TextBlock(
      plain + AttributedText(string: "aaaa", attributes: big),
      font: .systemFont(ofSize: 10)
    )
    #expect(measurer.size(of: mixed, width: .infinity).height >= 35)
  }

  @Test
  func `a text with a zero byte, without characters or of no size does no harm`() throws {
    let size = CGSize(width: 60, height: 20)
    let zero = try pixels(TextBlock("a\u{0}b", font: .systemFont(ofSize: 10)), size)
    #expect(try zero == pixels(TextBlock("a b", font: .systemFont(ofSize: 10)), size))
    #expect(inked(try pixels(TextBlock("", font: .systemFont(ofSize: 10)), size)) == nil)
    #expect(measurer.size(of: TextBlock("", font: .systemFont(ofSize: 10)), width: 10).height == 12)
    _ = try pixels(TextBlock("abc", font: .systemFont(ofSize: 0)), size)
    _ = try pixels(TextBlock("abc", font: .systemFont(ofSize: .infinity)), size)
    #expect(measurer.size(of: TextBlock("abc"), width: .nan).height > 0)
  }

  @Test
  func `weights and slants differ, and a family that is missing is told of once`() throws {
    let size = CGSize(width: 100, height: 30)
    let styles = [
      Font(size: 20), Font(size: 20, weight: .bold), Font(size: 20, isItalic: true),
      Font(size: 20, weight: .bold, isItalic: true),
    ]
    let pictures = try styles.map { try pixels(TextBlock("Text", font: $0), size) }
    #expect(Set(pictures).count == 4)

    let backend = try CairoBackend(fonts: CairoFonts())
    let tree = ViewTree(size: size, backend: backend)
    var diagnoses: [ViewDiagnosis] = []
    tree.onDiagnosis = { diagnoses.append($0) }
    for _ in 0..<2 {
      tree.root.append(
        label("Text", CGRect(origin: .zero, size: size), Font(family: "No Such Font", size: 20))
      )
    }
    tree.flush()
    #expect(diagnoses.count == 1)
    #expect(diagnoses.first?.description.contains("No Such Font") == true)
    tree.root.lastChild?.removeFromParent()
    tree.flush()
    #expect(backend.pixels == pictures[0])
  }

  @Test
  func `sizes are kept, but not more than the limit`() throws {
    let cache = MeasurementCache(limit: 100)
    for index in 0..<1_000 {
      let key = MeasurementCache.Key(text: TextBlock(AttributedText(string: "\(index)")), width: 10)
      #expect(cache[key] == nil)
      cache[key] = CGSize(width: index, height: 1)
      #expect(cache[key]?.width == CGFloat(index))
      #expect(cache.count <= 100)
    }
  }

  @Test
  func `several threads measure the same`() async throws {
    let blocks = (0..<200).map { TextBlock(AttributedText(string: "Text number \($0)")) }
    let expected = blocks.map { measurer.size(of: $0, width: 50) }
    let fonts = try CairoFonts()
    await withTaskGroup(of: [CGSize].self) { group in
      for _ in 0..<8 {
        group.addTask {
          let measurer = PangoTextMeasurer(fonts: fonts, cacheLimit: 10)
          return blocks.map { measurer.size(of: $0, width: 50) }
        }
      }
      for await sizes in group { #expect(sizes == expected) }
    }
  }

  @Test
  func `font files are registered, and others refused`() throws {
    #expect(throws: CairoError.unusableFont(path: "/etc/passwd")) {
      try CairoFonts(registering: ["/etc/passwd"])
    }
    #expect(throws: CairoError.unusableFont(path: "/nowhere.ttf")) {
      try CairoFonts(registering: ["/nowhere.ttf"])
    }
    let fonts = try CairoFonts()
    #expect(fonts.contains(family: "DejaVu Sans"))
    #expect(!fonts.contains(family: "DejaVu Serif"))
  }

  @Test
  func `a hostile environment changes no pixel`() async throws {
    // What the bundled fonts give with these libraries; others have other versions in the stamp.
    let digest = try Self.digest()
    #expect(digest != 0)
    await #expect(processExitsWith: .success) {
      setenv("FONTCONFIG_FILE", "/nowhere/fonts.conf", 1)
      setenv("LANG", "tr_TR.UTF-8", 1)
      setenv("LC_ALL", "tr_TR.UTF-8", 1)
      setenv("FC_LANG", "ja", 1)
      setenv("PANGOCAIRO_BACKEND", "fc", 1)
      setlocale(LC_ALL, "")
      // Expected values can't be handed to the process; it compares with a run of its own parent's environment.
      let hostile = try await MainActor.run { try Texts.digest() }
      print("digest \(hostile)")
      guard hostile != 0 else { exit(1) }
      let path = FileManager.default.temporaryDirectory.appendingPathComponent(
        "hamon-digest-\(getppid())"
      )
      try "\(hostile)".write(to: path, atomically: true, encoding: .utf8)
    }
    let path = FileManager.default.temporaryDirectory
      .appendingPathComponent("hamon-digest-\(ProcessInfo.processInfo.processIdentifier)")
    defer { try? FileManager.default.removeItem(at: path) }
    #expect(try String(contentsOf: path, encoding: .utf8) == "\(digest)")
  }

  /// A number of the pixels of some texts.
  static func digest() throws -> UInt64 {
    let view = Canvas()
    view.frame = CGRect(x: 0, y: 0, width: 300, height: 120)
    view.commands = { list, _ in
      list.draw(
        TextBlock("Fi jı İi fjord", font: Font(family: "Nowhere", size: 17)),
        in: CGRect(x: 3, y: 3, width: 290, height: 30)
      )
      list.draw(
        TextBlock("骨 → ✓", font: Font(size: 23, weight: .bold, isItalic: true)),
        in: CGRect(x: 3, y: 40, width: 290, height: 40)
      )
    }
    let pixels = try CairoRenderer().pixels(of: view)
    return pixels.argb.reduce(14_695_981_039_346_656_037) { ($0 ^ UInt64($1)) &* 1_099_511_628_211 }
  }

  @Test
  func `without the libraries the error names the package`() async {
    await #expect(processExitsWith: .success) {
      cpangocairo_use_library("libno-such-pango.so.0")
      do throws(CairoError) {
        _ = try CairoFonts()
      } catch {
        let text = "\(error)"
        exit(
          text.contains("libno-such-pango.so.0")
            && text.contains("apt-get install libpangocairo-1.0-0") ? 0 : 1
        )
      }
      exit(2)
    }
  }

  @Test
  func `the stamp has a version of each library`() throws {
    let versions = try LibraryVersions.current()
    for version in [
      versions.cairo, versions.pango, versions.freeType, versions.harfBuzz, versions.fontconfig,
    ] {
      #expect(version.split(separator: ".").count == 3)
      #expect(version.first?.isNumber == true && version != "0.0.0")
    }
    let decoded = try JSONDecoder().decode(
      LibraryVersions.self,
      from: JSONEncoder().encode(versions)
    )
    #expect(decoded == versions)
  }
}
