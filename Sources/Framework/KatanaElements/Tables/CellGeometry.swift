import Foundation
import KatanaUI

/// Places of cells in lines one below the other, section after section.
///
/// Lines are rows of KatanaUI's list geometry; this adds the columns of a line.
///
/// Source: docs/semantics/elements.md, E7, E8.
struct CellGeometry: Equatable {
  private let lines: ListGeometry
  /// Number of cells in each section.
  private let counts: [Int]
  private let columns: Int
  private let spacing: CGFloat

  /// Makes the geometry of sections.
  ///
  /// - Parameters:
  ///   - sections: Numbers of cells, and heights of lines in points, each including the distance below it.
  ///   - columns: Number of cells per line.
  ///   - spacing: Distance between cells in a line.
  init(_ sections: [ListGeometry.Section] = [], columns: Int = 1, spacing: CGFloat = 0) {
    let columns = max(columns, 1)
    (self.columns, self.spacing) = (columns, spacing)
    counts = sections.map(\.count)
    let lines = sections.map {
      ListGeometry.Section(count: ($0.count + columns - 1) / columns, heights: $0.heights)
    }
    self.lines = ListGeometry(lines, multiplier: 1)
  }

  /// Height of all lines, without the distance below the last.
  var contentHeight: CGFloat { max(lines.height - spacing, 0) }

  /// Whether the cell exists.
  func contains(_ indexPath: IndexPath) -> Bool {
    indexPath.count == 2 && counts.indices.contains(indexPath.section)
      && (0..<counts[indexPath.section]).contains(indexPath.row)
  }

  /// Cells with a part between two heights, in order.
  ///
  /// Complexity: O(log s + log n + k log s) for `s` sections, `n` rows per section, and `k` cells and rows of height 0 between them; a
  /// section of height 0 counts as one.
  func cells(from top: CGFloat, to bottom: CGFloat) -> [IndexPath] {
    let seen = lines.items(from: top, to: bottom)
    var cells: [IndexPath] = []
    // Rows without height may be any number.
    cells.reserveCapacity(min(seen.count, 32) * columns)
    var item = seen.lowerBound
    while item < seen.upperBound {
      let (index, row) = lines.place(of: item)
      let section = lines.sections[index]
      let first = row ?? 0
      let last = min(first + seen.upperBound - item, section.count)
      item += last - first
      guard section.height(1) > 0 else { continue }
      for line in first..<last where section.height(ofRow: line, 1) > 0 {
        for cell in line * columns..<min((line + 1) * columns, counts[index]) {
          cells.append(IndexPath(row: cell, section: index))
        }
      }
    }
    return cells
  }

  /// Frame of a cell in a content of some width.
  ///
  /// Complexity: O(log s + log n) for `s` sections and `n` rows per section.
  func frame(of indexPath: IndexPath, width: CGFloat) -> CGRect {
    let (line, column) = indexPath.row.quotientAndRemainder(dividingBy: columns)
    let top = lines.edges(of: lines.item(section: indexPath.section, row: line)).top
    let height = lines.sections[indexPath.section].height(ofRow: line, 1)
    let cellWidth = max((width - spacing * CGFloat(columns - 1)) / CGFloat(columns), 0)
    return CGRect(
      x: CGFloat(column) * (cellWidth + spacing),
      y: top,
      width: cellWidth,
      height: max(height - spacing, 0)
    )
  }
}
