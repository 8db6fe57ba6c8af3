public import Katana

/// A store whose side effects need nothing.
public typealias BenchmarkStore<S: State> = Store<S, EmptySideEffectDependencyContainer>
