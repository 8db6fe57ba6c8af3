import Glibc
import Synchronization

// Signal handlers have no context and may use atomics only.
private let arrived = Atomic<Bool>(false)

/// Notes the signals that end a command which runs until it is told to stop.
enum InterruptSignal {
  /// Takes over signals, for good: SIGINT, SIGTERM and SIGHUP, where nothing else is said.
  static func install(for signals: [Int32] = [SIGINT, SIGTERM, SIGHUP]) {
    for signal in signals {
      var action = sigaction()
      action.sa_flags = SA_RESTART
      action.__sigaction_handler.sa_handler = { _ in
        arrived.store(true, ordering: .sequentiallyConsistent)
      }
      sigaction(signal, &action, nil)
    }
  }

  /// Lets this program live on when a program that it writes to has ended.
  static func outliveBrokenPipes() {
    // Not SIG_IGN, which programs that are started from here would inherit.
    signal(SIGPIPE) { _ in }
  }

  /// Whether one of them has arrived.
  static var hasArrived: Bool { arrived.load(ordering: .sequentiallyConsistent) }
}
