import CProcessor
import Katana

/// See `middlewareToInterceptor(_:)`.
final class MiddlewareInterceptor: LateInterceptor {
  private let wrap:
    @Sendable (_ next: @escaping @Sendable (any Dispatchable) -> Void) -> (any Dispatchable) -> Void
  private let context: any AnySideEffectContext

  init(_ middleware: StoreMiddleware, context: any AnySideEffectContext) {
    let lateContext = context as? any LateInterceptorContext
    self.context = context
    wrap = middleware(
      { lateContext?.stateOrPlaceholder ?? context.getAnyState() },
      { context.anyDispatch($0) }
    )
  }

  func handle(updater: any Dispatchable, next: (any Dispatchable) throws -> Void) throws {
    // It carries the error of a `next` call, which the middleware must not delay again.
    if updater is LateNext { return try next(updater) }
    let carrier = (context as? any LateInterceptorContext)?.carrier
    var failure: (any Error)?
    withoutActuallyEscaping(next) { next in
      let call = NextCall { item in
        do {
          try next(item)
        } catch {
          // The first error; later ones may be its consequence.
          failure = failure ?? error
        }
      }
      wrap(forwarding(to: call, carrier: carrier))(updater)
      // A middleware that keeps its arguments must not keep `next`.
      call.end()
    }
    if let failure { throw failure }
  }

  func handle(
    sideEffect: any Dispatchable,
    next: (any Dispatchable) async throws -> Void
  ) async throws {
    for item in passed(sideEffect) { try await next(item) }
  }

  /// The items that the middleware passes on for a side effect while it runs.
  private func passed(_ sideEffect: any Dispatchable) -> [any Dispatchable] {
    var items: [any Dispatchable] = []
    let call = NextCall { items.append($0) }
    wrap(forwarding(to: call, carrier: nil))(sideEffect)
    call.end()
    return items
  }

  /// The `next` that the middleware gets, which it may call at any time and on any thread.
  private func forwarding(
    to call: NextCall,
    carrier: (any Dispatchable)?
  ) -> @Sendable (any Dispatchable) -> Void {
    { [self] item in
      if call.perform(item) { return }
      let lateContext = context as? any LateInterceptorContext
      if lateContext?.dispatch(carrier?.carrying(item) ?? item, behind: self) != true {
        context.anyDispatch(LateNext(item: item))
      }
    }
  }
}

/// The right to call `next` directly: for the thread that runs the middleware, while it runs, and not from within `next` (from a listener,
/// or an inner middleware).
///
/// A middleware may keep it and call it later, on any thread.
final class NextCall: Sendable {
  private struct Progress {
    var isOpen = true
    var isInside = false
  }

  private let thread = cprocessor_thread_identity()
  private let progress = OrderedMutex(Progress())

  // SAFETY: only `thread` touches it, and only before or in `end`: `perform` checks the thread and `isOpen` first. A later thread of the
  // same identity finds it ended.
  private nonisolated(unsafe) var body: ((any Dispatchable) -> Void)?

  /// Makes it on the thread that will run the middleware.
  init(_ body: @escaping (any Dispatchable) -> Void) {
    unsafe self.body = body
  }

  /// Passes an item on; returns false and does nothing if that isn't possible now.
  func perform(_ item: any Dispatchable) -> Bool {
    guard cprocessor_thread_identity() == thread, enter(), let body = unsafe body else {
      return false
    }
    body(item)
    progress.withLock { $0.isInside = false }
    return true
  }

  private func enter() -> Bool {
    progress.withLock { progress in
      guard progress.isOpen, !progress.isInside else { return false }
      progress.isInside = true
      return true
    }
  }

  /// Closes it and releases what it refers to.
  func end() {
    progress.withLock { $0.isOpen = false }
    unsafe body = nil
  }
}

/// A late `next` of a middleware that the store doesn't know: it is rejected, so that the error is reported.
struct LateNext: AnyStateUpdater {
  let item: any Dispatchable

  func updatedState(currentState: any State) throws -> any State {
    throw LegacyError.lateNext(item: item.debugDescription)
  }

  var debugDescription: String { item.debugDescription }
}

/// Why the legacy layer could not do something.
public enum LegacyError: Error, Equatable, Sendable {
  /// A middleware that is part of another interceptor has called `next` after it had returned, or on another thread.
  case lateNext(item: String)
}

extension LegacyError: CustomStringConvertible {
  /// The problem and its remedy, in one line.
  public var description: String {
    switch self {
    case .lateNext(let item):
      "\(item): a middleware inside of another interceptor called `next` for it after it had returned; "
        + "give the middleware to the store itself, or call `next` before it returns"
    }
  }
}
