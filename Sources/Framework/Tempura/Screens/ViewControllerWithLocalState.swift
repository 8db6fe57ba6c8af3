public import Katana

/// A screen with a state of its own, from which its view model is also made.
///
/// Source: docs/semantics/tempura.md, T10.
open class ViewControllerWithLocalState<V: ViewControllerModellableView>: ViewController<V>
where V.VM: ViewModelWithLocalState {
  /// The screen's own state; setting it makes a new view model, connected or not.
  public final var localState: V.VM.LS {
    didSet {
      updateViewModel()
      didUpdateLocalState()
    }
  }

  /// The store's state at the time of disconnection, used for the view model meanwhile; `nil` if the screen was never connected.
  ///
  /// It holds the state: the first update after that copies each array it changes.
  public private(set) final var lastKnownState: V.VM.S?

  /// Makes a screen; while not connected, it shows its local state alone.
  public override init(store: any PartialStore<V.VM.S>, connected: Bool = false) {
    localState = V.VM.LS()
    super.init(store: store, connected: connected)
    if !connected { updateViewModel() }
  }

  /// Makes a screen that begins with a local state, such as which entity it shows.
  public init(store: any PartialStore<V.VM.S>, localState: V.VM.LS, connected: Bool = false) {
    self.localState = localState
    super.init(store: store, connected: connected)
    if !connected { updateViewModel() }
  }

  /// Called after the local state was set and its view model made.
  open func didUpdateLocalState() {}

  /// Keeps the last state.
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
