// The samples of screens of the readme of Tempura 0.2, in its order, as programs write them now, and the one of
// docs/screens.md. What changed is said beside it.

import Foundation
import Katana
import KatanaTesting
import NativeViews
import Tempura
import Testing

private enum Readme {
  // "Your entire app state is defined as a single struct": unchanged.
  struct CounterState: State {
    var counter: Int = 0
  }

  // The readme doesn't show it.
  struct DependenciesContainer: SideEffectDependencyContainer {
    init(dispatch: @escaping AnyDispatch, getState: @escaping GetState) {}
  }

  // "In your `AppDelegate` you will instantiate the katana store". Changed: dependencies are a parameter of the type, and
  // middleware is called interceptors.
  @MainActor
  final class AppDelegate {
    var store: Store<CounterState, DependenciesContainer>?
    var window: Window?

    func didFinishLaunching(in tree: ViewTree) {
      self.store = Store<CounterState, DependenciesContainer>(interceptors: [])
      self.window = Window(tree: tree)
    }
  }

  // The readme doesn't show the program's own `AppAction` either; by this one its actions are updaters.
  protocol AppAction: StateUpdater where StateType == CounterState {
    func updatedState(state: inout CounterState)
  }

  // "defining the actions": unchanged.
  struct IncrementCounter: AppAction {
    func updatedState(state: inout CounterState) {
      state.counter = state.counter + 1
    }
  }

  struct DecrementCounter: AppAction {
    func updatedState(state: inout CounterState) {
      state.counter = state.counter - 1
    }
  }

  // "define the ViewModel". Changed: `ViewModelWithState` for `ViewModel`. `init()` may stay; nothing calls it.
  struct CounterViewModel: ViewModelWithState {
    var count: String = ""

    init(state: CounterState) {
      self.count = "the counter is at \(state.counter)"
    }

    init() {}
  }

  // "create the View". Changed: the readme's `MainView: CounterView<CounterViewModel>` is a native view that adopts a
  // protocol, so that the phases don't override anything; it is final, or else it needs a `required init()`.
  final class CounterView: NativeView, ViewControllerModellableView {
    typealias VM = CounterViewModel

    // "#1 define the children elements". Changed: `TitleLabel` and `BarButton` for `UILabel` and `UIButton`.
    var counter: TitleLabel = {
      let l = TitleLabel()
      return l
    }()

    var sub: BarButton = {
      let b = BarButton()
      return b
    }()

    var add: BarButton = {
      let b = BarButton()
      return b
    }()

    // "#2 Setup". Changed: `append` for `addSubview`, `onTap` for a target and a selector.
    func setup() {
      self.append(self.counter)
      self.append(self.sub)
      self.append(self.add)
      self.sub.onTap = { [unowned self] in self.subDidTap() }
      self.add.onTap = { [unowned self] in self.addDidTap() }
    }

    // "#3 Style". Changed: `alignment` for `textAlignment`, `title` for `setTitle(_:for:)`.
    func style() {
      self.backgroundColor = .white
      self.counter.alignment = .center
      self.sub.backgroundColor = .red
      self.sub.title = "sub"
      self.add.backgroundColor = .blue
      self.add.title = "add"
    }

    // "#4 Update". Changed: the model is the view's, and there may be none.
    func update(oldModel: CounterViewModel?) {
      self.counter.text = self.model?.count ?? ""
    }

    // "#5 Interaction". Changed: no `@objc`.
    var subtractButtonDidTap: Interaction?
    var addButtonDidTap: Interaction?

    private func subDidTap() {
      self.subtractButtonDidTap?()
    }

    private func addDidTap() {
      self.addButtonDidTap?()
    }

    // "#6 Layout", which the readme leaves out. Changed: `layoutSubviews()` for `layout(model:)`.
    override func layoutSubviews() {
      let (width, height) = (bounds.width, bounds.height)
      self.counter.frame = CGRect(x: 0, y: 0, width: width, height: height / 2)
      self.sub.frame = CGRect(x: 0, y: height / 2, width: width / 2, height: height / 2)
      self.add.frame = CGRect(x: width / 2, y: height / 2, width: width / 2, height: height / 2)
    }
  }

  // "create the ViewController". Changed: the view alone is named, for the rest follows from it.
  final class CounterViewController: ViewController<CounterView> {
    // "#1 listen for interaction callbacks from the view". Changed: `weak`; the readme's `self.addButtonDidTap` compiles, and
    // keeps the controller for ever, because the view is its own.
    override func setupInteraction() {
      self.rootView.addButtonDidTap = { [weak self] in self?.addButtonDidTap() }
      self.rootView.subtractButtonDidTap = { [weak self] in self?.subtractButtonDidTap() }
    }

    // "#2 trigger actions". Changed: the label `action:`.
    func addButtonDidTap() {
      self.dispatch(IncrementCounter())
    }

    func subtractButtonDidTap() {
      self.dispatch(DecrementCounter())
    }
  }
}

extension Readme.AppAction {
  fileprivate func updateState(_ state: inout Readme.CounterState) { updatedState(state: &state) }
}

