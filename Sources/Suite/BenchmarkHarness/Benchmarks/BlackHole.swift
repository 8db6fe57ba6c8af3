/// Uses a value opaquely to the optimizer, so that it must be computed.
///
/// It costs a store to the stack and a call, about a nanosecond. The optimizer can still move a computation that is the same in each
/// iteration out of the loop: hide its input with ``identity(_:)``.
///
/// - Parameter value: Any value. It is neither copied nor retained.
@inlinable
@inline(__always)
public func blackHole<Value: ~Copyable>(_ value: borrowing Value) {
  // A pointer instead of a generic parameter: the callee needs no type metadata, which an unspecialized generic function would get.
  unsafe withUnsafePointer(to: value) { unsafe blackHoleSink($0) }
}

/// Does nothing, out of the optimizer's sight: cross-module optimization could otherwise see that, even without inlining it.
@usableFromInline
@inline(never)
@_optimize(none)
func blackHoleSink(_ pointer: UnsafeRawPointer) {}

/// Returns a value opaquely to the optimizer, so that each iteration computes anew what depends on it.
///
/// ```swift
/// for _ in 0..<iterations { blackHole(parse(identity(text))) }
/// ```
///
/// It costs a call, and a copy of the value.
@inline(never)
@_optimize(none)
public func identity<Value>(_ value: Value) -> Value {
  value
}
