/// An interceptor of updaters with those behind it, put together once a store.
@usableFromInline
@safe final class UpdaterStep: Sendable {
  private let interceptor: any BoundInterceptor
  /// The step behind it.
  ///
  /// Not counted, because counting takes as long as an interceptor's call.
  // SAFETY: the chain keeps all of its steps, and is kept while an updater is led through them
  // (`InterceptorChain.firstStep`).
  private let next: Unmanaged<UpdaterStep>?

  init(_ interceptor: any BoundInterceptor, next: UpdaterStep?) {
    self.interceptor = interceptor
    unsafe self.next = next.map { unsafe Unmanaged.passUnretained($0) }
  }

  /// Leads an updater through the interceptors to the last step.
  ///
  /// Complexity: a call or two for each; nothing is allocated, because the closures that lead from one to the
  /// next don't escape.
  @usableFromInline
  func handle(_ updater: any Dispatchable, last: (any Dispatchable) throws -> Void) throws {
    guard let next = unsafe next else {
      return try interceptor.handle(updater: updater, next: last)
    }
    try interceptor.handle(updater: updater) { item in
      try unsafe next._withUnsafeGuaranteedRef { try $0.handle(item, last: last) }
    }
  }
}
