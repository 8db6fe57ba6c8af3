import Foundation
import Katana
import KatanaUI
import NativeViews
import SeededRandom

/// A screen of Katana UI over a store, a list, and views of the program's own, in one tree; and random changes of all of these.
@MainActor
final class RandomProgram {
  static let size = CGSize(width: 240, height: 180)

  let tree: ViewTree
  let clock: ManualFrameSource
  let store = Store<ScreenState, EmptySideEffectDependencyContainer>()
  let image: BitmapImage
  let screen: Renderer
  let list: Renderer
  var random: SplitMix64
  /// Names of the changes since the last frame.
  var log: [String] = []
  /// How often each completion that was asked for has come.
  var completions: [Int] = []
  var diagnoses: [ViewDiagnosis] = []

  private let canvas = NativeView()
  private let stage = NativeView()
  private let rows = NativeView()
  private var views: [NativeView] = []
  private var loose: [NativeView] = []
  private var shift: CGFloat = 0
  private let limit = 60

  init(seed: UInt64, backend: any ViewBackend, clock: ManualFrameSource) throws {
    random = SplitMix64(seed: seed)
    self.clock = clock
    image = try random.image()
    tree = ViewTree(size: Self.size, backend: backend)
    screen = Renderer(rootDescription: Self.screen(image, shift: 0), store: store)
    list = Renderer(
      rootDescription: Rows(
        props: .build { $0.frame = CGRect(x: 0, y: 0, width: 70, height: 60) }
      ),
      store: store
    )
    tree.onDiagnosis = { [weak self] in self?.diagnoses.append($0) }
    tree.root.backgroundColor = .white
    for container in [canvas, stage, rows] {
      container.frame.size = Self.size
      tree.root.append(container)
    }
    rows.frame = CGRect(x: 160, y: 110, width: 70, height: 60)
    screen.render(in: stage)
    list.render(in: rows)
  }

  private static func screen(_ image: BitmapImage, shift: CGFloat) -> Screen {
    Screen(
      props: .build {
        $0.frame = CGRect(origin: .zero, size: size)
        $0.image = image
        $0.shift = shift
      }
    )
  }

  /// Makes one to four random changes, and a frame.
  func update() {
    log = []
    for _ in 0...random.next(below: 4) { change() }
    // Of several requests there is one frame; and one is made where none is requested.
    clock.advance(by: .milliseconds(1 + random.next(below: 16)))
    tree.flush()
  }

  /// Lets all animations end.
  func settle() {
    clock.advance(by: .seconds(2))
    tree.flush()
  }

  private func change() {
    switch random.next(below: 40) {
    case 0..<7: changeStore()
    case 7: restage()
    case 8: scroll()
    case 9, 10: animate()
    case 11..<18: insert()
    case 18..<22: move()
    case 22, 23: remove()
    default:
      if let view = pick() {
        log.append("set \(view.path)")
        set(view)
      }
    }
    if views.count > limit { thin() }
  }

  // MARK: Nodes

  private func dispatch(_ name: String, _ change: @escaping @Sendable (inout ScreenState) -> Void) {
    log.append("dispatch \(name)")
    store.dispatch(Change(change: change))
  }

  private func changeStore() {
    let count = store.state.pieces.count
    let index = count > 0 ? random.next(below: count) : 0
    switch random.next(below: 9) {
    case 0, 1:
      let (pieces, motion) = (random.pieces(depth: 2), random.pick(Motion.allCases))
      dispatch("pieces, \(motion)") { ($0.pieces, $0.motion) = (pieces, motion) }
    case 2 where count > 0:
      var piece = store.state.pieces[index]
      random.restyle(&piece)
      let (changed, motion) = (piece, random.pick(Motion.allCases))
      dispatch("restyle, \(motion)") { ($0.pieces[index], $0.motion) = (changed, motion) }
    case 3 where count > 0:
      let other = random.next(below: count)
      dispatch("swap") { $0.pieces.swapAt(index, other) }
    case 4 where count > 0: dispatch("remove") { $0.pieces.remove(at: index) }
    case 5 where count > 0:
      let text = random.text()
      dispatch("text") { $0.pieces[index].text = text }
    case 6:
      let rows = random.next(below: 40)
      dispatch("rows") { $0.rows = rows }
    case 7: dispatch("reversal") { $0.pieces.reverse() }
    default: dispatch("count") { $0.count += 1 }
    }
  }

  /// Gives the screen other props by hand.
  private func restage() {
    log.append("update by hand")
    shift = random.number(0..<9)
    let number = completions.count
    completions.append(0)
    screen.rootNode.update(with: Self.screen(image, shift: shift), animation: .none) {
      [weak self] in self?.completions[number] += 1
    }
  }

  private func scroll() {
    let point = CGPoint(x: random.number(0..<240), y: random.number(0..<180))
    let delta = CGSize(width: random.number(-20..<20), height: random.number(-60..<60))
    log.append("scroll")
    _ = tree.handle(.scroll(ScrollEvent(at: point, by: delta)))
  }

  /// What the nodes show when nothing moves, without the views that the program has put among theirs; and the same of nodes
  /// that are made anew of what the store and the props are.
  func shownAndRebuilt() -> (shown: [String], rebuilt: [String]) {
    let tree = ViewTree(
      size: Self.size,
      backend: HeadlessBackend(measurer: self.tree.backend.measurer)
    )
    let renderer = Renderer(rootDescription: Self.screen(image, shift: shift), store: store)
    renderer.render(in: tree.root)
    tree.flush()
    guard let shown = screen.rootNode.nativeView, let rebuilt = renderer.rootNode.nativeView
    else { return (["nothing"], []) }
    return (Self.lines(of: shown), Self.lines(of: rebuilt))
  }

