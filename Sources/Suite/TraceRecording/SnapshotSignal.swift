import Glibc
import Synchronization

// Signal handlers have no context and may use atomics only.
private let arrivals = Atomic<Int>(0)

/// Counts SIGUSR1, by which a user asks a flight recorder for a snapshot.
///
/// At most one at a time in a process.
struct SnapshotSignal: ~Copyable {
  private var previous = sigaction()

  /// Takes over the signal.
  init() {
    arrivals.store(0, ordering: .sequentiallyConsistent)
    var action = sigaction()
    action.sa_flags = SA_RESTART
    action.__sigaction_handler.sa_handler = { _ in
      arrivals.add(1, ordering: .sequentiallyConsistent)
    }
    sigaction(SIGUSR1, &action, &previous)
  }

  /// Calls a closure for each signal, one after the other, until the task is cancelled.
  ///
  /// Signals that arrive during a call give one more call.
  static func whenever(_ body: () async -> Void) async {
    while (try? await Task.sleep(for: .milliseconds(20))) != nil {
      if arrivals.exchange(0, ordering: .sequentiallyConsistent) > 0 { await body() }
    }
  }

  deinit {
    var action = previous
    sigaction(SIGUSR1, &action, nil)
  }
}
