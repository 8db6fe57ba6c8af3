public import BenchmarkHarness

/// Uses a value in a way that the optimizer can't see through, so that it has to be computed.
///
/// - Parameter value: Any value. It is neither copied nor retained.
@inlinable
@inline(__always)
public func blackHole<Value: ~Copyable>(_ value: borrowing Value) {
  BenchmarkHarness.blackHole(value)
}

/// Returns a value in a way that the optimizer can't see through.
@inline(never)
@_optimize(none)
public func identity<Value>(_ value: Value) -> Value {
  value
}
