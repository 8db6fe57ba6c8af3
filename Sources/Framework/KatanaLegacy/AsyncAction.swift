/// An action that is dispatched several times for one piece of work: when it begins, as it goes on, and when it has ended in one way or the
/// other.
///
///     struct LoadUser: AsyncAction, ActionWithSideEffect {
///       var state = AsyncActionState.loading
///       let id: Int
///       var user: User?
///       ...
///       func sideEffect(...) {
///         Task { dispatch(completedAction { $0.user = try? await api.user(id) }) }
///       }
///     }
///
/// The copies keep the properties of the loading action. Only the loading one runs a side effect.
///
/// Source: docs/semantics/legacy.md, L5, L6.
public protocol AsyncAction: Action {
  /// The step of this copy of the action; `loading` in the one that a program makes.
  var state: AsyncActionState { get set }

  /// Returns the state when the work begins.
  ///
  /// - Throws: The error that rejects the action; the other three may throw, too.
  func updatedStateForLoading(currentState: any State) throws -> any State

  /// Returns the state when the work is done.
  func updatedStateForCompleted(currentState: any State) throws -> any State

  /// Returns the state when the work has failed.
  func updatedStateForFailed(currentState: any State) throws -> any State

  /// Returns the state when a percentage is done; by default it stays as it is.
  func updatedStateForProgress(currentState: any State, percentage: Double) throws -> any State
}

extension AsyncAction {
  /// Calls the method for `state`.
  public func updatedState(currentState: any State) throws -> any State {
    switch state {
    case .loading: try updatedStateForLoading(currentState: currentState)
    case .completed: try updatedStateForCompleted(currentState: currentState)
    case .failed: try updatedStateForFailed(currentState: currentState)
    case .progress(let percentage):
      try updatedStateForProgress(currentState: currentState, percentage: percentage)
    }
  }

  /// Leaves the state as it is.
  public func updatedStateForProgress(
    currentState: any State,
    percentage: Double
  ) throws -> any State { currentState }

  /// Returns a copy for the completed work.
  ///
  /// - Parameter configure: Puts the result in.
  /// - Returns: The copy.
  public func completedAction(_ configure: (inout Self) -> Void = { _ in }) -> Self {
    copy(.completed, configure)
  }

  /// Returns a copy for the failed work.
  ///
  /// - Parameter configure: Puts the error in.
  /// - Returns: The copy.
  public func failedAction(_ configure: (inout Self) -> Void = { _ in }) -> Self {
    copy(.failed, configure)
  }

  /// Returns a copy for a percentage of the work.
  public func progressAction(percentage: Double) -> Self {
    copy(.progress(percentage: percentage)) { _ in }
  }

  /// The qualified name of the type and the state, such as `Shop.LoadUser.progress(39.99)`.
  public var debugDescription: String {
    let name = String(reflecting: Self.self)
    return switch state {
    case .loading: "\(name).loading"
    case .completed: "\(name).completed"
    case .failed: "\(name).failed"
    case .progress(let percentage): "\(name).progress(\(percentage))"
    }
  }

  private func copy(_ state: AsyncActionState, _ configure: (inout Self) -> Void) -> Self {
    var copy = self
    configure(&copy)
    copy.state = state
    return copy
  }
}

/// The progress of an asynchronous action's work.
///
/// Source: docs/semantics/legacy.md, L5.
public enum AsyncActionState: Equatable, Sendable {
  /// It begins.
  case loading
  /// A percentage of it is done.
  case progress(percentage: Double)
  /// It was done.
  case completed
  /// It could not be done.
  case failed
}
