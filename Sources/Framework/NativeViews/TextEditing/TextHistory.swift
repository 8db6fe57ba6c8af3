/// Changes of a text that can be undone and done again.
struct TextHistory: Sendable {
  /// What made a change: several of a kind in a row are undone together.
  enum Kind: Sendable {
    case typing
    case deletingBackward
    case deletingForward
    case other
  }

  struct Change: Sendable {
    var kind: Kind
    var start: TextPosition
    var removed: String
    var inserted: String
    /// The selections before and after it.
    var before: TextSelection
    var after: TextSelection
  }

  /// The number of changes that are kept.
  static let limit = 1_000

  private var done: [Change] = []
  private var undone: [Change] = []
  /// Whether the next change is undone by itself.
  private var isBroken = true

  var canUndo: Bool { !done.isEmpty }
  var canRedo: Bool { !undone.isEmpty }

  /// Makes the next change one that is undone by itself, as after a movement of the caret.
  mutating func breakOff() { isBroken = true }

  mutating func record(_ change: Change) {
    undone = []
    defer { isBroken = false }
    if !isBroken, let last = done.last, let joined = last.joined(with: change) {
      done[done.count - 1] = joined
      return
    }
    done.append(change)
    if done.count > Self.limit { done.removeFirst(Self.limit / 10) }
  }

  mutating func takeUndo() -> Change? {
    guard let change = done.popLast() else { return nil }
    undone.append(change)
    isBroken = true
    return change
  }

  mutating func takeRedo() -> Change? {
    guard let change = undone.popLast() else { return nil }
    done.append(change)
    isBroken = true
    return change
  }
}

extension TextHistory.Change {
  /// Both changes as one, if they are of a kind and next to each other; typing a word begins another one.
  fileprivate func joined(with next: TextHistory.Change) -> TextHistory.Change? {
    guard kind == next.kind else { return nil }
    var joined = self
    joined.after = next.after
    switch kind {
    case .typing:
      guard next.removed.isEmpty, next.start == start.advanced(over: inserted),
        !(inserted.last?.isWhitespace ?? false) || next.inserted.first?.isWhitespace ?? false
      else { return nil }
      joined.inserted += next.inserted
    case .deletingBackward:
      guard inserted.isEmpty, next.start.advanced(over: next.removed) == start else { return nil }
      (joined.start, joined.removed) = (next.start, next.removed + removed)
    case .deletingForward:
      guard inserted.isEmpty, next.start == start else { return nil }
      joined.removed += next.removed
    case .other: return nil
    }
    return joined
  }
}
