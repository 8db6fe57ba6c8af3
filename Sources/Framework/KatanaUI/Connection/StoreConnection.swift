import Foundation
public import Katana

/// What follows a store's state for a renderer, whatever the state's type.
@MainActor
@usableFromInline
class AnyStoreConnection {
  private var signal: StoreSignal?
  private var removeListener: (@Sendable () -> Void)?
  /// The state of the flush that runs, in an object: code that doesn't know its type need not handle an optional of it.
  @safe @exclusivity(unchecked) @usableFromInline final var box: AnyObject?
  /// Nodes that may read anything.
  @safe @exclusivity(unchecked) fileprivate final var everything = SubscriptionList()

  /// The name of the state's type.
  var stateName: String { fatalError("abstract") }
  /// Marks the nodes that read a part that has changed.
  func markReaders(in renderer: Renderer) { fatalError("abstract") }
  /// Adds a listener to the store.
  func listen(_ listener: @escaping @Sendable () -> Void) -> @Sendable () -> Void {
    fatalError("abstract")
  }
  /// Calls a closure when the store is ready, if it isn't.
  func whenReady(_ body: @escaping @MainActor @Sendable () -> Void) { fatalError("abstract") }

  final var isBehind: Bool { signal?.isUp ?? false }

  final func follow(_ renderer: Renderer) {
    let signal = StoreSignal { [link = renderer.link] in link.renderer?.requestFrame() }
    self.signal = signal
    removeListener = listen { signal.raise() }
    whenReady { signal.raise() }
  }

  final func unfollow() { removeListener?() }

  final func noteChanges(in renderer: Renderer) {
    guard let signal, signal.lower() else { return }
    endFlush()
    everything.forEachNode { renderer.enqueueOutOfDate($0) }
    markReaders(in: renderer)
  }

  /// Lets the state go.
  final func endFlush() { box = nil }
}

/// What follows a store's state, of a type that is known.
///
/// Nodes are registered by what they read. When the state has changed, each part is compared once, however many nodes
/// read it.
@MainActor
@usableFromInline
final class StoreConnection<S: State>: AnyStoreConnection {
  @usableFromInline let store: any PartialStore<S>
  private var parts: [PartID: PartComparison<S>] = [:]
  /// The parts in the order in which they were first read.
  private var orderedParts: [PartComparison<S>] = []

  /// What a comparison is shared by: a part may be read as a whole and by its values.
  private struct PartID: Hashable {
    let keyPath: AnyKeyPath
    let isByValue: Bool
  }

  init(_ store: any PartialStore<S>) { self.store = store }

  override var stateName: String { "\(S.self)" }

  /// The state, the same for a whole flush; `nil` before the store is ready.
  @inlinable
  @inline(__always)
  func snapshot() -> StateBox<S>? {
    guard let box else { return takeSnapshot() }
    // SAFETY: none but `takeSnapshot` sets it to one.
    return unsafe unsafeDowncast(box, to: StateBox<S>.self)
  }

  // Made anew for each type of state: otherwise what it does with the state goes through tables.
  @inlinable
  @inline(never)
  func takeSnapshot() -> StateBox<S>? {
    guard store.isReady else { return nil }
    let box = StateBox(store.state)
    self.box = box
    return box
  }

  /// A part of the state, without a copy of the rest.
  @inlinable
  func read<Part>(_ keyPath: KeyPath<S, Part>) -> Part? { snapshot()?.state[keyPath: keyPath] }

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

  override func markReaders(in renderer: Renderer) {
    guard !orderedParts.isEmpty, let box = snapshot() else { return }
    for part in orderedParts {
      part.forEachChanged(in: box.state) { renderer.enqueueOutOfDate($0) }
    }
  }

  /// Registers a node for what it reads.
  @usableFromInline
  func subscribe(_ node: AnyNode, to reads: StateReads<S>) -> [Subscription] {
    guard let needed = reads.parts else {
      let subscription = Subscription(node)
      everything.append(subscription)
      return [subscription]
    }
    return needed.map { part in
      let comparison: PartComparison<S>
      let id = PartID(keyPath: part.keyPath, isByValue: part.id != nil)
      if let known = parts[id] {
        comparison = known
      } else {
        comparison = part.makeComparison()
        if let box = snapshot() { comparison.begin(with: box.state) }
        parts[id] = comparison
        orderedParts.append(comparison)
      }
      let subscription = Subscription(node)
      comparison.append(subscription, part)
      return subscription
    }
  }
}

/// A state while a flush runs.
@usableFromInline
final class StateBox<S: State> {
  @usableFromInline let state: S

  @inlinable
  init(_ state: S) { self.state = state }
}
