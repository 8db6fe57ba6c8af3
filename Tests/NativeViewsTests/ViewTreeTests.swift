import Foundation
import Testing
import ViewRecording

@testable import NativeViews

/// A view that says itself what it is for assistive technology.
private final class Volume: NativeView {
  var level = 0 { didSet { accessibilityDidChange() } }
  override var accessibility: Accessibility { Accessibility(role: .slider, value: "\(level)") }
}

/// A view that counts how often its children are placed.
private final class Row: NativeView {
  var layouts = 0
  override func layoutSubviews() { layouts += 1 }
}

@MainActor @Suite
struct `View trees` {
  @Test
  func `children are placed in the first frame in a tree where that was asked for without one`() {
    let tree = ViewTree(size: CGSize(width: 100, height: 100))
    let (outer, inner) = (Row(), Row())
    outer.append(inner)
    inner.setNeedsLayout()
    outer.setNeedsLayout()
    tree.root.append(outer)
    #expect((outer.layouts, inner.layouts) == (0, 0))
    tree.flush()
    #expect((outer.layouts, inner.layouts) == (1, 1))
    // What leaves before the frame keeps the note, also where its tree goes.
    inner.setNeedsLayout()
    inner.removeFromParent()
    tree.flush()
    #expect(inner.layouts == 1)
    do {
      let other = ViewTree(size: CGSize(width: 10, height: 10))
      other.root.append(inner)
    }
    inner.removeFromParent()
    tree.root.append(inner)
    tree.flush()
    #expect(inner.layouts == 2)
    // Another size has placed them.
    inner.setNeedsLayout()
    inner.frame.size.width = 5
    tree.flush()
    #expect((outer.layouts, inner.layouts) == (1, 3))
  }

  @Test
  func `children are placed anew where they were placed for another display`() {
    let size = CGSize(width: 100, height: 100)
    let plain = ViewTree(size: size)
    let backends = [ChangingDisplay(2), ChangingDisplay(2), ChangingDisplay(2, advance: 11)]
    let trees = backends.map { ViewTree(size: size, backend: $0) }
    let (outer, inner, empty) = (Row(), Row(), Row())
    outer.append(inner)
    outer.append(empty)
    outer.frame.size = size
    inner.frame.size = size
    /// The number of layouts until the views are shown in a tree.
    func layouts(in tree: ViewTree) -> [Int] {
      (outer.layouts, inner.layouts, empty.layouts) = (0, 0, 0)
      tree.root.append(outer)
      tree.flush()
      tree.flush()
      return [outer.layouts, inner.layouts, empty.layouts]
    }
    // As without a tree.
    #expect(layouts(in: plain) == [0, 0, 0])
    outer.removeFromParent()
    #expect(layouts(in: plain) == [0, 0, 0])
    let new = Row()
    trees[0].root.append(new)
    trees[0].flush()
    #expect(new.layouts == 0)
    outer.append(new)
    #expect(layouts(in: trees[0]) == [1, 1, 1])
    #expect(layouts(in: trees[1]) == [0, 0, 0])
    #expect(layouts(in: trees[2]) == [1, 1, 1])
    #expect(layouts(in: trees[1]) == [1, 1, 1])
    // Another size has placed one without a display.
    outer.removeFromParent()
    inner.frame.size.width = 7
    #expect(layouts(in: trees[1]) == [0, 1, 0])
    // Scales change while a view is shown, and while it isn't.
    inner.layouts = 0
    backends[1].displayScale = 1.5
    trees[1].flush()
    #expect(inner.layouts == 1)
    #expect(backends[1].patches.allSatisfy { $0 == .content } && backends[1].patches.count == 5)
    outer.removeFromParent()
    backends[1].displayScale = 2
    #expect(layouts(in: trees[1]) == [1, 1, 1])
    backends[1].displayScale = 1.5
    backends[1].displayScale = 2
    #expect(layouts(in: trees[1]) == [1, 1, 1])
  }

