import Foundation
import Plastic
import Testing

@Suite(.timeLimit(.minutes(30))) struct ConvenienceTests {
  private let insets = EdgeInsets.fixed(1, 2, 3, 4)

  @Test func `a view fills another inside the insets`() throws {
    #expect(try frame { $0.fill($1, insets: insets) } == rect(22, 51, 394, 196))
    #expect(try frame { $0.fillHorizontally($1, insets: insets) } == rect(22, 0, 394, 0))
    #expect(try frame { $0.fillVertically($1, insets: insets) } == rect(0, 51, 0, 196))
    #expect(try frame { $0.fill($1, insets: .scalable(2, 4, 6, 8)) } == rect(22, 51, 394, 196))
  }

  @Test func `headers, footers and sides keep what they don't set`() throws {
    let sized = { (layout: @escaping (PlasticView, PlasticView) -> Void) in
      try frame { view, neighbour in
        view.size = .fixed(30, 40)
        layout(view, neighbour)
      }
    }
    #expect(try sized { $0.asHeader($1, insets: insets) } == rect(22, 51, 394, 40))
    #expect(try sized { $0.asFooter($1, insets: insets) } == rect(22, 207, 394, 40))
    #expect(try sized { $0.coverLeft($1, insets: insets) } == rect(22, 51, 30, 196))
    #expect(try sized { $0.coverRight($1, insets: insets) } == rect(386, 51, 30, 196))
    #expect(try sized { $0.center($1) } == rect(205, 130, 30, 40))
    #expect(
      try sized { $0.centerBetween(left: $1.left, right: $1.centerX) } == rect(105, 0, 30, 40)
    )
    #expect(try sized { $0.centerBetween(top: $1.top, bottom: $1.centerY) } == rect(0, 80, 30, 40))
  }

  @Test func `a fitted view keeps its shape in the middle of the lines`() throws {
    #expect(try frame { $0.fit($1) } == rect(120, 50, 200, 200))
    #expect(try frame { $0.fit($1, aspectRatio: 4) } == rect(20, 100, 400, 100))
    // The middle isn't that of what the insets leave.
    let found = try frame { $0.fit($1, insets: .fixed(0, 0, 100, 0)) }
    #expect(found == rect(170, 50, 100, 100))
  }

  @Test func `a fitted view that has the shape already stays between the vertical lines`() throws {
    // 3 / 187 * 187 is more than 3.
    let hierarchy = try ViewHierarchy<Int>(keys: [0])
    let environment = LayoutEnvironment(rounding: .none)
    let result = try hierarchy.layout(in: rect(0, 0, 23, 227), environment: environment) { views in
      views[0]?.fit(views.nativeView, aspectRatio: 3.0 / 187, insets: .fixed(40, 20, 0, 0))
    }
    #expect(areClose(result.frames, [rect(10, 40, 3, 187)]))
  }

  @Test func `a fitted view without room on one axis has no size`() throws {
    for size in [Size.fixed(0, 30), .fixed(30, 0)] {
      let found = try frame { view, neighbour in
        neighbour.size = size
        view.fit(neighbour)
      }
      #expect(found.size == .zero)
    }
  }

  @Test func `a fitted view without room has no size`() throws {
    let found = try frame { view, neighbour in
      neighbour.size = .zero
      view.fit(neighbour)
    }
    #expect(found == rect(20, 50, 0, 0))
  }

  @Test func `views share a width by weight, between insets and spacings`() throws {
    let result = try layOut { view, neighbour in
      [view, neighbour].fill(
        left: neighbour.left,
        right: neighbour.right,
        insets: .fixed(99, 10, 99, 20),
        spacings: [.scalable(20)],
        widths: [1, 3]
      )
    }
    #expect(result[.view] == rect(30, 0, 90, 0))
    #expect(result[.neighbour] == rect(130, 50, 270, 200))
  }

  @Test func `views share a height by weight, between insets and spacings`() throws {
    let result = try layOut { view, neighbour in
      [view, neighbour].fill(
        top: neighbour.top,
        bottom: neighbour.bottom,
        insets: .fixed(10, 99, 20, 99),
        spacings: [.fixed(10)],
        heights: [1, 3]
      )
    }
    #expect(result[.view] == rect(0, 60, 0, 40))
    #expect(result[.neighbour] == rect(20, 110, 400, 120))
  }

  @Test func `a single view may fill the whole, from an array or a slice`() throws {
    let found = try frame { view, neighbour in
      [neighbour, view][1...].fill(left: neighbour.left, right: neighbour.right)
    }
    #expect(found == rect(20, 0, 400, 0))
  }

  @Test func `views are centered as a row and as a column`() throws {
    let result = try layOut { view, neighbour in
      view.size = .fixed(60, 40)
      let spacings = [Value.scalable(20)]
      let container = (left: neighbour.left + .fixed(0), right: neighbour.right + .fixed(120))
      [view, neighbour].centerBetween(
        left: container.left,
        right: container.right,
        spacings: spacings
      )
    }
    #expect(result[.view] == rect(45, 0, 60, 40))
    #expect(result[.neighbour] == rect(115, 50, 400, 200))
    let column = try layOut { view, neighbour in
      view.size = .fixed(60, 40)
      [view, view].centerBetween(top: neighbour.top, bottom: neighbour.bottom)
    }
    #expect(column[.view] == rect(0, 150, 60, 40))
  }

  @Test func `a width that was read doesn't scale again`() throws {
    let found = try frame { view, neighbour in
      view.width = neighbour.width * 0.9
      view.height = view.width / 2 + .scalable(10)
    }
    #expect(found == rect(0, 0, 360, 185))
  }

  @Test func `anchors are compared without their distance`() throws {
    _ = try layOut { view, neighbour in
      #expect(view.left == view.left + 5)
      #expect(view.left != view.right)
      #expect(view.left != neighbour.left)
      #expect((neighbour.centerY + 150).coordinate == 225)
      #expect((neighbour.left - .fixed(5)).coordinate == 15)
      #expect((neighbour.right - 10).coordinate == 415)
    }
  }

  @Test func `a view in another starts where it is`() throws {
    enum Key { case outer, inner }
    let hierarchy = try ViewHierarchy<Key>([
      .view(.outer, frame: rect(100, 100, 50, 50)),
      .view(.inner, in: .key(.outer), frame: rect(10, 10, 5, 5)),
    ])
    let result = try hierarchy.layout(in: rect(0, 0, 500, 500)) { views in
      #expect(views[.inner]?.left.coordinate == 110)
      views[.inner]?.width = .fixed(7)
    }
    #expect(result[.inner] == rect(10, 10, 7, 5))
    #expect(result.absoluteFrames[1] == rect(110, 110, 7, 5))
  }

  @Test func `a view that wasn't placed goes where its parent goes, whatever is between them`()
    throws
  {
    enum Key { case outer, inner, innermost }
    let hierarchy = try ViewHierarchy<Key>([
      .view(.innermost, in: .key(.inner), frame: rect(1, 2, 3, 4)),
      .view(.inner, in: .declaration(at: 2), frame: rect(10, 10, 5, 5)),
      .unkeyed(in: .key(.outer), frame: rect(5, 7, 50, 50)), .view(.outer),
    ])
    let result = try hierarchy.layout(in: rect(1000, 2000, 500, 500)) { views in
      let (outer, inner) = (views[.outer]!, views[.inner]!)
      inner.height = .fixed(9)
      outer.left = views.nativeView.left + .fixed(100)
      outer.top = views.nativeView.top + .fixed(200)
      #expect(inner.left.coordinate == 1115)
      #expect(inner.bottom.coordinate == 2226)
      #expect(views[.innermost]?.centerY.coordinate == 2221)
      inner.width = .fixed(7)
      inner.height = .fixed(8)
      views[.innermost]?.right = inner.right
    }
    #expect(result[.inner] == rect(10, 10, 7, 8))
    #expect(result[.innermost] == rect(4, 2, 3, 4))
    #expect(
      result.absoluteFrames == [
        rect(119, 219, 3, 4), rect(115, 217, 7, 8), rect(105, 207, 50, 50), rect(100, 200, 0, 0),
      ]
    )
  }

  @Test func `a view that was placed goes where its parent goes, as one that wasn't`() throws {
    enum Key { case a, b, c }
    for writesAgain in [false, true] {
      let hierarchy = try ViewHierarchy<Key>([.view(.a), .view(.b, in: .key(.a)), .view(.c)])
      let result = try hierarchy.layout(in: rect(0, 0, 500, 500)) { views in
        let (a, b, c) = (views[.a]!, views[.b]!, views[.c]!)
        a.width = .fixed(100)
        b.left = a.left + .fixed(10)
        b.width = .fixed(20)
        a.left = views.nativeView.left + .fixed(200)
        #expect(b.left.coordinate == 210)
        #expect(b.right.coordinate == 230)
        c.left = b.left
        if writesAgain { b.width = .fixed(30) }
      }
      #expect(result[.b] == rect(10, 0, writesAgain ? 30 : 20, 0))
      #expect(result[.c] == rect(210, 0, 0, 0))
    }
  }

  @Test func `views in each other a hundred thousand deep may be placed from within`() throws {
    let count = 100_000
    let hierarchy = try ViewHierarchy<Int>(
      (0..<count).map { .view($0, in: $0 == 0 ? .nativeView : .key($0 - 1)) }
    )
    let environment = LayoutEnvironment(rounding: .none)
    let result = try hierarchy.layout(in: rect(0, 0, 9, 9), environment: environment) { views in
      for key in (0..<count).reversed() { views[key]?.left = views.nativeView.left + .fixed(1) }
      // Each was moved by the one that it is in, after it was placed.
      #expect(views[count - 1]?.left.coordinate == CGFloat(count))
    }
    #expect(result.frames.allSatisfy { $0.origin.x == 1 })
  }

  @Test func `what is written after the parent has moved keeps the other edge where it is`() throws
  {
    enum Key { case outer, inner }
    let hierarchy = try ViewHierarchy<Key>([.view(.outer), .view(.inner, in: .key(.outer))])
    let result = try hierarchy.layout(in: rect(0, 0, 500, 500)) { views in
      views[.inner]?.left = views.nativeView.left
      views[.inner]?.bottom = views.nativeView.bottom
      views[.outer]?.left = views.nativeView.left + .fixed(100)
      views[.outer]?.bottom = views.nativeView.bottom - .fixed(50)
      views[.inner]?.right = views.nativeView.right
      views[.inner]?.height = .fixed(30)
    }
    // The outer view's bottom is at 450, 450 below where it was: the inner one's at 950.
    #expect(result[.inner] == rect(0, 470, 400, 30))
  }

  @Test func `views are found by keys of every kind`() throws {
    enum Cell: Hashable { case at(row: Int, column: Int) }
    enum IndexedCell: IndexedKey {
      case at(row: Int, column: Int)
      var layoutIndex: Int {
        switch self {
        case .at(let row, let column): row * 3 + column
        }
      }
    }
    enum Single { case only }
    try check((0..<9).map { Cell.at(row: $0 / 3, column: $0 % 3) }, .at(row: 9, column: 9))
    try check((0..<9).map { IndexedCell.at(row: $0 / 3, column: $0 % 3) }, .at(row: 9, column: 9))
    try check([Single.only], nil)
    try check([1, 2, 10], 3)
    try check([1 << 40, -7], 0)
    try check(["a", "b"], "c")
    try check([true], false)
    try check([UInt8.max, 0], 1)
    let cell = IndexedCell.at(row: 2, column: 1)
    _ = try ViewHierarchy(keys: [cell]).layout(in: rect(0, 0, 1, 1)) { #expect($0[cell] != nil) }
  }

  /// Code that knows nothing of the key finds the same views as code that knows it.
  private func check<Key: Hashable & Sendable>(_ keys: [Key], _ missing: Key?) throws {
    let result = try ViewHierarchy(keys: keys).layout(in: rect(0, 0, 1, 1)) { views in
      for (index, key) in keys.enumerated() { views[key]?.width = .fixed(CGFloat(index + 1)) }
      if let missing { #expect(views[missing] == nil) }
    }
    #expect(result.frames.map(\.width) == keys.indices.map { CGFloat($0 + 1) })
    #expect(keys.map { result[$0]?.width } == keys.indices.map { CGFloat($0 + 1) })
  }

  @Test func `views are filtered and sorted as asked`() throws {
    // Closures within the macro would get the names of others: the compiler mixes them up.
    var filtered: Set<Int> = []
    var ordered: [PlasticView] = []
    var expected: [PlasticView] = []
    _ = try ViewHierarchy(keys: [2, 10, 33, 1]).layout(in: rect(0, 0, 1, 1)) { views in
      filtered = Set(views.filtered(with: { $0 > 1 }).keys)
      ordered = views.orderedViews(filter: { $0 < 33 }, sortedBy: >)
      expected = [10, 2, 1].compactMap { views[$0] }
    }
    #expect(filtered == [2, 10, 33])
    #expect(ordered == expected)
  }
}
