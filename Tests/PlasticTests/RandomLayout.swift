import Foundation
import Plastic
import SeededRandom

/// A random tree of views and a random sequence of writes to them.
struct RandomLayout {
  /// One write: the property of a view that gets the line of another, moved.
  struct Write {
    let view: Int
    let isHorizontal: Bool
    let kind: ObviousAxis.Kind
    let other: Int
    let otherKind: ObviousAxis.Kind
    let offset: Value
  }

  let declarations: [ViewDeclaration<Int>]
  let writes: [Write]

  /// - Parameters:
  ///   - seed: The same seed gives the same layout.
  ///   - scalesWhole: Whether nothing is fixed: no offset, no frame.
  init(seed: UInt64, scalesWhole: Bool = false) {
    var random = SplitMix64(seed: seed)
    let count = Int.random(in: 2...9, using: &random)
    declarations = (0..<count).map { index in
      let parent = Int.random(in: -1..<max(index, 1), using: &random)
      let frame =
        scalesWhole
        ? CGRect.zero
        : rect(
          .random(in: -50...50, using: &random),
          .random(in: -50...50, using: &random),
          .random(in: 0...50, using: &random),
          .random(in: 0...50, using: &random)
        )
      let isKeyed = scalesWhole || Int.random(in: 0..<4, using: &random) > 0
      let place = ViewDeclaration<Int>.Parent.declaration(at: parent)
      let actual = parent < 0 || parent >= index ? .nativeView : place
      return isKeyed ? .view(index, in: actual, frame: frame) : .unkeyed(in: actual, frame: frame)
    }
    let keys = [-1] + declarations.compactMap(\.key)
    writes = (0..<60).compactMap { _ in
      guard let view = keys.dropFirst().randomElement(using: &random) else { return nil }
      return Write(
        view: view,
        isHorizontal: .random(using: &random),
        kind: ObviousAxis.Kind.allCases.randomElement(using: &random) ?? .start,
        other: keys.randomElement(using: &random) ?? -1,
        otherKind: ObviousAxis.Kind.allCases.randomElement(using: &random) ?? .start,
        offset: Value(
          scalable: .random(in: -100...100, using: &random),
          fixed: scalesWhole ? 0 : .random(in: -100...100, using: &random)
        )
      )
    }
  }

  /// Applies the writes to a container's views.
  func apply(to views: ViewsContainer<Int>) {
    for write in writes {
      guard let view = views[write.view] else { continue }
      guard let other = write.other < 0 ? views.nativeView : views[write.other] else { continue }
      let isLength = write.kind == .length
      switch (write.isHorizontal, write.kind) {
      case (true, .start): view.left = line(other, write) + write.offset
      case (true, .end): view.right = line(other, write) + write.offset
      case (true, .center): view.centerX = line(other, write) + write.offset
      case (false, .start): view.top = line(other, write) + write.offset
      case (false, .end): view.bottom = line(other, write) + write.offset
      case (false, .center): view.centerY = line(other, write) + write.offset
      case (true, .length) where isLength: view.width = other.width + write.offset
      default: view.height = other.height + write.offset
      }
    }
  }

  private func line(_ view: PlasticView, _ write: Write) -> Anchor {
    switch (write.isHorizontal, write.otherKind) {
    case (true, .end): view.right
    case (true, .center): view.centerX
    case (true, _): view.left
    case (false, .end): view.bottom
    case (false, .center): view.centerY
    case (false, _): view.top
    }
  }

  /// The same by the obvious rules.
  func obviousFrames(in frame: CGRect, multiplier: CGFloat) -> [CGRect] {
    let container = ObviousView(frame, in: nil)
    var views: [ObviousView] = []
    for declaration in declarations {
      var parent = container
      if case .declaration(let place) = declaration.parent { parent = views[place] }
      views.append(ObviousView(declaration.frame, in: parent))
    }
    for write in writes {
      let other = write.other < 0 ? container : views[write.other]
      let axis = write.isHorizontal ? other.x : other.y
      let isLength = write.kind == .length
      let kind = !isLength && write.otherKind == .length ? .start : write.otherKind
      let value =
        (isLength ? axis.length : axis.line(kind)) + write.offset.scalable * multiplier
        + write.offset.fixed
      if write.isHorizontal {
        views[write.view].setX(write.kind, to: value)
      } else {
        views[write.view].setY(write.kind, to: value)
      }
    }
    return views.map(\.frame)
  }
}

/// Whether each number of each frame is the same but for the rounding of sums.
func areClose(_ left: [CGRect], _ right: [CGRect], tolerance: CGFloat = 1e-6) -> Bool {
  left.count == right.count
    && zip(left, right).allSatisfy { left, right in
      abs(left.origin.x - right.origin.x) <= tolerance
        && abs(left.origin.y - right.origin.y) <= tolerance
        && abs(left.width - right.width) <= tolerance
        && abs(left.height - right.height) <= tolerance
    }
}
