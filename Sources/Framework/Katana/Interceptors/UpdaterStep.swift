/// One step of an updater's way: an interceptor, or several that only look, with the steps behind it; built once per store.
///
/// An interceptor that only looks or decides can't pass on another item, so the last step knows that it gets the dispatched one. Other
/// interceptors may pass on anything.
@usableFromInline
final class UpdaterStep: Sendable {
  /// The last step: takes an item, and whether it is the dispatched one.
  @usableFromInline typealias Last = (_ item: any Dispatchable, _ isUnchanged: Bool) throws -> Void

  /// A closure: an enum or optionals of the kinds of interceptors would be copied at each call.
  @usableFromInline let lead:
    @Sendable (_ item: any Dispatchable, _ isUnchanged: Bool, Last) throws -> Void

  /// The steps through interceptors, outermost first; `nil` if there are none.
  static func first(of interceptors: ArraySlice<any BoundInterceptor>) -> UpdaterStep? {
    guard let interceptor = interceptors.first else { return nil }
    let observers = interceptors.prefix { $0 is ObservingInterceptor }
    guard observers.isEmpty else {
      let next = first(of: interceptors.dropFirst(observers.count))
      return UpdaterStep(observers.compactMap { $0 as? ObservingInterceptor }, next)
    }
    let next = first(of: interceptors.dropFirst())
    if let deciding = interceptor as? DecidingInterceptor { return UpdaterStep(deciding, next) }
    return UpdaterStep(interceptor, next)
  }

  private init(_ observers: [ObservingInterceptor], _ next: UpdaterStep?) {
    let (before, after) = (ObserverCalls(before: observers), ObserverCalls(after: observers))
    lead = { item, isUnchanged, last in
      before(item)
      try Self.handOn(item, isUnchanged: isUnchanged, to: next, last: last)
      after(item)
    }
  }

  private init(_ interceptor: DecidingInterceptor, _ next: UpdaterStep?) {
    let (context, decide) = (interceptor.context, interceptor.decide)
    lead = { item, isUnchanged, last in
      switch decide(context, item) {
      case .proceed: try Self.handOn(item, isUnchanged: isUnchanged, to: next, last: last)
      case .replace(let other): try Self.handOn(other, isUnchanged: false, to: next, last: last)
      case .drop: return
      case .reject(let error): throw error
      }
    }
  }

  private init(_ interceptor: any BoundInterceptor, _ next: UpdaterStep?) {
    lead = { item, _, last in
      try interceptor.handle(updater: item) {
        try Self.handOn($0, isUnchanged: false, to: next, last: last)
      }
    }
  }

  /// Passes an updater through the interceptors to the last step.
  ///
  /// Complexity: a call or two for each; nothing is allocated, because the closures that lead from one to the next don't escape.
  @inlinable
  @inline(__always)
  func handle(_ updater: any Dispatchable, isUnchanged: Bool, last: Last) throws {
    try lead(updater, isUnchanged, last)
  }

  @inline(__always)
  private static func handOn(
    _ item: any Dispatchable,
    isUnchanged: Bool,
    to next: UpdaterStep?,
    last: Last
  ) throws {
    if let next {
      try next.lead(item, isUnchanged, last)
    } else {
      try last(item, isUnchanged)
    }
  }
}
