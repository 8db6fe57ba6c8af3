/// Closures that look at an item one after the other.
///
/// Called in a loop, because calls within calls would soon be more than a processor remembers return
/// addresses for, which costs more than the calls.
@safe struct ObserverCalls: Sendable {
  /// A link of a chain that isn't counted as it is walked, because counting takes as long as a call.
  @safe private final class Call: Sendable {
    private let context: any AnySideEffectContext
    private let body: @Sendable (any AnySideEffectContext, any Dispatchable) -> Void
    // SAFETY: `ObserverCalls` keeps all of them.
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
  // SAFETY: `calls` keeps it.
  private let first: Unmanaged<Call>?

  /// Makes the calls that come before an item, of the first interceptor first.
  init(before interceptors: [ObservingInterceptor]) {
    self.init(
      interceptors.reversed().reduce(into: []) { calls, interceptor in
        calls.append(Call(interceptor.context, interceptor.before, next: calls.last))
      }
    )
  }

  /// Makes the calls that come after an item, of the last interceptor first.
  init(after interceptors: [ObservingInterceptor]) {
    self.init(
      interceptors.reduce(into: []) { calls, interceptor in
        calls.append(Call(interceptor.context, interceptor.after, next: calls.last))
      }
    )
  }

  /// Makes the chain of calls, of which the last is the first.
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
