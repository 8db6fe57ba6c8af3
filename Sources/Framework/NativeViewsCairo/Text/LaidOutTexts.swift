import NativeViews

/// A text laid out in an area, and the part of the area that it paints.
struct LaidOutText {
  let layout: TextLayout
  /// From the upper left corner of the area.
  let ink: Box
  /// The width from which on the text has the same shape in any area; nil if its shape depends on the area.
  let settledWidth: Double?

  init(_ block: TextBlock, width: Double, height: Double, layout: TextLayout) {
    layout.set(block)
    layout.fit(width: width, height: height)
    (self.layout, ink, settledWidth) = (layout, layout.ink, layout.settledWidth)
  }
}

/// Laid out texts; those not used for a while are dropped.
///
/// There are two generations, as in ``MeasurementCache``.
struct LaidOutTexts {
  /// A text without its colour, which layouts ignore, and its area if the shape depends on that.
  private struct Key: Hashable {
    var block: TextBlock
    var width = -1.0
    var height = -1.0

    init(_ block: TextBlock) {
      self.block = block
      self.block.color = .clear
    }
  }

  private var young: [Key: LaidOutText] = [:]
  private var old: [Key: LaidOutText] = [:]
  private let limit: Int

  /// Makes a cache of about `limit` texts.
  init(limit: Int = 4_096) { self.limit = max(limit / 2, 1) }

  /// The layout of a text in an area.
  mutating func find(_ block: TextBlock, width: Double, height: Double) -> LaidOutText? {
    var key = Key(block)
    if let text = find(key), let settled = text.settledWidth, width >= settled { return text }
    (key.width, key.height) = (width, height)
    return find(key)
  }

  private mutating func find(_ key: Key) -> LaidOutText? {
    if let text = young[key] { return text }
    guard let text = old[key] else { return nil }
    insert(text, for: key)
    return text
  }

  /// Keeps the layout of a text in an area, for all areas in which the text has the same shape.
  mutating func insert(_ text: LaidOutText, of block: TextBlock, width: Double, height: Double) {
    var key = Key(block)
    if text.settledWidth == nil { (key.width, key.height) = (width, height) }
    insert(text, for: key)
  }

  private mutating func insert(_ text: LaidOutText, for key: Key) {
    if young.count >= limit { (old, young) = (young, [:]) }
    young[key] = text
  }
}
