import Dispatch
import Foundation
package import Katana
import Synchronization

/// How the originals' store works, as small as it can be and still work so: one serial queue for
/// updaters and a concurrent one for side effects, a promise and a hop for each item, interceptors
/// composed anew for each, the old state kept, listeners in a dictionary on another queue.
///
/// It takes the same items as `Store`. What the originals do besides (bookkeeping, a second promise
/// for each step, observers) is left out, so they are slower than this.
///
/// Source: docs/semantics/store.md, K7, K8, K18, K32.
package final class MiniatureStore<S: State>: Sendable {
  package typealias Step = @Sendable (any Dispatchable) -> Void
  package typealias Interceptor = @Sendable (@escaping Step) -> Step

  private let updates = DispatchQueue(label: "updates")
  private let effects = DispatchQueue(label: "effects", attributes: .concurrent)
  private let notifications = DispatchQueue(label: "listeners")
  private let interceptors: [Interceptor]
  private let listeners = Mutex<[String: @Sendable (S, S) -> Void]>([:])
  // SAFETY: touched on `updates` only, apart from `state` when nothing runs any more.
  private nonisolated(unsafe) var current: any State = S()

  package init(interceptors: [Interceptor] = []) {
    self.interceptors = interceptors
  }

  /// The state when everything that was dispatched is applied.
  package var state: S {
    // The type never changes.
    updates.sync { unsafe current as? S ?? S() }
  }

  package func addListener(_ listener: @escaping @Sendable (S, S) -> Void) {
    listeners.withLock { $0[UUID().uuidString] = listener }
  }

  /// Returns when everything that was dispatched is applied.
  package func finish() { updates.sync {} }

  /// Returns when all listeners were told of what was applied.
  package func finishNotifications() {
    updates.sync {}
    notifications.sync {}
  }

  @discardableResult
  package func dispatch(_ updater: any AnyStateUpdater) -> MiniaturePromise {
    let promise = MiniaturePromise()
    updates.async { [self] in
      handle(updater)
      promise.settle()
    }
    return promise
  }

  /// Runs a body on the concurrent queue; it may block its thread in `wait()`.
  @discardableResult
  package func dispatchEffect(_ body: @escaping @Sendable () -> Void) -> MiniaturePromise {
    let promise = MiniaturePromise()
    effects.async {
      body()
      promise.settle()
    }
    return promise
  }

  private func handle(_ item: any Dispatchable) {
    // The name for a signpost, built whether it is on or not.
    let name = String(reflecting: type(of: item))
    withExtendedLifetime(name) {
      let last: Step = { [self] item in apply(item) }
      let chain = interceptors.reversed().reduce(last) { next, interceptor in interceptor(next) }
      chain(item)
    }
  }

  private func apply(_ item: any Dispatchable) {
    guard let updater = item as? any AnyStateUpdater else { return }
    let old = unsafe current
    guard let new = try? updater.updatedState(currentState: old) else { return }
    unsafe current = new
    let listeners = listeners.withLock { $0 }
    notifications.async {
      guard let old = old as? S, let new = new as? S else { return }
      for listener in listeners.values { listener(old, new) }
    }
  }
}
