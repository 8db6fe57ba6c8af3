/// The listeners of a store in the order of their registration, called after each update until one is added or removed.
///
/// Calls retain neither the table nor a listener, because reference counting takes as long as a call.
@usableFromInline
@safe final class ListenerPass<S: State>: Sendable {
  private let kept: [RegisteredListener<S>]
  // SAFETY: allocated and initialized in `init`, never changed, freed in `deinit`; `kept` keeps its contents alive.
  @usableFromInline nonisolated(unsafe) let listeners:
    UnsafeMutableBufferPointer<Unmanaged<RegisteredListener<S>>>

  /// Complexity: O(n).
  init(_ listeners: [RegisteredListener<S>]) {
    kept = listeners
    unsafe self.listeners = .allocate(capacity: listeners.count)
    for (place, listener) in listeners.enumerated() {
      unsafe self.listeners.initializeElement(at: place, to: .passUnretained(listener))
    }
  }

  deinit { unsafe listeners.deallocate() }
}

/// A listener at a fixed place in memory, so that it can be called there.
///
/// It has a closure of each kind and uses one of them: a closure in an enum would be copied at each call.
@usableFromInline
@safe final class RegisteredListener<S: State>: Sendable {
  @usableFromInline
  enum Kind: Sendable { case pair, newState, part }

  @usableFromInline let kind: Kind
  @usableFromInline let callPair: @Sendable (S, S) -> Void
  @usableFromInline let callNewState: @Sendable (S) -> Void
  @usableFromInline let callPart: @Sendable (UnsafePointer<S>, UInt64) -> Void

  init(_ listener: Listener<S>) {
    var pair: @Sendable (S, S) -> Void = { _, _ in }
    var newState: @Sendable (S) -> Void = { _ in }
    var part: @Sendable (UnsafePointer<S>, UInt64) -> Void = { _, _ in }
    switch listener {
    case .pair(let call): (kind, pair) = (.pair, call)
    case .newState(let call): (kind, newState) = (.newState, call)
    case .part(let call): unsafe (kind, part) = (.part, call)
    }
    (callPair, callNewState) = (pair, newState)
    unsafe callPart = part
  }
}
