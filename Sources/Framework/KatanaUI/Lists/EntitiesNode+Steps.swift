public import Katana

/// How changes of a collection affect the order of its values, if only a little.
@usableFromInline
enum OrderChange {
  case none
  /// One value was removed from a slot.
  case removal(UInt32)
  /// One value was inserted into a slot.
  case insertion(UInt32)
  /// Two values moved, those in two slots: a swap.
  case moves(UInt32, UInt32)
  /// Anything else.
  case any

  @inlinable
  init<ID>(_ changes: EntityChanges<ID>) {
    self = .none
    for change in changes where change.kind != .updated {
      switch (self, change.kind) {
      case (.none, .removed): self = .removal(change.slot)
      case (.none, .inserted): self = .insertion(change.slot)
      case (.none, .moved): self = .moves(change.slot, change.slot)
      case (.moves(let slot, let other), .moved) where slot == other:
        self = .moves(slot, change.slot)
      default:
        self = .any
        return
      }
    }
  }
}

extension EntitiesNode {
  /// Applies changes of which at most two affect the order, without comparing all ids.
  ///
  /// All other values keep their relative order, so the places of those few determine all places.
  ///
  /// Complexity: O(k + n / 64) for `k` changes of `n` values, plus a search for one number among `n`.
  ///
  /// - Returns: Whether it applied them; otherwise nothing has changed.
  @inlinable
  func carryOut(
    _ order: OrderChange,
    _ changes: EntityChanges<ID>,
    _ entities: Entities<ID, Value>,
    _ content: (ID, Value) -> Row
  ) -> Bool {
    switch order {
    case .removal(let slot):
      guard ids.count == entities.count + 1, let place = slots.firstIndex(of: slot) else {
        return false
      }
      removeChild(at: place)
      ids.remove(at: place)
      slots.remove(at: place)
      rows[Int(slot)] = nil
      updateRows(changes, entities, content)
    case .insertion(let slot):
      guard ids.count + 1 == entities.count, let renderer, let value = entities.value(inSlot: slot)
      else { return false }
      let place = entities.index(ofSlot: slot)
      guard let id = entities.ids(in: place..<place + 1).first else { return false }
      updateRows(changes, entities, content)
      let row = content(id, value).makeNode(in: NodeContext(renderer: renderer, parent: self))
      insertChild(row, at: place)
      ids.insert(id, at: place)
      slots.insert(slot, at: place)
      putRow(row, in: slot)
    case .moves(let slot, let other):
      guard slot != other else { return false }
      let (place, otherPlace) = (entities.index(ofSlot: slot), entities.index(ofSlot: other))
      guard slots[place] == other, slots[otherPlace] == slot else { return false }
      updateRows(changes, entities, content)
      swapChildren(min(place, otherPlace), max(place, otherPlace))
      ids.swapAt(place, otherPlace)
      slots.swapAt(place, otherPlace)
    case .none, .any: return false
    }
    return true
  }
}
