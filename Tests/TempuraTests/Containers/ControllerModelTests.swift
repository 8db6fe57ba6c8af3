import Foundation
import Katana
import NativeViews
import SeededRandom
import Tempura
import Testing

/// What is known of a controller, in lists alone.
private struct ModelController {
  enum Kind { case plain, navigation, tabs, screen }
  var kind: Kind
  var parent: Int?
  var children: [Int] = []
  /// The children in the order of their views, the upper ones last; of plain containers.
  var views: [Int] = []
  var selected = 0
  var presented: Int?
  var presenter: Int?
  var coversAll = true
  var isVisible = false
  // Of screens.
  var connects = true
  var disconnects = true
  var isConnected = false
  var count: Int?
}

/// A window with controllers, of which each is told by its number.
private struct ModelWindow {
  var all: [ModelController]
  var root: Int?
  var isVisible = true
  /// The stack of which a finger drags the top, so that the one below is seen as well.
  var dragged: Int?
  var count = 0

  func outermost(_ number: Int) -> Int {
    var number = number
    while let parent = all[number].parent { number = parent }
    return number
  }

  /// Whether one would go with the other: it is in it, or in what this presents.
  func contains(_ outer: Int, _ inner: Int) -> Bool {
    var next: Int? = inner
    while let number = next {
      if number == outer { return true }
      next = all[number].parent ?? all[number].presenter
    }
    return false
  }

  var layers: [Int] {
    var layers: [Int] = []
    var next = root
    while let number = next {
      layers.append(number)
      next = all[number].presented
    }
    return layers
  }

  /// Finds anew who is seen, and connects and disconnects those for whom that is another answer.
  mutating func update() {
    var visible: Set<Int> = []
    func see(_ number: Int) {
      visible.insert(number)
      let children = all[number].children
      switch all[number].kind {
      case .plain, .screen: children.forEach(see)
      case .navigation: children.suffix(number == dragged ? 2 : 1).forEach(see)
      case .tabs: children.dropFirst(all[number].selected).prefix(1).forEach(see)
      }
    }
    let layers = layers
    if isVisible {
      let base = layers.lastIndex { all[$0].coversAll } ?? 0
      layers.dropFirst(base).forEach(see)
    }
    for number in all.indices where all[number].isVisible != visible.contains(number) {
      all[number].isVisible.toggle()
      guard all[number].kind == .screen else { continue }
      if all[number].isVisible {
        if all[number].connects { connect(number) }
      } else if all[number].disconnects {
        all[number].isConnected = false
      }
    }
  }

  mutating func connect(_ number: Int) {
    guard !all[number].isConnected else { return }
    all[number].isConnected = true
    all[number].count = count
  }

  mutating func flush() {
    for number in all.indices where all[number].isConnected { all[number].count = count }
  }

  mutating func leave(_ number: Int) {
    guard let parent = all[number].parent,
      let place = all[parent].children.firstIndex(of: number)
    else { return }
    all[parent].children.remove(at: place)
    all[parent].views.removeAll { $0 == number }
    let selected = all[parent].selected
    if place < selected || selected == all[parent].children.count {
      all[parent].selected = max(0, selected - 1)
    }
    all[number].parent = nil
    update()
  }

  /// Whether a controller may be put into another one.
  func mayAdopt(_ parent: Int, _ child: Int) -> Bool {
    !contains(child, parent) && child != root && all[child].presenter == nil
  }

  mutating func join(_ child: Int, _ parent: Int) {
    leave(child)
    all[child].parent = parent
    all[parent].children.append(child)
    all[parent].views.append(child)
    update()
  }
}

/// The real ones beside the model.
@MainActor
private final class Rig {
  var model: ModelWindow
  let window = makeWindow()
  let store = TestedStore()
  let controllers: [AnyViewController]
  var begun = 0
  var completed = 0
  var log: [String] = []

  final class Plain: AnyViewController {
    let container = ContainerView()
    override func loadView() -> NativeView {
      let view = ContainerView()
      view.append(container)
      return view
    }
  }

  private let seed: UInt64

