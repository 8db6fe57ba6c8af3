import Katana

/// The events in a test store that the test has not accounted for yet.
///
/// Isolation: any thread.
final class TestJournal<S: State>: Sendable {
  /// An item that was handled.
  struct Entry: Sendable {
    let id: Int
    let item: any Dispatchable
    /// The state after it; `nil` for side effects.
    let state: S?
  }

  /// A side effect that the test itself, or `retry`, has dispatched, and that has not begun yet.
  private struct SentEffect {
    let id: Int
    let effect: any Dispatchable
    /// Whether it will never begin: an interceptor may have rejected it.
    var isOver: @Sendable () -> Bool = { false }
  }

  private struct Contents {
    var entries: [Entry] = []
    var nextID = 0
    var sentEffects: [SentEffect] = []
    var running: [Int: String] = [:]
    var errors: [String] = []
    var observers: [Int: AsyncStream<Void>.Continuation] = [:]

    mutating func makeID() -> Int {
      defer { nextID += 1 }
      return nextID
    }

    mutating func append(_ entry: Entry) {
      entries.append(entry)
      for observer in observers.values { observer.yield() }
    }
  }

  private let contents = OrderedMutex(Contents())

  var entries: [Entry] { contents.withLock { $0.entries } }
  var errors: [String] { contents.withLock { $0.errors } }

  /// The descriptions of the running side effects, in the order in which they began.
  var running: [String] {
    contents.withLock { contents in contents.running.sorted { $0.key < $1.key }.map(\.value) }
  }

  func append(updater: any Dispatchable, state: S) {
    contents.withLock { contents in
      contents.append(Entry(id: contents.makeID(), item: updater, state: state))
    }
  }

  /// Dispatches a side effect that need not be received.
  func send<Value>(
    _ effect: any Dispatchable,
    dispatch: () -> DispatchHandle<Value>
  ) -> DispatchHandle<Value> {
    // Recorded before, because it may begin at once.
    let id = contents.withLock { contents in
      let id = contents.makeID()
      contents.sentEffects.append(SentEffect(id: id, effect: effect))
      return id
    }
    let handle = dispatch()
    let isOver = handle.isOver
    contents.withLock { contents in
      guard let index = contents.sentEffects.firstIndex(where: { $0.id == id }) else { return }
      contents.sentEffects[index].isOver = isOver
    }
    return handle
  }

  /// Records that a side effect begins; returns its id.
  func begin(effect: any Dispatchable) -> Int {
    contents.withLock { contents in
      let id = contents.makeID()
      contents.running[id] = effect.debugDescription
      contents.sentEffects.removeAll { $0.isOver() }
      let sent = contents.sentEffects.firstIndex { ItemMatch.matches($0.effect, effect) }
      if let sent {
        contents.sentEffects.remove(at: sent)
      } else {
        contents.append(Entry(id: id, item: effect, state: nil))
      }
      return id
    }
  }

  func end(effect id: Int) {
    contents.withLock { _ = $0.running.removeValue(forKey: id) }
  }

  func append(_ error: any Error, of item: any Dispatchable) {
    contents.withLock { $0.errors.append("\(item.debugDescription): \(error)") }
  }

  /// An element for each entry that is appended from now on, and one for the earlier entries; and a closure that ends the stream.
  func changes() -> (stream: AsyncStream<Void>, end: @Sendable () -> Void) {
    let (stream, continuation) = AsyncStream.makeStream(
      of: Void.self,
      bufferingPolicy: .bufferingNewest(1)
    )
    let id = contents.withLock { contents in
      let id = contents.makeID()
      contents.observers[id] = continuation
      return id
    }
    continuation.yield()
    return (
      stream,
      { [self] in
        contents.withLock { _ = $0.observers.removeValue(forKey: id) }
        continuation.finish()
      }
    )
  }

  /// Whether somebody waits for an entry; the test store's own tests wait for this.
  var isObserved: Bool { contents.withLock { !$0.observers.isEmpty } }

  func removeFirst(_ count: Int) {
    contents.withLock { $0.entries.removeFirst(min(count, $0.entries.count)) }
  }

  /// Takes out the first entry of an equal item; returns it with the entries before it.
  func remove(matching item: any Dispatchable) -> (entry: Entry, before: [Entry])? {
    contents.withLock { contents in
      guard let index = contents.entries.firstIndex(where: { ItemMatch.matches($0.item, item) })
      else { return nil }
      let before = Array(contents.entries[..<index])
      return (contents.entries.remove(at: index), before)
    }
  }
}
