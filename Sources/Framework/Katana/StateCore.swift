public import Signposts
public import Synchronization

/// The state of a store, its inbox, and the right to work on either: one word.
///
/// The word is 0 while the store is idle. Otherwise some thread owns the store, the lowest bit is
/// set, and the rest holds the newest node of the inbox, a stack of the items that wait.
///
/// Why this is Sendable, and why it is right (`Models/StoreQueue.pml` says the same to spin, which looks
/// at every interleaving; `tools/check-models`):
///  1. Only the owner touches `owned`. A thread becomes the owner by changing the word from 0 to
///     `ownedBit`, or to its node with `ownedBit` (rule 2), or by taking `handOverBit` out (rule 8),
///     each with acquire order. It stops being the owner by changing the word from exactly `ownedBit`
///     to 0, or by setting `handOverBit`, each with release order. So each owner sees all that the
///     owners before it wrote.
///  2. A thread that finds the store owned pushes a node: it writes `next`, then replaces the word
///     by the node's address with `ownedBit`, with release order. If the word was 0 by then, the
///     thread is the owner, with this node as its inbox. Otherwise there is an owner who will find
///     the node: that owner's step to 0 fails.
///  3. Nobody pops a single node. The owner takes the whole inbox by exchanging the word for
///     `ownedBit`, with acquire order, and reverses it. So the address of a freed node that comes
///     back as a new one (ABA) does no harm: whatever the word's address is when a push succeeds is
///     then the newest node, and `next` names it.
///  4. Order: a push, or a step from 0 to `ownedBit`, is the moment at which an item takes its place.
///     The owner finishes a batch in order before it takes the next, and becomes idle only when the
///     inbox is empty. So an item whose dispatch has returned is handled before any item that is
///     dispatched after that, by any thread.
///  5. A node in the inbox is retained once, by the inbox; the owner releases it after it was run.
///  6. A dispatching thread that finds the store owned doesn't wait for the updater that runs: it
///     looks for at most `spinLimit` rounds whether the store becomes idle and then pushes. One that
///     became the owner does run what others queue meanwhile, at most its share (`DrainShare`). A reader
///     waits for the updater that runs now, because the state is changed in place and there is no
///     other copy of it: it puts itself into `readers`, with `readersBit` set under the same lock,
///     and the owner, who can neither become idle nor hand over while the bit is set, answers between
///     two items. A reader that became the owner itself runs nothing: it hands over (rule 8). It never
///     waits for what is queued: where the ownership is up for taking it takes it, reads, and puts it
///     back, so that a thread may read that would have to run the queue itself.
///  7. While listeners run, nobody changes the state, and readers needn't wait for them: the owner sets
///     `readers.isPublished`, with which a reader copies the state where it lies, under the lock of
///     `readers`. The owner takes it back under the same lock before the next item, so that no reader
///     is in the middle of a copy then.
///  8. The right to be the owner is not tied to a thread. An owner that has handled its share leaves
///     the rest in `owned.batch`, sets `handOverBit` with release order, and touches nothing more.
///     Whoever changes the bit back, with acquire order, is the owner then: the next thread that
///     dispatches, so that those who fill the queue empty it, or else a job on the global queue. With
///     `UpdateExecution.executor` it is only a job on that executor, and whoever becomes the owner by
///     a push hands over at once. A job is scheduled after the bit was set, and only if none is on its
///     way (`isJobPending`); a job says that it has come before it looks at the bit. Both change
///     `isJobPending` by exchanges, so that the job that made a schedule needless sees the bit.
///  9. `owner` is the owner's thread identity while it runs an updater, the same plus 1 between
///     updaters, where listeners, continuations and deinitializers may run, and 0 before a thread
///     stops being the owner. Only the thread itself can find its own identity there, so relaxed
///     order is enough. By it a dispatch from within a listener or updater is queued at once, a
///     listener reads the state where it lies, and an updater that reads its own store is stopped
///     instead of waiting for itself.
/// 10. The thread that makes a store owns it and leaves the ownership lying. Who changes `isSettled` from
///     false to true takes it up: the initializer of the state, with or without success, or the end of
///     the store, whichever comes first. What comes second does nothing.
@usableFromInline
final class StateCore<S: State>: @unchecked Sendable {
  /// What all threads touch.
  @usableFromInline
  struct Control: ~Copyable {
    /// The owner's mark and the inbox.
    @usableFromInline let word = Atomic<UInt>(0)
    /// Rule 9.
    @usableFromInline let owner = Atomic<UInt>(0)
    /// What a dispatch has to look at besides the word (`StoreFeatures`); 0 for most stores.
    @usableFromInline let features = Atomic<UInt>(0)
    /// How many items wait in the inbox or in the owner's batch.
    @usableFromInline let queuedCount = Atomic<Int>(0)
    /// How many threads and tasks wait for room in the queue.
    let spaceWaiterCount = Atomic<Int>(0)
    /// Rule 10.
    let isSettled = Atomic<Bool>(false)
    let isReady = Atomic<Bool>(false)
    /// Whether a job is on its way that will take the ownership over, if it is up for taking (rule 8).
    let isJobPending = Atomic<Bool>(false)
  }

