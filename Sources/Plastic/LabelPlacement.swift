import Foundation

/// Finds room for the names of views in a picture: inside of each view, and not over another one's.
///
/// Complexity: a constant for each name; the picture is divided into at most some ten thousand cells.
struct LabelPlacement {
  /// A name with its place.
  struct Label {
    let lines: [String]
    let fontSize: CGFloat
    /// The upper left corner.
    let origin: CGPoint

    /// How wide a line is in most monospaced fonts, if it is known.
    func width(of line: String) -> CGFloat? {
      line.utf8.allSatisfy { $0 < 0x80 } ? CGFloat(line.utf8.count) * fontSize * 0.6 : nil
    }

    /// The distance from line to line.
    var lineHeight: CGFloat { fontSize * LabelPlacement.lineHeight }
  }

  static let lineHeight: CGFloat = 1.25

  /// From one that is read easily to the smallest that can be read, in units of the picture.
  private static let fontSizes: [CGFloat] = [8, 6.5, 5, 4]

  private let bounds: CGRect
  private let unit: CGFloat
  private let columns: Int
  private let rows: Int
  private var isTaken: [Bool]

  /// - Parameters:
  ///   - bounds: The picture's.
  ///   - unit: A four hundredth of its longer side.
  init(bounds: CGRect, unit: CGFloat) {
    self.bounds = bounds
    self.unit = unit
    columns = Int(bounds.size.width / (2 * unit)) + 1
    rows = Int(bounds.size.height / (2 * unit)) + 1
    isTaken = Array(repeating: false, count: columns * rows)
  }

  /// Finds room for a name and the numbers of a view, or else for the name alone.
  ///
  /// - Returns: Where the largest text goes for which there is room, or `nil`.
  mutating func place(_ name: String, _ numbers: String, in frame: CGRect) -> Label? {
    let texts = [["\(name) \(numbers)"], [name, numbers]]
    for size in Self.fontSizes {
      for lines in texts {
        if let label = place(lines, fontSize: size * unit, in: frame) { return label }
      }
    }
    for size in Self.fontSizes {
      if let label = place([name], fontSize: size * unit, in: frame) { return label }
    }
    return nil
  }

  private mutating func place(_ lines: [String], fontSize: CGFloat, in frame: CGRect) -> Label? {
    let margin = 2 * unit
    let ems = lines.map { Self.ems(of: $0) }.max() ?? 0
    let size = CGSize(
      width: ems * fontSize,
      height: CGFloat(lines.count) * fontSize * Self.lineHeight
    )
    let freedom = frame.size.height - 2 * margin - size.height
    guard size.width <= frame.size.width - 2 * margin, freedom >= 0 else { return nil }
    // What is at the top already are names of views around this one.
    for step in 0..<12 {
      let down = CGFloat(step) * 4 * unit
      guard down <= freedom else { break }
      let origin = CGPoint(x: frame.minX + margin, y: frame.minY + margin + down)
      if take(CGRect(origin: origin, size: size)) {
        return Label(lines: lines, fontSize: fontSize, origin: origin)
      }
    }
    return nil
  }

  /// Takes all cells of a rectangle, if all are free.
  private mutating func take(_ frame: CGRect) -> Bool {
    let across = cell(frame.minX - bounds.minX, columns)...cell(frame.maxX - bounds.minX, columns)
    let down = cell(frame.minY - bounds.minY, rows)...cell(frame.maxY - bounds.minY, rows)
    for row in down where across.contains(where: { isTaken[row * columns + $0] }) { return false }
    for row in down {
      for column in across { isTaken[row * columns + column] = true }
    }
    return true
  }

  private func cell(_ distance: CGFloat, _ count: Int) -> Int {
    min(max(Int(distance / (2 * unit)), 0), count - 1)
  }

  /// How wide a text is at most, as a multiple of its font's size: the fonts of programs that show the picture
  /// are unknown, monospaced ones are about as wide as this.
  private static func ems(of text: String) -> CGFloat {
    text.unicodeScalars.reduce(0) { $0 + ($1.isASCII ? 0.62 : 1.1) }
  }
}