  private static func lines(of view: NativeView, depth: Int = 0) -> [String] {
    let values = view.presented
    var list = DisplayList()
    view.draw(into: &list)
    let line =
      "\(depth) \(type(of: view)) \(view.key ?? "-") \(values) \(view.isUserInteractionEnabled) \(list)"
      + " \(view.cornerRadius) \(view.borderWidth) \(view.clipsToBounds) \(view.isHidden)"
    return [line]
      + view.children.filter { !($0 is any DirectView) }
      .flatMap { lines(of: $0, depth: depth + 1) }
  }

  // MARK: Views of the program's own

  private func pick() -> NativeView? { views.isEmpty ? nil : random.pick(views) }

  /// A view to put others into: one of the program's own, or one of the nodes'.
  private func pickParent() -> NativeView {
    if random.oneIn(8) {
      var boxes: [NativeView] = [stage]
      stage.forEachView { if !($0 is any DirectView) { boxes.append($0) } }
      return random.pick(boxes)
    }
    guard !random.oneIn(3), let parent = pick() else { return canvas }
    return (parent as? ScrolledView)?.contentView ?? parent
  }

  private func pickSibling(in parent: NativeView, for view: NativeView) -> NativeView? {
    let children = parent.children.filter { $0 !== view }
    return children.isEmpty || random.oneIn(3) ? nil : random.pick(children)
  }

  private func insert() {
    let isNew = loose.isEmpty || random.oneIn(2)
    let view: NativeView
    if isNew {
      view =
        switch random.next(below: 12) {
        case 0: ScrolledView()
        case 1: WidgetView()
        default: DrawnView()
        }
      view.frame = random.frame()
      for _ in 0..<random.next(below: 4) { set(view) }
    } else {
      view = loose.remove(at: random.next(below: loose.count))
    }
    let parent = pickParent()
    log.append("insert \(view.path) into \(parent.path)")
    parent.insert(view, after: pickSibling(in: parent, for: view))
    view.forEachView { if $0 is any DirectView { views.append($0) } }
  }

  private func move() {
    guard let view = pick() else { return }
    let parent = pickParent()
    guard !parent.isDescendant(of: view) else { return }
    log.append("move \(view.path) into \(parent.path)")
    parent.insert(view, after: pickSibling(in: parent, for: view))
  }

  /// Out, with all that is in it; some of it comes back later, alone or with what is in it.
  private func remove() {
    guard let view = pick() else { return }
    log.append("remove \(view.path)")
    view.removeFromParent()
    forgetRemoved()
    switch random.next(below: 3) {
    case 0: loose.append(view)
    case 1:
      if let child = view.firstChild as? any DirectView {
        child.removeFromParent()
        loose.append(child)
      }
    default: break
    }
    if loose.count > 12 { loose.removeFirst(6) }
  }

  private func thin() {
    log.append("thin out")
    while views.count > limit / 2, let view = pick() {
      view.removeFromParent()
      forgetRemoved()
    }
  }

  /// Forgets views that have left the tree, with nodes' views too.
  private func forgetRemoved() { views.removeAll { $0.tree !== tree } }

  private func animate() {
    forgetRemoved()
    guard let first = pick(), let second = pick() else { return }
    log.append("animate \(first.path), \(second.path)")
    let number = completions.count
    completions.append(0)
    tree.animate(random.animation()) {
      for view in [first, second] { set(view) }
    } completion: { [weak self] _ in
      self?.completions[number] += 1
    }
  }

  private func set(_ view: NativeView) {
    switch random.next(below: 14) {
    case 0...2: view.frame = random.frame()
    case 3: view.frame.origin.x += 5
    case 4: view.alpha = random.pick([0, 0.5, 1, 1])
    case 5: view.transform = random.transform()
    case 6: view.backgroundColor = random.color()
    case 7:
      view.cornerRadius = random.number(0..<14)
      view.borderWidth = CGFloat(random.next(below: 4))
      view.borderColor = random.color()
    case 8: view.isHidden = !view.isHidden && random.oneIn(2)
    case 9: view.clipsToBounds.toggle()
    case 10:
      let roles = Accessibility.Role.allCases
      view.accessibilityOverride = Accessibility(
        role: random.pick(roles),
        label: random.oneIn(2) ? nil : random.text()
      )
    default: draw(view)
    }
  }

  private func draw(_ view: NativeView) {
    if let view = view as? ScrolledView {
      if random.oneIn(2) {
        view.contentSize = random.frame().size
        return
      }
      view.contentOffset = random.frame().origin
      return
    }
    guard let view = view as? DrawnView else { return view.setNeedsDisplay() }
    let (block, color) = (random.block(), random.color())
    switch random.next(below: 5) {
    case 0:
      let (image, tint) = (image, random.oneIn(2) ? color : nil)
      view.drawing = {
        $0.draw(image, in: CGRect(x: 2, y: 2, width: 16, height: 12), tint: tint)
        _ = $1
      }
    case 1: view.drawing = { $0.stroke($1, width: 2, with: color) }
    case 2: view.drawing = { $0.fill($1.insetBy(dx: 3, dy: 3), cornerRadius: 4, with: color) }
    default: view.drawing = { $0.draw(block, in: $1) }
    }
  }
}