  /// What only the owner may touch (rule 1).
  @usableFromInline
  struct Owned {
    @usableFromInline var state: S
    /// How many updates were applied.
    @usableFromInline var version: UInt64 = 0
    /// The trace id of the update that is being handled, if that is recorded.
    @usableFromInline var updateID = SignpostID.none
    /// The oldest item of a batch that was begun and handed over to another thread.
    var batch: UInt = 0
    var chain = InterceptorChain(interceptors: [])
    /// What carries the item that interceptors see now, if something does (`Dispatchable.carriedItem`).
    var carrier: (any Dispatchable)?
    /// Whether the item that is handled was queued, so that another thread may have dispatched it.
    var isHandlingForOthers = false
  }

  @usableFromInline static var ownedBit: UInt { 1 }
  @usableFromInline static var readersBit: UInt { 2 }
  @usableFromInline static var handOverBit: UInt { 4 }
  @usableFromInline static var nodeMask: UInt { ~7 }

  /// How often a thread that finds the store owned tries again before it queues the item, and how
  /// long it stays away in between.
  ///
  /// Each try takes the cache line from the owner, so that a few tries far apart let the owner
  /// finish its short updates undisturbed. Together about a microsecond: a dozen short updates, and
  /// less than waking a thread costs.
  @usableFromInline static var spinLimit: Int { 4 }
  @usableFromInline static var pausesPerRound: Int { 16 }

  // Everything that changes while the store runs lies in one block of memory that begins a cache line:
  // what lies beside the block in the heap can't slow it down, and the `StateCore` itself is only
  // read. At an address and not in stored properties, which would be checked for exclusive access at
  // run time, 8 ns each.
  @usableFromInline let control: UnsafeMutablePointer<Control>
  @usableFromInline let owned: UnsafeMutablePointer<Owned>
  @usableFromInline let runtime: StoreRuntime
  @usableFromInline let listeners = OrderedMutex(Listeners())
  @usableFromInline let readers = OrderedMutex(Readers())
  let spaceWaiters = OrderedMutex<[SpaceWaiter]>([])
  /// What waits for the initial state; `nil` once it is there.
  let readyActions = OrderedMutex<[@Sendable (S) -> Void]?>([])
  /// Those that keep what is handled, in the order in which they began.
  let recorders = OrderedMutex<[StoreRecorder<S>]>([])
  /// See `StoreConfiguration.recording`.
  let configuredRecorder: StoreRecorder<S>?

  /// Readers that found the store owned (rules 6 and 7).
  @usableFromInline
  struct Readers {
    /// Rule 7.
    @usableFromInline var isPublished = false
    @usableFromInline var waiting: [StateWaiter<S>] = []
  }

  /// Makes a core that is owned by whoever makes it, so that items queue until `becomeReady`.
  init(configuration: StoreConfiguration) {
    runtime = StoreRuntime(configuration: configuration)
    configuredRecorder = configuration.recording.map { StoreRecorder($0) }
    let alignment = MemoryLayout<Owned>.alignment
    let offset = (MemoryLayout<Control>.size + alignment - 1) / alignment * alignment
    // SAFETY: both parts are inside the block, aligned and apart, and initialized before anybody
    // else knows the addresses.
    let block = UnsafeMutableRawPointer.allocate(
      byteCount: offset + MemoryLayout<Owned>.size,
      alignment: max(Self.cacheLine, alignment)
    )
    control = unsafe block.bindMemory(to: Control.self, capacity: 1)
    owned = unsafe (block + offset).bindMemory(to: Owned.self, capacity: 1)
    unsafe control.initialize(to: Control())
    unsafe owned.initialize(to: Owned(state: S()))
    control.pointee.word.store(Self.ownedBit, ordering: .relaxed)
    if case .executor = configuration.updates { enable(.neverInPlace) }
    if configuration.queueCapacity != nil { enable(.bounded) }
  }

  deinit {
    // SAFETY: initialized in `init`; whoever owns the store keeps a reference to it, so nobody does
    // now, and by rule 2 the inbox is empty.
    unsafe owned.deinitialize(count: 1)
    unsafe control.deinitialize(count: 1)
    unsafe UnsafeMutableRawPointer(control).deallocate()
  }

  /// Two lines of 64 bytes: processors fetch them in pairs.
  private static var cacheLine: Int { 128 }
}
