extension TextTable {
  /// Writes the table: headers, a rule, one line for each row.
  ///
  /// If the cells need more room than there is, names are shortened in their middle and sentences continue on further lines. If that isn't
  /// enough, the last columns follow below, after the first ones again. Figures are never shortened: a line with too many for any terminal
  /// is longer.
  ///
  /// - Parameter width: The most characters of a line; `nil` for as many as the cells take.
  /// - Complexity: Proportional to the number of characters written.
  /// - Returns: The text, with a newline at the end of each line and no trailing spaces.
  package func rendered(width: Int? = nil) -> String {
    let (cells, widest) = measured
    guard let width else {
      let widths = widest.map { min($0, Self.widestCell) }
      return text(ColumnBlock(columns: Array(headers.indices), widths: widths), of: cells)
    }
    return blocks(widest, within: width)
      .map { text($0, of: cells, isFitted: true) }
      .joined(separator: "\n")
  }

  /// Whether all columns fit side by side, if names are shortened.
  package func fits(within width: Int) -> Bool {
    blocks(measured.widest, within: width).count == 1
  }

  /// The cells to write, headers first, and the width of each column.
  private var measured: (cells: [[String]], widest: [Int]) {
    let cells = ([headers] + rows).map { row in row.map(Self.singleLine) }
    return (cells, headers.indices.map { column in cells.map { $0[column].columns }.max() ?? 0 })
  }

  /// Columns side by side.
  private struct ColumnBlock {
    var columns: [Int]
    /// One per column.
    var widths: [Int]

    /// The length of a line.
    var total: Int { widths.reduce(0, +) + 2 * max(0, widths.count - 1) }
  }

  /// The widest column without a limit: one cell of thousands of characters would push all others out of sight.
  private static let widestCell = 160
  /// The least length of a shortened name.
  private static let leastName = 16
  /// The least width of a sentence.
  private static let leastSentence = 32

  /// Divides the columns into blocks that fit.
  private func blocks(_ widest: [Int], within width: Int) -> [ColumnBlock] {
    let all = Array(headers.indices)
    let whole = block(all, widest, within: width)
    if whole.total <= width { return [whole] }
    // The names identify the figures; if they leave no room for one figure, the first name is enough.
    func least(_ columns: [Int]) -> Int { block(columns, widest, within: 0).total }
    var keys = Array(all[..<max(1, alignments.prefix { $0 == .left }.count)])
    let fitsOne =
      keys.count < all.count && all[keys.count...].allSatisfy { least(keys + [$0]) <= width }
    if !fitsOne { keys = [0] }
    var groups: [[Int]] = []
    var group = keys
    for column in all[keys.count...] {
      if group.count > keys.count, least(group + [column]) > width {
        groups.append(group)
        group = keys
      }
      group.append(column)
    }
    groups.append(group)
    // A name is the same in each block.
    var common = widest
    for group in groups {
      let fitted = block(group, widest, within: width)
      for key in keys { common[key] = min(common[key], fitted.widths[key]) }
    }
    return groups.map { block($0, common, within: width) }
  }

  /// Columns side by side, as wide as possible: no column that can be narrower is wider than a narrowed one.
  ///
  /// - Returns: The block, too wide if that isn't possible.
  private func block(_ columns: [Int], _ widest: [Int], within width: Int) -> ColumnBlock {
    let least = columns.map { column in
      switch alignments[column] {
      case .left: min(widest[column], Self.leastName)
      case .sentence: min(widest[column], Self.leastSentence)
      case .right, .fixed: widest[column]
      }
    }
    func block(limit: Int) -> ColumnBlock {
      let widths = zip(columns, least).map { max($1, min(widest[$0], limit)) }
      return ColumnBlock(columns: columns, widths: widths)
    }
    var limit = min(width, columns.map { widest[$0] }.max() ?? 0)
    while limit > 0, block(limit: limit).total > width { limit -= 1 }
    return block(limit: limit)
  }

  private func text(_ block: ColumnBlock, of cells: [[String]], isFitted: Bool = false) -> String {
    let fronts = zip(block.columns, block.widths).map { column, width in
      isFitted && alignments[column] == .left
        ? Self.front(of: cells.map { $0[column] }, width: width) : 0
    }
    var written = cells.map { lines(of: $0, block, isFitted ? fronts : nil) }
    let rule = block.widths.map { String(repeating: "-", count: $0) }.joined(separator: "  ")
    written.insert([rule], at: 1)
    return written.joined().map { $0 + "\n" }.joined()
  }

  /// The lines of a row: several if a sentence has several.
  ///
  /// - Parameters:
  ///   - row: The cells of all columns.
  ///   - block: The columns to write.
  ///   - fronts: For each column, how many characters of a name precede the omission; `nil` if nothing is omitted.
  /// - Returns: Lines without line ends.
  private func lines(of row: [String], _ block: ColumnBlock, _ fronts: [Int]?) -> [String] {
    let parts = block.columns.indices.map { place in
      let (cell, width) = (row[block.columns[place]], block.widths[place])
      guard let fronts else { return [cell] }
      switch alignments[block.columns[place]] {
      case .left: return [Self.shortened(cell, to: width, front: fronts[place])]
      case .sentence: return WrappedText.lines(cell, width: width)
      case .right, .fixed: return [cell]
      }
    }
    return (0..<(parts.map(\.count).max() ?? 0)).map { index in
      var line = ""
      for (place, part) in parts.enumerated() {
        let cell = index < part.count ? part[index] : ""
        let padding = String(repeating: " ", count: max(0, block.widths[place] - cell.columns))
        line += place > 0 ? "  " : ""
        line += alignments[block.columns[place]] == .right ? padding + cell : cell + padding
      }
      while line.last == " " { line.removeLast() }
      return line
    }
  }

  /// How much of a column's names is kept at their start, and the rest at their end: half, or what leaves more of them different.
  private static func front(of names: [String], width: Int) -> Int {
    let kept = max(0, width - 1)
    let long = Set(names.filter { $0.columns > width })
    var best = (front: kept - kept / 2, different: 0)
    for front in [best.front, kept * 3 / 4, kept / 4] {
      let different = Set(long.map { shortened($0, to: width, front: front) }).count
      if different > best.different { best = (front, different) }
    }
    return best.front
  }

  /// Omits a part of a cell that is too long.
  private static func shortened(_ cell: String, to width: Int, front: Int) -> String {
    guard cell.columns > width else { return cell }
    return "\(cell.prefix(columns: front))…\(cell.suffix(columns: max(0, width - 1 - front)))"
  }
}
