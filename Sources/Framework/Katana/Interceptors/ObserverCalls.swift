/// Closures that look at an item in sequence.
///
/// Called in a loop: nested calls would soon exceed the processor's return-address predictor, which costs more than the calls.
@safe struct ObserverCalls: Sendable {
  /// A link of a chain, walked without reference counting, which takes as long as a call.
  @safe private final class Call: Sendable {
    private let context: any AnySideEffectContext
    private let body: @Sendable (any AnySideEffectContext, any Dispatchable) -> Void
    // SAFETY: `ObserverCalls` keeps all of them alive.
    let next: Unmanaged<Call>?

    init(
      _ context: any AnySideEffectContext,
      _ body: @escaping @Sendable (any AnySideEffectContext, any Dispatchable) -> Void,
      next: Call?
    ) {
      (self.context, self.body) = (context, body)
      unsafe self.next = next.map { unsafe Unmanaged.passUnretained($0) }
    }

    func callAsFunction(_ item: any Dispatchable) { body(context, item) }
  }

  private let calls: [Call]
  // SAFETY: `calls` keeps it alive.
  private let first: Unmanaged<Call>?

  /// Makes the calls before an item, first interceptor first.
  init(before interceptors: [ObservingInterceptor]) {
    self.init(
      interceptors.reversed().reduce(into: []) { calls, interceptor in
        calls.append(Call(interceptor.context, interceptor.before, next: calls.last))
      }
    )
  }

  /// Makes the calls after an item, last interceptor first.
  init(after interceptors: [ObservingInterceptor]) {
    self.init(
      interceptors.reduce(into: []) { calls, interceptor in
        calls.append(Call(interceptor.context, interceptor.after, next: calls.last))
      }
    )
  }

  /// Makes the chain of calls from the last to the first.
  private init(_ calls: [Call]) {
    self.calls = calls
    unsafe first = calls.last.map { unsafe Unmanaged.passUnretained($0) }
  }

  func callAsFunction(_ item: any Dispatchable) {
    var next = unsafe first
    while let call = unsafe next {
      unsafe next = unsafe call._withUnsafeGuaranteedRef { call in
        call(item)
        return unsafe call.next
      }
    }
  }
}
