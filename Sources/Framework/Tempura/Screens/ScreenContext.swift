/// The environment in which controllers are shown, such as that of a snapshot test.
///
/// A controller that follows a store is updated in frames of any window, and when the main actor is free, in any task's context: so it
/// keeps the value from its connection, and is updated with that.
package enum ScreenContext {
  /// The task's value; nil if it has none.
  @TaskLocal package static var current: (any Sendable)?
}
