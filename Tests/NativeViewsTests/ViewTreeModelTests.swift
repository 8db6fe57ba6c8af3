import Foundation
import NativeViews
import SeededRandom
import Testing
import ViewRecording

/// A view that places its children one below the other, where it is a column, on the pixels of its tree.
private final class Piece: NativeView {
  var isColumn = false
  var gap: CGFloat = 0 { didSet { setNeedsLayout() } }
  var mark: CGFloat = 0 { didSet { setNeedsDisplay() } }
  /// Its height in a column.
  var height: CGFloat = 0 { didSet { parent?.setNeedsLayout() } }

  override func layoutSubviews() {
    guard isColumn else { return }
    var top: CGFloat = 0
    for case let child as Piece in children {
      let y = edge(at: top)
      child.frame = CGRect(x: gap, y: y, width: bounds.width - gap, height: child.height)
      top += child.height + gap
    }
  }

  override func draw(into list: inout DisplayList) {
    list.fill(CGRect(x: 0, y: 0, width: mark, height: bounds.height), with: .red)
  }
}

/// What a history has told of a view, which is known by its number.
private struct Told {
  var isColumn = false
  var gap: CGFloat = 0
  var mark: CGFloat = 0
  var height: CGFloat = 0
  var frame = CGRect.zero
  var alpha: CGFloat = 1
  var color = Color.clear
  var transform = AffineTransform.identity
  var radius: CGFloat = 0
  var isHidden = false
  var clips = false
  var parent: Int?
  var children: [Int] = []
}

/// Two trees on displays of different scales, and views in them, on their ways between them and in none.
@MainActor
private final class Trees {
  @MainActor
  private struct Shown {
    let backend: RecordingBackend
    let tree: ViewTree

    init(_ root: Piece, _ size: CGSize, scale: CGFloat) {
      backend = RecordingBackend(displayScale: scale)
      tree = ViewTree(root: root, size: size, backend: backend)
      tree.onDiagnosis = { _ in }
    }
  }

  private var random: SplitMix64
  /// The first two are roots.
  private var told: [Told]
  private var views: [Piece] = []
  private var shown: [Shown] = []
  private var completions: [Int] = []

  init(seed: UInt64) {
    random = SplitMix64(seed: seed)
    told = Array(repeating: Told(), count: 24)
    for number in told.indices { renew(number) }
    for root in 0..<2 {
      told[root].frame.size = Self.size
      shown.append(Shown(views[root], Self.size, scale: CGFloat(root + 1)))
    }
  }

  private static let size = CGSize(width: 100, height: 100)

  private func number() -> CGFloat { CGFloat(random.next(below: 81)) / 4 }

  private func isIn(_ inner: Int, _ outer: Int) -> Bool {
    var next: Int? = inner
    while let number = next, number != outer { next = told[number].parent }
    return next == outer
  }

  // MARK: Commands

  func step() {
    guard random.next(below: 4) == 0 else { return change() }
    let number = completions.count
    completions.append(0)
    let animation = ViewAnimation(
      .easeInOut,
      duration: .milliseconds(random.next(below: 300)),
      delay: .milliseconds(random.next(below: 2) * 50)
    )
    let tree = shown[random.next(below: 2)].tree
    tree.animate(animation, changes: change) { [weak self] _ in self?.completions[number] += 1 }
  }

  private func change() {
    let number = 2 + random.next(below: told.count - 2)
    switch random.next(below: 40) {
    case 0..<12: move(number, into: random.next(below: told.count))
    case 12..<15: takeOut(number)
    case 15:
      takeOut(number)
      abandon(number)
      renew(number)
    case 16:
      abandon(number)
      views[number].removeAllChildren()
    case 17:
      let size = CGSize(width: 50 + self.number(), height: 50 + self.number())
      let root = random.next(below: 2)
      told[root].frame.size = size
      shown[root].tree.resize(to: size)
    case 18:
      let root = random.next(below: 2)
      abandon(root)
      renew(root)
      let scale = [1, 1.5, 2][random.next(below: 3)]
      told[root].frame.size = Self.size
      shown[root] = Shown(views[root], Self.size, scale: scale)
    case 19: shown[random.next(below: 2)].tree.flush()
    default: set(random.next(below: 6) == 0 ? random.next(below: 2) : number)
    }
  }

  private func move(_ number: Int, into parent: Int) {
    let siblings = told[parent].children.filter { $0 != number }
    let place = random.next(below: siblings.count + 1)
    if !isIn(parent, number) {
      leave(number)
      told[parent].children.insert(number, at: place)
      told[number].parent = parent
    }
    views[parent].insert(views[number], after: place == 0 ? nil : views[siblings[place - 1]])
    if told[number].parent == parent { put(number) }
  }

