/// The whole state of an application, as one value.
///
/// Source: SEMANTICS.md, K1; `Sendable` is new, because any thread may read and dispatch.
public protocol State: Sendable {
  /// The state that a store has before anything was dispatched to it.
  init()
}
