package import Foundation
package import NativeViews
package import Plastic

/// The places of a list's items: the headers of its sections and their rows, in one order.
package struct ListGeometry: Equatable {
  /// Heights of the rows of one section.
  package enum Heights: Equatable {
    case fixed(Value)
    case each(PrefixSums<Value>)
  }

  package struct Section: Equatable {
    package var count: Int
    /// `nil` without a header.
    package var header: Value?
    package var heights: Heights

    package init(count: Int, header: Value? = nil, heights: Heights) {
      (self.count, self.header, self.heights) = (count, header, heights)
    }

    /// The number of rows, including the header.
    var itemCount: Int { count + (header == nil ? 0 : 1) }

    /// The height of all items.
    package func height(_ multiplier: CGFloat) -> CGFloat { top(of: itemCount, multiplier) }

    package func height(ofRow row: Int, _ multiplier: CGFloat) -> CGFloat {
      switch heights {
      case .fixed(let height): height.scale(multiplier)
      case .each(let sums): sums[row].scale(multiplier)
      }
    }

    /// The place of an item below the section's upper edge; the lower edge for the number of items.
    func top(of item: Int, _ multiplier: CGFloat) -> CGFloat {
      guard item > 0 else { return 0 }
      let row = header == nil ? item : item - 1
      let above =
        switch heights {
        case .fixed(let height): height * CGFloat(row)
        case .each(let sums): sums.sum(before: row)
        }
      return ((header ?? .zero) + above).scale(multiplier)
    }

    /// The item at a place below the section's upper edge.
    func item(at offset: CGFloat, _ multiplier: CGFloat) -> Int {
      let headerHeight = header?.scale(multiplier) ?? 0
      if header != nil, offset < headerHeight || count == 0 { return 0 }
      let rest = offset - headerHeight
      let row: Int
      switch heights {
      case .fixed(let height):
        let height = height.scale(multiplier)
        let place = height > 0 ? (rest / height).rounded(.down) : 0
        row = max(0, Int(min(place, CGFloat(count - 1))))
      case .each(let sums): row = sums.index(at: max(rest, 0)) { $0.scale(multiplier) }
      }
      return header == nil ? row : row + 1
    }
  }

  package private(set) var sections: [Section] = []
  private(set) var multiplier: CGFloat = 1
  /// The number of items before each section, and at the end of all.
  private var firstItems: [Int] = [0]
  /// Upper edges of the sections, and the lower edge of the last.
  private var tops: [CGFloat] = [0]

  package init() {}

  /// Places sections one below the other.
  ///
  /// Complexity: O(s log n) for `s` sections of `n` rows.
  package init(_ sections: [Section], multiplier: CGFloat) {
    (self.sections, self.multiplier) = (sections, multiplier)
    firstItems.reserveCapacity(sections.count + 1)
    tops.reserveCapacity(sections.count + 1)
    for (index, section) in sections.enumerated() {
      firstItems.append(firstItems[index] + section.itemCount)
      tops.append(tops[index] + section.height(multiplier))
    }
  }

  /// Empties the list, and returns its sections.
  mutating func takeSections() -> [Section] {
    var taken: [Section] = []
    swap(&taken, &sections)
    (firstItems, tops) = ([0], [0])
    return taken
  }

  /// The number of headers and rows.
  var itemCount: Int { firstItems[sections.count] }
  /// The height of all items.
  package var height: CGFloat { tops[sections.count] }

  /// An item's section and row; the row is `nil` for a header.
  ///
  /// Complexity: O(log s).
  package func place(of item: Int) -> (section: Int, row: Int?) {
    let section = Self.last(firstItems, notAbove: item, count: sections.count)
    let place = item - firstItems[section]
    guard sections[section].header != nil else { return (section, place) }
    return (section, place == 0 ? nil : place - 1)
  }

  package func item(section: Int, row: Int) -> Int {
    firstItems[section] + row + (sections[section].header == nil ? 0 : 1)
  }

  /// Upper and lower edge of an item.
  ///
  /// Complexity: O(log s + log n); O(log s) if all rows have the same height.
  package func edges(of item: Int) -> (top: CGFloat, bottom: CGFloat) {
    let section = Self.last(firstItems, notAbove: item, count: sections.count)
    let place = item - firstItems[section]
    return (
      tops[section] + sections[section].top(of: place, multiplier),
      tops[section] + sections[section].top(of: place + 1, multiplier)
    )
  }

  /// The items with a part between two places; if those are equal, the item at that place.
  ///
  /// Complexity: O(log s + log n).
  package func items(from top: CGFloat, to bottom: CGFloat) -> Range<Int> {
    guard itemCount > 0, bottom >= top, bottom > 0, top < height else { return 0..<0 }
    let first = item(at: max(top, 0))
    let last = item(at: min(bottom, height))
    // An item that begins at the lower place isn't between them.
    let end = edges(of: last).top < bottom ? last + 1 : last
    return first..<max(first, end)
  }

  private func item(at offset: CGFloat) -> Int {
    var section = Self.last(tops, notAbove: offset, count: sections.count)
    // Among sections without items or height, the place belongs to the one before.
    while section > 0, sections[section].itemCount == 0 { section -= 1 }
    guard sections[section].itemCount > 0 else { return 0 }
    return firstItems[section] + sections[section].item(at: offset - tops[section], multiplier)
  }

  /// The last of the first `count` ascending values that isn't above a bound.
  private static func last<Number: Comparable>(
    _ values: [Number],
    notAbove value: Number,
    count: Int
  ) -> Int {
    var (low, high) = (0, max(count - 1, 0))
    while low < high {
      let middle = (low + high + 1) / 2
      if values[middle] <= value { low = middle } else { high = middle - 1 }
    }
    return low
  }
}
