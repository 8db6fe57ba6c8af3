/// A store in one page: a state, interceptors' decisions, listeners in order, and a queue for
/// what they dispatch.
struct StoreModel {
  /// Something that a user of the store can notice.
  enum Event: Equatable {
    case called(listener: Int, old: Int?, new: Int)
    case finished
    case rejected
  }

  enum ListenerKind: CaseIterable {
    case pair, newState, selector
    /// As `pair`, and dispatches `Change(1)` where the new total is a multiple of 10.
    case dispatching
  }

  struct Listener {
    let id: Int
    let kind: ListenerKind
    /// The selected part, when it was last looked at.
    var selected: Int
  }

  var total = 0
  var listeners: [Listener] = []

  /// The part of the state that the selector listeners look at.
  static func select(_ total: Int) -> Int { total / 10 }

  mutating func addListener(_ id: Int, _ kind: ListenerKind) {
    listeners.append(Listener(id: id, kind: kind, selected: Self.select(total)))
  }

  mutating func removeListener(_ id: Int) {
    listeners.removeAll { $0.id == id }
  }

  /// Dispatches a change and all that it leads to; tells what happened, in order.
  mutating func dispatch(_ amount: Int) -> [Event] {
    var events: [Event] = []
    var queue = [amount]
    while !queue.isEmpty {
      var amount = queue.removeFirst()
      switch amount {
      // Dropped: counts as finished.
      case 13: continue
      case 17: return [.rejected]
      // Replaced.
      case 19: amount = 2
      default: break
      }
      let old = total
      total += amount
      for index in listeners.indices {
        let id = listeners[index].id
        switch listeners[index].kind {
        case .pair: events.append(.called(listener: id, old: old, new: total))
        case .newState: events.append(.called(listener: id, old: nil, new: total))
        case .selector:
          let selected = Self.select(total)
          guard selected != listeners[index].selected else { continue }
          let before = listeners[index].selected
          events.append(.called(listener: id, old: before, new: selected))
          listeners[index].selected = selected
        case .dispatching:
          events.append(.called(listener: id, old: old, new: total))
          if total % 10 == 0 { queue.append(1) }
        }
      }
    }
    return events + [.finished]
  }
}
