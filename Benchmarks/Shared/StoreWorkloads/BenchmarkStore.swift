package import Katana

/// A store whose side effects need nothing.
package typealias BenchmarkStore<S: State> = Store<S, EmptySideEffectDependencyContainer>
