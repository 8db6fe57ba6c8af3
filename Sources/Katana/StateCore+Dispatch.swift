public import CProcessor
public import Signposts
public import Synchronization

extension StateCore {
  /// Runs the updater now if the store is idle, else queues it.
  @inlinable
  func dispatch<Updater: StateUpdater>(_ updater: Updater) -> DispatchHandle<Void>
  where Updater.StateType == S {
    if KatanaTracepoints.isDispatchRecorded { return dispatchRecorded(updater) }
    return dispatch(updater, id: .none)
  }

  @inlinable
  @inline(__always)
  func dispatch<Updater: StateUpdater>(_ updater: Updater, id: SignpostID) -> DispatchHandle<Void>
  where Updater.StateType == S {
    guard claim() else { return dispatchContended(updater, id: id) }
    perform(updater, id: id)
    release()
    return DispatchHandle(nil)
  }

  @inlinable
  @inline(never)
  func dispatchRecorded<Updater: StateUpdater>(_ updater: Updater) -> DispatchHandle<Void>
  where Updater.StateType == S {
    let id = SignpostID.makeUnique()
    // SAFETY: only where this thread owns the store (rule 8), so rule 1 holds.
    let parent = isOwnedByThisThread ? unsafe owned.pointee.updateID : .none
    KatanaTracepoints.updaterEnqueued(
      id: id,
      parent: parent,
      name: TraceName(of: Updater.self),
      depth: control.pointee.queuedCount.load(ordering: .relaxed)
    )
    return dispatch(updater, id: id)
  }

  @inlinable
  @inline(never)
  func dispatchContended<Updater: StateUpdater>(
    _ updater: Updater,
    id: SignpostID
  ) -> DispatchHandle<Void> where Updater.StateType == S {
    if !isOwnedByThisThread, claimSpinning() {
      perform(updater, id: id)
      release()
      return DispatchHandle(nil)
    }
    let item = QueuedUpdater(updater, id: id)
    push(item)
    return DispatchHandle(item)
  }

  /// Whether the calling thread runs this store's updater or listener further up its stack.
  @inlinable
  var isOwnedByThisThread: Bool {
    control.pointee.owner.load(ordering: .relaxed) & ~1 == cprocessor_thread_identity()
  }

  /// Becomes the owner if the store is idle.
  @inlinable
  @inline(__always)
  func claim() -> Bool {
    control.pointee.word.compareExchange(
      expected: 0,
      desired: Self.ownedBit,
      successOrdering: .acquiring,
      failureOrdering: .relaxed
    ).exchanged
  }

  /// Becomes the owner if the store becomes idle soon.
  @inlinable
  func claimSpinning() -> Bool {
    for _ in 0..<Self.spinLimit {
      for _ in 0..<Self.pausesPerRound { cprocessor_relax() }
      if claim() { return true }
    }
    return false
  }

  /// Stops being the owner, after having handled whatever was queued meanwhile.
  @inlinable
  @inline(__always)
  func release() {
    control.pointee.owner.store(0, ordering: .relaxed)
    let (released, _) = control.pointee.word.compareExchange(
      expected: Self.ownedBit,
      desired: 0,
      successOrdering: .releasing,
      failureOrdering: .relaxed
    )
    if !released { drain() }
  }

  /// Puts an item into the inbox, and handles the inbox if the store turns out to be idle.
  @usableFromInline
  func push(_ item: QueuedItem<S>) {
    // The inbox's reference (rule 5).
    let reference = unsafe Unmanaged.passRetained(item)
    let node = unsafe UInt(bitPattern: reference.toOpaque())
    control.pointee.queuedCount.add(1, ordering: .relaxed)
    var seen = control.pointee.word.load(ordering: .relaxed)
    while true {
      // Written at every try: what an earlier one wrote may have been handled and freed by now.
      item.next.store(seen & Self.nodeMask, ordering: .relaxed)
      let (pushed, current) = control.pointee.word.compareExchange(
        expected: seen,
        desired: node | seen & ~Self.nodeMask | Self.ownedBit,
        successOrdering: .acquiringAndReleasing,
        failureOrdering: .relaxed
      )
      if pushed { break }
      seen = current
    }
    // The store had become idle, and is now this thread's, with this node as its inbox.
    if seen == 0 { drain() }
  }

  /// Handles what is queued until nothing is, then stops being the owner.
  @usableFromInline
  @inline(never)
  func drain() {
    let betweenUpdates = cprocessor_thread_identity() | 1
    repeat {
      control.pointee.owner.store(betweenUpdates, ordering: .relaxed)
      let taken = control.pointee.word.exchange(Self.ownedBit, ordering: .acquiring)
      if taken & Self.readersBit != 0 { answerReaders() }
      var node = reverse(taken & Self.nodeMask)
      while node != 0 {
        // SAFETY: nodes in the inbox are retained by it (rule 5); this takes that reference over.
        let item = unsafe Unmanaged<QueuedItem<S>>.fromOpaque(
          UnsafeRawPointer(bitPattern: node).unsafelyUnwrapped
        ).takeRetainedValue()
        node = item.next.load(ordering: .relaxed)
        item.run(item, self)
        control.pointee.queuedCount.subtract(1, ordering: .relaxed)
        item.finish()
        answerReadersIfAny()
      }
      control.pointee.owner.store(0, ordering: .relaxed)
    } while !control.pointee.word.compareExchange(
      expected: Self.ownedBit,
      desired: 0,
      successOrdering: .releasing,
      failureOrdering: .relaxed
    ).exchanged
  }

  /// Turns the inbox, newest node first, into a batch, oldest first.
  private func reverse(_ newest: UInt) -> UInt {
    var node = newest
    var batch: UInt = 0
    while node != 0 {
      // SAFETY: the inbox's nodes are alive (rule 5) and now only this thread's (rule 3).
      let item = unsafe Unmanaged<QueuedItem<S>>.fromOpaque(
        UnsafeRawPointer(bitPattern: node).unsafelyUnwrapped
      )
      let next = unsafe item._withUnsafeGuaranteedRef { item in
        let next = item.next.load(ordering: .relaxed)
        item.next.store(batch, ordering: .relaxed)
        return next
      }
      batch = node
      node = next
    }
    return batch
  }
}
