public import Katana

/// A store for tests, which have to account for all that happens in it: each change of the state, each
/// item that side effects dispatch, and the end of each side effect.
///
///     let store = TestStore<CounterState, AppDependencies>()
///     try await store.send(Increment()) { $0.counter = 1 }
///     store.send(FetchCounter())
///     try await store.receive(SetCounter(value: 7)) { $0.counter = 7 }
///     try await store.finish()
///
/// It throws `TestStoreError`, so that it serves Swift Testing and XCTest alike. Items are told
/// apart by `==` where they have it, else by type and description. An item that an interceptor has
/// put in another's place is to be received.
///
/// With a `ManualExecutor` for updates, another task has to run its jobs while this one waits.
///
/// Isolation: one task at a time; what it dispatches runs as in any store.
///
/// Source: SEMANTICS.md, 1.5 and 13.6.
public final class TestStore<S: State & Equatable, D: SideEffectDependencyContainer>: Sendable {
  /// The store under test.
  ///
  /// What is dispatched to it directly is to be received.
  public let store: Store<S, D>

  private let journal: TestJournal<S>
  private let expectation: OrderedMutex<S>

  /// Makes a store that is ready when this returns.
  ///
  /// - Parameters:
  ///   - interceptors: As in `Store`.
  ///   - configuration: As in `Store`; errors that nobody asks for go to `finish(timeout:)` instead
  ///     of `onUnobservedError`.
  ///   - dependencies: Makes the dependencies.
  ///   - initialState: What the state is before the first update.
  public init(
    interceptors: [StoreInterceptor] = [],
    configuration: StoreConfiguration = StoreConfiguration(),
    dependencies: (@escaping AnyDispatch, @escaping GetState) -> D = {
      D(dispatch: $0, getState: $1)
    },
    initialState: S = S()
  ) {
    let journal = TestJournal<S>()
    var configuration = configuration
    configuration.onUnobservedError = { journal.append($0, of: $1) }
    let recording = StoreInterceptor { TestInterceptor(journal: journal, context: $0) }
    self.journal = journal
    expectation = OrderedMutex(initialState)
    store = Store(
      interceptors: interceptors + [recording],
      configuration: configuration,
      dependencies: dependencies,
      initialState: initialState
    )
  }

  /// The state as the test has last confirmed it.
  public var state: S { expectation.withLock { $0 } }

  /// Dispatches an updater, waits for it, and confirms what it did.
  ///
  /// - Parameters:
  ///   - updater: The updater.
  ///   - change: Changes the confirmed state to the expected one; leave it out where nothing changes.
  /// - Throws: `TestStoreError.unexpectedState`; `unreceivedItems` where other items were handled
  ///   that the test has not mentioned; what the updater is rejected with.
  public func send<Updater: StateUpdater>(
    _ updater: Updater,
    _ change: (inout S) throws -> Void = { _ in }
  ) async throws where Updater.StateType == S {
    try requireNothingUnreceived(journal.entries)
    try await store.dispatch(updater).value
    let handled = journal.remove(matching: updater)
    try requireNothingUnreceived(handled?.before ?? [])
    // Without an entry an interceptor has dropped or replaced it: it has changed nothing.
    try confirm(updater, state: handled?.entry.state ?? state, change)
  }

  /// Dispatches a side effect of this state, which need not be received.
  ///
  /// - Returns: Its handle; if nobody asks it for an error, `finish(timeout:)` throws it.
  @discardableResult
  public func send<Effect: SideEffect>(
    _ sideEffect: Effect
  ) -> DispatchHandle<Effect.ReturnValue> where Effect.StateType == S {
    journal.expect(sent: sideEffect)
    return store.dispatch(sideEffect)
  }

  /// Dispatches a side effect with a value, which need not be received.
  ///
  /// - Returns: Its handle; if nobody asks it for an error, `finish(timeout:)` throws it.
  @discardableResult
  public func send<Effect: ReturningSideEffect>(
    _ sideEffect: Effect
  ) -> DispatchHandle<Effect.ReturnValue> {
    journal.expect(sent: sideEffect)
    return store.dispatch(sideEffect)
  }

