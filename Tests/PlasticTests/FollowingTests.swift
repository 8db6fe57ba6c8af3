import Foundation
import Testing

@testable import Plastic

/// What writes and reads cost where views are in each other, by how many origins they find out or forget.
@Suite(.timeLimit(.minutes(30))) struct FollowingTests {
  private static let depth = 1000

  /// Lays a chain of views out, each in the one before.
  private func layOutChain(
    _ body: (_ views: [PlasticView], _ known: () -> Int) -> Void
  ) throws {
    let hierarchy = try ViewHierarchy<Int>(
      (0..<Self.depth).map { .view($0, in: $0 == 0 ? .nativeView : .key($0 - 1)) }
    )
    _ = try hierarchy.layout(in: rect(0, 0, 9, 9)) { container in
      let views = (0..<Self.depth).compactMap { container[$0] }
      body(views) { views.count { unsafe $0.place.pointee.x.isKnown } }
    }
  }

  @Test func `the spans of a slot are where each axis looks for them`() {
    #expect(MemoryLayout<ViewSlot>.offset(of: \.x) == 0)
    #expect(MemoryLayout<ViewSlot>.offset(of: \.y) == MemoryLayout<AxisSpan>.stride)
    #expect(MemoryLayout<ViewSlot>.stride == 64)
  }

  @Test func `a read costs what lies between the view and the nearest one whose place is known`()
    throws
  {
    try layOutChain { views, known in
      #expect(known() == 0)
      _ = views[499].left.coordinate
      #expect(known() == 500)
      // What is known costs nothing more, and what is in it only the way down to it.
      _ = views[200].left.coordinate
      #expect(known() == 500)
      _ = views[999].left.coordinate
      #expect(known() == 1000)
    }
  }

  @Test func `a write costs what it forgets: the views in it whose places were known`() throws {
    try layOutChain { views, known in
      let native = views[0].left
      _ = views[999].left.coordinate
      #expect(known() == 1000)
      // Where nothing is known of what is in it, a move costs nothing, however deep that is.
      views[499].left = native + .fixed(1)
      #expect(known() == 500)
      views[499].left = native + .fixed(2)
      #expect(known() == 500)
      // In turn, a move above and a read below cost the depth between them, each time.
      for turn in 1...3 {
        views[0].left = native + .fixed(CGFloat(turn))
        #expect(known() == 1)
        _ = views[999].left.coordinate
        #expect(known() == 1000)
      }
      // But all the reads after one move cost that together, and not each.
      views[0].left = native + .fixed(9)
      for view in views.reversed() { _ = view.left.coordinate }
      #expect(known() == 1000)
    }
  }
}
