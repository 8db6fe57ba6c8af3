/// What follows a store's state for those that show it on the main actor, whatever the state's type.
@MainActor
@usableFromInline
package class AnyStoreConnection {
  private var signal: StoreSignal?
  private var removeListener: (@Sendable () -> Void)?
  /// The state of the flush that runs, in an object: code that doesn't know its type need not handle an optional of it.
  @safe @exclusivity(unchecked) @usableFromInline package final var box: AnyObject?
  /// Those that may read anything.
  @safe @exclusivity(unchecked) private final var everything = SubscriptionList()
  /// Whether any reads parts only; known here because asking for it where the state's type is a parameter looks that up each time.
  fileprivate final var hasReadersOfParts = false

  /// The name of the state's type.
  package var stateName: String { fatalError("abstract") }
  /// Tells those that read a part that has changed.
  func tellReadersOfParts() { fatalError("abstract") }
  /// Adds a listener to the store.
  func listen(_ listener: @escaping @Sendable () -> Void) -> @Sendable () -> Void {
    fatalError("abstract")
  }
  /// Calls a closure when the store is ready, if it isn't.
  func whenReady(_ body: @escaping @MainActor @Sendable () -> Void) { fatalError("abstract") }

  /// Whether the state has changed since readers were told.
  package final var isBehind: Bool { signal?.isUp ?? false }

  /// Begins to follow the store.
  ///
  /// - Parameter wake: Called when the state has changed, once until ``noteChanges()``.
  package final func follow(wake: @escaping @Sendable @MainActor () -> Void) {
    let signal = StoreSignal(wake: wake)
    self.signal = signal
    removeListener = listen { signal.raise() }
    whenReady { signal.raise() }
  }

  /// Ends it.
  package final func unfollow() { removeListener?() }

  /// Tells readers what has changed since the last time.
  package final func noteChanges() {
    guard let signal, signal.lower() else { return }
    endFlush()
    everything.forEachReader { $0.stateDidChange() }
    if hasReadersOfParts { tellReadersOfParts() }
  }

  /// Adds a registration of a reader that may read anything.
  fileprivate final func append(_ subscription: Subscription) { everything.append(subscription) }

  /// Lets the state go.
  package final func endFlush() { box = nil }
}

/// A connection to a store whose state's type is known.
///
/// Readers are registered by what they read. When the state has changed, each part is compared once, however many
/// read it.
@MainActor
@usableFromInline
package final class StoreConnection<S: State>: AnyStoreConnection {
  @usableFromInline package let store: any PartialStore<S>
  private var parts: [PartID: PartComparison<S>] = [:]
  /// The parts in the order in which they were first read.
  private var orderedParts: [PartComparison<S>] = []

  /// The identity of a shared comparison: a part may be read as a whole and by its values.
  private struct PartID: Hashable {
    let keyPath: AnyKeyPath
    let isByValue: Bool
  }

  package init(_ store: any PartialStore<S>) { self.store = store }

  package override var stateName: String { "\(S.self)" }

  /// The state, the same for a whole flush; `nil` before the store is ready.
  @inlinable
  @inline(__always)
  package func snapshot() -> FollowedState<S>? {
    guard let box else { return takeSnapshot() }
    // SAFETY: none but `takeSnapshot` sets it to one.
    return unsafe unsafeDowncast(box, to: FollowedState<S>.self)
  }

  // Made anew for each type of state: otherwise what it does with the state goes through tables.
  @inlinable
  @inline(never)
  package func takeSnapshot() -> FollowedState<S>? {
    guard store.isReady else { return nil }
    let box = FollowedState(store.state)
    self.box = box
    return box
  }

  /// A part of the state, without a copy of the rest.
  @inlinable
  package func read<Part>(_ keyPath: KeyPath<S, Part>) -> Part? {
    snapshot()?.state[keyPath: keyPath]
  }

  override func listen(_ listener: @escaping @Sendable () -> Void) -> @Sendable () -> Void {
    store.addUpdateListener(listener)
  }

  override func whenReady(_ body: @escaping @MainActor @Sendable () -> Void) {
    guard !store.isReady else { return }
    let store = store
    Task { @MainActor in
      // One that will never be ready has nothing to show.
      guard (try? await store.waitUntilReady()) != nil else { return }
      body()
    }
  }

  override func tellReadersOfParts() {
    guard let box = snapshot() else { return }
    var unread = 0
    for part in orderedParts {
      if part.hasReaders {
        part.forEachChanged(in: box.state) { $0.stateDidChange() }
      } else {
        // It may not be there any more, such as an element of an array that has become shorter.
        part.forget()
        unread += 1
      }
    }
    // A screen that goes and comes back finds its parts.
    guard unread > max(PartComparison<S>.mostUnread, orderedParts.count - unread) else { return }
    orderedParts.removeAll { !$0.hasReaders }
    parts = parts.filter { $0.value.hasReaders }
  }

  /// How many parts are known, also those that nobody reads now.
  var partCount: Int { orderedParts.count }

  /// Registers a reader for what it reads.
  @usableFromInline
  package func subscribe(_ reader: any StateReader, to reads: StateReads<S>) -> [Subscription] {
    guard let needed = reads.parts else {
      let subscription = Subscription(reader)
      append(subscription)
      return [subscription]
    }
    return needed.map { part in
      let comparison: PartComparison<S>
      let id = PartID(keyPath: part.keyPath, isByValue: part.id != nil)
      if let known = parts[id] {
        comparison = known
      } else {
        comparison = part.makeComparison()
        parts[id] = comparison
        orderedParts.append(comparison)
        hasReadersOfParts = true
      }
      if !comparison.hasReaders, let box = snapshot() { comparison.begin(with: box.state) }
      let subscription = Subscription(reader)
      comparison.append(subscription, part)
      return subscription
    }
  }
}

/// A state while a flush runs.
@usableFromInline
package final class FollowedState<S: State> {
  @usableFromInline package let state: S

  @inlinable
  package init(_ state: S) { self.state = state }
}
