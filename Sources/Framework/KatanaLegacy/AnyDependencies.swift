/// A container whose type the legacy store doesn't know.
struct AnyDependencies: SideEffectDependencyContainer {
  let container: any SideEffectDependencyContainer

  init(_ container: any SideEffectDependencyContainer) {
    self.container = container
  }

  init(dispatch: @escaping AnyDispatch, getState: @escaping GetState) {
    container = EmptySideEffectDependencyContainer(dispatch: dispatch, getState: getState)
  }
}
