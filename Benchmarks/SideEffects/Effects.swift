import Katana

/// Does nothing, and says that it did.
struct Nothing: ReturningSideEffect {
  func sideEffect(_ context: any AnySideEffectContext) async throws -> Int { 1 }
}

/// Dispatches an updater and awaits it.
struct CountOnce: ReturningSideEffect {
  func sideEffect(_ context: any AnySideEffectContext) async throws -> Int {
    try await context.anyDispatch(Count()).value
    return 1
  }
}

/// Awaits a side effect that awaits a side effect, so many levels deep; returns the levels.
struct Nested: ReturningSideEffect {
  let depth: Int

  func sideEffect(_ context: any AnySideEffectContext) async throws -> Int {
    if depth == 0 { return 0 }
    return try await context.dispatch(Nested(depth: depth - 1)).value + 1
  }
}

/// Dispatches so many side effects at once and awaits them all; returns how many.
struct Wide: ReturningSideEffect {
  let width: Int

  func sideEffect(_ context: any AnySideEffectContext) async throws -> Int {
    let handles = (0..<width).map { _ in context.dispatch(Nothing()) }
    var sum = 0
    for handle in handles { sum += try await handle.value }
    return sum
  }
}
