import Synchronization

/// Identifies one interval or event of this process.
///
/// Ids come from one process-wide 64-bit counter, so a trace of several processes pairs the ends of an interval by process and id, whatever
/// their threads.
@frozen
public struct SignpostID: Hashable, Sendable {
  /// The number as the trace shows it; 0 means "none".
  public let rawValue: UInt64

  /// Makes an id from a number of another source, such as a request header.
  @inlinable
  public init(_ rawValue: UInt64) {
    self.rawValue = rawValue
  }

  /// An id that no other interval of this process has.
  @inlinable
  public static func makeUnique() -> SignpostID {
    SignpostID(ProcessIntervals.makeID())
  }

  /// No interval: the parent of a root, and the id of an interval that was not recorded.
  @inlinable
  public static var none: SignpostID { SignpostID(0) }
}

extension SignpostID {
  /// The innermost recorded interval around the code that the current task, or thread outside tasks, is running: from
  /// `withIntervalSignpost`, a store's side effect, or a span.
  ///
  /// `.none` outside all of them, and while nobody records. Child tasks and `Task {}` inherit it; for detached tasks and threads, pass the
  /// id on as `parent`.
  ///
  /// Complexity: a load in a process that has no parents yet; a look-up in the task after.
  @inlinable
  public static var current: SignpostID { ProcessIntervals.haveParents ? findCurrent() : .none }

  /// Runs a body whose intervals and events have this one as their parent.
  ///
  /// - Parameter body: Runs at once, on this thread.
  /// - Returns: What the body returns.
  /// - Throws: What the body throws.
  @inlinable
  public func asCurrent<Value, Failure: Error>(
    _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    ProcessIntervals.expectParents()
    // A task-local's own `withValue` doesn't support typed errors.
    return try SignpostID.$_inherited.withValue(self) { () -> Result<Value, Failure> in
      do throws(Failure) { return .success(try body()) } catch { return .failure(error) }
    }.get()
  }

  /// Runs an asynchronous body whose intervals and events have this one as their parent, including those of its child tasks.
  ///
  /// Isolation: the body runs where the caller runs.
  ///
  /// - Parameters:
  ///   - isolation: The caller's.
  ///   - body: The code to run.
  /// - Returns: What the body returns.
  /// - Throws: What the body throws.
  @inlinable
  public func asCurrent<Value, Failure: Error>(
    isolation: isolated (any Actor)? = #isolation,
    _ body: () async throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    ProcessIntervals.expectParents()
    return try await SignpostID.$_inherited.withValue(
      self,
      operation: { () async -> Result<Value, Failure> in
        do throws(Failure) { return .success(try await body()) } catch { return .failure(error) }
      },
      isolation: isolation
    ).get()
  }

  /// The interval that `asCurrent` has made the current one; `current` also considers the spans of SignpostsTracing.
  package static var bound: SignpostID { ProcessIntervals.haveParents ? _inherited : .none }

  /// Not part of the interface; public for `asCurrent`, which is inlined.
  @TaskLocal public static var _inherited: SignpostID = .none

  @usableFromInline
  static func findCurrent() -> SignpostID {
    guard let source = SpanSource.shared else { return _inherited }
    return source.innermost(_inherited)
  }
}

/// The source of spans without `SignpostID.bound`, because another API carries them from task to task, such as swift-distributed-tracing's
/// `ServiceContext`.
///
/// With it `Signposter` can be the child of a span, although this module doesn't know spans.
package final class SpanSource: Sendable {
  // An address, 0 for none: each load of an `AtomicLazyReference` looks up its type, which takes as long as emitting an event.
  private static let installed = Atomic<UInt>(0)

  /// The process's one source; `nil` until there is one, which then stays.
  static var shared: SpanSource? {
    // SAFETY: the address is that of an object that `install` has retained for ever.
    guard
      let address = unsafe UnsafeRawPointer(bitPattern: installed.load(ordering: .acquiring))
    else { return nil }
    return unsafe Unmanaged<SpanSource>.fromOpaque(address).takeUnretainedValue()
  }

  /// Takes what is bound in the current task; returns that, or a span that began later.
  let innermost: @Sendable (SignpostID) -> SignpostID

  private init(_ innermost: @escaping @Sendable (SignpostID) -> SignpostID) {
    self.innermost = innermost
  }

  /// Makes a function the process's source, if there is none yet.
  package static func install(_ innermost: @escaping @Sendable (SignpostID) -> SignpostID) {
    ProcessIntervals.expectParents()
    if shared != nil { return }
    let source = unsafe Unmanaged.passRetained(SpanSource(innermost))
    let exchange = unsafe installed.compareExchange(
      expected: 0,
      desired: UInt(bitPattern: source.toOpaque()),
      ordering: .acquiringAndReleasing
    )
    if !exchange.exchanged { unsafe source.release() }
  }
}
