import Foundation
import Katana
import NativeViews
import Tempura
import Testing

@MainActor
struct `views` {
  @Test func `are set up once and then styled once before the controller has them`() {
    let screen = CounterScreen(store: TestedStore())
    #expect(!screen.isViewLoaded)
    let view = screen.rootView
    #expect(view === screen.rootView)
    #expect(view.log == ["setup", "style"])
    #expect(view.viewController === screen)
  }

  @Test func `are updated each time that a model is set, also to an equal one and to nil`() {
    let view = CounterView()
    for model in [CounterModel(count: 1), CounterModel(count: 1), nil, nil, CounterModel(count: 2)]
    {
      view.model = model
      #expect(view.model == model)
    }
    #expect(
      view.log == ["update nil 1", "update 1 1", "update 1 nil", "update nil nil", "update nil 2"]
    )
  }

  @Test func `are laid out with each size, and once a frame where that was asked for`() {
    let tree = ViewTree(size: CGSize(width: 100, height: 100))
    let view = CounterView()
    view.frame = tree.root.bounds
    #expect(view.log == ["layout"])
    view.frame.origin.x = 5
    #expect(view.log == ["layout"])
    tree.root.append(view)
    tree.flush()
    view.log = []
    view.setNeedsLayout()
    view.setNeedsLayout()
    #expect(view.log == [])
    tree.flush()
    #expect(view.log == ["layout"])
    tree.flush()
    #expect(view.log == ["layout"])
    view.setNeedsLayout()
    tree.root.layoutIfNeeded()
    #expect(view.log == ["layout", "layout"])
    tree.flush()
    #expect(view.log == ["layout", "layout"])
  }

  @Test func `tell of an update without model`() {
    var diagnoses: [ViewDiagnosis] = []
    let tree = ViewTree(size: CGSize(width: 100, height: 100))
    tree.onDiagnosis = { diagnoses.append($0) }
    let view = CounterView()
    tree.root.append(view)
    view.update()
    #expect(diagnoses.map(\.problem) == ["update() was called on a view that shows a model"])
    #expect(view.log == [])
  }

  @Test func `of a type are updated and laid out anew after its code has changed`() {
    let tree = ViewTree(size: CGSize(width: 100, height: 100))
    let views = (0..<2).map { _ in CounterView() }
    let other = NativeView()
    tree.root.append(other)
    for (place, view) in views.enumerated() {
      view.model = CounterModel(count: place)
      other.append(view)
      view.log = []
    }
    #expect(tree.reload([CounterView.self]) == 2)
    #expect(views[0].log == ["update 0 0", "layout"])
    #expect(views[1].log == ["update 1 1", "layout"])
    #expect(tree.reload(named: ["TempuraTests.CounterView"]) == 2)
    #expect(tree.reload(named: ["CounterView"]) == 2)
    #expect(tree.reload(named: ["Counter"]) == 0)
    #expect(views[1].updates.count == 3)
  }

  @Test func `are reloaded as well where a window doesn't show them`() {
    let store = TestedStore()
    let window = makeWindow()
    let screens = (0..<5).map { _ in CounterScreen(store: store) }
    let (stack, tabs) = (NavigationController(), TabBarController())
    stack.viewControllers = [screens[0]]
    tabs.viewControllers = [stack, screens[2], screens[3]]
    window.rootViewController = tabs
    stack.pushViewController(screens[1], animated: false)
    tabs.selectedIndex = 1
    screens[1].present(screens[4], animated: false)
    window.settle()
    for screen in screens where screen.isViewLoaded { screen.rootView.log = [] }
    // The fourth screen was never seen, and has no view yet.
    #expect(screens.map(\.isViewLoaded) == [true, true, true, false, true])
    #expect(window.tree.reload([CounterView.self]) == 1)
    #expect(window.reload([CounterView.self]) == 4)
    #expect(window.reload(named: ["CounterView"]) == 4)
    for place in [0, 1, 2] {
      #expect(screens[place].rootView.log.filter { $0 == "layout" }.count == 2)
    }
    #expect(!screens[3].isViewLoaded)
  }
}
