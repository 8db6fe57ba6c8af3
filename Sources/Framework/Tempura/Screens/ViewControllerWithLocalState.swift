public import Katana

/// A screen with a state of its own, of which its view model is made as well.
///
/// Source: docs/semantics/tempura.md, T10.
open class ViewControllerWithLocalState<V: ViewControllerModellableView>: ViewController<V>
where V.VM: ViewModelWithLocalState {
  /// The screen's own state; when it is set, the view model is made anew, connected or not.
  public final var localState = V.VM.LS() {
    didSet {
      updateViewModel()
      didUpdateLocalState()
    }
  }

  /// The store's state when the screen was disconnected, which the view model is made of meanwhile; `nil` where it never was
  /// connected.
  ///
  /// It holds the state: the first update after it copies each array that it changes.
  public private(set) final var lastKnownState: V.VM.S?

  /// Makes a screen; one that isn't connected shows its local state alone.
  public override init(store: any PartialStore<V.VM.S>, connected: Bool = false) {
    super.init(store: store, connected: connected)
    if !connected { updateViewModel() }
  }

  /// Called when the local state was set and the view model was made of it.
  open func didUpdateLocalState() {}

  /// Takes note of the state.
  open override func willUnsubscribe() {
    super.willUnsubscribe()
    lastKnownState = store.stateIfReady
  }

  /// Connects the screen, and updates it once.
  open override func viewWillAppear(_ animated: Bool) {
    isAppearing = true
    super.viewWillAppear(animated)
    isAppearing = false
    updateViewModel(isForced: true)
  }

  private final var isAppearing = false

  override final func didConnect() {
    lastKnownState = nil
    if !isAppearing { super.didConnect() }
  }

  override final func makeViewModel() -> V.VM? {
    V.VM(state: connected ? store.stateIfReady : lastKnownState, localState: localState)
  }
}
