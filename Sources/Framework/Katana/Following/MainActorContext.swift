import Dispatch
import Foundation

/// Whether code that isn't isolated nevertheless runs on the main actor.
///
/// If a program ends its main thread's work in `dispatchMain()`, as tests do, the main actor runs on other threads, and its queue
/// identifies it. In the callbacks of another main loop, the thread does.
package enum MainActorContext {
  private static let key: DispatchSpecificKey<Bool> = {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    return key
  }()

  package static var isCurrent: Bool {
    DispatchQueue.getSpecific(key: key) == true || Thread.isMainThread
  }

  /// Runs something on the main actor: at once if already there, else soon.
  package static func run(_ body: @escaping @MainActor @Sendable () -> Void) {
    guard isCurrent else {
      Task { @MainActor in body() }
      return
    }
    // SAFETY: this is the main actor. `assumeIsolated` would check again, and allocate an object for its closure each time.
    let call = unsafe unsafeBitCast(body, to: (@Sendable () -> Void).self)
    call()
  }
}