  init(seed: UInt64) {
    self.seed = seed
    let kinds: [ModelController.Kind] = [
      .plain, .plain, .plain, .navigation, .navigation, .tabs, .screen, .screen, .screen, .screen,
    ]
    model = ModelWindow(all: kinds.map { ModelController(kind: $0) })
    let store = store
    controllers = kinds.map { kind in
      switch kind {
      case .plain: Plain()
      case .navigation: NavigationController()
      case .tabs: TabBarController()
      case .screen: CounterScreen(store: store)
      }
    }
    window.tree.onDiagnosis = { _ in }
  }

  func complete() -> () -> Void {
    begun += 1
    return { self.completed += 1 }
  }

  func step(_ random: inout SplitMix64) {
    let number = random.next(below: controllers.count)
    let other = random.next(below: controllers.count)
    let (controller, second) = (controllers[number], controllers[other])
    let isAnimated = random.next(below: 2) == 0
    let command = random.next(below: 17)
    log.append("\(command) \(number) \(other) \(isAnimated)")
    switch command {
    case 0, 1:
      guard let plain = controller as? Plain else { return }
      if model.all[other].parent == number {
        model.all[number].views.removeAll { $0 == other }
        model.all[number].views.append(other)
      } else if model.mayAdopt(number, other) {
        model.join(other, number)
      }
      plain.add(second, in: plain.container)
    case 2, 3:
      guard let plain = controller as? Plain else { return }
      if let old = model.all[number].views.last, old != other, model.mayAdopt(number, other) {
        model.leave(other)
        model.leave(old)
      }
      if model.all[other].parent != number, model.mayAdopt(number, other) {
        model.join(other, number)
      }
      plain.transition(
        to: second,
        in: plain.container,
        options: isAnimated ? .transitionCrossDissolve : .none,
        completion: complete()
      )
    case 4:
      model.leave(number)
      controller.remove()
    case 5, 6:
      guard let navigation = controller as? NavigationController else { return }
      if model.all[other].parent != number, model.mayAdopt(number, other) {
        model.join(other, number)
      }
      navigation.pushViewController(second, animated: isAnimated, completion: complete())
    case 7:
      guard let navigation = controller as? NavigationController else { return }
      let stack = model.all[number].children
      if let top = stack.dropFirst().last { model.leave(top) }
      navigation.popViewController(animated: isAnimated, completion: complete())
    case 8:
      guard let tabs = controller as? TabBarController else { return }
      if model.all[other].parent != number, model.mayAdopt(number, other) {
        model.join(other, number)
        tabs.viewControllers += [second]
      } else if model.all[number].children.indices.contains(other % 4) {
        model.all[number].selected = other % 4
        model.update()
        tabs.selectedIndex = other % 4
      }
    case 9:
      let presenter = model.outermost(number)
      let target = model.all[other]
      if model.all[presenter].presented == nil, target.parent == nil, target.presenter == nil,
        other != model.root, !model.contains(other, presenter)
      {
        second.modalPresentationStyle = isAnimated ? .fullScreen : .overFullScreen
        model.all[other].coversAll = isAnimated
        model.all[presenter].presented = other
        model.all[other].presenter = presenter
        model.update()
      }
      controller.present(second, animated: !isAnimated, completion: complete())
    case 10:
      let own = model.outermost(number)
      let presenter = model.all[own].presented == nil ? model.all[own].presenter : own
      var next = presenter
      while let link = next {
        next = model.all[link].presented
        model.all[link].presented = nil
        if let next { model.all[next].presenter = nil }
      }
      model.update()
      controller.dismiss(animated: isAnimated, completion: complete())
    case 11:
      guard model.all[other].presenter == nil else { return }
      if other != model.root { model.leave(other) }
      model.root = other
      model.update()
      window.rootViewController = second
    case 12:
      model.isVisible.toggle()
      model.update()
      window.isVisible.toggle()
    case 13:
      guard let screen = controller as? CounterScreen else { return }
      switch other % 3 {
      case 0:
        model.all[number].connects.toggle()
        screen.shouldConnectWhenVisible.toggle()
      case 1:
        model.all[number].disconnects.toggle()
        screen.shouldDisconnectWhenInvisible.toggle()
      default:
        if isAnimated { model.connect(number) } else { model.all[number].isConnected = false }
        screen.connected = isAnimated
      }
    case 14, 15:
      guard let navigation = controller as? NavigationController,
        let view = navigation.viewIfLoaded as? any FingerFollowing,
        view.canFollow(along: .horizontal, by: 20)
      else { return }
      model.dragged = number
      model.update()
      view.followingDidBegin()
      view.follow(from: .zero, to: CGPoint(x: isAnimated ? 390 : 60, y: 0))
      let below = model.all[number].children.dropLast().last
      #expect(below.map { controllers[$0].isVisible } == true, "\(tail)")
      model.dragged = nil
      if isAnimated, let top = model.all[number].children.last { model.leave(top) }
      model.update()
      if isAnimated {
        view.followingDidEnd(after: nil)
      } else {
        // Whatever comes next takes the top back.
        navigation.viewControllers = navigation.viewControllers
      }
    default:
      model.count += 1
      store.increment()
      if isAnimated {
        model.flush()
        AnyViewController.flushUpdates()
      }
    }
  }

