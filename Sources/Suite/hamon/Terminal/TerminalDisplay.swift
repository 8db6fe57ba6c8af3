import Foundation
import Glibc
import Synchronization

// The state of the signal handler, which has no context and may only use atomics and write(2).
// Bit n: signal n has arrived.
private let arrivedSignals = Atomic<UInt64>(0)
// The end of the pipe that it writes to; -1 before there is one.
private let wakingEnd = Atomic<Int32>(-1)

/// A ``TerminalBlock`` that follows Ctrl-Z, continuation and changes of the terminal's size.
///
/// It removes the block before the program stops, so the shell finds the terminal as it was. It draws the block again when the program goes
/// on in the foreground, and when the size changes. Child programs get both signals from the terminal themselves.
///
/// At most one in a process.
final class TerminalDisplay: Sendable {
  private struct State {
    var block = TerminalBlock()
    /// Makes the lines; `nil` if none are shown.
    var content: (@Sendable (_ width: Int) -> [String])?
  }

  private let state = Mutex(State())

  /// Takes over SIGTSTP and SIGWINCH for good, unless they are ignored, as under nohup.
  init() {
    var ends: [Int32] = [-1, -1]
    // SAFETY: the array has the two elements that are written.
    guard unsafe pipe(&ends) == 0 else { return }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    wakingEnd.store(ends[1], ordering: .sequentiallyConsistent)
    let end = ends[0]
    Thread.detachNewThread { self.follow(end) }
    for signal in [SIGTSTP, SIGWINCH] where !Self.isIgnored(signal) { Self.handle(signal) }
  }

  /// Replaces the lines.
  ///
  /// - Parameter content: Makes the lines for a width in characters; called again when the width changes.
  func show(_ content: @escaping @Sendable (_ width: Int) -> [String]) {
    state.withLock { state in
      state.content = content
      state.block.show(content)
    }
  }

  func remove() {
    state.withLock { state in
      state.content = nil
      state.block.remove()
    }
  }

  /// Handles signals, one after the other.
  private func follow(_ end: Int32) {
    // The thread that started this one may have blocked it.
    var stop = sigset_t()
    // SAFETY, here and below: the calls use their pointers only until they return.
    unsafe sigemptyset(&stop)
    unsafe sigaddset(&stop, SIGTSTP)
    unsafe pthread_sigmask(SIG_UNBLOCK, &stop, nil)
    while true {
      var byte: UInt8 = 0
      let count = unsafe read(end, &byte, 1)
      if count < 0, errno == EINTR { continue }
      guard count == 1 else { return }
      let signals = arrivedSignals.exchange(0, ordering: .sequentiallyConsistent)
      state.withLock { state in
        if signals & 1 << UInt64(SIGTSTP) != 0 {
          // The lock keeps others from drawing.
          state.block.remove()
          Self.stop()
        }
        if let content = state.content { state.block.show(content) }
      }
    }
  }

  /// Stops the program with the signal's default action, until it is continued.
  ///
  /// Not by SIGSTOP: SIGTSTP doesn't stop a program that no shell could continue.
  private static func stop() {
    var mine = sigaction()
    var usual = sigaction()
    unsafe usual.__sigaction_handler.sa_handler = SIG_DFL
    unsafe sigaction(SIGTSTP, &usual, &mine)
    raise(SIGTSTP)
    unsafe sigaction(SIGTSTP, &mine, nil)
    // Keys that were pressed before the stop have had their effect.
    arrivedSignals.bitwiseAnd(~(1 << UInt64(SIGTSTP)), ordering: .sequentiallyConsistent)
  }

  private static func handle(_ signal: Int32) {
    var action = sigaction()
    action.sa_flags = SA_RESTART
    unsafe action.__sigaction_handler.sa_handler = { signal in
      let saved = errno
      defer { errno = saved }
      arrivedSignals.bitwiseOr(1 << UInt64(signal), ordering: .sequentiallyConsistent)
      var byte: UInt8 = 0
      _ = unsafe write(wakingEnd.load(ordering: .sequentiallyConsistent), &byte, 1)
    }
    unsafe sigaction(signal, &action, nil)
  }

  private static func isIgnored(_ signal: Int32) -> Bool {
    var action = sigaction()
    unsafe sigaction(signal, nil, &action)
    // The handler is a number or a pointer, both of the size of an Int.
    return unsafe action.__sigaction_handler.sa_handler
      .map { unsafe unsafeBitCast($0, to: Int.self) } == 1
  }
}
