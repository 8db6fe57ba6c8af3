import Glibc
import Synchronization

/// One line on the terminal that says what is going on; where no one watches, as in a job of a CI, a line a minute.
package struct ProgressLine {
  /// Whether standard error is a terminal that can rewrite a line.
  package let isShown = isatty(STDERR_FILENO) == 1 && !isDumb

  // SAFETY: the text of the environment is read before anything could change it, and not kept.
  private static var isDumb: Bool {
    unsafe getenv("TERM").map { unsafe strcmp($0, "dumb") == 0 } ?? false
  }

  /// The lines of the whole process, which several steps of it write.
  private static let slowPace = Mutex(SlowPace())

  package init() {}

  /// Replaces what the line says.
  package func show(_ text: @autoclosure () -> String) {
    guard isShown else {
      if Self.slowPace.withLock({ $0.isDue(at: .now) }) { StandardError.write(text()) }
      return
    }
    // Carriage return, then erase to the end of the line: it is rewritten in place.
    StandardError.writeText("\r\u{1B}[K\(text())")
  }

  /// Removes the line.
  package func clear() {
    guard isShown else { return }
    show("")
  }
}

/// Tells when a line is due that comes once a minute: not in what is over before.
struct SlowPace {
  static let interval = Duration.seconds(60)

  private var last: ContinuousClock.Instant?

  /// Whether a line is due, which is written then.
  mutating func isDue(at now: ContinuousClock.Instant) -> Bool {
    guard let last else {
      self.last = now
      return false
    }
    guard now - last >= Self.interval else { return false }
    self.last = now
    return true
  }
}
