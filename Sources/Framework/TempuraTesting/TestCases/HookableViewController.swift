import NativeViews
import Tempura

/// Shows a view without a store, and calls hooks.
final class HookableViewController<V: ViewControllerModellableView>: AnyViewController {
  private let hooks: [UITests.Hook: UITests.HookClosure<V>]

  init(model: V.VM?, hooks: [UITests.Hook: UITests.HookClosure<V>]) {
    self.hooks = hooks
    super.init()
    loadViewIfNeeded()
    shown.model = model
  }

  /// The view, which ``loadView()`` has made.
  let shown = V()

  override func loadView() -> NativeView {
    shown.setup()
    shown.style()
    return shown
  }

  func call(_ hook: UITests.Hook) { hooks[hook]?(shown) }

  override func viewDidLoad() {
    super.viewDidLoad()
    call(.viewDidLoad)
  }

  override func viewWillAppear(_ animated: Bool) {
    super.viewWillAppear(animated)
    call(.viewWillAppear)
  }

  override func viewDidAppear(_ animated: Bool) {
    super.viewDidAppear(animated)
    call(.viewDidAppear)
  }
}
