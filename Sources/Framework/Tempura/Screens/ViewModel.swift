public import Katana

/// The part of a state that a view shows, in the form in which it shows it.
///
/// View models are compared before one is given to a view: a screen with an equal one doesn't update. The compiler derives `==`.
///
/// Source: docs/semantics/tempura.md, T3.
public protocol ViewModel: Equatable {}

/// A view model made from the state.
///
///     struct CounterViewModel: ViewModelWithState {
///       let count: String
///       static var reads: StateReads<CounterState> { .part(\.counter) }
///       init?(state: CounterState) { count = "the counter is at \(state.counter)" }
///     }
///
/// Source: docs/semantics/tempura.md, T3, T14.
public protocol ViewModelWithState: ViewModel {
  /// The state of the store.
  associatedtype S: State

  /// Makes the view model, or `nil` if the state has nothing to show; the view gets either.
  init?(state: S)

  /// The parts of the state that ``init(state:)`` reads; by default, all of it.
  ///
  /// Screens that read the same part share its comparison; while it is equal, no view model is made.
  static var reads: StateReads<S> { get }
}

extension ViewModelWithState {
  /// All of the state.
  public static var reads: StateReads<S> { .everything }
}

/// A screen's own state, such as the text of a field that isn't sent yet.
public protocol LocalState {
  /// The state of a new screen.
  init()
}

/// A view model made from the store's state and a screen's own state.
///
/// Source: docs/semantics/tempura.md, T10.
public protocol ViewModelWithLocalState: ViewModelWithState {
  /// The state of the store.
  associatedtype S
  /// The screen's own state.
  associatedtype LS: LocalState

  /// Makes the view model.
  ///
  /// - Parameters:
  ///   - state: The store's state, or the one at disconnection; `nil` if the screen was never connected.
  ///   - localState: The screen's own.
  init?(state: S?, localState: LS)

  /// Makes the view model from a given state; don't implement it.
  ///
  /// Implemented by mistake instead of the other, it lets the compiler infer the types and report the error.
  init?(state: S, localState: LS)
}

extension ViewModelWithLocalState {
  /// Makes the view model with the local state of a new screen.
  public init?(state: S) { self.init(state: Optional(state), localState: LS()) }

  /// Makes the view model from a given state.
  public init?(state: S, localState: LS) {
    self.init(state: Optional(state), localState: localState)
  }

  /// Exists for its message.
  @available(
    *,
    unavailable,
    message: """
      write init?(state: S?, localState: LS), with an optional state: a screen that never was connected has none
      """
  )
  public init?(state: S?, localState: LS) { nil }
}
