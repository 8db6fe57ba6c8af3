import Foundation
import Plastic
import Testing

/// Frames that the original's code gives: the golden numbers of docs/semantics/layout.md, and its rules P1 to P15.
@Suite(.timeLimit(.minutes(30))) struct GoldenTests {
  @Test func `after the width, the right edge moves the view`() throws {
    let found = try frame { view, neighbour in
      view.left = neighbour.left
      view.width = .fixed(100)
      view.right = neighbour.right
    }
    #expect(found == rect(320, 0, 100, 0))
  }

  @Test func `after both edges, the width keeps the right one`() throws {
    let found = try frame { view, neighbour in
      view.left = neighbour.left
      view.right = neighbour.right
      view.width = .fixed(100)
    }
    #expect(found == rect(320, 0, 100, 0))
  }

  @Test func `an edge written again stretches from the one written between`() throws {
    let found = try frame { view, neighbour in
      view.right = neighbour.right
      view.left = neighbour.left + .fixed(10)
      view.right = neighbour.right - .fixed(10)
    }
    #expect(found == rect(30, 0, 380, 0))
  }

  @Test func `a negative width is none`() throws {
    #expect(try frame { view, _ in view.width = .fixed(-5) } == rect(0, 0, 0, 0))
  }

  @Test func `a footer keeps its lower edge when it gets a height`() throws {
    let found = try frame { view, neighbour in
      view.asFooter(neighbour)
      view.height = .scalable(60)
    }
    #expect(found == rect(20, 220, 400, 30))
  }

  @Test func `a header keeps its upper edge when it gets a height`() throws {
    let found = try frame { view, neighbour in
      view.asHeader(neighbour)
      view.height = .scalable(60)
    }
    #expect(found == rect(20, 50, 400, 30))
  }

  @Test func `each pair of writes restores the width of the neighbour`() throws {
    typealias Write = (PlasticView, PlasticView) -> Void
    let writes: [Write] = [
      { $0.left = $1.left }, { $0.right = $1.right }, { $0.centerX = $1.centerX },
      { $0.width = $1.width },
    ]
    for first in writes.indices {
      for second in writes.indices where first != second {
        let found = try frame { view, neighbour in
          writes[first](view, neighbour)
          view.top = neighbour.bottom
          writes[second](view, neighbour)
        }
        #expect(found == rect(20, 250, 400, 0), "write \(first), then \(second)")
      }
    }
  }

  @Test(arguments: [CGPoint(x: 0, y: 0), CGPoint(x: 20, y: 30)])
  func `the counter on a phone`(_ origin: CGPoint) throws {
    let result = try layOutCounter(CGRect(x: origin.x, y: origin.y, width: 375, height: 667))
    #expect(result[.label] == rect(0, 0, 375, 333.5))
    #expect(result[.decrementButton] == rect(0, 333.5, 187.5, 333.5))
    #expect(result[.incrementButton] == rect(187.5, 333.5, 187.5, 333.5))
  }

  @Test func `the counter on a tablet`() throws {
    let result = try layOutCounter(rect(0, 0, 1024, 768))
    #expect(result[.label] == rect(0, 0, 1024, 384))
    #expect(result[.decrementButton] == rect(0, 384, 512, 384))
    #expect(result[.incrementButton] == rect(512, 384, 512, 384))
  }

  @Test func `values and insets scale as pinned`() {
    #expect(Value(scalable: 10, fixed: 20).scale(20) == 220)
    #expect(Value(scalable: 10, fixed: 20).unscaledValue == 30)
    #expect(Value(scalable: 10, fixed: 20) / 100 == Value(scalable: 0.1, fixed: 0.2))
    let insets = EdgeInsets(
      top: Value(scalable: 10, fixed: 20),
      left: Value(scalable: 100, fixed: 300),
      bottom: Value(scalable: 200, fixed: 50),
      right: Value(scalable: 100, fixed: 99)
    )
    #expect(insets.scale(5) == ScaledInsets(top: 70, left: 800, bottom: 1050, right: 599))
  }

  @Test(arguments: [CGPoint(x: 0, y: 0), CGPoint(x: 20, y: 20)])
  func `a view in a static parent is placed in the container's space`(_ origin: CGPoint) throws {
    enum Key { case outer, inner }
    let hierarchy = try ViewHierarchy<Key>([
      .view(.outer),
      .unkeyed(in: .key(.outer), frame: rect(10, 10, 50, 50)),
      .view(.inner, in: .declaration(at: 1)),
    ])
    let frame = CGRect(x: origin.x, y: origin.y, width: 2000, height: 2000)
    for (x, expected) in [(600.0, -10.0), (900, 290)] {
      let result = try hierarchy.layout(in: frame) { views in
        views[.outer]!.left = views.nativeView.left + .fixed(600)
        views[.outer]!.top = views.nativeView.top + .fixed(0)
        views[.inner]!.left = views.nativeView.left + .fixed(x)
        views[.inner]!.top = views.nativeView.top + .fixed(900)
      }
      #expect(result[.inner] == rect(expected, 890, 0, 0))
      #expect(result.frames[1] == rect(10, 10, 50, 50))
    }
  }
}

/// The counter of the seed.
private func layOutCounter(_ frame: CGRect) throws -> LayoutResult<CounterScreen.Keys> {
  let environment = LayoutEnvironment(displayScale: 2)
    .entering(frame, reference: try ReferenceSize(of: CounterScreen.self))
  return try ViewHierarchy(keys: CounterScreen.Keys.allCases)
    .layout(in: frame, environment: environment) { views in
      CounterScreen.layout(views: views, props: CounterScreen.PropsType(), state: EmptyState())
    }
}
