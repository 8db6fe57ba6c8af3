import CPangoCairo
import Foundation
import NativeViews

/// A font map and the context of its layouts; one thread at a time uses it and its layouts.
@safe
final class TextContext {
  private let texts: OpaquePointer
  fileprivate let defaultFamily: String?
  /// A layout that is refilled for each text that is only measured.
  private(set) lazy var scratch = TextLayout(in: self)

  /// Takes a font set of `cpc_fonts_create`, and the family of texts that name none.
  @unsafe
  init(_ fonts: OpaquePointer, defaultFamily: String?) {
    self.defaultFamily = defaultFamily
    // SAFETY: the set is alive; the context keeps what it needs of it.
    unsafe texts = cpc_texts_create(fonts)
  }

  deinit {
    // SAFETY: made by `init`. Layouts hold their context, which Pango counts.
    unsafe cpc_texts_destroy(texts)
  }

  @unsafe
  fileprivate func makeLayout() -> OpaquePointer { unsafe cpc_layout_create(texts) }
}

/// A text, broken into lines.
@safe
final class TextLayout {
  private let layout: OpaquePointer
  private let defaultFamily: String?

  /// Makes an empty layout.
  init(in context: TextContext) {
    defaultFamily = context.defaultFamily
    // SAFETY: the context is alive, and the layout holds what it needs of it.
    unsafe layout = context.makeLayout()
  }

  deinit {
    // SAFETY: made by `init`.
    unsafe cpc_layout_destroy(layout)
  }

  /// Sets the layout's text; call ``fit(width:height:)`` afterwards.
  func set(_ block: TextBlock) {
    var string = block.text.string
    let length = string.utf8.count
    // SAFETY: the text and the families outlive the calls, which copy them.
    string.withUTF8 { text in
      unsafe text.withMemoryRebound(to: CChar.self) { text in
        unsafe withFont(block.font, defaultFamily) { font in
          unsafe cpc_layout_set_text(
            layout,
            text.baseAddress,
            length,
            font,
            alignment(block.alignment),
            lineBreak(block.lineBreak),
            Int32(clamping: max(block.maximumLines, 0))
          )
        }
      }
    }
    for span in block.text.spans { add(span) }
  }

  private func add(_ span: AttributedText.Span) {
    let attributes = span.attributes
    var color = cpc_color(attributes.color ?? .clear, alpha: 1)
    let (start, end) = (span.range.lowerBound, span.range.upperBound)
    // SAFETY: font and colour outlive the call, which copies them.
    unsafe withUnsafePointer(to: &color) { address in
      let color = unsafe attributes.color == nil ? nil : address
      guard let font = attributes.font else {
        return unsafe cpc_layout_add_span(layout, start, end, nil, color, attributes.isUnderlined)
      }
      unsafe withFont(font, defaultFamily) { font in
        var font = unsafe font
        unsafe cpc_layout_add_span(layout, start, end, &font, color, attributes.isUnderlined)
      }
    }
  }

  /// Breaks lines within an area; each side may be infinite.
  func fit(width: Double, height: Double) {
    // SAFETY: made by `init`.
    unsafe cpc_layout_fit(layout, width, height)
  }

  /// Size of the visible lines.
  var size: CGSize {
    var (width, height, lines) = (0.0, 0.0, Int32(0))
    // SAFETY: the three variables receive the results.
    unsafe cpc_layout_measure(layout, &width, &height, &lines)
    return CGSize(width: width, height: height)
  }

  /// Finds letters that are drawn as one.
  ///
  /// - Parameter length: The text's length in UTF-8 code units.
  /// - Returns: Those of the first line from left to right, and whether that is read from right to left.
  func clusters(length: Int) -> (clusters: [cpc_cluster], isRightToLeft: Bool) {
    var isRightToLeft = false
    let clusters = unsafe [cpc_cluster](unsafeUninitializedCapacity: length) { buffer, count in
      // SAFETY: there is room for as many as are asked for.
      if let address = buffer.baseAddress, length > 0 {
        count = unsafe cpc_layout_clusters(layout, address, length, &isRightToLeft)
      }
    }
    return (clusters, isRightToLeft)
  }

  /// Number of visible lines.
  var lineCount: Int {
    var (width, height, lines) = (0.0, 0.0, Int32(0))
    // SAFETY: the three variables receive the results.
    unsafe cpc_layout_measure(layout, &width, &height, &lines)
    return Int(lines)
  }

  /// Whether some of the visible text has no glyph in any font.
  var lacksGlyphs: Bool {
    // SAFETY: made by `init`.
    unsafe cpc_layout_lacks_glyphs(layout)
  }

  /// The width from which on the text has the same shape in any area; nil if its shape depends on the area.
  var settledWidth: Double? {
    // SAFETY: made by `init`.
    let width = unsafe cpc_layout_settled_width(layout)
    return width < 0 ? nil : width
  }

  /// The painted area, relative to the upper left corner of the layout's.
  var ink: Box {
    // SAFETY: made by `init`.
    Box(unsafe cpc_layout_ink(layout))
  }

  /// Paints the lines.
  func show(on canvas: Canvas, x: Double, y: Double, color: cpc_color) {
    // SAFETY: both are alive.
    unsafe cpc_layout_show(layout, canvas.pointer, x, y, color)
  }
}

private func withFont<Result>(
  _ font: Font,
  _ defaultFamily: String?,
  _ body: (cpc_font) -> Result
) -> Result {
  var description = unsafe cpc_font(
    family: nil,
    size: Double(font.size),
    weight: Int32(font.weight.rawValue),
    italic: font.isItalic
  )
  // SAFETY: the family outlives the call.
  guard let family = font.family ?? defaultFamily else { return unsafe body(description) }
  return unsafe family.withCString {
    unsafe description.family = $0
    return unsafe body(description)
  }
}

private func alignment(_ alignment: TextBlock.Alignment) -> cpc_alignment {
  switch alignment {
  case .left: CPC_LEFT
  case .center: CPC_CENTER
  case .right: CPC_RIGHT
  case .justified: CPC_JUSTIFIED
  case .natural: CPC_NATURAL
  }
}

private func lineBreak(_ lineBreak: TextBlock.LineBreak) -> cpc_line_break {
  switch lineBreak {
  case .byWordWrapping: CPC_WORDS
  case .byCharWrapping: CPC_CHARACTERS
  case .byClipping: CPC_CLIP
  case .byTruncatingHead: CPC_HEAD
  case .byTruncatingTail: CPC_TAIL
  case .byTruncatingMiddle: CPC_MIDDLE
  }
}
