import Foundation

/// Places of cells in lines, one below the other, section after section.
struct CellGeometry: Equatable {
  /// Heights of a section's lines.
  enum Heights: Equatable {
    /// All lines are as high.
    case uniform(CGFloat)
    /// Distances of the lines' lower edges from the section's beginning.
    case lowerEdges([CGFloat])
  }

  private struct Section: Equatable {
    let top: CGFloat
    let height: CGFloat
    let count: Int
    let heights: Heights

    /// The line in which a distance from the section's beginning is, or the number of lines.
    func line(at distance: CGFloat, lines: Int) -> Int {
      switch heights {
      case .uniform(let height):
        guard height > 0 else { return 0 }
        let line = (distance / height).rounded(.down)
        return line >= CGFloat(lines) ? lines : max(Int(line), 0)
      case .lowerEdges(let edges):
        var (low, high) = (0, edges.count)
        while low < high {
          let middle = (low + high) / 2
          if edges[middle] > distance { high = middle } else { low = middle + 1 }
        }
        return low
      }
    }

    func span(ofLine line: Int) -> (top: CGFloat, height: CGFloat) {
      switch heights {
      case .uniform(let height): return (CGFloat(line) * height, height)
      case .lowerEdges(let edges):
        let top = line == 0 ? 0 : edges[line - 1]
        return (top, edges[line] - top)
      }
    }
  }

  private var sections: [Section] = []
  private let columns: Int
  private let spacing: CGFloat
  /// Height of all lines.
  private(set) var height: CGFloat = 0

  /// Makes the geometry of nothing.
  ///
  /// - Parameters:
  ///   - columns: Cells of a line.
  ///   - spacing: Distance between cells; above lines it is in their heights.
  init(columns: Int = 1, spacing: CGFloat = 0) {
    (self.columns, self.spacing) = (max(columns, 1), spacing)
  }

  /// Adds a section below the others.
  mutating func append(count: Int, heights: Heights) {
    let lines = (count + columns - 1) / columns
    let sectionHeight =
      switch heights {
      case .uniform(let height): CGFloat(lines) * height
      case .lowerEdges(let edges): edges.last ?? 0
      }
    sections.append(Section(top: height, height: sectionHeight, count: count, heights: heights))
    height += sectionHeight
  }

  /// Height of all lines without the distance below the last.
  var contentHeight: CGFloat { max(height - spacing, 0) }

  /// The number of sections.
  var sectionCount: Int { sections.count }

  /// Whether there is such a cell.
  func contains(_ indexPath: IndexPath) -> Bool {
    indexPath.count == 2 && sections.indices.contains(indexPath.section)
      && (0..<sections[indexPath.section].count).contains(indexPath.row)
  }

  /// Cells of which something is between two heights, in their order.
  ///
  /// Complexity: O(log n + k) for `n` rows of a section and `k` cells.
  func cells(from top: CGFloat, to bottom: CGFloat) -> [IndexPath] {
    var cells: [IndexPath] = []
    for index in sections.indices {
      let section = sections[index]
      guard section.count > 0, section.height > 0, section.top < bottom,
        section.top + section.height > top
      else { continue }
      let lines = (section.count + columns - 1) / columns
      var line = section.line(at: max(top - section.top, 0), lines: lines)
      while line < lines {
        let span = section.span(ofLine: line)
        guard section.top + span.top < bottom else { break }
        defer { line += 1 }
        guard span.height > 0 else { continue }
        for item in line * columns..<min((line + 1) * columns, section.count) {
          cells.append(IndexPath(row: item, section: index))
        }
      }
    }
    return cells
  }

  /// Place of a cell in a content of some width.
  func frame(of indexPath: IndexPath, width: CGFloat) -> CGRect {
    let section = sections[indexPath.section]
    let (line, column) = indexPath.row.quotientAndRemainder(dividingBy: columns)
    let span = section.span(ofLine: line)
    let cellWidth = max((width - spacing * CGFloat(columns - 1)) / CGFloat(columns), 0)
    return CGRect(
      x: CGFloat(column) * (cellWidth + spacing),
      y: section.top + span.top,
      width: cellWidth,
      height: max(span.height - spacing, 0)
    )
  }
}
