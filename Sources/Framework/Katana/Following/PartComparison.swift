/// A part of a state that something reads, and how it is compared.
@usableFromInline
struct ReadPart: Sendable {
  @usableFromInline let keyPath: any AnyKeyPath & Sendable
  /// The hash of the value's id, if the part is one value of a collection.
  @usableFromInline let valueHash: Int?
  /// Makes a comparison of states of the key path's root.
  @usableFromInline let makeComparison: @Sendable () -> AnyPartComparison

  @inlinable
  init(
    _ keyPath: any AnyKeyPath & Sendable,
    valueHash: Int? = nil,
    _ make: @escaping @Sendable () -> AnyPartComparison
  ) {
    (self.keyPath, self.valueHash) = (keyPath, valueHash)
    makeComparison = make
  }

  /// Whether both are the same part, or values of the same collection.
  ///
  /// Key paths that are written in one place are one object.
  func isSameComparison(as other: ReadPart) -> Bool {
    keyPath === other.keyPath && (valueHash == nil) == (other.valueHash == nil)
  }
}

/// The readers of a part of a state, whatever the state's type.
///
/// Not generic: readers come and go with each row that is scrolled into sight, and code of a generic type looks up metadata at every step.
@MainActor
@usableFromInline
class AnyPartComparison {
  /// The maximum number of parts kept without a reader; a reader that returns finds its part.
  static var mostUnread: Int { 16 }

  /// Readers of all of the part.
  private(set) final var readers = SubscriptionList()
  /// Readers of one value of a collection each, by the hash of its id.
  ///
  /// Two ids may have the same one: then a reader is told in vain.
  private final var readersOfValues: [Int: SubscriptionList] = [:]

  /// The number of values with readers, or whose readers weren't missed yet.
  final var readValueCount: Int { readersOfValues.count }

  @usableFromInline
  nonisolated init() {}

  /// Releases the recorded part, since nobody reads it: only a state that nothing else refers to is changed in place.
  func forget() {}

  /// - Complexity: Amortized O(1): if many values have lost their readers, they are dropped on the way.
  final var hasReaders: Bool {
    if !readers.isEmpty { return true }
    var unread = 0
    var place = readersOfValues.startIndex
    while place != readersOfValues.endIndex, readersOfValues.values[place].isEmpty {
      unread += 1
      readersOfValues.formIndex(after: &place)
    }
    let isRead = place != readersOfValues.endIndex
    if unread > Self.mostUnread {
      for value in Array(readersOfValues.keys.prefix(unread)) { readersOfValues[value] = nil }
    }
    return isRead
  }

  /// Registers a reader.
  final func add(_ reader: any StateReader, _ part: ReadPart) -> Subscription {
    let subscription = Subscription(reader, to: (part, self))
    if let value = part.valueHash {
      readersOfValues[value, default: SubscriptionList()].append(subscription)
    } else {
      readers.append(subscription)
    }
    return subscription
  }

  /// Registers the reader of a part for another one that is compared here; returns the registration, which may be the same.
  final func replace(_ subscription: Subscription, _ part: ReadPart) -> Subscription {
    guard let reader = subscription.reader, let old = subscription.part?.read.valueHash,
      old != part.valueHash
    else { return subscription }
    let new = add(reader, part)
    subscription.cancel()
    forgetUnread(old)
    return new
  }

  final func forEachReader(ofValue value: Int, _ body: (any StateReader) -> Void) {
    readersOfValues[value]?.forEachReader(body)
  }

  /// Calls a closure with the readers of all values, and forgets those that nobody reads any more.
  final func forEachReaderOfValues(_ body: (any StateReader) -> Void) {
    for (value, readers) in readersOfValues {
      readers.forEachReader(body)
      forgetUnread(value)
    }
  }

  /// Forgets a value without readers, after its readers were notified: some may have begun to read it again.
  final func forgetUnread(_ value: Int) {
    if readersOfValues[value]?.isEmpty == true { readersOfValues[value] = nil }
  }
}

/// A part of a state as last notified, and its readers.
@usableFromInline
class PartComparison<S: State>: AnyPartComparison {
  /// Records the part, which had no reader until now.
  func begin(with state: S) { _ = hasChanged(in: state) }

  /// Whether the part differs from the last time.
  @usableFromInline
  func hasChanged(in state: S) -> Bool { fatalError("abstract") }

  /// Calls a closure with the readers of what has changed.
  func forEachChanged(in state: S, _ body: (any StateReader) -> Void) {
    if hasChanged(in: state) { readers.forEachReader(body) }
  }
}

@usableFromInline
final class ValueComparison<S: State, Value: Equatable & Sendable>: PartComparison<S> {
  private let takeChange: @Sendable (S, inout Value?) -> Bool
  private var last: Value?

  /// The comparison is a closure, so that it is specialized where the type of the part is known: that of a collection takes forty times as
  /// long through witness tables.
  @inlinable
  nonisolated convenience init(_ keyPath: any KeyPath<S, Value> & Sendable) {
    self.init { state, last in
      let value = state[keyPath: keyPath]
      guard value != last else { return false }
      last = value
      return true
    }
  }

  @usableFromInline
  nonisolated init(_ takeChange: @escaping @Sendable (S, inout Value?) -> Bool) {
    self.takeChange = takeChange
  }

  override func forget() { last = nil }

  @usableFromInline
  override func hasChanged(in state: S) -> Bool { takeChange(state, &last) }
}
