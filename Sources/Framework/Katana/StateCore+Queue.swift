import CProcessor
import Dispatch
import FrameworkEvents
import Signposts
import Synchronization

extension StateCore {
  /// Puts an item into the inbox, and sees to the inbox if the store turns out to be idle.
  @usableFromInline
  func push(_ item: QueuedItem<S>) {
    if item.isReentrant {
      // SAFETY: this thread owns the store (rule 1): the item is dispatched by one that it handles.
      let isForOthers = unsafe owned.pointee.isHandlingForOthers
      item.isForOthers.store(isForOthers, ordering: .relaxed)
    }
    // The inbox's reference (rule 5).
    let reference = unsafe Unmanaged.passRetained(item)
    let node = unsafe UInt(bitPattern: reference.toOpaque())
    let depth = control.pointee.queuedCount.add(1, ordering: .relaxed).newValue
    KatanaTracepoints.queueDepthChanged(depth, store: runtime.traceID)
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

  /// Sees to it that what is queued is handled and that the store then becomes idle.
  ///
  /// Called by the owner, who may not be it any more when this returns.
  @usableFromInline
  @inline(never)
  func drain() {
    switch runtime.configuration.updates {
    case .inPlace: drain(runtime.drainShare)
    case .executor: handOver()
    }
  }

  /// Handles what is queued until nothing is, then stops being the owner; hands the rest over when it
  /// has done its share.
  func drain(_ share: DrainShare) {
    let betweenUpdates = cprocessor_thread_identity() | 1
    var remaining = share.itemCount
    let begin = cprocessor_coarse_time()
    repeat {
      control.pointee.owner.store(betweenUpdates, ordering: .relaxed)
      // SAFETY: the caller owns the store (rule 1).
      var node = unsafe owned.pointee.batch
      if node == 0 {
        let taken = control.pointee.word.exchange(Self.ownedBit, ordering: .acquiring)
        if taken & Self.readersBit != 0 { answerReaders() }
        node = reverse(taken & Self.nodeMask)
      }
      while node != 0 {
        // SAFETY: nodes in the inbox are retained by it (rule 5).
        let reference = unsafe Unmanaged<QueuedItem<S>>.fromOpaque(
          UnsafeRawPointer(bitPattern: node).unsafelyUnwrapped
        )
        if unsafe !reference._withUnsafeGuaranteedRef({ $0.isReentrant }) {
          if remaining == 0 || cprocessor_coarse_time() &- begin > share.nanoseconds {
            unsafe owned.pointee.batch = node
            return handOver()
          }
          remaining -= 1
        }
        // SAFETY: this takes the inbox's reference over.
        let item = unsafe reference.takeRetainedValue()
        node = item.next.load(ordering: .relaxed)
        handle(item)
        answerReadersIfAny()
      }
      unsafe owned.pointee.batch = 0
      control.pointee.owner.store(0, ordering: .relaxed)
    } while !control.pointee.word.compareExchange(
      expected: Self.ownedBit,
      desired: 0,
      successOrdering: .releasing,
      failureOrdering: .relaxed
    ).exchanged
  }

  private func handle(_ item: QueuedItem<S>) {
    // SAFETY: the caller owns the store (rule 1), here and below.
    unsafe owned.pointee.isHandlingForOthers = item.isForOthers.load(ordering: .relaxed)
    defer { unsafe owned.pointee.isHandlingForOthers = false }
    if features.contains(.closed) {
      item.skip(runtime.reasonOfClosing, in: self)
    } else if item.isCancelled.load(ordering: .relaxed) {
      item.skip(CancellationError(), in: self)
    } else {
      item.run(item, self)
    }
    let depth = control.pointee.queuedCount.subtract(1, ordering: .sequentiallyConsistent).newValue
    KatanaTracepoints.queueDepthChanged(depth, store: runtime.traceID)
    if control.pointee.spaceWaiterCount.load(ordering: .sequentiallyConsistent) > 0 {
      wakeSpaceWaiter()
    }
  }

  /// Leaves the ownership and the rest of the batch to whoever comes first (rule 8).
  @usableFromInline
  func handOver() {
    control.pointee.owner.store(0, ordering: .relaxed)
    var seen = control.pointee.word.load(ordering: .relaxed)
    while true {
      // Nobody would answer those who wait already before a job has come (rule 6).
      if seen & Self.readersBit != 0 {
        answerReadersIfAny()
        seen = control.pointee.word.load(ordering: .relaxed)
        continue
      }
      let (isSet, current) = control.pointee.word.compareExchange(
        expected: seen,
        desired: seen | Self.handOverBit,
        successOrdering: .releasing,
        failureOrdering: .relaxed
      )
      if isSet { break }
      seen = current
    }
    if control.pointee.isJobPending.exchange(true, ordering: .acquiringAndReleasing) { return }
    let job: @Sendable () -> Void = {
      _ = self.control.pointee.isJobPending.exchange(false, ordering: .acquiringAndReleasing)
      self.takeOver(self.runtime.drainShare.ofJob)
    }
    switch runtime.configuration.updates {
    case .inPlace: DispatchQueue.global().async(execute: job)
    case .executor(let executor): executor.execute(job)
    }
  }

  /// As a thread that dispatches: becomes the owner if the ownership is up for taking, and handles a
  /// share of what is queued.
  @usableFromInline
  func takeOver() {
    // Who would do nothing leaves it to the job.
    if runtime.drainShare.itemCount > 0 { takeOver(runtime.drainShare) }
  }

  private func takeOver(_ share: DrainShare) {
    if claimHandedOver() { drain(share) }
  }

  /// Becomes the owner if the ownership is up for taking (rule 8).
  ///
  /// A batch may have been begun, so that the new owner has to drain or to hand over.
  func claimHandedOver() -> Bool {
    var seen = control.pointee.word.load(ordering: .relaxed)
    while seen & Self.handOverBit != 0 {
      let (isTaken, current) = control.pointee.word.compareExchange(
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
