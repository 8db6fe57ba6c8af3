public import Katana
public import NativeViews

/// A screen: keeps its view in step with a store, and turns what the user does into dispatches.
///
///     final class CounterViewController: ViewController<CounterView> {
///       override func setupInteraction() {
///         rootView.addButtonDidTap = { [weak self] in self?.dispatch(IncrementCounter()) }
///       }
///     }
///
/// While it is connected, its ``viewModel`` is made of the store's state each time that something has changed which the view model
/// ``ViewModelWithState/reads``, and given to the view where it is another one. By default a screen is connected while it is seen.
///
/// Source: docs/semantics/tempura.md, T4-T9.
open class ViewController<V: ViewControllerModellableView>: AnyViewController {
  /// The state of the store.
  public typealias StoreState = V.VM.S

  /// The store.
  public final let store: any PartialStore<V.VM.S>

  /// Whether the screen is connected when it is about to be seen.
  public final var shouldConnectWhenVisible = true
  /// Whether the screen is disconnected when it is about to be seen no more.
  public final var shouldDisconnectWhenInvisible = true

  private final let connection: ScreenConnection<V.VM.S>
  private final var readerOfScreen: ScreenReader?
  /// Whether a view model was made, of whatever.
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

  /// Called once, before the screen is connected for the first time; there is no view yet.
  open func setup() {}

  // MARK: View

  /// The view, loaded when it is first read.
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
    return view
  }

  /// Gives the view the view model, if there is one, and calls ``setupInteraction()``.
  open override func viewDidLoad() {
    super.viewDidLoad()
    if viewModel != nil { rootView.model = viewModel }
    setupInteraction()
  }

  /// Called once, when the view was loaded: the place to give the view closures that dispatch.
  open func setupInteraction() {}

  /// Connects the screen, where ``shouldConnectWhenVisible`` says so.
  open override func viewWillAppear(_ animated: Bool) {
    if shouldConnectWhenVisible { connected = true }
    super.viewWillAppear(animated)
  }

  /// Disconnects the screen, where ``shouldDisconnectWhenInvisible`` says so.
  open override func viewWillDisappear(_ animated: Bool) {
    if shouldDisconnectWhenInvisible { connected = false }
    super.viewWillDisappear(animated)
  }

  // MARK: Connection

  /// Whether the screen follows the store.
  ///
  /// Set to `true`, the screen is updated to the state as it is, whether its view is loaded or not. Set to `false`, it
  /// keeps its last view model.
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

  /// The parts of the state that this screen's view model reads; unless it is overridden, those of the view model's type.
  ///
  /// A screen may know better, such as the one value of a collection that it shows. Asked each time that it connects.
  open var reads: StateReads<V.VM.S> { V.VM.reads }

  /// Called before the screen stops to follow the store.
  open func willUnsubscribe() {}

  func didConnect() { updateViewModel() }

  override final func stateDidChange() { updateViewModel() }

  /// Makes the view model of the state as it is; `nil` where there is no state yet.
  func makeViewModel() -> V.VM? { store.stateIfReady.flatMap { V.VM(state: $0) } }

  /// Makes the view model, and takes it where it is another one.
  ///
  /// - Parameter isForced: Whether to take an equal one, too.
  final func updateViewModel(isForced: Bool = false) {
    let new = makeViewModel()
    let isOther = isForced || !wasUpdated || new != viewModel
    noteUpdate(isOther: isOther)
    if isOther { viewModel = new }
  }

  // MARK: View model

  /// What the view shows; each time it is set, ``willUpdate(new:)``, the view and ``didUpdate(old:)`` are told.
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
  /// Called when the view model has changed, and the view shows it if it is loaded.
  open func didUpdate(old: V.VM?) {}

  // MARK: State

  /// The state of the store as it is now; as `Store.state` there is none before the store is ready.
  public final var state: V.VM.S { store.state }

  /// Hands an updater to the store; what becomes of it comes back as a state.
  public final func dispatch<Updater: StateUpdater>(_ updater: Updater)
  where Updater.StateType == V.VM.S { store.dispatch(updater) }

  /// Hands over an updater that fits states of several types, such as a router's action.
  public final func dispatch<Updater: ErasedStateUpdater>(_ updater: Updater) {
    store.dispatch(updater)
  }

  /// Hands over a side effect.
  public final func dispatch<Effect: SideEffect>(_ effect: Effect)
  where Effect.StateType == V.VM.S { store.dispatch(effect) }

  /// Hands over a side effect that knows neither state nor dependencies.
  public final func dispatch<Effect: ReturningSideEffect>(_ effect: Effect) {
    store.dispatch(effect)
  }

  // swift-format-ignore: AlwaysUseLowerCamelCase
  /// Hands over an updater; the handle can be awaited, which a screen rarely should.
  @discardableResult
  public final func __unsafeDispatch<Updater: StateUpdater>(
    _ updater: Updater
  ) -> DispatchHandle<Void> where Updater.StateType == V.VM.S {
    store.dispatch(updater)
  }

  // swift-format-ignore: AlwaysUseLowerCamelCase
  /// Hands over a side effect; the handle can be awaited, which a screen rarely should.
  @discardableResult
  public final func __unsafeDispatch<Effect: SideEffect>(
    _ effect: Effect
  ) -> DispatchHandle<Effect.ReturnValue> where Effect.StateType == V.VM.S {
    store.dispatch(effect)
  }

  // swift-format-ignore: AlwaysUseLowerCamelCase
  /// Hands over a side effect that knows neither state nor dependencies.
  @discardableResult
  public final func __unsafeDispatch<Effect: ReturningSideEffect>(
    _ effect: Effect
  ) -> DispatchHandle<Effect.ReturnValue> {
    store.dispatch(effect)
  }
}
