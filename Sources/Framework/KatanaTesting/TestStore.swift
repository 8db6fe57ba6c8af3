public import Katana

/// A store for tests, which must account for everything in it: each change of the state, each item that side effects dispatch, and the end
/// of each side effect.
///
///     let store = TestStore<CounterState, AppDependencies>()
///     try await store.send(Increment()) { $0.counter = 1 }
///     store.send(FetchCounter())
///     try await store.receive(SetCounter(value: 7)) { $0.counter = 7 }
///     try await store.finish()
///
/// It throws `TestStoreError`, which contains the location, so it serves Swift Testing and XCTest alike; in Swift Testing,
/// `@Suite(.locatedTestStoreErrors)` reports it at the line of the call.
///
/// The test must receive all updaters and side effects that it did not send itself, whether a side effect, an interceptor, or a timer of
/// the dependencies dispatched them. This includes an item that an interceptor puts in another's place. It excludes the attempts that
/// `retry` makes after the first, but not what they dispatch. Items are compared by `==` if they have it, else by type and description; an
/// updater of a slice (`Store.scope(_:)`) by the updater that the slice got.
///
/// With a `ManualExecutor` for updates, another task has to run its jobs while this one waits.
///
/// Isolation: one task at a time; what it dispatches runs as in any store.
///
/// Source: docs/semantics/store.md, K31.
public final class TestStore<S: State & Equatable, D: SideEffectDependencyContainer>: Sendable {
  /// The store under test.
  ///
  /// What is dispatched to it directly must be received.
  public let store: Store<S, D>

  /// How long `receive` and `finish` wait by default.
  public let timeout: Duration

  let journal: TestJournal<S>
  private let expectation: OrderedMutex<S>

  /// Makes a store that is ready when this returns.
  ///
  /// - Parameters:
  ///   - interceptors: As in `Store`.
  ///   - configuration: As in `Store`; errors that nobody asks for go to `finish(timeout:)` instead of `onUnobservedError`.
  ///   - timeout: How long `receive` and `finish` wait by default.
  ///   - dependencies: Makes the dependencies.
  ///   - initialState: The state before the first update.
  public init(
    interceptors: [StoreInterceptor] = [],
    configuration: StoreConfiguration = StoreConfiguration(),
    timeout: Duration = .seconds(30),
    dependencies: (@escaping AnyDispatch, @escaping GetState) -> D = {
      D(dispatch: $0, getState: $1)
    },
    initialState: S = S()
  ) {
    let journal = TestJournal<S>()
    var configuration = configuration
    configuration.onUnobservedError = { journal.append($0, of: $1) }
    let recording = StoreInterceptor { TestInterceptor(journal: journal, context: $0) }
    self.timeout = timeout
    self.journal = journal
    expectation = OrderedMutex(initialState)
    store = Store(
      interceptors: interceptors + [recording],
      configuration: configuration,
      dependencies: dependencies,
      initialState: initialState
    )
    store.observeRetries { effect, dispatch in _ = journal.send(effect, dispatch: dispatch) }
  }

  /// The state as the test has last confirmed it.
  public var state: S { expectation.withLock { $0 } }
}

extension TestStore {
  /// Confirms that nothing is left: no item to receive, no running side effect, no error that nobody asked for, no other state.
  ///
  /// Running side effects may take until `timeout` to end, by default the store's. An error is reported at the call, as everywhere here.
  ///
  /// - Throws: `TestStoreError`.
  public func finish(
    timeout: Duration? = nil,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) async throws {
    let location = CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    let time = Timeout(timeout ?? self.timeout)
    while true {
      try requireNothingUnreceived(journal.entries, at: location)
      // A side effect's last step isn't announced, so this polls.
      if store.isIdle { break }
      guard !time.isOver else { throw TestStoreError(.unfinished(work), at: location) }
      try await ContinuousClock().sleep(for: .milliseconds(1))
    }
    try requireNothingUnreceived(journal.entries, at: location)
    let errors = journal.errors
    if !errors.isEmpty { throw TestStoreError(.unobservedErrors(errors), at: location) }
    try confirm("store", actual: store.state, at: location) { _ in }
  }

  /// The work that is under way.
  var work: [String] {
    var lines = journal.running
    let heldCount = store.runningEffectCount - lines.count
    if heldCount > 0 {
      lines.append("side effects that interceptors have not let through: \(heldCount)")
    }
    let queuedCount = store.queuedItemCount
    if queuedCount > 0 {
      lines.append("items that wait in the queue: \(queuedCount); see that its executor runs")
    }
    return lines
  }

  func confirm(
    _ name: String,
    actual: S,
    at location: CodeLocation,
    _ change: (inout S) throws -> Void
  ) throws {
    var expected = state
    try change(&expected)
    expectation.withLock { $0 = actual }
    guard expected != actual else { return }
    let difference = ValueDescription.difference(expected: expected, actual: actual)
    throw TestStoreError(.unexpectedState(item: name, difference: difference), at: location)
  }

  func requireNothingUnreceived(
    _ entries: [TestJournal<S>.Entry],
    at location: CodeLocation
  ) throws {
    guard !entries.isEmpty else { return }
    throw TestStoreError(.unreceivedItems(entries.map(\.item.debugDescription)), at: location)
  }
}

/// A time limit.
struct Timeout {
  let duration: Duration
  private let end: ContinuousClock.Instant

  init(_ duration: Duration) {
    self.duration = duration
    // Limited, so that a timeout that means "for ever" can be added to the current time.
    end = .now.advanced(by: min(duration, .seconds(1_000_000_000)))
  }

  var isOver: Bool { end <= .now }

  func waitForEnd() async throws { try await ContinuousClock().sleep(until: end) }
}

/// The innermost interceptor of a test store: it records what is handled.
struct TestInterceptor<S: State>: BoundInterceptor {
  let journal: TestJournal<S>
  let context: any AnySideEffectContext

  func handle(updater: any Dispatchable, next: (any Dispatchable) throws -> Void) throws {
    try next(updater)
    // A side effect that replaces an updater is dispatched anew, and recorded then.
    guard updater is any AnyStateUpdater, let state = context.getAnyState() as? S else { return }
    journal.append(updater: updater, state: state)
  }

  func handle(
    sideEffect: any Dispatchable,
    next: (any Dispatchable) async throws -> Void
  ) async throws {
    // So is an updater that replaces a side effect.
    guard sideEffect is any AnySideEffect else { return try await next(sideEffect) }
    let id = journal.begin(effect: sideEffect)
    defer { journal.end(effect: id) }
    try await next(sideEffect)
  }
}
