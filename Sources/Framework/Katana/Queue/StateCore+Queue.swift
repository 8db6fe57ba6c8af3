import CProcessor
import Dispatch
import FrameworkEvents
import Signposts
import Synchronization

extension StateCore {
  /// Puts an item into the inbox, and drains the inbox if the store turns out to be idle.
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
    let depth = control.queuedCount.add(1, ordering: .relaxed).newValue
    KatanaTracepoints.queueDepthChanged(depth, store: runtime.traceID)
    let isOwner = ownership.push(node) { item.next.store($0, ordering: .relaxed) }
    // The store had become idle, and is now this thread's, with this node as its inbox.
    if isOwner { drain() }
  }

  /// Sees to it that what is queued is handled and that the store then becomes idle.
  ///
  /// Called by the owner, which may have changed when this returns.
  @usableFromInline
  @inline(never)
  func drain() {
    if passOn() { return }
    switch runtime.configuration.updates {
    case .inPlace: drain(runtime.drainShare)
    case .executor: handOver()
    }
  }

  /// Handles the queue until it is empty, then stops being the owner; hands the rest over when it has done its share.
  func drain(_ share: DrainShare) {
    let me = cprocessor_thread_identity()
    waiting.setStalled(false)
    var remaining = share.itemCount
    let begin = cprocessor_coarse_time()
    repeat {
      ownership.endUpdate(on: me)
      // SAFETY: the caller owns the store (rule 1).
      var node = unsafe owned.pointee.batch
      if node == 0 {
        let (newest, haveReadersCome) = ownership.takeInbox()
        if haveReadersCome { answerReaders() }
        node = reverse(newest)
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
        // SAFETY: this takes over the inbox's reference.
        let item = unsafe reference.takeRetainedValue()
        node = item.next.load(ordering: .relaxed)
        handle(item)
        withdraw()
      }
      unsafe owned.pointee.batch = 0
    } while !ownership.release() && !passOn()
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
    let depth = control.queuedCount.subtract(1, ordering: .sequentiallyConsistent).newValue
    KatanaTracepoints.queueDepthChanged(depth, store: runtime.traceID)
    if control.spaceWaiterCount.load(ordering: .sequentiallyConsistent) > 0 {
      wakeSpaceWaiter()
    }
  }

  /// Leaves the ownership and the rest of the batch to the first taker (rule 8).
  @usableFromInline
  func handOver() {
    while !ownership.offer() { withdraw() }
    waiting.wakeHeir()
    guard ownership.scheduleJob() else { return }
    let job: @Sendable () -> Void = {
      self.ownership.jobArrived()
      if self.ownership.claimHandedOver() { self.drain(self.runtime.drainShare.ofJob) }
    }
    switch runtime.configuration.updates {
    case .inPlace: DispatchQueue.global().async(execute: job)
    case .executor(let executor): executor.execute(job)
    }
  }

  /// As a dispatching thread, becomes the owner if the ownership is available, and handles a share of the queue.
  func takeOver(isNewcomer: Bool) {
    // A thread without a share leaves the queue to the job.
    if runtime.drainShare.itemCount > 0, ownership.claimHandedOver(isNewcomer: isNewcomer) {
      drain(runtime.drainShare)
    }
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

/// How much of others' queued work one thread handles before it hands the rest over.
struct DrainShare: Sendable {
  let itemCount: Int
  /// The time limit in nanoseconds of the kernel's coarse clock, checked after each item.
  let nanoseconds: UInt64

  /// Everything.
  static let unlimited = DrainShare(itemCount: .max, nanoseconds: .max)

  /// The share of a job that has nothing else to do: large enough to shorten the queue, and limited, so that dispatching threads take their
  /// turn.
  var ofJob: DrainShare {
    DrainShare(itemCount: max(itemCount, 1024), nanoseconds: max(nanoseconds, 1_000_000))
  }
}

extension DrainShare {
  /// The share of a thread that dispatches.
  init(limit: Int, duration: Duration) {
    self.init(itemCount: max(0, limit), nanoseconds: duration.limitedNanoseconds)
  }
}

extension Duration {
  /// The duration in nanoseconds: 0 if it is negative, the largest number beyond 292 years.
  var limitedNanoseconds: UInt64 {
    let (seconds, attoseconds) = max(self, .zero).components
    let (whole, overflows) = UInt64(seconds).multipliedReportingOverflow(by: 1_000_000_000)
    let (sum, exceeds) = whole.addingReportingOverflow(UInt64(attoseconds / 1_000_000_000))
    return overflows || exceeds ? .max : sum
  }
}
