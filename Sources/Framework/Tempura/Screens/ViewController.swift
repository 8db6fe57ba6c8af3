public import Katana
public import NativeViews

/// A screen: keeps its view up to date with a store, and turns user actions into dispatches.
///
///     final class CounterViewController: ViewController<CounterView> {
///       override func setupInteraction() {
///         rootView.addButtonDidTap = { [weak self] in self?.dispatch(IncrementCounter()) }
///       }
///     }
///
/// While connected, it makes its ``viewModel`` from the store's state each time something changes that the view model
/// ``ViewModelWithState/reads``, and gives it to the view if it differs. By default a screen is connected while it is visible.
///
/// Source: docs/semantics/tempura.md, T4-T9.
open class ViewController<V: ViewControllerModellableView>: AnyViewController {
  /// The state of the store.
  public typealias StoreState = V.VM.S

  /// The store.
  public final let store: any PartialStore<V.VM.S>

  /// Whether the screen connects when it is about to appear.
  public final var shouldConnectWhenVisible = true
  /// Whether the screen disconnects when it is about to disappear.
  public final var shouldDisconnectWhenInvisible = true

  private final let connection: ScreenConnection<V.VM.S>
  private final var readerOfScreen: ScreenReader?
  /// Whether a view model was ever made.
  private final var wasUpdated = false

  /// Makes a screen.
  ///
  /// - Parameters:
  ///   - store: The store.
  ///   - connected: Whether to connect at once, after ``setup()``.
  public init(store: any PartialStore<V.VM.S>, connected: Bool = false) {
    self.store = store
    connection = AnyScreenConnection.of(store)
    super.init()
    setup()
    self.connected = connected
  }

  isolated deinit { readerOfScreen?.disconnect() }

  /// Called once, before the first connection; there is no view yet.
  open func setup() {}

  // MARK: View

  /// The view, loaded on first use.
  public final var rootView: V {
    guard let rootView = view as? V else {
      preconditionFailure(
        "\(type(of: self)): loadView() gave \(type(of: view)), and its view is \(V.self)"
      )
    }
    return rootView
  }

  /// Makes the view, sets it up and styles it.
  open override func loadView() -> NativeView {
    let view = V()
    ViewAttachment.of(view).viewController = self
    view.setup()
    view.style()
    view.setEnvironmentObserver { [unowned view] in
      view.style()
      if view.model != nil { view.update(oldModel: nil) }
    }
    return view
  }

  /// Gives the view the view model, if there is one, and calls ``setupInteraction()``.
  open override func viewDidLoad() {
    super.viewDidLoad()
    if viewModel != nil { rootView.model = viewModel }
    setupInteraction()
  }

  /// Called once, after the view was loaded: the place to give it closures that dispatch.
  open func setupInteraction() {}

  /// Connects the screen, if ``shouldConnectWhenVisible`` is set.
  open override func viewWillAppear(_ animated: Bool) {
    if shouldConnectWhenVisible { connected = true }
    super.viewWillAppear(animated)
  }

  /// Disconnects the screen, if ``shouldDisconnectWhenInvisible`` is set.
  open override func viewWillDisappear(_ animated: Bool) {
    if shouldDisconnectWhenInvisible { connected = false }
    super.viewWillDisappear(animated)
  }

  // MARK: Connection

  /// Whether the screen follows the store.
  ///
  /// Setting it to `true` updates the screen to the current state, even if its view isn't loaded. Setting it to `false` keeps the last view
  /// model.
  public final var connected: Bool {
    get { readerOfScreen?.isConnected ?? false }
    set {
      guard newValue != connected else { return }
      if newValue {
        let reader = ScreenReader(self)
        readerOfScreen = reader
        reader.connect(connection, reads: reads)
        didConnect()
      } else {
        willUnsubscribe()
        readerOfScreen?.disconnect()
        readerOfScreen = nil
      }
    }
  }

  /// The parts of the state that this screen's view model reads; by default, those of the view model's type.
  ///
  /// A screen may narrow them down, such as to the one value of a collection that it shows. Read at each connection.
  open var reads: StateReads<V.VM.S> { V.VM.reads }

  /// Called before the screen stops following the store.
  open func willUnsubscribe() {}

  func didConnect() { updateViewModel() }

  override final func stateDidChange() { updateViewModel() }

  /// Makes the view model from the current state; `nil` if there is no state yet.
  func makeViewModel() -> V.VM? { store.stateIfReady.flatMap { V.VM(state: $0) } }

  /// Makes the view model, and sets it if it differs.
  ///
  /// - Parameter isForced: Whether to set an equal one, too.
  final func updateViewModel(isForced: Bool = false) {
    let new = makeViewModel()
    let isOther = isForced || !wasUpdated || new != viewModel
    noteUpdate(isOther: isOther)
    if isOther { viewModel = new }
  }

  // MARK: View model

  /// What the view shows; setting it calls ``willUpdate(new:)``, updates the view, and calls ``didUpdate(old:)``.
  public final var viewModel: V.VM? {
    willSet { willUpdate(new: newValue) }
    didSet {
      wasUpdated = true
      if isViewLoaded { rootView.model = viewModel }
      didUpdate(old: oldValue)
    }
  }

  /// Called before the view model changes.
  open func willUpdate(new: V.VM?) {}
  /// Called after the view model has changed and the view, if loaded, shows it.
  open func didUpdate(old: V.VM?) {}

  // MARK: State

  /// The current state of the store; like `Store.state`, not available before the store is ready.
  public final var state: V.VM.S { store.state }

  /// Dispatches an updater; its effect returns as a state.
  public final func dispatch<Updater: StateUpdater>(_ updater: Updater)
  where Updater.StateType == V.VM.S { store.dispatch(updater) }

  /// Dispatches an updater for states of several types, such as a router's action.
  public final func dispatch<Updater: ErasedStateUpdater>(_ updater: Updater) {
    store.dispatch(updater)
  }

  /// Dispatches a side effect.
  public final func dispatch<Effect: SideEffect>(_ effect: Effect)
  where Effect.StateType == V.VM.S { store.dispatch(effect) }

  /// Dispatches a side effect without state and dependencies.
  public final func dispatch<Effect: ReturningSideEffect>(_ effect: Effect) {
    store.dispatch(effect)
  }

  // swift-format-ignore: AlwaysUseLowerCamelCase
  /// Dispatches an updater; the returned handle can be awaited, which a screen rarely should do.
  @discardableResult
  public final func __unsafeDispatch<Updater: StateUpdater>(
    _ updater: Updater
  ) -> DispatchHandle<Void> where Updater.StateType == V.VM.S {
    store.dispatch(updater)
  }

  // swift-format-ignore: AlwaysUseLowerCamelCase
  /// Dispatches a side effect; the returned handle can be awaited, which a screen rarely should do.
  @discardableResult
  public final func __unsafeDispatch<Effect: SideEffect>(
    _ effect: Effect
  ) -> DispatchHandle<Effect.ReturnValue> where Effect.StateType == V.VM.S {
    store.dispatch(effect)
  }

  // swift-format-ignore: AlwaysUseLowerCamelCase
  /// Dispatches a side effect without state and dependencies.
  @discardableResult
  public final func __unsafeDispatch<Effect: ReturningSideEffect>(
    _ effect: Effect
  ) -> DispatchHandle<Effect.ReturnValue> {
    store.dispatch(effect)
  }
}
