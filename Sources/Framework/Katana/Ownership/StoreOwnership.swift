public import CProcessor
public import Synchronization

/// The right to work on a store, and the inbox of everybody else: one word, and what belongs to it.
///
/// The word is 0 while the store is idle. Otherwise some thread owns the store, and the word has four parts: the lowest bit is set, the
/// next three say who waits, the highest says whether readers need to, and the rest holds the newest node of the inbox, a stack of waiting
/// items.
///
/// Only this type touches the word. Each transition is a method here, and has its name in `Models/StoreQueue.pml`, in which spin checks
/// every interleaving of the rules below (`tools/check-models`). The rest of the module cites the rules by number.
///
///  1. Only the owner touches what is owned (`StateCore.owned`). A thread becomes the owner by `claim`, by a `push` onto 0 (rule 2), or by
///     `claimHandedOver` (rule 8), each with acquire order. It stops being the owner by `release` or `releaseReading`, from exactly
///     `ownedBit` to 0, or by `offer`, each with release order. So each owner sees everything that earlier owners wrote.
///  2. A thread that finds the store owned pushes a node: it writes the node's link, then replaces the word by the node's address with
///     `ownedBit`, with release order. If the word was 0 by then, the thread is the owner, with this node as its inbox. Otherwise there is
///     an owner who will find the node: that owner's step to 0 fails.
///  3. Nobody pops a single node. The owner takes the whole inbox (`takeInbox`) by exchanging the word for `ownedBit`, with acquire order,
///     and reverses it. So the address of a freed node that returns as a new one (ABA) does no harm: whatever the word's address is when a
///     push succeeds is then the newest node, and the link names it.
///  4. Order: an item takes its place at the moment of its push, or of the step from 0 to `ownedBit`. The owner finishes a batch in order
///     before it takes the next, and becomes idle only when the inbox is empty. So an item whose dispatch has returned is handled before
///     any item that any thread dispatches after that.
///  5. The inbox retains each of its nodes once; the owner releases a node after running it.
///  6. A dispatching thread that finds the store owned spins for some rounds, then waits for the store as for a lock, but not for long, and
///     then pushes (rule 11). A thread that became the owner does run what others queue meanwhile, at most its share (`DrainShare`). A
///     reader waits for the running updater, because the state is changed in place and there is no other copy of it: it puts itself into
///     `StateCore.readers`, and sets `readersBit` under the same lock (`announceReader`). While the bit is set, the owner can neither
///     become idle nor hand over; it answers between two items (`withdraw`). A reader that became the owner itself runs nothing: it hands
///     over (rule 8). It never waits for what is queued: if the ownership is available, it takes it, reads, and puts it back. So even a
///     thread that would have to run the queue itself may read.
///  7. While listeners run, nobody changes the state, and readers needn't wait for them: the owner sets `publishedBit` (`publish`), and
///     answers the readers that came before. A reader that finds the bit when it sets `readersBit` copies the state in place, under the
///     lock of `readers`. The owner takes the bit back before the next update (`withdraw`, `takeInbox`), or becomes idle
///     (`releasePublished`). It does so in one step that finds `readersBit` if a reader may be in the middle of a copy; then it answers,
///     which waits for the lock.
///  8. The ownership is not tied to a thread. An owner that has handled its share leaves the rest in `owned.batch`, sets `handOverBit`
///     (`offer`), and touches nothing more. The thread that changes the bit back (`claimHandedOver`) is the new owner: the next thread that
///     dispatches, so that the threads that fill the queue empty it, or else a job on the global queue. With `UpdateExecution.executor` it
///     is always a job on that executor, and a thread that becomes the owner by a push hands over at once. A job is scheduled after the bit
///     was set, and only if none is pending (`scheduleJob`); a job says that it has come (`jobArrived`) before it looks at the bit. Both
///     exchange `isJobPending`, so the job that made another schedule needless sees the bit.
///  9. `ownerMark` is the owner's thread identity while it runs an updater (`beginUpdate`). Between updaters (`endUpdate`), where
///     listeners, continuations and deinitializers may run, it is the same plus 1. It is 0 before a thread stops being the owner. Only the
///     thread itself can find its own identity there, so relaxed order is enough. With it, a dispatch from within a listener or updater is
///     queued at once, a listener reads the state in place, and an updater that reads its own store is stopped instead of waiting for
///     itself. A reader leaves no mark: it runs nobody's code.
/// 10. The thread that makes a store owns it and leaves the ownership lying. Changing `isSettled` from false to true (`settle`) takes it
///     up: the initializer of the state does, with or without success, or the end of the store, whichever comes first. The second does
///     nothing.
/// 11. One of the threads that wait for a busy store is the heir; it passes that role on when it leaves (`WaitingThreads`). The others
///     don't touch the word. The heir becomes the owner of an idle store or sets `heirBit` in one step (`claimOrAnnounce`), and then
///     sleeps, unless it was woken since before that step. An owner that only the bit keeps from becoming idle sets the word to 0
///     (`releaseToHeir`) and then wakes the heir. So either the heir sees the 0, or the owner the bit. An heir that was woken in vain may
///     sleep without the bit, for no longer than a turn: others do use the store then.
/// 12. Others may become the owner before the heir wakes, which makes a busy store fast but would let the heir starve. So the heir watches
///     the word for a while when the last heir's turn is over, and says so (`WaitingThreads.isWatched`). The owner then leaves the store to
///     it (`offerToHeir`: `handOverBit` with `heirBit`), and no thread that has only just come takes that. The heir says that it no longer
///     watches and then takes another step by `claimOrAnnounce`; the owner checks once more whether the heir watches after it has left the
///     store, and takes the store back if not. All these are sequentially consistent, so one of the two sees the other. A thread that has
///     spun in vain takes what is offered, so progress never depends on an heir that doesn't get to run.
@usableFromInline
struct StoreOwnership: ~Copyable, Sendable {
  @usableFromInline static var ownedBit: UInt { 1 }
  @usableFromInline static var readersBit: UInt { 2 }
  @usableFromInline static var handOverBit: UInt { 4 }
  @usableFromInline static var heirBit: UInt { 8 }
  @usableFromInline static var publishedBit: UInt { 1 << (UInt.bitWidth - 1) }
  /// No address that a program may have uses the highest bit.
  @usableFromInline static var nodeMask: UInt { ~15 & ~publishedBit }

