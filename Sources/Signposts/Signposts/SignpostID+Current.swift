public import CSignposts

extension SignpostID {
  /// The innermost recorded interval that the current task, or thread outside of tasks, is in the
  /// middle of: what `withIntervalSignpost` marks, a store's side effect, or a span.
  ///
  /// `.none` outside of all, and where nobody records. Child tasks and `Task {}` inherit it, detached
  /// tasks and threads don't: there, hand the id on and give it as `parent`.
  ///
  /// Complexity: a load in a process that has no parents yet; a look-up in the task after.
  @inlinable
  public static var current: SignpostID { csignposts_has_parents() ? findCurrent() : .none }

  /// Runs a body whose intervals and events have this one as their parent.
  ///
  /// - Parameter body: Runs at once, on this thread.
  /// - Returns: What the body returns.
  /// - Throws: What the body throws.
  @inlinable
  public func asCurrent<Value, Failure: Error>(
    _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    csignposts_expect_parents()
    // A task-local's own `withValue` knows no typed errors.
    return try SignpostID.$_inherited.withValue(self) { () -> Result<Value, Failure> in
      do throws(Failure) { return .success(try body()) } catch { return .failure(error) }
    }.get()
  }

  /// Runs an asynchronous body whose intervals and events have this one as their parent, those of its
  /// child tasks included.
  ///
  /// Isolation: the body runs where the caller runs.
  ///
  /// - Parameters:
  ///   - isolation: The caller's.
  ///   - body: What runs.
  /// - Returns: What the body returns.
  /// - Throws: What the body throws.
  @inlinable
  public func asCurrent<Value, Failure: Error>(
    isolation: isolated (any Actor)? = #isolation,
    _ body: () async throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    csignposts_expect_parents()
    return try await SignpostID.$_inherited.withValue(
      self,
      operation: { () async -> Result<Value, Failure> in
        do throws(Failure) { return .success(try await body()) } catch { return .failure(error) }
      },
      isolation: isolation
    ).get()
  }

  /// What `asCurrent` has made the current one: `current` knows of the spans of SignpostsTracing, too.
  package static var bound: SignpostID { csignposts_has_parents() ? _inherited : .none }

  /// No part of the interface: it is public for `asCurrent`, which is inlined.
  @TaskLocal public static var _inherited: SignpostID = .none

  @usableFromInline
  static func findCurrent() -> SignpostID {
    guard let source = SpanSource.shared else { return _inherited }
    return source.innermost(_inherited)
  }
}
