/// The bound interceptors of a store, outermost first.
///
/// Complexity: one call an interceptor; nothing is composed or allocated for an item, because the
/// closures that lead from one to the next don't escape.
struct InterceptorChain: Sendable {
  let interceptors: [any BoundInterceptor]

  /// Leads an updater through the interceptors from `index` on to the last step.
  func handle(
    updater: any Dispatchable,
    from index: Int = 0,
    last: (any Dispatchable) throws -> Void
  ) throws {
    guard index < interceptors.count else { return try last(updater) }
    try interceptors[index].handle(updater: updater) { item in
      try handle(updater: item, from: index + 1, last: last)
    }
  }

  /// Leads a side effect through the interceptors from `index` on to the last step.
  func handle(
    sideEffect: any Dispatchable,
    from index: Int = 0,
    last: (any Dispatchable) async throws -> Void
  ) async throws {
    guard index < interceptors.count else { return try await last(sideEffect) }
    try await interceptors[index].handle(sideEffect: sideEffect) { item in
      try await handle(sideEffect: item, from: index + 1, last: last)
    }
  }
}