  @usableFromInline let word: Atomic<UInt>
  /// Rule 9.
  @usableFromInline let ownerMark = Atomic<UInt>(0)
  /// Whether a job is pending that will take over an available ownership (rule 8).
  private let isJobPending = Atomic<Bool>(false)
  /// Rule 10.
  private let isSettled: Atomic<Bool>

  /// Makes the ownership of a store that is idle, or of one that is being made (rule 10).
  init(isSettled: Bool) {
    word = Atomic(isSettled ? 0 : Self.ownedBit)
    self.isSettled = Atomic(isSettled)
  }

  /// Whether nobody owns the store, so that nothing waits.
  var isIdle: Bool { word.load(ordering: .acquiring) == 0 }

  // MARK: Becoming the owner

  /// Becomes the owner if the store is idle.
  @inlinable
  @inline(__always)
  func claim() -> Bool {
    word.compareExchange(
      expected: 0,
      desired: Self.ownedBit,
      successOrdering: .acquiring,
      failureOrdering: .relaxed
    ).exchanged
  }

  /// Becomes the owner if the store becomes idle soon (rule 6).
  ///
  /// - Parameter pace: How often it tries, and when it gives up.
  /// - Returns: The number of pauses after which it became the owner; `nil` if it didn't.
  func claimSpinning(_ pace: borrowing SpinPace) -> Int? {
    let step = pace.step
    for pauses in stride(from: step, through: pace.limit, by: step) {
      for _ in 0..<step { cprocessor_relax() }
      if word.load(ordering: .relaxed) == 0, claim() { return pauses }
    }
    return nil
  }

  /// Becomes the owner if the ownership is available (rule 8).
  ///
  /// A batch may have been begun, so the new owner has to drain or to hand over.
  ///
  /// - Parameter isNewcomer: Whether the caller leaves it to the heir, if there is one (rule 12).
  /// - Returns: Whether the caller is the owner now.
  func claimHandedOver(isNewcomer: Bool = false) -> Bool {
    var seen = word.load(ordering: .relaxed)
    while seen & Self.handOverBit != 0 {
      if isNewcomer, seen & Self.heirBit != 0 { return false }
      let (isTaken, current) = word.compareExchange(
        expected: seen,
        desired: seen & ~Self.handOverBit,
        successOrdering: .acquiring,
        failureOrdering: .relaxed
      )
      if isTaken { return true }
      seen = current
    }
    return false
  }

