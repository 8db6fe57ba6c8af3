/// Where notifications come from.
///
/// An adapter of Foundation's `NotificationCenter`, an event bus, a signal handler: Katana itself knows
/// none of them.
///
/// Source: SEMANTICS.md, section 12, 4: NotificationCenter can't be replaced in tests, so it is
/// injected.
public protocol NotificationSource: Sendable {
  /// Calls a closure for each notification of a name; returns a closure that ends this.
  func observe(
    _ name: String,
    _ observer: @escaping @Sendable (_ notification: any Sendable) -> Void
  ) -> @Sendable () -> Void
}
