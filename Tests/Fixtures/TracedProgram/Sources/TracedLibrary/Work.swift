import Signposts

private let signposter = Signposter(subsystem: "traced.library", category: "test")

/// Emits intervals and events from within a dynamic library.
public func work(_ count: Int) {
  for _ in 0..<count {
    signposter.withIntervalSignpost("work") { signposter.emitEvent("happened") }
  }
}