  /// Waits for the next item that was not sent by the test, and confirms it and what it did.
  ///
  /// - Parameters:
  ///   - item: The item that is expected next, in the order in which items are handled.
  ///   - timeout: How long it may take; less if nothing runs that could dispatch it.
  ///   - change: Changes the confirmed state to the expected one; leave it out where nothing changes.
  /// - Throws: `TestStoreError`.
  public func receive(
    _ item: any Dispatchable,
    timeout: Duration = .seconds(30),
    _ change: (inout S) throws -> Void = { _ in }
  ) async throws {
    let name = item.debugDescription
    let entry = try await nextEntry(expecting: name, timeout: timeout)
    guard ItemMatch.matches(entry.item, item) else {
      throw TestStoreError.unexpectedItem(
        expected: name,
        difference: ValueDescription.difference(expected: item, actual: entry.item)
      )
    }
    journal.removeFirst()
    try confirm(entry.item, state: entry.state ?? state, change)
  }

  /// Waits for the next item that was not sent by the test, and confirms its type and what it did.
  ///
  /// - Parameters:
  ///   - type: The exact type of the item that is expected next.
  ///   - timeout: How long it may take; less if nothing runs that could dispatch it.
  ///   - change: Changes the confirmed state to the expected one; leave it out where nothing changes.
  /// - Returns: The item.
  /// - Throws: `TestStoreError`.
  @discardableResult
  public func receive<Item: Dispatchable>(
    _ type: Item.Type,
    timeout: Duration = .seconds(30),
    _ change: (inout S) throws -> Void = { _ in }
  ) async throws -> Item {
    let name = String(reflecting: type)
    let entry = try await nextEntry(expecting: name, timeout: timeout)
    guard let item = entry.item as? Item else {
      throw TestStoreError.unexpectedItem(
        expected: name,
        difference: "- \(name)\n+ \(entry.item.debugDescription)"
      )
    }
    journal.removeFirst()
    try confirm(item, state: entry.state ?? state, change)
    return item
  }

  /// Confirms that nothing is left: no item to receive, no side effect that runs, no error that
  /// nobody asked for, no other state.
  ///
  /// - Parameter timeout: How long side effects that run may take to end.
  /// - Throws: `TestStoreError`.
  public func finish(timeout: Duration = .seconds(10)) async throws {
    let clock = ContinuousClock()
    let deadline = clock.now.advanced(by: timeout)
    while true {
      try requireNothingUnreceived(journal.entries)
      let isIdle = await isIdle()
      if isIdle { break }
      guard clock.now < deadline else {
        throw TestStoreError.runningEffects(journal.running)
      }
      try await clock.sleep(for: Self.pollingInterval)
    }
    try requireNothingUnreceived(journal.entries)
    let errors = journal.errors
    if !errors.isEmpty { throw TestStoreError.unobservedErrors(errors) }
    let (expected, actual) = (state, store.state)
    if expected != actual { throw unexpectedState("store", expected: expected, actual: actual) }
  }
}

extension TestStore {
  /// A side effect's last step isn't announced to anybody, so it is looked for.
  private static var pollingInterval: Duration { .milliseconds(1) }

  /// Waits for the first entry, and leaves it where it is.
  private func nextEntry(
    expecting name: String,
    timeout: Duration
  ) async throws -> TestJournal<S>.Entry {
    let clock = ContinuousClock()
    let deadline = clock.now.advanced(by: timeout)
    while true {
      // Asked before the journal: whatever ended before has left its entries there.
      let isIdle = await isIdle()
      if let entry = journal.entries.first { return entry }
      guard !isIdle, clock.now < deadline else {
        throw TestStoreError.nothingToReceive(expected: name)
      }
      try await clock.sleep(for: Self.pollingInterval)
    }
  }

  /// Whether nothing runs or waits that could dispatch something.
  private func isIdle() async -> Bool {
    guard store.runningEffectCount == 0 else { return false }
    // What the side effects have dispatched before they ended may wait, and lead to others.
    await store.settle()
    return store.runningEffectCount == 0
  }

  private func confirm(
    _ item: any Dispatchable,
    state actual: S,
    _ change: (inout S) throws -> Void
  ) throws {
    var expected = state
    try change(&expected)
    expectation.withLock { $0 = actual }
    guard expected == actual else {
      throw unexpectedState(item.debugDescription, expected: expected, actual: actual)
    }
  }

  private func unexpectedState(_ name: String, expected: S, actual: S) -> TestStoreError {
    .unexpectedState(
      item: name,
      difference: ValueDescription.difference(expected: expected, actual: actual)
    )
  }

  private func requireNothingUnreceived(_ entries: [TestJournal<S>.Entry]) throws {
    guard !entries.isEmpty else { return }
    throw TestStoreError.unreceivedItems(entries.map(\.item.debugDescription))
  }
}
