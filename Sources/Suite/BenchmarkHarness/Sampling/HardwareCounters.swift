import CMachine
import Glibc
import SuiteErrors

/// Counters of the processor, for the threads of this process.
///
/// They count in user space, for the thread that opened them and all threads started from it, directly or indirectly. If the machine has
/// none, as many virtual ones, ``names`` is empty.
///
/// Source: perf_event_open(2).
package struct HardwareCounters: Sendable {
  /// An event to count, in the numbers of perf_event_open(2).
  struct Event: Sendable {
    let name: String
    let type: UInt32
    let config: UInt64

    /// The generalized hardware events.
    static let hardware = [
      Event(name: "cycles", type: 0, config: 0),
      Event(name: "instructions", type: 0, config: 1),
      Event(name: "cache-misses", type: 0, config: 3),
      Event(name: "branch-misses", type: 0, config: 5),
    ]
  }

  private let counters: [(name: String, descriptor: Int32)]

  /// Why the first missing event can't be counted; `nil` if none is missing.
  package let reason: String?

  /// The counters of this process; opened when they are first asked for, and never closed.
  package static let ofProcess = HardwareCounters(Event.hardware)

  /// The events that this machine counts, and why not others.
  ///
  /// Leaves nothing open, or programs started from here would have counters twice.
  package static func available() -> (names: [String], reason: String?) {
    let counters = HardwareCounters(Event.hardware)
    for counter in counters.counters { close(counter.descriptor) }
    return (counters.names, counters.reason)
  }

  init(_ events: [Event]) {
    var counters: [(String, Int32)] = []
    var reason: String?
    for event in events {
      let descriptor = cmachine_open_counter(event.type, event.config)
      if descriptor >= 0 {
        counters.append((event.name, descriptor))
      } else if reason == nil {
        reason = "perf_event_open: \(SystemReason.text())"
      }
    }
    self.counters = counters
    self.reason = reason
  }

  /// The counted events, in order.
  package var names: [String] { counters.map(\.name) }

  /// The counts so far, in the order of ``names``.
  func read() -> [Double] {
    counters.map { counter in
      var value = 0.0
      // SAFETY: the number outlives the call.
      _ = unsafe cmachine_read_counter(counter.descriptor, &value)
      return value
    }
  }
}