  /// The last commands.
  private var tail: String { "seed \(seed): \(log.suffix(24).joined(separator: "; "))" }

  func check() throws {
    for (number, controller) in controllers.enumerated() {
      let expected = model.all[number]
      try #require(controller.isVisible == expected.isVisible, "\(number) visible; \(tail)")
      guard let screen = controller as? CounterScreen else { continue }
      try #require(screen.connected == expected.isConnected, "\(number) connected; \(tail)")
      try #require(screen.viewModel?.count == expected.count, "\(number) count; \(tail)")
    }
  }

  func checkAtRest() throws {
    func number(_ controller: AnyViewController?) -> Int? {
      controllers.firstIndex { $0 === controller }
    }
    for (place, controller) in controllers.enumerated() {
      let expected = model.all[place]
      try #require(number(controller.parent) == expected.parent, "\(place) parent; \(tail)")
      try #require(
        controller.children.map { number($0) } == expected.children,
        "\(place) children; \(tail)"
      )
      if expected.isVisible {
        try #require(controller.rootView.tree === window.tree, "\(place) in the tree; \(tail)")
        try #require(controller.rootView.presented.alpha == 1, "\(place) opaque; \(tail)")
        try #require(
          controller.rootView.presented.transform == .identity,
          "\(place) in its place; \(tail)"
        )
      } else if model.isVisible, controller.isViewLoaded, expected.parent == nil {
        try #require(controller.rootView.tree == nil, "\(place) not in the tree; \(tail)")
      }
      if let screen = controller as? CounterScreen, screen.isViewLoaded {
        try #require(screen.rootView.model == screen.viewModel, "\(tail)")
      }
      if let plain = controller as? Plain {
        let views = plain.container.children.map { view in
          controllers.firstIndex { $0.viewIfLoaded === view }
        }
        try #require(views == expected.views, "\(place) views; \(tail)")
      }
      if let navigation = controller as? NavigationController {
        try #require(navigation.viewControllers.map { number($0) } == expected.children, "\(tail)")
      }
      if let tabs = controller as? TabBarController {
        try #require(tabs.viewControllers.map { number($0) } == expected.children, "\(tail)")
        try #require(tabs.selectedIndex == expected.selected, "\(tail)")
      }
    }
    try #require(number(window.topmostViewController) == model.layers.last, "\(tail)")
    try #require(begun == completed, "\(tail)")
  }
}

@MainActor
struct `random commands to controllers` {
  @Test(arguments: RandomHistories.seeds(40))
  func `leave each where lists say, connected as far as it is seen`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let rig = Rig(seed: seed)
    for _ in 0..<60 {
      for _ in 0..<random.next(below: 8) {
        rig.step(&random)
        try rig.check()
      }
      if random.next(below: 3) == 0 {
        (rig.window.tree.backend as? HeadlessBackend)?.clock.advance(by: .milliseconds(120))
        rig.model.flush()
        AnyViewController.flushUpdates()
        try rig.check()
      } else {
        rig.window.settle()
        rig.model.flush()
        AnyViewController.flushUpdates()
        try rig.checkAtRest()
      }
    }
  }
}
