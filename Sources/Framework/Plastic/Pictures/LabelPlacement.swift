import Foundation

/// Finds room for the names of views in a picture: inside each view, and not over another one's.
///
/// Complexity: O(1) for each name; the picture is divided into at most some ten thousand cells.
struct LabelPlacement {
  /// A name with its place.
  struct Label {
    let lines: [String]
    let fontSize: CGFloat
    /// The upper left corner.
    let origin: CGPoint

    /// The width of a line in most monospaced fonts, if it is known.
    func width(of line: String) -> CGFloat? {
      line.utf8.allSatisfy { $0 < 0x80 } ? CGFloat(line.utf8.count) * fontSize * 0.6 : nil
    }

    var lineHeight: CGFloat { fontSize * LabelPlacement.lineHeight }
  }

  static let lineHeight: CGFloat = 1.25

  /// From easily readable to the smallest readable size, in units of the picture.
  private static let fontSizes: [CGFloat] = [8, 6.5, 5, smallestFontSize]
  private static let smallestFontSize: CGFloat = 4

  private let bounds: CGRect
  private let unit: CGFloat
  private let columns: Int
  private let rows: Int
  private var isTaken: [Bool]

  /// - Parameters:
  ///   - bounds: The picture's.
  ///   - unit: 1/400 of its longer side.
  init(bounds: CGRect, unit: CGFloat) {
    self.bounds = bounds
    self.unit = unit
    columns = Int(bounds.size.width / (2 * unit)) + 1
    rows = Int(bounds.size.height / (2 * unit)) + 1
    isTaken = Array(repeating: false, count: columns * rows)
  }

  /// Finds room for a name and the numbers of a view, or else only for the name.
  ///
  /// - Parameters:
  ///   - name: The view's name.
  ///   - relative: Its frame in its parent, which the numbers show.
  ///   - frame: Its frame in the picture.
  /// - Returns: The place of the largest text for which there is room, or `nil`.
  mutating func place(_ name: String, _ relative: CGRect, in frame: CGRect) -> Label? {
    // Most views of a large picture are too small for any name; they cost no more than this.
    guard hasRoom(for: 0, lines: 1, fontSize: Self.smallestFontSize * unit, in: frame) else {
      return nil
    }
    let steps = freeSteps(in: frame)
    guard steps != 0 else { return nil }
    let nameEms = Self.ems(of: name)
    guard hasRoom(for: nameEms, lines: 1, fontSize: Self.smallestFontSize * unit, in: frame) else {
      return nil
    }
    let numbers = [
      relative.origin.x, relative.origin.y, relative.size.width, relative.size.height,
    ].map { svgNumber($0) }.joined(separator: " ")
    let numbersEms = Self.ems(of: numbers)
    let both = nameEms + Self.ems(of: " ") + numbersEms
    for size in Self.fontSizes {
      if let origin = place(ems: both, lines: 1, fontSize: size * unit, in: frame, steps) {
        return Label(lines: ["\(name) \(numbers)"], fontSize: size * unit, origin: origin)
      }
      let wider = max(nameEms, numbersEms)
      if let origin = place(ems: wider, lines: 2, fontSize: size * unit, in: frame, steps) {
        return Label(lines: [name, numbers], fontSize: size * unit, origin: origin)
      }
    }
    for size in Self.fontSizes {
      if let origin = place(ems: nameEms, lines: 1, fontSize: size * unit, in: frame, steps) {
        return Label(lines: [name], fontSize: size * unit, origin: origin)
      }
    }
    return nil
  }

  private func hasRoom(for ems: CGFloat, lines: Int, fontSize: CGFloat, in frame: CGRect) -> Bool {
    ems * fontSize <= frame.size.width - 4 * unit && freedom(lines, fontSize, in: frame) >= 0
  }

  /// The distance by which lines may be moved down in a view.
  private func freedom(_ lines: Int, _ fontSize: CGFloat, in frame: CGRect) -> CGFloat {
    frame.size.height - 4 * unit - CGFloat(lines) * fontSize * Self.lineHeight
  }

  /// The places in a view where a label may begin, as bits: not where its first cell is taken, whatever its size.
  ///
  /// The names at the top are already those of views around this one.
  private func freeSteps(in frame: CGRect) -> UInt16 {
    let freedom = freedom(1, Self.smallestFontSize * unit, in: frame)
    let column = cell(frame.origin.x + 2 * unit - bounds.origin.x, columns)
    var steps: UInt16 = 0
    for step in 0..<12 {
      guard down(step) <= freedom else { break }
      let row = cell(frame.origin.y + 2 * unit + down(step) - bounds.origin.y, rows)
      if !isTaken[row * columns + column] { steps |= 1 << step }
    }
    return steps
  }

  /// The distance from the top at which the lines begin.
  private func down(_ step: Int) -> CGFloat { CGFloat(step) * 4 * unit }

  /// Takes room for lines, given the width of the longest.
  private mutating func place(
    ems: CGFloat,
    lines: Int,
    fontSize: CGFloat,
    in frame: CGRect,
    _ steps: UInt16
  ) -> CGPoint? {
    guard hasRoom(for: ems, lines: lines, fontSize: fontSize, in: frame) else { return nil }
    let freedom = freedom(lines, fontSize, in: frame)
    let size = CGSize(
      width: ems * fontSize,
      height: CGFloat(lines) * fontSize * Self.lineHeight
    )
    let margin = 2 * unit
    for step in 0..<12 where steps >> step & 1 != 0 {
      let down = down(step)
      guard down <= freedom else { break }
      let origin = CGPoint(x: frame.origin.x + margin, y: frame.origin.y + margin + down)
      if take(CGRect(origin: origin, size: size)) { return origin }
    }
    return nil
  }

  /// Takes all cells of a rectangle, if all are free.
  private mutating func take(_ frame: CGRect) -> Bool {
    let (x, y) = (frame.origin.x, frame.origin.y)
    let (right, bottom) = (x + frame.size.width, y + frame.size.height)
    let across = cell(x - bounds.origin.x, columns)...cell(right - bounds.origin.x, columns)
    let down = cell(y - bounds.origin.y, rows)...cell(bottom - bounds.origin.y, rows)
    for row in down where across.contains(where: { isTaken[row * columns + $0] }) { return false }
    for row in down {
      for column in across { isTaken[row * columns + column] = true }
    }
    return true
  }

  private func cell(_ distance: CGFloat, _ count: Int) -> Int {
    min(max(Int(distance / (2 * unit)), 0), count - 1)
  }

  /// The greatest width of a text, as a multiple of its font's size: viewers' fonts are unknown, and monospaced ones are about as wide as
  /// this.
  private static func ems(of text: String) -> CGFloat {
    text.unicodeScalars.reduce(0) { $0 + ($1.isASCII ? 0.62 : 1.1) }
  }
}
