import Katana

/// A store whose side effects need nothing.
typealias BenchmarkStore<S: State> = Store<S, EmptySideEffectDependencyContainer>
