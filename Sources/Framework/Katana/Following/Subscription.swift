/// Something that reads parts of a state and is notified, on the main actor, when they have changed.
@MainActor
@usableFromInline
package protocol StateReader: AnyObject {
  /// Called when something it reads has changed.
  func stateDidChange()
}

/// A reader's registration for a part of the state, until it is cancelled.
@MainActor
@usableFromInline
package final class Subscription {
  /// `nil` once it is cancelled; the code that ends the reader cancels it.
  @safe @exclusivity(unchecked) private(set) var reader: (any StateReader)?

  init(_ reader: any StateReader) { self.reader = reader }

  package func cancel() { reader = nil }
}

/// Registrations in order; cancelled ones are removed when they are the majority.
@MainActor
struct SubscriptionList {
  private var subscriptions: ContiguousArray<Subscription> = []
  /// The index before which all are cancelled.
  private var first = 0
  /// The number of registrations at which the next clean-up begins.
  private var limit = 32

  /// Whether all are cancelled.
  ///
  /// - Complexity: Amortized O(1): each cancelled one at the beginning is looked at once.
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

/// A part of a state as last notified, and its readers.
@MainActor
@usableFromInline
class PartComparison<S: State> {
  /// The maximum number of parts kept without a reader; a reader that returns finds its part.
  static var mostUnread: Int { 16 }

  private var subscriptions = SubscriptionList()

  @usableFromInline
  nonisolated init() {}

  var hasReaders: Bool { !subscriptions.isEmpty }

  /// Records the part, which had no reader until now.
  func begin(with state: S) { _ = hasChanged(in: state) }

  /// Releases the recorded part, since nobody reads it: only a state that nothing else refers to is changed in place.
  func forget() {}

  /// Whether the part differs from the last time.
  @usableFromInline
  func hasChanged(in state: S) -> Bool { fatalError("abstract") }

  /// Adds a registration for the part.
  func append(_ subscription: Subscription, _ part: StateReads<S>.Part) {
    subscriptions.append(subscription)
  }

  /// Calls a closure with the readers of what has changed.
  func forEachChanged(in state: S, _ body: (any StateReader) -> Void) {
    if hasChanged(in: state) { subscriptions.forEachReader(body) }
  }
}

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
