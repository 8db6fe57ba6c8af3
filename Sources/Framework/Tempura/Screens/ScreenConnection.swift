import Katana

/// Shared by the connected controllers of one store: one listener, and one comparison for each part of the state that they read.
///
/// A change of the state wakes it once. When the main actor is free, or in an earlier frame of a ``Window``, it updates the controllers
/// that read what has changed.
///
/// Source: docs/semantics/tempura.md, T7, T14.
@MainActor
class AnyScreenConnection {
  fileprivate(set) final var followed: AnyStoreConnection?
  /// Controllers to update, which read what has changed.
  fileprivate final var outdated: [ScreenReader] = []
  private final var isHopping = false

  private struct Link { weak var connection: AnyScreenConnection? }
  /// Identifies a store; a connection holds its store, so that the identity stays unique.
  private enum Key: Hashable {
    case object(ObjectIdentifier)
    case part(StoreIdentity)
  }
  private static var all: [Key: Link] = [:]
  /// The number of connections at which released ones are removed.
  private static var limit = 16

  fileprivate init(following followed: AnyStoreConnection) {
    self.followed = followed
    followed.follow { [weak self] in self?.hop() }
  }

  isolated deinit { followed?.unfollow() }

  /// The connection shared by the controllers of a store.
  static func of<S: State>(_ store: any PartialStore<S>) -> ScreenConnection<S> {
    let object = store as AnyObject
    // For a store that isn't an object, each controller has a connection of its own.
    let id =
      (store as? ScopedStore<S>).map { Key.part($0.identity) } ?? .object(ObjectIdentifier(object))
    if let known = all[id]?.connection as? ScreenConnection<S> { return known }
    if all.count >= limit {
      all = all.filter { $0.value.connection != nil }
      limit = max(16, 2 * all.count)
    }
    let connection = ScreenConnection(store, object)
    all[id] = Link(connection: connection)
    return connection
  }

  static func flushAll() {
    for link in Array(all.values) { link.connection?.flush() }
  }

  final func note(_ reader: ScreenReader) { outdated.append(reader) }

  /// Updates the controllers that read what has changed.
  final func flush() {
    guard let followed, followed.isBehind else { return }
    followed.noteChanges()
    // Released while controllers update: otherwise their dispatches would have to copy the state.
    followed.endFlush()
    let readers = outdated
    outdated.removeAll(keepingCapacity: readers.count < 4096)
    for reader in readers { reader.update() }
  }

  private func hop() {
    guard !isHopping else { return }
    isHopping = true
    Task { @MainActor [weak self] in
      self?.isHopping = false
      self?.flush()
    }
  }
}

/// The connection of controllers with a store whose state type is known.
@MainActor
final class ScreenConnection<S: State>: AnyScreenConnection {
  /// Holds the store, so that its identity stays unique.
  private let object: AnyObject
  private let store: StoreConnection<S>

  fileprivate init(_ store: any PartialStore<S>, _ object: AnyObject) {
    self.object = object
    self.store = StoreConnection(store)
    super.init(following: self.store)
  }

  /// Registers a controller for what it reads.
  func subscribe(_ reader: ScreenReader, to reads: StateReads<S>) -> [Subscription] {
    defer { if outdated.isEmpty { store.endFlush() } }
    return store.subscribe(reader, to: reads)
  }
}

/// Links a store to a connected controller, without keeping it.
@MainActor
final class ScreenReader: StateReader {
  private weak var controller: AnyViewController?
  private weak var connection: AnyScreenConnection?
  private var subscriptions: [Subscription] = []
  private(set) var isConnected = false
  private var isOutdated = false
  /// The context in which the controller is shown, whatever task updates it.
  private let context = ScreenContext.current

  init(_ controller: AnyViewController) { self.controller = controller }

  func connect<S: State>(_ connection: ScreenConnection<S>, reads: StateReads<S>) {
    isConnected = true
    self.connection = connection
    subscriptions = connection.subscribe(self, to: reads)
  }

  func disconnect() {
    isConnected = false
    for subscription in subscriptions { subscription.cancel() }
    subscriptions = []
  }

  func stateDidChange() {
    guard !isOutdated else { return }
    isOutdated = true
    connection?.note(self)
  }

  func update() {
    isOutdated = false
    guard isConnected else { return }
    AnyViewController.beginChange()
    defer { AnyViewController.endChange() }
    // Setting it takes time, which controllers outside of tests don't need to spend.
    if context == nil, ScreenContext.current == nil {
      controller?.stateDidChange()
    } else {
      ScreenContext.$current.withValue(context) { controller?.stateDidChange() }
    }
  }
}

extension AnyViewController {
  /// Updates connected controllers that read changed parts of their stores' states now, instead of when the main actor is free.
  ///
  /// For tests, and for reading something from the screen right after a dispatch.
  public static func flushUpdates() { AnyScreenConnection.flushAll() }
}
