// Signal sets are CMachine's for the compiler where its header is read before the C library's module.
import CMachine
import Dispatch
import Glibc
import Synchronization

// Signal handlers have no context and may use atomics only.
private let arrived = Atomic<Bool>(false)
// Bit n: signal n is taken over.
private let installed = Atomic<UInt64>(0)

// SAFETY: the structs of this file outlive the calls that take their addresses, and the handlers use atomics only.

/// Notes the signals that end a command which runs until it is told to stop.
package enum InterruptSignal {
  /// Takes over signals, for good: SIGINT, SIGTERM and SIGHUP, where nothing else is said.
  package static func install(for signals: [Int32] = [SIGINT, SIGTERM, SIGHUP]) {
    for signal in signals {
      installed.bitwiseOr(1 << UInt64(signal), ordering: .sequentiallyConsistent)
      var action = sigaction()
      action.sa_flags = SA_RESTART
      // SAFETY: the calls, here and below, read and write the structures that they are given before they return.
      unsafe action.__sigaction_handler.sa_handler = { _ in
        arrived.store(true, ordering: .sequentiallyConsistent)
      }
      unsafe sigaction(signal, &action, nil)
    }
  }

  /// Lets this program live on when a program that it writes to has ended.
  package static func outliveBrokenPipes() {
    // Not SIG_IGN, which programs that are started from here would inherit.
    signal(SIGPIPE) { _ in }
  }

  /// Ends what a closure has started when a signal arrives, and what it starts from then on.
  ///
  /// Ctrl-C goes to all programs of a terminal; a signal that a CI system sends comes to this program alone, which would go
  /// on waiting for a build or a row until that system ends it for good.
  package static func endingPrograms<Result, Failure: Error>(
    _ body: () async throws(Failure) -> Result
  ) async throws(Failure) -> Result {
    let watch = ProgramWatch()
    DispatchQueue(label: "interrupts").async { watch.run() }
    defer { watch.isOver.store(true, ordering: .releasing) }
    return try await body()
  }

  /// What ends programs.
  private final class ProgramWatch: Sendable {
    let isOver = Atomic(false)

    func run() {
      var rounds = 0
      while !isOver.load(ordering: .acquiring) {
        if hasArrived {
          // Most clean up; what doesn't hear is ended all the same.
          ProcessTree.signalDescendants(of: getpid(), rounds < 20 ? SIGTERM : SIGKILL)
          rounds += 1
        }
        // Seldom enough not to disturb what is measured on another processor.
        usleep(100_000)
      }
    }
  }

  /// Whether one of them has arrived.
  ///
  /// A signal that has been sent counts even if the thread that is to handle it hasn't run yet: on
  /// a loaded machine that thread may wake after a program that the same Ctrl-C ended was waited
  /// for, and another program would be started. Three system calls.
  package static var hasArrived: Bool {
    if arrived.load(ordering: .sequentiallyConsistent) { return true }
    let taken = installed.load(ordering: .sequentiallyConsistent)
    guard taken != 0 else { return false }
    // sigpending(2) tells only of signals that the calling thread blocks.
    var (blocked, previous, pending) = (sigset_t(), sigset_t(), sigset_t())
    unsafe sigemptyset(&blocked)
    let signals = (1..<Int32(64)).filter { taken & (1 << UInt64($0)) != 0 }
    for signal in signals { unsafe sigaddset(&blocked, signal) }
    unsafe pthread_sigmask(SIG_BLOCK, &blocked, &previous)
    unsafe sigpending(&pending)
    // What is still pending is handled by this thread before this call returns.
    unsafe pthread_sigmask(SIG_SETMASK, &previous, nil)
    return signals.contains { unsafe sigismember(&pending, $0) == 1 }
      || arrived.load(ordering: .sequentiallyConsistent)
  }
}
