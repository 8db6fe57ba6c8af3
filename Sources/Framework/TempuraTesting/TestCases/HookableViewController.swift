import NativeViews
import Tempura

/// Shows a view without a store.
final class HookableViewController<V: ViewControllerModellableView>: AnyViewController {
  /// The view made by ``loadView()``.
  let shown = V()

  override func loadView() -> NativeView {
    shown.setup()
    shown.style()
    return shown
  }
}
