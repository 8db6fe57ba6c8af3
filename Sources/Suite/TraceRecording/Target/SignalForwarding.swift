import Glibc
import Synchronization

// The handler's state: signal handlers have no context and may use atomics only. Positive: the command's process id. 0: not started yet.
// -1: ended, nothing to forward to.
private let commandProcessID = Atomic<Int32>(0)
// Bit n: signal n arrived before there was a command.
private let pendingSignals = Atomic<UInt64>(0)

/// Makes the signals that would end the recorder end the recorded command instead.
///
/// The recorder outlives the command to save the trace. A signal from the terminal (Ctrl-C) has reached the whole process group, including
/// the command, and is not sent a second time; one from a process is passed on. Signals that the recorder was started with ignored (nohup)
/// stay ignored, by it and by the command. At most one recording in a process at a time.
struct SignalForwarding: ~Copyable {
  private static let signals = [SIGINT, SIGQUIT, SIGTERM, SIGHUP]
  private var previous: [(signal: Int32, action: sigaction)] = []

  init() {
    commandProcessID.store(0, ordering: .sequentiallyConsistent)
    pendingSignals.store(0, ordering: .sequentiallyConsistent)
    for signal in Self.signals {
      var old = sigaction()
      // SAFETY, here and below: sigaction reads and writes the given structures only during the call; the handler is a number or a pointer,
      // both of the size of an Int.
      unsafe sigaction(signal, nil, &old)
      if unsafe old.__sigaction_handler.sa_handler.map({ unsafe unsafeBitCast($0, to: Int.self) })
        == 1
      {
        continue  // SIG_IGN
      }
      var action = sigaction()
      action.sa_flags = SA_SIGINFO | SA_RESTART
      unsafe action.__sigaction_handler.sa_sigaction = { signal, info, _ in
        let saved = errno
        defer { errno = saved }
        pendingSignals.bitwiseOr(1 << UInt64(signal), ordering: .sequentiallyConsistent)
        let command = commandProcessID.load(ordering: .sequentiallyConsistent)
        guard command != 0 else { return }
        pendingSignals.bitwiseAnd(~(1 << UInt64(signal)), ordering: .sequentiallyConsistent)
        // si_code above 0: from the kernel, that is the terminal, to the whole process group. A hangup goes to the session's leader alone
        // if that is us, so it is always passed on.
        let isFromTerminal = unsafe (info?.pointee.si_code ?? 0) > 0 && signal != SIGHUP
        if command > 0 && !isFromTerminal { kill(command, signal) }
      }
      unsafe sigaction(signal, &action, nil)
      previous.append((signal, old))
    }
  }

  /// The first signal that arrived before the command was started.
  static var pending: Int32? {
    let bits = pendingSignals.load(ordering: .sequentiallyConsistent)
    return bits == 0 ? nil : Int32(bits.trailingZeroBitCount)
  }

  /// Forgets the arrived signals, so that the next one is seen even if it is the same and the command has ended.
  static func forget() {
    commandProcessID.store(0, ordering: .sequentiallyConsistent)
    pendingSignals.store(0, ordering: .sequentiallyConsistent)
  }

  /// Forwards to a command from now on, including what arrived before.
  static func commandDidStart(_ processID: pid_t) {
    commandProcessID.store(processID, ordering: .sequentiallyConsistent)
    let bits = pendingSignals.exchange(0, ordering: .sequentiallyConsistent)
    for signal in signals where bits & (1 << UInt64(signal)) != 0 { kill(processID, signal) }
  }

  /// Sends a signal to the command.
  ///
  /// - Returns: Whether it runs.
  @discardableResult
  static func send(_ signal: Int32) -> Bool {
    let command = commandProcessID.load(ordering: .sequentiallyConsistent)
    return command > 0 && kill(command, signal) == 0
  }

  /// Ends forwarding, before the process is reaped: its id may be reused afterwards.
  static func commandWillBeReaped() {
    commandProcessID.store(-1, ordering: .sequentiallyConsistent)
  }

  deinit {
    for (signal, action) in previous {
      var action = action
      unsafe sigaction(signal, &action, nil)
    }
  }
}

// Signal handlers have no context and may use atomics only.
private let arrivals = Atomic<Int>(0)

/// Counts SIGUSR1, a user's request to a flight recorder for a snapshot.
///
/// At most one at a time in a process.
struct SnapshotSignal: ~Copyable {
  private var previous = sigaction()

  init() {
    arrivals.store(0, ordering: .sequentiallyConsistent)
    var action = sigaction()
    action.sa_flags = SA_RESTART
    unsafe action.__sigaction_handler.sa_handler = { _ in
      arrivals.add(1, ordering: .sequentiallyConsistent)
    }
    unsafe sigaction(SIGUSR1, &action, &previous)
  }

  /// Calls a closure for each signal, one after the other and at most a tenth of a second later, until the task is cancelled.
  ///
  /// Signals during a call cause one more call. Who looks more often takes time from the program that is recorded.
  static func whenever(_ body: () async -> Void) async {
    // Others may wait for the same signals.
    var seen = 0
    while (try? await Task.sleep(for: .milliseconds(100))) != nil {
      let count = arrivals.load(ordering: .sequentiallyConsistent)
      guard count != seen else { continue }
      seen = count
      await body()
    }
  }

  deinit {
    var action = previous
    unsafe sigaction(SIGUSR1, &action, nil)
  }
}