  @Test
  func `who has put views into one is told of another display where it is resized before`() {
    let display = ChangingDisplay()
    let tree = ViewTree(size: CGSize(width: 100, height: 100), backend: display)
    let view = NativeView()
    var placings = 0
    view.setPlacer { placings += 1 }
    tree.root.append(view)
    tree.flush()
    placings = 0
    display.displayScale = 2
    view.frame.size.width = 50
    #expect(placings == 0)
    tree.flush()
    #expect(placings == 1)
    // Its size alone is nothing that it is told of.
    view.frame.size.width = 60
    tree.flush()
    #expect(placings == 1)
  }

  @Test
  func `a root is placed for what shows it`() {
    final class Root: NativeView {
      var scales: [CGFloat] = []
      override func layoutSubviews() { scales.append(tree?.backend.displayScale ?? 0) }
    }
    let root = Root()
    let size = CGSize(width: 10, height: 10)
    let tree = ViewTree(root: root, size: size, backend: ChangingDisplay(2))
    tree.flush()
    #expect(root.scales == [2])
  }

  @Test
  func `handlers of resizes can be taken out`() {
    let tree = ViewTree(size: CGSize(width: 10, height: 10))
    var widths: [CGFloat] = []
    let end = tree.addResizeHandler { widths.append($0.width) }
    tree.addResizeHandler { widths.append(-$0.width) }
    tree.resize(to: CGSize(width: 20, height: 10))
    end()
    end()
    tree.resize(to: CGSize(width: 30, height: 10))
    #expect(widths == [20, -20, -30])
  }

  @Test
  func `what a view says of itself is told anew when it says that it has changed`() {
    let backend = RecordingBackend()
    let tree = ViewTree(size: CGSize(width: 100, height: 100), backend: backend)
    let volume = Volume()
    tree.root.append(volume)
    tree.flush()
    volume.level = 7
    #expect(!backend.differences(from: tree).isEmpty)
    tree.flush()
    #expect(backend.differences(from: tree).isEmpty)
  }

  @Test
  func `what was toggled is shown once, and not at all where it was toggled back`() {
    let backend = HeadlessBackend()
    let tree = ViewTree(size: CGSize(width: 100, height: 100), backend: backend)
    let view = NativeView()
    tree.root.append(view)
    // Before it is shown, all of it is new.
    view.displayDidToggle()
    tree.flush()
    #expect(view.changes.isEmpty)
    let before = backend.operations
    view.displayDidToggle()
    view.displayDidToggle()
    tree.flush()
    #expect(backend.operations == before)
    view.displayDidToggle()
    tree.flush()
    #expect(backend.operations.patched == before.patched + 1)
    // Whatever else has changed is shown all the same.
    view.displayDidToggle()
    view.setNeedsDisplay()
    view.displayDidToggle()
    tree.flush()
    #expect(backend.operations.patched == before.patched + 2)
    view.displayDidToggle()
    view.displayDidToggle()
    view.alpha = 0.5
    tree.flush()
    #expect(backend.operations.patched == before.patched + 3)
    #expect(view.changes.isEmpty)
  }

  @Test
  func `what was toggled is a change of the content to a backend`() {
    final class Watching: ViewBackend {
      let clock = ManualFrameSource()
      nonisolated let measurer: any TextMeasuring = BlockTextMeasurer()
      var told: [ViewProperties] = []
      var frames: any FrameSource { clock }
      var displayScale: CGFloat { 1 }
      func attach(to tree: ViewTree) {}
      func commit(_ changes: borrowing ViewChanges) {
        for view in changes.patched { told.append(view.changedProperties) }
      }
    }
    let backend = Watching()
    let tree = ViewTree(size: CGSize(width: 100, height: 100), backend: backend)
    let view = NativeView()
    tree.root.append(view)
    tree.flush()
    view.displayDidToggle()
    tree.flush()
    view.displayDidToggle()
    view.isHidden = true
    tree.flush()
    #expect(backend.told == [.content, [.content, .visibility]])
  }

