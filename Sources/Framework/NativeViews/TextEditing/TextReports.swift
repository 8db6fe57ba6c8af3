/// What a view has told its owner of its text, to tell a text that the owner has made from one that is on its way back.
///
/// Keys may come between a report and the state that shows it: a state that is older than the keys must not undo them.
struct TextReports {
  /// A text that is only compared; a long one isn't kept.
  private struct Print: Equatable {
    let hash: Int
    let count: Int

    init(_ text: String) { (hash, count) = (text.hashValue, text.utf8.count) }
  }

  /// What the owner has shown last.
  private var shown = Print("")
  /// What was reported and not shown since, oldest first.
  private var pending: [Print] = []
  /// The text that the owner has shown again after a report.
  private(set) var insisted: String?

  private static let limit = 256

  /// Notes a report of a text.
  mutating func report(_ text: String) {
    pending.append(Print(text))
    if pending.count > Self.limit { pending.removeFirst() }
  }

  /// Notes that the owner shows a text.
  ///
  /// - Returns: Whether it is news: neither a report that comes back nor the text from before it.
  mutating func show(_ text: String) -> Bool {
    let print = Print(text)
    if let index = pending.lastIndex(of: print) {
      pending.removeFirst(index + 1)
      (shown, insisted) = (print, nil)
      return false
    }
    if print == shown, !pending.isEmpty {
      insisted = text
      return false
    }
    settle(text)
    return true
  }

  /// Notes that view and owner have the same text.
  mutating func settle(_ text: String) { (shown, pending, insisted) = (Print(text), [], nil) }
}
