import KatanaLegacy
import Synchronization

struct CounterState: State, Equatable {
  var counter = 0
  var label = ""
}

/// An action that does what the test says.
struct Change: Action {
  var description = ""
  let body: @Sendable (inout CounterState) -> Void

  func updatedState(currentState: any State) throws -> any State {
    guard var state = currentState as? CounterState else { throw WrongState() }
    body(&state)
    return state
  }

  static func add(_ amount: Int) -> Change { Change { $0.counter += amount } }
}

struct WrongState: Error {}

/// The events, in order.
final class Log: Sendable {
  private let storage = Mutex<[String]>([])
  var lines: [String] { storage.withLock { $0 } }
  func append(_ line: String) { storage.withLock { $0.append(line) } }
}

/// A middleware that notes when it hands an action on, and when that has returned.
func noting(_ name: String, in log: Log) -> StoreMiddleware {
  { _, _ in
    { next in
      { item in
        log.append("\(name) before")
        next(item)
        log.append("\(name) after")
      }
    }
  }
}
