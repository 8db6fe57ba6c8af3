import Foundation
import Plastic
import Testing

/// Plain numbers where lengths are wanted: they scale, as the originals' did.
@Suite(.timeLimit(.minutes(30))) struct NumberTests {
  @Test func `a number as a side scales`() throws {
    let found = try frame { view, _ in
      view.height = 80
      view.width = 20.5
    }
    #expect(found == rect(0, 0, 10.5, 40))
    let sized = try frame { view, _ in view.size = Size(width: 80, height: .fixed(80)) }
    #expect(sized == rect(0, 0, 40, 80))
  }

  @Test func `numbers are calculated with as values are`() throws {
    let value: Value = 80
    #expect(value == .scalable(80))
    #expect(80.5 + .fixed(2) == Value(scalable: 80.5, fixed: 2))
    #expect(-10 as Value == .scalable(-10))
    #expect((2 * 40 as Value) == .scalable(80))
    #expect((100 / 8 as Value) == .scalable(12.5))
    #expect((80 + 20 - 10 as Value) == .scalable(90))
    var sum: Value = 3
    sum += 4
    sum -= .fixed(1)
    sum *= 2
    #expect(sum == Value(scalable: 14, fixed: -2))
    let found = try frame { view, neighbour in
      view.width = neighbour.width / 2 + 20
      view.height = neighbour.height - 2 * 10
    }
    #expect(found == rect(0, 0, 210, 190))
  }

  @Test func `numbers as insets, at all edges or at some, scale`() throws {
    let filled = try frame { $0.fill($1, insets: 20) }
    #expect(filled == rect(30, 60, 380, 180))
    #expect(try frame { $0.fill($1, insets: 2.5) } == rect(21.5, 51.5, 397.5, 197.5))
    #expect(EdgeInsets(top: 1, left: 2.5) == .scalable(1, 2.5, 0, 0))
    let some = try frame {
      $0.fillHorizontally($1, insets: EdgeInsets(left: 20, right: .fixed(20)))
    }
    #expect(some == rect(30, 0, 370, 0))
  }

  @Test func `numbers as distances, spacings and sizes of fonts scale`() throws {
    let result = try layOut { view, neighbour in
      [view, neighbour].fill(
        left: neighbour.left,
        right: neighbour.right,
        spacings: [20],
        widths: [1, 3]
      )
      view.top = neighbour.top + 20
      view.bottom = neighbour.bottom - 2 * 10 - 1.0
      #expect(view.fontSize(16) == 8)
      #expect(view.scaleValue(7) == 3.5)
    }
    #expect(result[.view] == rect(20, 60, 97.5, 179.5))
  }

  @Test func `numbers of variables are distances that scale, or say what they are as sides`() throws
  {
    let margin: CGFloat = 20
    let double = 20.0
    let count = 2
    let found = try frame { view, neighbour in
      view.left = neighbour.left + margin
      view.right = neighbour.right - 2 * margin
      view.top = neighbour.top + double * 2 + 1
      view.height = .scalable(double) + .fixed(margin) + Value(margin) + 10 * CGFloat(count)
    }
    #expect(found == rect(30, 70.5, 370, 50))
  }
}
