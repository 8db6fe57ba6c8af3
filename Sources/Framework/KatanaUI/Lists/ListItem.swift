import Foundation
import KeyedDiff

/// A row or a header that has a node.
struct ListItem {
  struct Identity: Hashable {
    let section: Int
    /// `nil` for a header.
    let id: AnyHashable?
  }

  let section: Int
  /// The number of the row; `nil` for a header.
  let row: Int?
  let id: AnyHashable?
  let top: CGFloat
  let bottom: CGFloat
  let width: CGFloat

  var identity: Identity { Identity(section: section, id: id) }
  var frame: CGRect { CGRect(x: 0, y: top, width: width, height: bottom - top) }

  func hasSamePlace(as other: ListItem) -> Bool {
    top == other.top && bottom == other.bottom && width == other.width
  }
}

/// Rows of a section to describe anew.
enum DescribedRows {
  case none
  case some(Set<AnyHashable>)
  case all

  init(_ changes: ListChanges, _ update: ListUpdate) {
    switch (update, changes) {
    case (.changed, .none): self = .none
    case (.changed, .updated(let ids)): self = .some(Set(ids))
    default: self = .all
    }
  }

  func contains(_ id: AnyHashable?) -> Bool {
    switch self {
    case .none: false
    case .some(let ids): id.map { ids.contains($0) } ?? true
    case .all: true
    }
  }
}

/// The items with nodes and the items that need nodes, for their comparison.
struct ListItems: KeyedLists {
  let old: ContiguousArray<ListItem>
  let new: ContiguousArray<ListItem>
  let described: [DescribedRows]

  var oldCount: Int { old.count }
  var newCount: Int { new.count }

  func isUnchanged(old place: Int, new other: Int) -> Bool {
    let item = new[other]
    return old[place].hasSamePlace(as: item) && !described[item.section].contains(item.id)
  }

  func corresponds(old place: Int, new other: Int) -> Bool {
    old[place].identity == new[other].identity
  }

  func isRepeated(old place: Int, old other: Int) -> Bool {
    old[place].identity == old[other].identity
  }

  func oldHash(at place: Int) -> Int { old[place].identity.hashValue }
  func newHash(at place: Int) -> Int { new[place].identity.hashValue }
}
