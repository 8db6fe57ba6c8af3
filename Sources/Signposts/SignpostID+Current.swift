extension SignpostID {
  /// The innermost recorded interval that the current task, or thread outside of tasks, is in the
  /// middle of: what `withIntervalSignpost` marks, a store's side effect, or a span.
  ///
  /// `.none` outside of all, and where nobody records. Child tasks and `Task {}` inherit it, detached
  /// tasks and threads don't: there, hand the id on and give it as `parent`.
  @TaskLocal public static var current: SignpostID = .none
}
