extension SignpostID {
  /// The innermost recorded interval that the current task, or thread outside of tasks, is in the
  /// middle of: what `withIntervalSignpost` marks, a store's side effect, or a span.
  ///
  /// `.none` outside of all, and where nobody records. Child tasks and `Task {}` inherit it, detached
  /// tasks and threads don't: there, hand the id on and give it as `parent`.
  public static var current: SignpostID {
    guard let source = SpanSource.shared else { return bound }
    return source.innermost(bound)
  }

  /// What makes an interval the current one: `SignpostID.$bound.withValue(id) { ... }`.
  ///
  /// Read `current` instead, which also knows of the spans of SignpostsTracing.
  @TaskLocal public static var bound: SignpostID = .none
}
