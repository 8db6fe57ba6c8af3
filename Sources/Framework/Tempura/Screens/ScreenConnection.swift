import Katana

/// What the connected controllers of one store share: one listener, and the comparison of each part of the state that they read.
///
/// A change of the state wakes it once; when the main actor is free, or in the next frame of a ``Window`` if that comes before, the
/// controllers that read what has changed are updated.
///
/// Source: docs/semantics/tempura.md, T7, T14.
@MainActor
class AnyScreenConnection {
  fileprivate(set) final var followed: AnyStoreConnection?
  /// Those that read what has changed, and are to be updated.
  fileprivate final var outdated: [ScreenReader] = []
  private final var isHopping = false

  private struct Link { weak var connection: AnyScreenConnection? }
  /// What tells stores from each other; a connection holds its store, so that it stays the store's.
  private enum Key: Hashable {
    case object(ObjectIdentifier)
    case part(StoreIdentity)
  }
  private static var all: [Key: Link] = [:]
  /// The number of connections at which those that are gone are looked for.
  private static var limit = 16

  fileprivate init(following followed: AnyStoreConnection) {
    self.followed = followed
    followed.follow { [weak self] in self?.hop() }
  }

  isolated deinit { followed?.unfollow() }

  /// The connection that controllers of a store share.
  static func of<S: State>(_ store: any PartialStore<S>) -> ScreenConnection<S> {
    let object = store as AnyObject
    // Another kind of store that isn't an object is followed by each controller for itself.
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
    // Not held while controllers are updated: what these dispatch would have to copy it.
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

/// The connection of controllers with a store whose state's type is known.
@MainActor
final class ScreenConnection<S: State>: AnyScreenConnection {
  /// Holds the store, so that its identity stays its own.
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

/// Leads from a store to a connected controller, without keeping it.
@MainActor
final class ScreenReader: StateReader {
  private weak var controller: AnyViewController?
  private weak var connection: AnyScreenConnection?
  private var subscriptions: [Subscription] = []
  /// Whether the controller is connected.
  private(set) var isConnected = false
  private var isOutdated = false
  /// What the controller is shown in, whoever updates it.
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
    // Setting it takes a moment, which controllers outside of tests need not.
    if context == nil, ScreenContext.current == nil {
      controller?.stateDidChange()
    } else {
      ScreenContext.$current.withValue(context) { controller?.stateDidChange() }
    }
  }
}

extension AnyViewController {
  /// Updates the connected controllers that read what has changed in their stores' states, now instead of when the main actor is
  /// free.
  ///
  /// For tests, and where something is read from the screen right after a dispatch.
  public static func flushUpdates() { AnyScreenConnection.flushAll() }
}