  @Test
  func `a shown view goes though it was put into a new one that was taken out of another`() {
    let backend = RecordingBackend()
    let tree = ViewTree(size: CGSize(width: 100, height: 100), backend: backend)
    for isMoved in [false, true] {
      let (shown, inner, outer, other) = (NativeView(), NativeView(), NativeView(), NativeView())
      tree.root.append(shown)
      tree.flush()
      tree.root.append(outer)
      outer.append(inner)
      inner.append(shown)
      outer.removeFromParent()
      if isMoved { other.append(inner) } else { inner.removeFromParent() }
      tree.flush()
      #expect(shown.shownBy == nil)
      #expect(tree.root.firstChild == nil)
      #expect(backend.differences(from: tree).isEmpty)
    }
  }

  @Test
  func `a view whose size is on its way, or comes back, is drawn in the size that it has`() {
    final class Filled: NativeView {
      override func draw(into list: inout DisplayList) { list.fill(bounds, with: .red) }
    }
    let backend = RecordingBackend()
    let tree = ViewTree(size: CGSize(width: 100, height: 100), backend: backend)
    let view = Filled()
    view.frame = CGRect(x: 0, y: 0, width: 20, height: 20)
    tree.root.append(view)
    tree.flush()
    tree.animate(ViewAnimation(duration: .seconds(1), delay: .seconds(1))) {
      view.frame.size = CGSize(width: 40, height: 20)
    }
    tree.flush()
    #expect(view.presented.frame.size.width == 20)
    #expect(backend.differences(from: tree).isEmpty)
    view.frame.size = CGSize(width: 20, height: 20)
    tree.flush()
    #expect(backend.differences(from: tree).isEmpty)
  }

  @Test
  func `a long chain and many siblings are freed without a deep stack`() {
    weak var last: NativeView?
    do {
      let root = NativeView()
      var view = root
      for _ in 0..<200_000 {
        let child = NativeView()
        view.append(child)
        view = child
      }
      last = view
      for _ in 0..<200_000 { root.append(NativeView()) }
    }
    #expect(last == nil)
  }

  @Test
  func `children that somebody holds outlive their parent`() {
    let child = NativeView()
    let inner = NativeView()
    do {
      let root = NativeView()
      let middle = NativeView()
      root.append(middle)
      middle.append(child)
      middle.append(NativeView())
      child.append(inner)
    }
    #expect(child.parent == nil && child.nextSibling == nil)
    #expect(inner.parent === child)
  }

  @Test
  func `mistakes are told and change nothing`() {
    let tree = ViewTree(size: CGSize(width: 10, height: 10))
    var told: [ViewDiagnosis] = []
    tree.onDiagnosis = { told.append($0) }
    let (outer, inner) = (NativeView(), NativeView())
    tree.root.append(outer)
    outer.append(inner)
    inner.append(outer)
    outer.insert(NativeView(), after: tree.root)
    inner.frame.size.width = .nan
    #expect(told.count == 3)
    #expect(inner.frame == .zero && inner.parent === outer && outer.children.count == 1)
  }

  @Test
  func `a frame in which nothing has changed commits nothing`() {
    let backend = HeadlessBackend()
    let tree = ViewTree(size: CGSize(width: 10, height: 10), backend: backend)
    backend.clock.advance(by: .seconds(1))
    let before = backend.operations
    tree.root.frame = tree.root.frame
    tree.flush()
    #expect(backend.operations == before && !backend.clock.isFrameRequested)
  }

  @Test
  func `a view moves from one tree to another`() {
    let (first, second) = (RecordingBackend(), RecordingBackend())
    let trees = [first, second].map { ViewTree(size: CGSize(width: 9, height: 9), backend: $0) }
    let view = NativeView()
    trees[0].root.append(view)
    for tree in trees { tree.flush() }
    trees[1].root.append(view)
    for tree in trees { tree.flush() }
    #expect(first.viewCount == 1 && second.viewCount == 2)
    #expect(first.faults.isEmpty && second.faults.isEmpty)
  }
}
