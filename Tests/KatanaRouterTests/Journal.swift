import KatanaRouter

/// What screens were asked for and what the router told, and how screens shall misbehave.
@MainActor
final class Journal {
  struct Refusal: Error, CustomStringConvertible {
    var description: String { "refused" }
  }

  var lines: [String] = []
  private(set) var errors: [RouterError] = []
  /// How often a line that begins so shall throw.
  var failures: [String: Int] = [:]
  /// Names of destinations that get a screen of a wrong type.
  var wrong: Set<String> = []
  /// Names of destinations that a change doesn't return.
  var missing: Set<String> = []
  /// What a line begins with that shall not end before it is let go.
  var held: String?

  private var isHolding = false
  private var holder: CheckedContinuation<Void, Never>?
  private var watcher: CheckedContinuation<Void, Never>?

  nonisolated init() {}

  func note(_ line: String) async throws {
    lines.append(line)
    if let key = failures.keys.first(where: line.hasPrefix), let rest = failures[key], rest > 0 {
      failures[key] = rest - 1
      throw Refusal()
    }
    guard let held, line.hasPrefix(held) else { return }
    self.held = nil
    isHolding = true
    watcher?.resume()
    watcher = nil
    await withCheckedContinuation { holder = $0 }
  }

  /// Returns as soon as a line is held.
  func waitUntilHolding() async {
    if isHolding { return }
    await withCheckedContinuation { watcher = $0 }
  }

  func letGo() {
    isHolding = false
    holder?.resume()
    holder = nil
  }

  func takeLines() -> [String] {
    defer { lines = [] }
    return lines
  }

  func takeErrors() -> [RouterError] {
    defer { errors = [] }
    return errors
  }

  func configuration(
    clock: any Clock<Duration> = ContinuousClock(),
    resynchronizations: Int = 1
  ) -> RouterConfiguration {
    // A router that waits for ever fails the test by the time limit of its suite and not by its own.
    let limit: Duration = clock is ContinuousClock ? .seconds(600) : .seconds(5)
    return RouterConfiguration(
      stepTimeout: limit,
      clock: clock,
      resynchronizations: resynchronizations
    ) { event in
      if case .failed(let error) = event { self.errors.append(error) }
    }
  }
}
