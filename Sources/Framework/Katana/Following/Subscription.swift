/// Something that reads parts of a state and is told, on the main actor, when they have changed.
@MainActor
@usableFromInline
package protocol StateReader: AnyObject {
  /// Takes note that something it reads has changed.
  func stateDidChange()
}

/// A reader's registration for a part of the state, until it is cancelled.
@MainActor
@usableFromInline
package final class Subscription {
  /// `nil` when it is cancelled; whoever ends the reader cancels it.
  @safe @exclusivity(unchecked) private(set) var reader: (any StateReader)?

  init(_ reader: any StateReader) { self.reader = reader }

  /// Ends it.
  package func cancel() { reader = nil }
}

/// Registrations in their order; cancelled ones are forgotten when they are the most.
@MainActor
struct SubscriptionList {
  private var subscriptions: ContiguousArray<Subscription> = []
  /// The place before which all are cancelled.
  private var first = 0
  /// The number of registrations at which cancelled ones are looked for.
  private var limit = 32

  /// Whether all are cancelled.
  ///
  /// - Complexity: Amortized O(1): a cancelled one at the beginning is looked at once.
  var isEmpty: Bool {
    mutating get {
      while first < subscriptions.count, subscriptions[first].reader == nil { first += 1 }
      return first == subscriptions.count
    }
  }

  /// Complexity: amortized O(1).
  mutating func append(_ subscription: Subscription) {
    if subscriptions.count >= limit {
      subscriptions.removeAll { $0.reader == nil }
      first = 0
      limit = max(32, 2 * subscriptions.count)
    }
    subscriptions.append(subscription)
  }

  func forEachReader(_ body: (any StateReader) -> Void) {
    for subscription in subscriptions[first...] {
      if let reader = subscription.reader { body(reader) }
    }
  }
}

/// A part of a state as it was when readers were told last, and those that read it.
@MainActor
@usableFromInline
class PartComparison<S: State> {
  /// How many of those that nobody reads any more may be kept: whoever reads one again finds it.
  static var mostUnread: Int { 16 }

  private var subscriptions = SubscriptionList()

  @usableFromInline
  nonisolated init() {}

  /// Whether anybody reads it.
  var hasReaders: Bool { !subscriptions.isEmpty }

  /// Takes note of the part, which nobody has read until now.
  func begin(with state: S) { _ = hasChanged(in: state) }

  /// Lets go of the part as it was, since nobody reads it: the state is changed in place where nobody else holds what it has.
  func forget() {}

  /// Whether the part is another one than the last time.
  @usableFromInline
  func hasChanged(in state: S) -> Bool { fatalError("abstract") }

  /// Adds a registration for the part.
  func append(_ subscription: Subscription, _ part: StateReads<S>.Part) {
    subscriptions.append(subscription)
  }

  /// Calls a closure with those that read what has changed.
  func forEachChanged(in state: S, _ body: (any StateReader) -> Void) {
    if hasChanged(in: state) { subscriptions.forEachReader(body) }
  }
}

/// A part that is compared by value.
@usableFromInline
final class ValueComparison<S: State, Value: Equatable & Sendable>: PartComparison<S> {
  private let keyPath: any KeyPath<S, Value> & Sendable
  private var last: Value?

  @usableFromInline
  nonisolated init(_ keyPath: any KeyPath<S, Value> & Sendable) { self.keyPath = keyPath }

  override func forget() { last = nil }

  @usableFromInline
  override func hasChanged(in state: S) -> Bool {
    let value = state[keyPath: keyPath]
    guard value != last else { return false }
    last = value
    return true
  }
}
