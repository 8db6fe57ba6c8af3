public import KeyedDiff
import NativeViews

extension AnyNode {
  /// Applies edits of a list: ends rows that go, updates rows that stay, makes new ones, and places the views.
  ///
  /// Complexity: O(k) for the `k` rows from the first changed one to the last.
  ///
  /// - Returns: The replaced places, before and after.
  @usableFromInline
  final func rearrange(
    by edits: borrowing KeyedEdits,
    make: (_ place: Int) -> AnyNode,
    update: (AnyNode, _ place: Int) -> Void
  ) -> RearrangedRange {
    let (start, oldEnd, newEnd) = edits.range
    let container = childrenContainer
    let anchor = viewBefore(place: 0)
    for place in edits.removed { children[place].unmountWithView() }
    for (old, new) in edits.updated { update(children[old], new) }
    var created = 0
    if edits.removed.isEmpty, oldEnd == start {
      // Only new rows, as when a list is filled.
      var new: ContiguousArray<AnyNode> = []
      new.reserveCapacity(newEnd - start)
      for place in start..<newEnd { new.append(make(place)) }
      created = new.count
      if children.isEmpty { children = new } else { children.insert(contentsOf: new, at: start) }
    } else if newEnd == start {
      children.removeSubrange(start..<oldEnd)
    } else if edits.removed.isEmpty, oldEnd == newEnd {
      // The same rows in another order.
      var moved: [(place: Int, node: AnyNode)] = []
      for place in start..<newEnd {
        if let old = edits.oldPlace(ofNew: place), old != place {
          moved.append((place, children[old]))
        }
      }
      for (place, node) in moved { children[place] = node }
    } else {
      var new: ContiguousArray<AnyNode> = []
      new.reserveCapacity(newEnd - start)
      for place in start..<newEnd {
        if let old = edits.oldPlace(ofNew: place) {
          new.append(children[old])
        } else {
          new.append(make(place))
          created += 1
        }
      }
      children.replaceSubrange(start..<oldEnd, with: new)
    }
    if let container {
      edits.forEachPlacement { place, old in
        let previous = place == 0 ? anchor : children[place - 1].view
        let child = children[place]
        if let view = child.view {
          container.insert(view, after: previous)
          renderer?.tally.moved += 1
        } else {
          child.show(in: container, after: previous)
        }
      }
    }
    return RearrangedRange(old: start..<oldEnd, new: start..<newEnd, hasNew: created > 0)
  }
}

/// The places of a list that edits replaced.
@usableFromInline
struct RearrangedRange {
  @usableFromInline let old: Range<Int>
  @usableFromInline let new: Range<Int>
  /// Whether some of the rows are new.
  @usableFromInline let hasNew: Bool
}

/// Which rows of a list to describe anew.
@usableFromInline
enum ListUpdate: Sendable {
  /// Rows whose item has changed.
  case changed
  /// All rows, because another closure makes them; rows with other props update.
  case all
  /// All rows, and all of them update.
  case forced

  init(_ options: NodeUpdate, captured hasChanged: Bool) {
    self = options.isForced ? .forced : hasChanged ? .all : .changed
  }
}
