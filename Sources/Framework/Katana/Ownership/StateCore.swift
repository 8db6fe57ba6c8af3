public import Signposts
public import Synchronization

/// The state of a store and what happens to it: the effects around `StoreOwnership`.
///
/// Why this is Sendable, and correct: by the rules of `StoreOwnership`, which the comments here cite by number. The store's inbox holds
/// `QueuedItem`s.
@safe @usableFromInline
final class StateCore<S: State>: @unchecked Sendable {
  /// The part that all threads touch.
  @usableFromInline
  struct Control: ~Copyable {
    @usableFromInline let ownership = StoreOwnership(isSettled: false)
    /// `StoreFeatures`; 0 for most stores.
    @usableFromInline let features = Atomic<UInt>(0)
    /// The number of items in the inbox or in the owner's batch.
    @usableFromInline let queuedCount = Atomic<Int>(0)
    /// The number of threads and tasks that wait for room in the queue.
    let spaceWaiterCount = Atomic<Int>(0)
    let isReady = Atomic<Bool>(false)
    /// How often a listener was added or removed, plus 1.
    @usableFromInline let listenerChanges = Atomic<UInt64>(1)
  }

  /// The part that only the owner may touch (rule 1).
  @usableFromInline
  struct Owned {
    @usableFromInline var state: S
    /// The number of applied updates.
    @usableFromInline var version: UInt64 = 0
    /// The trace id of the update that is being handled, if it is recorded.
    @usableFromInline var updateID = SignpostID.none
    /// The oldest item of a batch that was begun and handed over to another thread.
    var batch: UInt = 0
    @usableFromInline var chain = InterceptorChain(interceptors: [])
    /// The listeners as of `passChanges` changes.
    @usableFromInline var pass: ListenerPass<S>?
    @usableFromInline var passChanges: UInt64 = 0
    /// The carrier of the item that interceptors see now, if it has one (`Dispatchable.carriedItem`).
    var carrier: (any Dispatchable)?
    /// Whether the item that is being handled was queued, so another thread may have dispatched it.
    var isHandlingForOthers = false
  }

  // Everything that changes while the store runs is in one block of memory that begins a cache line: its neighbors on the heap can't slow
  // it down, and the `StateCore` itself is only read. It is reached by address, because stored properties would be checked for exclusive
  // access at run time, 8 ns each.
  @usableFromInline let memory: UnsafeMutablePointer<Control>
  @usableFromInline let owned: UnsafeMutablePointer<Owned>
  @usableFromInline let runtime: StoreRuntime
  let readers = OrderedMutex(Readers())
  let waiting = WaitingThreads()
  let spaceWaiters = OrderedMutex<[SpaceWaiter]>([])
  /// Calls that wait for the initial state; `nil` once it exists.
  let readyActions = OrderedMutex<[@Sendable (S) -> Void]?>([])
  /// Recorders of what is handled, in the order in which they began.
  let recorders = OrderedMutex<[any UpdateRecorder<S>]>([])
  /// See `StoreConfiguration.recording`.
  let configuredRecorder: StoreRecorder<S>?

  /// Readers that found the store owned (rules 6 and 7).
  struct Readers {
    var waiting: [StateWaiter<S>] = []
    var listeners = Listeners()
  }

  /// Makes a core that its maker owns, so that items queue until `becomeReady`.
  init(configuration: StoreConfiguration) {
    runtime = StoreRuntime(configuration: configuration)
    configuredRecorder = configuration.recording.map { StoreRecorder($0) }
    let alignment = MemoryLayout<Owned>.alignment
    let offset = (MemoryLayout<Control>.size + alignment - 1) / alignment * alignment
    // SAFETY: both parts are inside the block, aligned and apart, and initialized before anybody else knows the addresses.
    let block = UnsafeMutableRawPointer.allocate(
      byteCount: offset + MemoryLayout<Owned>.size,
      alignment: max(Self.cacheLine, alignment)
    )
    unsafe memory = block.bindMemory(to: Control.self, capacity: 1)
    unsafe owned = (block + offset).bindMemory(to: Owned.self, capacity: 1)
    unsafe memory.initialize(to: Control())
    unsafe owned.initialize(to: Owned(state: S()))
    if case .executor = configuration.updates { enable(.neverInPlace) }
    if configuration.queueCapacity != nil { enable(.bounded) }
  }

  deinit {
    // SAFETY: initialized in `init`; an owner keeps a reference to the store, so there is none now, and by rule 2 the inbox is empty.
    unsafe owned.deinitialize(count: 1)
    unsafe memory.deinitialize(count: 1)
    unsafe UnsafeMutableRawPointer(memory).deallocate()
  }

  // SAFETY: the memory lives as long as the core.
  @inlinable
  var control: Control {
    @inline(__always) _read { yield unsafe memory.pointee }
  }

  @inlinable
  var ownership: StoreOwnership {
    @inline(__always) _read { yield control.ownership }
  }

  /// Two lines of 64 bytes: processors fetch them in pairs.
  private static var cacheLine: Int { 128 }
}

/// The reasons why a dispatch is more than an update in place.
///
/// One word, so a store without any of them pays for one load and one branch.
@usableFromInline
struct StoreFeatures: OptionSet, Sendable {
  @usableFromInline let rawValue: UInt

  @inlinable
  init(rawValue: UInt) {
    self.rawValue = rawValue
  }

  @usableFromInline static var listeners: StoreFeatures { StoreFeatures(rawValue: 1) }
  /// A listener gets the old state, so it has to be kept.
  @usableFromInline static var oldState: StoreFeatures { StoreFeatures(rawValue: 2) }
  @usableFromInline static var interceptors: StoreFeatures { StoreFeatures(rawValue: 4) }
  /// Updaters never run on the dispatching thread.
  @usableFromInline static var neverInPlace: StoreFeatures { StoreFeatures(rawValue: 8) }
  /// The queue has a capacity.
  @usableFromInline static var bounded: StoreFeatures { StoreFeatures(rawValue: 16) }
  /// The store was dropped, or will never be ready.
  @usableFromInline static var closed: StoreFeatures { StoreFeatures(rawValue: 32) }
  /// A recorder keeps what is handled.
  @usableFromInline static var recording: StoreFeatures { StoreFeatures(rawValue: 64) }

  /// Something is notified of each update.
  @inlinable static var observers: StoreFeatures { [.listeners, .oldState, .recording] }
}

extension StateCore {
  @inlinable
  var features: StoreFeatures {
    StoreFeatures(rawValue: control.features.load(ordering: .relaxed))
  }

  func enable(_ features: StoreFeatures) {
    control.features.bitwiseOr(features.rawValue, ordering: .sequentiallyConsistent)
  }

  func disable(_ features: StoreFeatures) {
    control.features.bitwiseAnd(~features.rawValue, ordering: .sequentiallyConsistent)
  }
}
