public import BenchmarkHarness

// Not a function of the same name, which would be ambiguous if both modules are imported.
@_exported public import func BenchmarkHarness.identity

/// Uses a value in a way that the optimizer can't see through, so that it has to be computed.
///
/// - Parameter value: Any value. It is neither copied nor retained.
@inlinable
@inline(__always)
public func blackHole<Value: ~Copyable>(_ value: borrowing Value) {
  BenchmarkHarness.blackHole(value)
}
