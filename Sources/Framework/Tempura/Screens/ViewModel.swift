public import Katana

/// The part of a state that a view shows, in the form in which it shows it.
///
/// Two are compared before one is given to a view: a screen whose view model is the same is not updated. `==` is the
/// compiler's unless it is written.
///
/// Source: docs/semantics/tempura.md, T3.
public protocol ViewModel: Equatable {}

/// A view model that is made of the state.
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

  /// Makes the view model, or `nil` where the state has nothing to show; the view is told either.
  init?(state: S)

  /// The parts of the state that ``init(state:)`` reads; unless it is said, all of it.
  ///
  /// Screens that read the same part share its comparison, and no view model is made while it is equal.
  static var reads: StateReads<S> { get }
}

extension ViewModelWithState {
  /// All of the state.
  public static var reads: StateReads<S> { .everything }
}

/// A state that a screen keeps for itself, such as the text in a field that isn't sent yet.
public protocol LocalState {
  /// The state of a new screen.
  init()
}

/// A view model that is made of the state and of a screen's own state.
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
  ///   - state: That of the store, or as it was when the screen was disconnected; `nil` where it never was connected.
  ///   - localState: The screen's own.
  init?(state: S?, localState: LS)

  /// Makes the view model where there is a state; not to be written.
  ///
  /// One that is written in the place of the other tells the compiler the types, and so the compiler can tell what is wrong.
  init?(state: S, localState: LS)
}

extension ViewModelWithLocalState {
  /// Makes the view model with the local state of a new screen.
  public init?(state: S) { self.init(state: Optional(state), localState: LS()) }

  /// Makes the view model where there is a state.
  public init?(state: S, localState: LS) {
    self.init(state: Optional(state), localState: localState)
  }

  /// There for its message.
  @available(
    *,
    unavailable,
    message: """
      write init?(state: S?, localState: LS), with an optional state: a screen that never was connected has none
      """
  )
  public init?(state: S?, localState: LS) { nil }
}
