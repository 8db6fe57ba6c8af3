/// The surroundings that controllers are shown in, such as those of a snapshot test.
///
/// A controller that follows a store is updated in the frames of any window, and when the main actor is free, whatever task that is
/// in: it keeps the value that it has connected with, and is updated with that.
package enum ScreenContext {
  /// The value of the task; none where it belongs to nothing.
  @TaskLocal package static var current: (any Sendable)?
}