@MainActor
struct `Screens of the readme` {
  private let tree = ViewTree(size: CGSize(width: 320, height: 480))
  private let application = Readme.AppDelegate()

  private func makeScreen() throws -> Readme.CounterViewController {
    application.didFinishLaunching(in: tree)
    let screen = Readme.CounterViewController(store: try #require(application.store))
    application.window?.rootViewController = screen
    tree.flush()
    return screen
  }

  @Test func `count what is tapped`() throws {
    let screen = try makeScreen()
    #expect(tree.label("the counter is at 0").exists)
    try tree.button("add").tap()
    try tree.button("add").tap()
    try tree.button("add").tap()
    try tree.button("sub").tap()
    #expect(screen.state.counter == 2)
    tree.flush()
    #expect(tree.label("the counter is at 2").exists)
    let frames = [screen.rootView.counter, screen.rootView.sub, screen.rootView.add].map(\.frame)
    #expect(
      frames == [
        CGRect(x: 0, y: 0, width: 320, height: 240), CGRect(x: 0, y: 240, width: 160, height: 240),
        CGRect(x: 160, y: 240, width: 160, height: 240),
      ]
    )
  }

  // "testing the ViewModel will let us test the UI": unchanged.
  @Test func `have view models that can be tested alone`() {
    let model = Readme.CounterViewModel(state: Readme.CounterState(counter: 3))
    #expect(model.count == "the counter is at 3")
    #expect(Readme.CounterViewModel().count == "")
  }

  // "Detach from the state to handle complex scenarios": the readme has no sample of it.
  @Test func `can be detached from the state`() throws {
    let screen = try makeScreen()
    screen.connected = false
    screen.dispatch(Readme.IncrementCounter())
    tree.flush()
    #expect(screen.state.counter == 1)
    #expect(tree.label("the counter is at 0").exists)
    screen.connected = true
    tree.flush()
    #expect(tree.label("the counter is at 1").exists)
  }

  @Test func `go with their window, whatever closures their views have`() throws {
    weak var screen: Readme.CounterViewController?
    weak var view: Readme.CounterView?
    func show() throws {
      let shown = try makeScreen()
      (screen, view) = (shown, shown.rootView)
    }
    try show()
    #expect(screen != nil && view != nil)
    application.window?.rootViewController = nil
    tree.flush()
    #expect(screen == nil && view == nil)
  }
}

// What the sample in ReadmeCart.swift leaves to words.

struct ShopState: State { var items: [String] = [] }

struct AddItem: StateUpdater {
  let name: String
  func updateState(_ state: inout ShopState) { state.items.append(name) }
}

final class HelpScreen: AnyViewController, Tempura.Routable {
  var routeIdentifier: RouteElementIdentifier { "help" }
}

@MainActor
private final class CartInstaller: RootInstaller {
  let window: Window
  let store: any PartialStore<ShopState>

  init(_ window: Window, _ store: any PartialStore<ShopState>) {
    (self.window, self.store) = (window, store)
  }

  func installRoot(
    identifier: RouteElementIdentifier,
    context: Any?,
    completion: @escaping RoutingCompletion
  ) -> Bool {
    guard identifier == "cart" else { return false }
    window.rootViewController = NavigationController(rootViewController: CartScreen(store: store))
    completion()
    return true
  }
}

@MainActor
struct `The cart of the guide` {
  @Test func `is what the guide says`() throws {
    let file = URL(filePath: #filePath).resolvingSymlinksInPath()
    let folder = file.deletingLastPathComponent()
    let repository = folder.appending(path: "../../..").standardized
    let guide = repository.appending(path: "docs/screens.md")
    let page = try String(contentsOf: guide, encoding: .utf8)
    let source = try String(contentsOf: folder.appending(path: "ReadmeCart.swift"), encoding: .utf8)
    #expect(page.contains("```swift\n\(source)```\n"))
    #expect(page.contains("`try await store.dispatch(Show(\"help\")).value`"))
  }

  @Test func `follows the state and shows its help`() async throws {
    let tree = ViewTree(size: CGSize(width: 390, height: 844))
    let window = Window(tree: tree)
    let store = Store<ShopState, PlainDependencies>(
      dependencies: { _, _ in
        PlainDependencies(
          navigator: Navigator(configuration: NavigatorConfiguration(clock: TestClock()))
        )
      }
    )
    let navigator = store.dependencies.navigator
    let installer = CartInstaller(window, store)
    try await navigator.start(using: installer, in: window, at: "cart").value
    tree.flush()
    #expect(tree.label("0 in the cart").exists)
    try tree.button("Add").tap()
    tree.flush()
    #expect(store.state.items == ["tea"])
    #expect(tree.label("1 in the cart").exists)

    try await store.dispatch(Show("help")).value
    #expect(navigator.route == ["cart", "help"])
    try await store.dispatch(Hide("help")).value
    #expect(navigator.route == ["cart"])
    await #expect(throws: NavigatorError.hidesRoot("cart", route: ["cart"])) {
      try await store.dispatch(Hide("cart")).value
    }
    withExtendedLifetime(installer) {}
  }
}
