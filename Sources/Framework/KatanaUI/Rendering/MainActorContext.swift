import Dispatch
import Foundation

/// Whether code that isn't isolated runs on the main actor nonetheless.
///
/// Where a program ends its main thread's work in `dispatchMain()`, as tests do, the main actor runs on other threads: its queue is
/// what tells. In the callbacks of another main loop it is the thread.
enum MainActorContext {
  private static let key: DispatchSpecificKey<Bool> = {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    return key
  }()

  static var isCurrent: Bool {
    DispatchQueue.getSpecific(key: key) == true || Thread.isMainThread
  }

  /// Runs something on the main actor: at once where this is the main actor, else soon.
  static func run(_ body: @escaping @MainActor @Sendable () -> Void) {
    guard isCurrent else {
      Task { @MainActor in body() }
      return
    }
    // SAFETY: this is the main actor. `assumeIsolated` would look for itself, and make an object for its closure each time.
    let call = unsafe unsafeBitCast(body, to: (@Sendable () -> Void).self)
    call()
  }
}
