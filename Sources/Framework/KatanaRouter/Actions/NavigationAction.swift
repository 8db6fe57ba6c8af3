public import Katana

/// A change of the navigation that any store takes whose state is a `RoutableState`.
///
/// An action that can't be carried out, or that a guard refuses, rejects its dispatch with a
/// `NavigationError`; the state is what it was.
///
/// Source: SEMANTICS.md, R5.
public protocol NavigationAction: ErasedStateUpdater {
  /// Changes the tree; a pure function of the tree and the action.
  ///
  /// - Throws: Why it can't; what was changed until then is thrown away.
  func edit(_ tree: inout NavigationTree) throws(NavigationError)
}

extension NavigationAction {
  /// Applies the action to a copy of a state whose type is not known.
  ///
  /// - Throws: `NavigationError`.
  public func updatedState(currentState: any State) throws -> any State {
    guard var state = currentState as? any RoutableState else {
      throw NavigationError.notRoutable(
        action: debugDescription,
        state: "\(type(of: currentState))"
      )
    }
    try state.navigationState.edit { tree throws(NavigationError) in try edit(&tree) }
    return state
  }
}
