import Glibc
import Synchronization

/// A line on the terminal that shows the current step; where no one watches, as in a CI job, a line a minute.
package struct ProgressLine {
  /// Whether standard error is a terminal that can rewrite a line.
  package let isShown = isatty(STDERR_FILENO) == 1 && !isDumb

  // SAFETY: the text of the environment is read before anything could change it, and not kept.
  private static var isDumb: Bool {
    unsafe getenv("TERM").map { unsafe strcmp($0, "dumb") == 0 } ?? false
  }

  /// The pace of the whole process, as several steps write lines.
  private static let slowPace = Mutex(SlowPace())

  package init() {}

  /// Replaces the line's text.
  package func show(_ text: @autoclosure () -> String) {
    guard isShown else {
      if Self.slowPace.withLock({ $0.isDue(at: .now) }) { StandardError.write(text()) }
      return
    }
    // Carriage return, then erase to the end of the line: it is rewritten in place. A text wider than the terminal would wrap into the next
    // line (DECAWM), and stay there.
    StandardError.writeText("\r\u{1B}[K\u{1B}[?7l\(text())\u{1B}[?7h")
  }

  /// Shows a long step, such as a build, and its duration until it ends.
  ///
  /// - Parameters:
  ///   - text: The step.
  ///   - body: The work.
  /// - Returns: What the body returns.
  /// - Throws: What the body throws.
  package func show<Result, Failure: Error>(
    _ text: String,
    while body: () async throws(Failure) -> Result
  ) async throws(Failure) -> Result {
    show(text)
    let begin = ContinuousClock.now
    let telling = Task {
      // A line a minute is due at any second.
      while (try? await Task.sleep(for: .seconds(1))) != nil {
        if Task.isCancelled { return }
        show("\(text), for \((ContinuousClock.now - begin).components.seconds) s")
      }
    }
    // A line after the end of the body would follow the next output, or a cleared line.
    do throws(Failure) {
      let result = try await body()
      await Self.end(telling)
      return result
    } catch {
      await Self.end(telling)
      throw error
    }
  }

  private static func end(_ telling: Task<Void, Never>) async {
    telling.cancel()
    await telling.value
  }

  package func clear() {
    guard isShown else { return }
    show("")
  }
}

/// Finds when a line is due that comes once a minute; never in a shorter step.
struct SlowPace {
  static let interval = Duration.seconds(60)

  private var last: ContinuousClock.Instant?

  /// Whether a line is due; the caller then writes it.
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
