/// Uses a value in a way that the optimizer can't see through, so that it has to be computed.
///
/// It costs a store to the stack and a call, about a nanosecond. It doesn't keep the optimizer from
/// moving a computation that is the same in each iteration out of the loop: hide its input with
/// ``identity(_:)``.
///
/// - Parameter value: Any value. It is neither copied nor retained.
@inlinable
@inline(__always)
public func blackHole<Value: ~Copyable>(_ value: borrowing Value) {
  // A pointer instead of a generic parameter: the callee needs no type metadata, which a generic
  // function that must not be specialized would be given.
  // SAFETY: the callee does not look at what the pointer points to.
  unsafe withUnsafePointer(to: value) { unsafe blackHoleSink($0) }
}

/// Does nothing, out of the optimizer's sight: cross-module optimization could otherwise see that it
/// does nothing, even where it may not inline it.
@usableFromInline
@inline(never)
@_optimize(none)
func blackHoleSink(_ pointer: UnsafeRawPointer) {}

/// Returns a value in a way that the optimizer can't see through, so that what is computed of it is
/// computed in each iteration.
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
