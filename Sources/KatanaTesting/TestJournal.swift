import Katana

/// What happened in a test store and the test has not mentioned yet.
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

  private struct Contents {
    var entries: [Entry] = []
    var nextID = 0
    /// Side effects that the test itself has dispatched and that have not begun yet.
    var sentEffects: [any Dispatchable] = []
    var running: [Int: String] = [:]
    var errors: [String] = []
  }

  private let contents = OrderedMutex(Contents())

  var entries: [Entry] { contents.withLock { $0.entries } }
  var errors: [String] { contents.withLock { $0.errors } }

  /// The descriptions of the side effects that run, in the order in which they began.
  var running: [String] {
    contents.withLock { contents in contents.running.sorted { $0.key < $1.key }.map(\.value) }
  }

  func append(updater: any Dispatchable, state: S) {
    contents.withLock { contents in
      contents.entries.append(Entry(id: contents.nextID, item: updater, state: state))
      contents.nextID += 1
    }
  }

  /// Notes that the test dispatches a side effect, so that it need not be received.
  func expect(sent effect: any Dispatchable) {
    contents.withLock { $0.sentEffects.append(effect) }
  }

  /// Notes that a side effect begins; returns its id.
  func begin(effect: any Dispatchable) -> Int {
    contents.withLock { contents in
      let id = contents.nextID
      contents.nextID += 1
      contents.running[id] = effect.debugDescription
      if let index = contents.sentEffects.firstIndex(where: { ItemMatch.matches($0, effect) }) {
        contents.sentEffects.remove(at: index)
      } else {
        contents.entries.append(Entry(id: id, item: effect, state: nil))
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

  /// Takes out the first entry.
  func removeFirst() {
    contents.withLock { if !$0.entries.isEmpty { $0.entries.removeFirst() } }
  }

  /// Takes out the first entry of an item like this one; says what is before it.
  func remove(matching item: any Dispatchable) -> (entry: Entry, before: [Entry])? {
    contents.withLock { contents in
      let index = contents.entries.firstIndex { ItemMatch.matches($0.item, item) }
      guard let index else { return nil }
      let before = Array(contents.entries[..<index])
      return (contents.entries.remove(at: index), before)
    }
  }
}
