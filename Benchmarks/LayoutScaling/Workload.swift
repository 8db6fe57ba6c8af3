import Foundation
import Plastic

/// Something to lay out, of any number of views; keys are 0, 1, 2, ...
protocol Workload {
  static var label: String { get }

  /// How often the workload itself allocates in a layout: 1 for an array that it fills again and again.
  static var ownAllocations: Double { get }

  /// The parent of the view with a key.
  static func parent(of key: Int) -> ViewDeclaration<Int>.Parent

  /// Places all views.
  static func layout(_ views: ViewsContainer<Int>, count: Int)

  /// Where the last view must be, in a container of a width and with the multiplier 1.
  static func lastFrame(count: Int, width: CGFloat) -> CGRect
}

extension Workload {
  static var ownAllocations: Double { 0 }

  static func parent(of key: Int) -> ViewDeclaration<Int>.Parent { .nativeView }

  static func makeHierarchy(count: Int) throws -> ViewHierarchy<Int> {
    try ViewHierarchy((0..<count).map { .view($0, in: parent(of: $0)) })
  }

  /// The container, of a width that changes at each resize.
  static func frame(width: CGFloat) -> CGRect {
    CGRect(x: 0, y: 0, width: width, height: 16_777_216)
  }

  /// Scales by 1, whatever the width.
  static func makeEnvironment() throws -> LayoutEnvironment {
    let frame = frame(width: 640)
    return LayoutEnvironment(displayScale: 2)
      .entering(frame, reference: try ReferenceSize(frame.size, policy: .height))
  }
}

// The keys that are looked up are those that were declared.
// swift-format-ignore: NeverForceUnwrap
/// A list: each view under the one before.
enum ListWorkload: Workload {
  static var label: String { "L" }

  static func layout(_ views: ViewsContainer<Int>, count: Int) {
    let parent = views.nativeView
    var previous = parent.top
    for key in 0..<count {
      let view = views[key]!
      view.height = .scalable(10)
      view.width = .scalable(50)
      view.left = parent.left + 5
      view.top = previous + 2
      previous = view.bottom
    }
  }

  static func lastFrame(count: Int, width: CGFloat) -> CGRect {
    CGRect(x: 5, y: 12 * CGFloat(count - 1) + 2, width: 50, height: 10)
  }
}

// swift-format-ignore: NeverForceUnwrap
/// A grid: rows of ten that fill the width.
enum GridWorkload: Workload {
  static var label: String { "G" }
  static var ownAllocations: Double { 1 }

  static func layout(_ views: ViewsContainer<Int>, count: Int) {
    let parent = views.nativeView
    var line = parent.top
    var row: [PlasticView] = []
    row.reserveCapacity(10)
    for first in stride(from: 0, to: count, by: 10) {
      row.removeAll(keepingCapacity: true)
      for key in first..<min(first + 10, count) {
        let view = views[key]!
        view.height = .scalable(10)
        view.top = line + 2
        row.append(view)
      }
      row.fill(left: parent.left, right: parent.right)
      line = row[0].bottom
    }
  }

  static func lastFrame(count: Int, width: CGFloat) -> CGRect {
    let columns = CGFloat((count - 1) % 10 + 1)
    let rows = CGFloat((count - 1) / 10 + 1)
    return CGRect(
      x: width / columns * (columns - 1),
      y: 12 * (rows - 1) + 2,
      width: width / columns,
      height: 10
    )
  }
}

// swift-format-ignore: NeverForceUnwrap
/// A row of leaves, each right of the one before.
enum FlatWorkload: Workload {
  static var label: String { "flat" }

  static func layout(_ views: ViewsContainer<Int>, count: Int) {
    let parent = views.nativeView
    var previous = parent.left
    for key in 0..<count {
      let view = views[key]!
      view.size = .scalable(10, 10)
      view.left = previous + 1
      view.top = parent.top + 1
      previous = view.right + 1
    }
  }

  static func lastFrame(count: Int, width: CGFloat) -> CGRect {
    CGRect(x: 12 * CGFloat(count - 1) + 1, y: 1, width: 10, height: 10)
  }
}

// swift-format-ignore: NeverForceUnwrap
/// A tree: each view has four in it, which share its width; the first is in the container.
enum NestedWorkload: Workload {
  static var label: String { "nested" }
  static var ownAllocations: Double { 1 }

  static func parent(of key: Int) -> ViewDeclaration<Int>.Parent {
    key == 0 ? .nativeView : .key((key - 1) / 4)
  }

  static func layout(_ views: ViewsContainer<Int>, count: Int) {
    views[0]!.fill(views.nativeView)
    var children: [PlasticView] = []
    children.reserveCapacity(4)
    for first in stride(from: 1, to: count, by: 4) {
      let parent = views[(first - 1) / 4]!
      children.removeAll(keepingCapacity: true)
      for key in first..<min(first + 4, count) {
        let child = views[key]!
        child.fillVertically(parent)
        children.append(child)
      }
      children.fill(left: parent.left, right: parent.right)
    }
  }

  static func lastFrame(count: Int, width: CGFloat) -> CGRect {
    var frame = frame(width: width)
    var key = count - 1
    var path: [Int] = []
    while key > 0 {
      path.append(key)
      key = (key - 1) / 4
    }
    var parentLeft: CGFloat = 0
    for key in path.reversed() {
      let first = (key - 1) / 4 * 4 + 1
      let siblings = CGFloat(min(4, count - first))
      parentLeft = frame.minX
      frame.size.width /= siblings
      frame.origin.x += frame.width * CGFloat(key - first)
    }
    let edge = { (place: CGFloat) in (place * 2).rounded() / 2 }
    return CGRect(
      x: edge(frame.minX) - edge(parentLeft),
      y: 0,
      width: edge(frame.maxX) - edge(frame.minX),
      height: frame.height
    )
  }
}
