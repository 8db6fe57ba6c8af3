/// Uses a value in a way that the optimizer can't see through, so that it has to be computed.
///
/// It costs a store to the stack and a call, about a nanosecond. It doesn't keep the optimizer from
/// moving a computation that is the same in each iteration out of the loop.
///
/// - Parameter value: Any value. It is neither copied nor retained.
@inlinable
@inline(__always)
public func blackHole<Value: ~Copyable>(_ value: borrowing Value) {
  // A pointer instead of a generic parameter: the callee needs no type metadata, which a generic
  // function that must not be specialized would be given.
  withUnsafePointer(to: value) { blackHoleSink($0) }
}

/// Does nothing, out of the optimizer's sight: cross-module optimization could otherwise see that it
/// does nothing, even where it may not inline it.
@usableFromInline
@inline(never)
@_optimize(none)
func blackHoleSink(_ pointer: UnsafeRawPointer) {}
