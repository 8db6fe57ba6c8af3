public import Katana

/// A state with a navigation.
///
///     struct MyState: State, RoutableState {
///       var navigationState = NavigationState()
///     }
///
/// Source: SEMANTICS.md, R4.
public protocol RoutableState: State {
  /// Where in the application its user is.
  var navigationState: NavigationState { get set }
}
