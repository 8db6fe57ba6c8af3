/// A store whose types are not known.
///
/// Source: SEMANTICS.md, K16.
public protocol AnyStore: AnyDispatcher {
  /// The state as the last applied updater left it.
  ///
  /// Before the store is ready there is none, and reading it stops the program: use `anyStateIfReady`, or
  /// `waitUntilReady()` before.
  var anyState: any State { get }

  /// Whether the store has its initial state and handles what is dispatched.
  var isReady: Bool { get }

  /// Returns as soon as the store is ready.
  ///
  /// - Throws: `StoreError.initializationFailed` if it never will be.
  func waitUntilReady() async throws

  /// Calls a closure for each update from now on; returns a closure that ends this.
  @discardableResult
  func addAnyListener(
    _ listener: @escaping @Sendable (_ oldState: any State, _ newState: any State) -> Void
  ) -> @Sendable () -> Void
}

extension AnyStore {
  /// The state, or `nil` before there is one.
  public var anyStateIfReady: (any State)? { isReady ? anyState : nil }
}