  /// Takes up the ownership that the making of the store left (rule 10); returns whether it was there.
  func settle() -> Bool {
    !isSettled.exchange(true, ordering: .acquiringAndReleasing)
  }

  /// How the heir found the store.
  enum HeirAnnouncement {
    /// Idle; the thread is the owner now.
    case claimed
    /// Available; the thread is the owner now, and may find items that were queued before its own.
    case handedOver
    /// Owned; the owner will wake the heir.
    case announced
  }

  /// Becomes the owner if the store is idle or available, else announces the heir, which is the caller, to the owner (rule 11).
  func claimOrAnnounce() -> HeirAnnouncement {
    var seen = word.load(ordering: .relaxed)
    while true {
      let (desired, outcome): (UInt, HeirAnnouncement) =
        if seen == 0 {
          (Self.ownedBit, .claimed)
        } else if seen & Self.handOverBit != 0 {
          (seen & ~(Self.handOverBit | Self.heirBit), .handedOver)
        } else {
          (seen | Self.heirBit, .announced)
        }
      // Even if the bit is already set: the step orders what comes before and after it.
      let (isDone, current) = word.compareExchange(
        expected: seen,
        desired: desired,
        ordering: .sequentiallyConsistent
      )
      if isDone { return outcome }
      seen = current
    }
  }

  /// Whether the store was idle or available a moment ago.
  var isAvailable: Bool {
    let seen = word.load(ordering: .relaxed)
    return seen == 0 || seen & Self.handOverBit != 0
  }

  // MARK: For everybody but the owner

  /// Puts a node into the inbox (rule 2).
  ///
  /// - Parameters:
  ///   - node: Its address, a multiple of 16.
  ///   - link: Writes the address of the node below it, 0 for none, into the node.
  /// - Returns: Whether the store had become idle, so that the caller is the owner now.
  @inline(__always)
  func push(_ node: UInt, link: (_ below: UInt) -> Void) -> Bool {
    var seen = word.load(ordering: .relaxed)
    while true {
      // Written at every try: what an earlier try wrote may have been handled and freed by now.
      link(seen & Self.nodeMask)
      let (isPushed, current) = word.compareExchange(
        expected: seen,
        desired: node | seen & ~Self.nodeMask | Self.ownedBit,
        successOrdering: .acquiringAndReleasing,
        failureOrdering: .relaxed
      )
      if isPushed { return seen == 0 }
      seen = current
    }
  }

  /// How a reader that wants an answer found the store.
  enum ReaderAnnouncement {
    /// Owned; the owner will answer.
    case announced
    /// Owned, and nobody changes the state while the lock is held (rule 7).
    case published
    /// Owned by nobody, with waiting items (rule 8).
    case handedOver
    case idle
  }

  /// Announces a reader to the owner (rule 6); called under the lock under which the reader joins the others, so that a thread that sees
  /// the mark finds the reader.
  func announceReader() -> ReaderAnnouncement {
    var seen = word.load(ordering: .relaxed)
    while seen != 0 {
      if seen & Self.handOverBit != 0 { return .handedOver }
      let (isSet, current) = word.compareExchange(
        expected: seen,
        desired: seen | Self.readersBit,
        successOrdering: .acquiringAndReleasing,
        failureOrdering: .relaxed
      )
      if isSet { return seen & Self.publishedBit == 0 ? .announced : .published }
      seen = current
    }
    return .idle
  }

  // MARK: For the owner

  /// Lets readers copy the state in place (rule 7); returns whether earlier readers have to be answered.
  @inlinable
  @inline(__always)
  func publish() -> Bool {
    let seen = word.bitwiseOr(Self.publishedBit, ordering: .acquiringAndReleasing).oldValue
    return seen & Self.readersBit != 0
  }

  /// Whether readers may be copying the state in place.
  @inlinable
  @inline(__always)
  var isPublished: Bool { word.load(ordering: .relaxed) & Self.publishedBit != 0 }

  /// Ends what `publish` began, and takes the readers' mark away; returns whether it was set, so that readers have to be answered.
  @inlinable
  @inline(__always)
  func withdraw() -> Bool {
    let marks = Self.readersBit | Self.publishedBit
    guard word.load(ordering: .relaxed) & marks != 0 else { return false }
    let seen = word.bitwiseAnd(~marks, ordering: .acquiringAndReleasing).oldValue
    return seen & Self.readersBit != 0
  }

