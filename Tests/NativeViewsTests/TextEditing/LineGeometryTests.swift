import Foundation
import Testing

@testable import NativeViews

@Suite
struct `Carets in a line` {
  /// Letters of one width from left to right, by the columns at which they start; negative ones are read from right to left.
  private func line(_ columns: [Int], isRightToLeft: Bool = false) -> LineGeometry {
    let clusters = columns.enumerated().map { index, column in
      LineGeometry.Cluster(
        range: abs(column)..<abs(column) + 1,
        x: CGFloat(index) * 10,
        width: 10,
        isRightToLeft: column < 0
      )
    }
    let size = CGSize(width: CGFloat(columns.count) * 10, height: 12)
    return LineGeometry(clusters: clusters, size: size, isRightToLeft: isRightToLeft)
  }

  /// The distances from the left at which a caret is shown that goes through the line.
  private func way(through line: LineGeometry, from column: Int, toRight: Bool) -> [CGFloat] {
    var place = CaretPlace(column: column, isUpstream: false)
    var way = [line.x(of: place)]
    while let next = line.place(beside: place, toRight: toRight), way.count < 100 {
      place = next
      way.append(line.x(of: place))
    }
    return way
  }

  /// Latin letters, then Hebrew ones, then Latin ones again, in a line of each direction.
  @Test(arguments: [
    ([0, 1, 2, -5, -4, -3, 6, 7], false), ([6, 7, -5, -4, -3, 0, 1, 2], true),
    ([-3, -2, -1], true), ([0, 1, 2], false),
  ])
  func `an arrow goes past each letter once, whatever its direction`(
    columns: [Int],
    isRightToLeft: Bool
  ) {
    let line = line(columns, isRightToLeft: isRightToLeft)
    let edges = (0...columns.count).map { CGFloat($0) * 10 }
    let left = line.place(at: -1)
    let right = line.place(at: 1_000)
    var place = left
    var way = [line.x(of: place)]
    while let next = line.place(beside: place, toRight: true), way.count < 100 {
      place = next
      way.append(line.x(of: place))
    }
    #expect(way == edges)
    #expect(place == right)
    way = [line.x(of: place)]
    while let next = line.place(beside: place, toRight: false), way.count < 100 {
      place = next
      way.append(line.x(of: place))
    }
    #expect(way == edges.reversed())
  }

  @Test func `a place between directions is shown at the letter that it belongs to`() {
    let line = line([0, 1, 2, -5, -4, -3, 6, 7])
    #expect(line.x(of: CaretPlace(column: 3, isUpstream: true)) == 30)
    #expect(line.x(of: CaretPlace(column: 3, isUpstream: false)) == 60)
    #expect(line.x(of: CaretPlace(column: 6, isUpstream: true)) == 30)
    #expect(line.x(of: CaretPlace(column: 6, isUpstream: false)) == 60)
    #expect(line.place(at: 31) == CaretPlace(column: 6, isUpstream: true))
    #expect(line.place(at: 29) == CaretPlace(column: 3, isUpstream: true))
  }

  @Test func `a selection of both directions is two parts on the screen`() {
    let line = line([0, 1, 2, -5, -4, -3, 6, 7])
    #expect(line.extents(of: 2..<4) == [20...30, 50...60])
    #expect(line.extents(of: 3..<6) == [30...60])
    #expect(line.extents(of: 0..<8) == [0...80])
    #expect(line.extents(of: 3..<3).isEmpty)
  }

  @Test func `an empty line has its caret at the left, and nothing beside it`() {
    let line = line([])
    #expect(way(through: line, from: 0, toRight: true) == [0])
    #expect(line.place(at: 5) == CaretPlace(column: 0, isUpstream: false))
  }

  @Test func `without a measurer of its own, a letter is as wide as the text grows by it`() {
    let line = BlockTextMeasurer().line(TextBlock("aé👍🏽", font: .systemFont(ofSize: 10)))
    #expect(line.clusters.map(\.range) == [0..<1, 1..<3, 3..<11])
    #expect(line.clusters.map(\.x) == [0, 6, 12])
    #expect(line.size == CGSize(width: 18, height: 12))
  }
}
