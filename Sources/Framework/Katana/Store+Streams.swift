extension Store {
  /// The states after each update from now on.
  ///
  /// Ends when the store goes away. A stream holds the states that were not taken yet, by default
  /// only the newest; while it holds one, the next update of an array in it copies the array.
  public func states(
    bufferingPolicy: AsyncStream<S>.Continuation.BufferingPolicy = .bufferingNewest(1)
  ) -> AsyncStream<S> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: S.self,
      bufferingPolicy: bufferingPolicy
    )
    let remove = core.addListener(
      .newState { continuation.yield($0) },
      onClose: { continuation.finish() }
    )
    continuation.onTermination = { _ in remove() }
    return stream
  }

  /// The values of a part of the state, each time it has changed, from now on.
  ///
  /// Ends when the store goes away.
  public func values<Value: Equatable & Sendable>(
    of keyPath: any KeyPath<S, Value> & Sendable,
    bufferingPolicy: AsyncStream<Value>.Continuation.BufferingPolicy = .unbounded
  ) -> AsyncStream<Value> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: Value.self,
      bufferingPolicy: bufferingPolicy
    )
    let selection = SelectedValue<Value>(callsInitially: false)
    let remove = core.addListener(
      .newState { state in
        let new = state[keyPath: keyPath]
        if selection.replace(with: new, unless: ==) != nil { continuation.yield(new) }
      },
      onClose: { continuation.finish() }
    )
    core.whenReady { state in selection.begin(with: state[keyPath: keyPath]) { _, _ in } }
    continuation.onTermination = { _ in remove() }
    return stream
  }
}
