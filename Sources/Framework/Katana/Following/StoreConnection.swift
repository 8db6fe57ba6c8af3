/// Follows a store's state for its readers on the main actor, whatever the state's type.
@MainActor
@usableFromInline
package class AnyStoreConnection {
  private var signal: StoreSignal?
  private var removeListener: (@Sendable () -> Void)?
  /// The state of the running flush, in an object: code that doesn't know its type needn't handle an optional of it.
  @safe @exclusivity(unchecked) @usableFromInline package final var box: AnyObject?
  /// Readers that may read anything.
  @safe @exclusivity(unchecked) private final var everything = SubscriptionList()
  /// Whether any reader reads only parts.
  ///
  /// Stored here, because asking for it through the generic state type costs a look-up each time.
  fileprivate final var hasReadersOfParts = false

  /// The name of the state's type.
  package var stateName: String { fatalError("abstract") }
  /// Notifies the readers of parts that have changed.
  func tellReadersOfParts() { fatalError("abstract") }
  /// Adds a listener to the store.
  func listen(_ listener: @escaping @Sendable () -> Void) -> @Sendable () -> Void {
    fatalError("abstract")
  }
  /// Calls a closure when the store is ready, if it isn't.
  func whenReady(_ body: @escaping @MainActor @Sendable () -> Void) { fatalError("abstract") }

  /// Whether the state has changed since readers were notified.
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

  package final func unfollow() { removeListener?() }

  /// Notifies readers of the changes since the last time.
  package final func noteChanges() {
    guard let signal, signal.lower() else { return }
    endFlush()
    everything.forEachReader { $0.stateDidChange() }
    if hasReadersOfParts { tellReadersOfParts() }
  }

  /// Adds a registration of a reader that may read anything.
  fileprivate final func append(_ subscription: Subscription) { everything.append(subscription) }

  /// Releases the state.
  package final func endFlush() { box = nil }
}

/// A connection to a store whose state's type is known.
///
/// Readers are registered by the parts they read. When the state has changed, each part is compared once, however many readers it has.
@MainActor
@usableFromInline
package final class StoreConnection<S: State>: AnyStoreConnection {
  @usableFromInline package let store: any PartialStore<S>
  private var parts: [PartID: PartComparison<S>] = [:]
  /// The parts in the order of their first reading.
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
    // SAFETY: only `takeSnapshot` sets it, always to this type.
    return unsafe unsafeDowncast(box, to: FollowedState<S>.self)
  }

  // Specialized for each type of state: otherwise it would handle the state through witness tables.
  @inlinable
  @inline(never)
  package func takeSnapshot() -> FollowedState<S>? {
    guard store.isReady else { return nil }
    let box = FollowedState(store.state)
    self.box = box
    return box
  }

  /// A part of the state, without copying the rest.
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
      // A store that will never be ready has nothing to show.
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
        // Its part may be gone, such as an element of an array that has become shorter.
        part.forget()
        unread += 1
      }
    }
    // A screen that disappears and returns finds its parts.
    guard unread > max(PartComparison<S>.mostUnread, orderedParts.count - unread) else { return }
    orderedParts.removeAll { !$0.hasReaders }
    parts = parts.filter { $0.value.hasReaders }
  }

  /// The number of known parts, including those without readers.
  var partCount: Int { orderedParts.count }

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

/// The state during a flush.
@usableFromInline
package final class FollowedState<S: State> {
  @usableFromInline package let state: S

  @inlinable
  package init(_ state: S) { self.state = state }
}
