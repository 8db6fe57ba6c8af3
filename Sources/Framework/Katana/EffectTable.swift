/// The side effects of a store that run, so that they can be cancelled with it.
struct EffectTable: Sendable {
  private(set) var isClosed = false
  private var running: [ObjectIdentifier: Completion] = [:]

  /// How many run.
  var count: Int { running.count }

  /// Notes a side effect that begins; returns false if the store was closed.
  mutating func insert(_ effect: Completion) -> Bool {
    if isClosed { return false }
    running[ObjectIdentifier(effect)] = effect
    return true
  }

  /// Forgets a side effect that has ended.
  mutating func remove(_ effect: Completion) {
    running[ObjectIdentifier(effect)] = nil
  }

  /// Refuses new side effects, and returns those that run.
  mutating func close() -> [Completion] {
    isClosed = true
    defer { running = [:] }
    return Array(running.values)
  }
}