  /// Takes the whole inbox, newest node first, and the readers' mark (rule 3); withdraws (rule 7).
  @inline(__always)
  func takeInbox() -> (newest: UInt, haveReadersCome: Bool) {
    let taken = word.bitwiseAnd(Self.ownedBit | Self.heirBit, ordering: .acquiring).oldValue
    return (taken & Self.nodeMask, taken & Self.readersBit != 0)
  }

  /// Stops being the owner; returns false and stays the owner if the inbox isn't empty or readers wait.
  @inlinable
  @inline(__always)
  func release() -> Bool {
    ownerMark.store(0, ordering: .relaxed)
    return releaseReading()
  }

  /// `release` for an owner that may have published the state (rule 7).
  @inlinable
  @inline(__always)
  func releasePublished() -> Bool {
    ownerMark.store(0, ordering: .relaxed)
    return word.compareExchange(
      expected: word.load(ordering: .relaxed) & Self.publishedBit | Self.ownedBit,
      desired: 0,
      successOrdering: .releasing,
      failureOrdering: .relaxed
    ).exchanged
  }

  /// `release` for a reader, which has left no mark.
  @inlinable
  @inline(__always)
  func releaseReading() -> Bool {
    word.compareExchange(
      expected: Self.ownedBit,
      desired: 0,
      successOrdering: .releasing,
      failureOrdering: .relaxed
    ).exchanged
  }

  /// Stops being the owner if only the heir, which must then be woken, prevented that (rule 11); returns false and stays the owner if there
  /// is more to do.
  func releaseToHeir() -> Bool {
    ownerMark.store(0, ordering: .relaxed)
    return word.compareExchange(
      expected: Self.ownedBit | Self.heirBit,
      desired: 0,
      ordering: .sequentiallyConsistent
    ).exchanged
  }

  /// Leaves the ownership to the heir (rule 12); returns false and stays the owner if there is more to do.
  func offerToHeir() -> Bool {
    ownerMark.store(0, ordering: .relaxed)
    return word.compareExchange(
      expected: Self.ownedBit | Self.heirBit,
      desired: Self.ownedBit | Self.heirBit | Self.handOverBit,
      ordering: .sequentiallyConsistent
    ).exchanged
  }

  var hasEmptyInbox: Bool { word.load(ordering: .relaxed) & Self.nodeMask == 0 }

  /// Whether only the heir keeps the owner from becoming idle.
  var hasOnlyHeir: Bool { word.load(ordering: .relaxed) == Self.ownedBit | Self.heirBit }

  /// Leaves the ownership to the first taker (rule 8).
  ///
  /// Returns false and stays the owner while readers wait, whom nobody would answer before a job has come, or while the state is published.
  func offer() -> Bool {
    ownerMark.store(0, ordering: .relaxed)
    var seen = word.load(ordering: .relaxed)
    while seen & (Self.readersBit | Self.publishedBit) == 0 {
      let (isSet, current) = word.compareExchange(
        expected: seen,
        desired: seen | Self.handOverBit,
        successOrdering: .releasing,
        failureOrdering: .relaxed
      )
      if isSet { return true }
      seen = current
    }
    return false
  }

  /// Records that a job will come; returns false if one is already pending (rule 8).
  func scheduleJob() -> Bool {
    !isJobPending.exchange(true, ordering: .acquiringAndReleasing)
  }

  /// Records that the job has come (rule 8).
  func jobArrived() {
    _ = isJobPending.exchange(false, ordering: .acquiringAndReleasing)
  }

  // MARK: Who the owner is (rule 9)

  /// Records that a thread, which owns the store, runs an updater.
  @inlinable
  @inline(__always)
  func beginUpdate(on thread: UInt) {
    ownerMark.store(thread, ordering: .relaxed)
  }

  /// Records that a thread, which owns the store, runs no updater, but maybe listeners and interceptors.
  @inlinable
  @inline(__always)
  func endUpdate(on thread: UInt) {
    ownerMark.store(thread | 1, ordering: .relaxed)
  }

  /// Whether the calling thread owns the store further up its stack.
  @inlinable
  @inline(__always)
  var isHeldByThisThread: Bool {
    ownerMark.load(ordering: .relaxed) & ~1 == cprocessor_thread_identity()
  }

  /// Whether the calling thread owns the store further up its stack, and runs one of its updaters.
  var isUpdatedByThisThread: Bool {
    ownerMark.load(ordering: .relaxed) == cprocessor_thread_identity()
  }
}
