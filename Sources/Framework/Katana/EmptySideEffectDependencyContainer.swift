/// The dependencies of a store whose side effects need none.
public struct EmptySideEffectDependencyContainer: SideEffectDependencyContainer {
  /// Makes the container.
  public init(dispatch: @escaping AnyDispatch, getState: @escaping GetState) {}
}
