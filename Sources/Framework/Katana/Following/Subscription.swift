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
  /// What it reads, and what compares that, which refers to it; `nil` if that may be anything, or once it is cancelled.
  @safe @exclusivity(unchecked)
  private(set) var part: (read: ReadPart, comparison: AnyPartComparison)?

  init(_ reader: any StateReader, to part: (ReadPart, AnyPartComparison)? = nil) {
    (self.reader, self.part) = (reader, part)
  }

  package func cancel() { (reader, part) = (nil, nil) }
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