  /// Places a view as whoever has inserted it does.
  private func put(_ number: Int) {
    guard let parent = told[number].parent else { return }
    if told[parent].isColumn {
      views[parent].setNeedsLayout()
    } else {
      views[number].frame = told[number].frame
    }
  }

  private func takeOut(_ number: Int) {
    leave(number)
    views[number].removeFromParent()
  }

  private func leave(_ number: Int) {
    guard let parent = told[number].parent else { return }
    told[parent].children.removeAll { $0 == number }
    told[number].parent = nil
    views[parent].setNeedsLayout()
  }

  private func abandon(_ number: Int) {
    for child in told[number].children { told[child].parent = nil }
    told[number].children = []
  }

  /// Puts a new view in the place of one that is let go.
  private func renew(_ number: Int) {
    told[number] = Told()
    told[number].isColumn = random.next(below: 2) == 0
    let view = Piece()
    view.isColumn = told[number].isColumn
    if number < views.count { views[number] = view } else { views.append(view) }
    for _ in 0..<4 { set(number) }
  }

  private func set(_ number: Int) {
    let view = views[number]
    switch random.next(below: 10) {
    case 0:
      told[number].gap = self.number()
      view.gap = told[number].gap
    case 1:
      told[number].mark = self.number()
      view.mark = told[number].mark
    case 2:
      told[number].height = self.number()
      view.height = told[number].height
    case 3 where number > 1:
      told[number].frame = CGRect(
        x: self.number(),
        y: self.number(),
        width: 4 * self.number(),
        height: 4 * self.number()
      )
      put(number)
    case 4:
      told[number].alpha = CGFloat(random.next(below: 5)) / 4
      view.alpha = told[number].alpha
    case 5:
      told[number].color = Color(hex: UInt32(random.next(below: 1 << 24)))
      view.backgroundColor = told[number].color
    case 6:
      told[number].transform = AffineTransform(rotationByDegrees: self.number() * 9)
      view.transform = told[number].transform
    case 7:
      told[number].radius = self.number()
      view.cornerRadius = told[number].radius
    case 8:
      told[number].isHidden.toggle()
      view.isHidden.toggle()
    default:
      told[number].clips.toggle()
      view.clipsToBounds.toggle()
    }
  }

  // MARK: Comparison

  /// Makes a frame of each tree; tells what its backend has kept and the tree is not.
  func frame() -> [String] {
    let time = Duration.milliseconds(random.next(below: 120))
    for shown in shown {
      shown.backend.clock.advance(by: time)
      shown.tree.flush()
    }
    return shown.flatMap { $0.backend.differences(from: $0.tree) }
  }

  /// Brings all views into a tree, and lets what moves end.
  func end() -> [String] {
    for number in told.indices.dropFirst(2) where told[number].parent == nil {
      move(number, into: random.next(below: 2))
    }
    for shown in shown { shown.backend.clock.advance(by: .seconds(60)) }
    return frame() + (shown.contains { $0.tree.isAnimating } ? ["something moves"] : [])
      + (completions.contains { $0 != 1 } ? ["completions: \(completions)"] : [])
  }

  /// What the trees show.
  var renderings: [String] { shown.map { $0.tree.root.renderedJSON() } }

  /// The same of trees that are made anew, of what was told alone.
  var renderingsAnew: [String] {
    (0..<2).map { root in
      let anew = Shown(made(root), told[root].frame.size, scale: shown[root].backend.displayScale)
      anew.tree.flush()
      return anew.tree.root.renderedJSON()
    }
  }

  private func made(_ number: Int) -> Piece {
    let (told, view) = (told[number], Piece())
    (view.isColumn, view.gap, view.mark, view.height) =
      (told.isColumn, told.gap, told.mark, told.height)
    (view.frame, view.alpha, view.backgroundColor) = (told.frame, told.alpha, told.color)
    (view.transform, view.cornerRadius) = (told.transform, told.radius)
    (view.isHidden, view.clipsToBounds) = (told.isHidden, told.clips)
    for child in told.children { view.append(made(child)) }
    view.setNeedsLayout()
    return view
  }
}

@MainActor
struct `random changes of views` {
  @Test(arguments: RandomHistories.seeds(60))
  func `in trees and out of them end in what is built anew, and are told to backends`(
    seed: UInt64
  ) throws {
    let trees = Trees(seed: seed)
    for round in 0..<40 {
      for _ in 0..<8 { trees.step() }
      try #require(trees.frame() == [], "seed \(seed), round \(round)")
    }
    #expect(trees.end() == [], "seed \(seed)")
    let differences = zip(trees.renderings, trees.renderingsAnew).flatMap { found, expected in
      expected.split(separator: "\n").difference(from: found.split(separator: "\n"))
    }
    #expect(differences.isEmpty, "seed \(seed)")
  }
}
