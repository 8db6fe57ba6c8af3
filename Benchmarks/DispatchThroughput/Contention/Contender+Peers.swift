import CProcessor
import Dispatch
import Glibc
import Katana
import StoreWorkloads
import Synchronization

/// A `Mutex` of the standard library.
final class MutexContender: Contender {
  private let guarded = Mutex(ContendedState())

  var state: ContendedState { guarded.withLock { $0 } }

  func produce(_ share: Int, _ turns: ContendedTurns) {
    for _ in 0..<share {
      turns.workAlone()
      guarded.withLock { $0.update(turns: turns.updater) }
    }
  }

  func produce(into record: ProducerRecord, _ turns: ContendedTurns) {
    record.fill { place in
      turns.workAlone()
      guarded.withLock {
        $0.update(turns: turns.updater)
        record.applied(place)
      }
    }
  }
}

/// A mutex of the C library with its default attributes.
///
/// SAFETY, of all that is marked `unsafe` here: both live as long as the contender, and the state is touched by who has
/// locked the mutex, or when no thread updates it any more.
@safe final class PthreadMutexContender: Contender {
  private nonisolated(unsafe) let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(
    capacity: 1
  )
  private nonisolated(unsafe) let guarded = UnsafeMutablePointer<ContendedState>.allocate(
    capacity: 1
  )

  init() {
    unsafe pthread_mutex_init(mutex, nil)
    unsafe guarded.initialize(to: ContendedState())
  }

  deinit {
    unsafe pthread_mutex_destroy(mutex)
    unsafe mutex.deallocate()
    unsafe guarded.deallocate()
  }

  var state: ContendedState { unsafe guarded.pointee }

  func produce(_ share: Int, _ turns: ContendedTurns) {
    for _ in 0..<share {
      turns.workAlone()
      unsafe pthread_mutex_lock(mutex)
      unsafe guarded.pointee.update(turns: turns.updater)
      unsafe pthread_mutex_unlock(mutex)
    }
  }

  func produce(into record: ProducerRecord, _ turns: ContendedTurns) {
    record.fill { place in
      turns.workAlone()
      unsafe pthread_mutex_lock(mutex)
      unsafe guarded.pointee.update(turns: turns.updater)
      record.applied(place)
      unsafe pthread_mutex_unlock(mutex)
    }
  }
}

/// A lock of one atomic word, which is tried again after pauses that become longer, and after yielding the processor.
///
/// SAFETY, of all that is marked `unsafe` here: the state lives as long as the contender, and is touched by who has set
/// `isOwned`, or when no thread updates it any more.
@safe final class CASLockContender: Contender {
  private let isOwned = Atomic<Bool>(false)
  private nonisolated(unsafe) let guarded = UnsafeMutablePointer<ContendedState>.allocate(
    capacity: 1
  )

  init() { unsafe guarded.initialize(to: ContendedState()) }

  deinit { unsafe guarded.deallocate() }

  var state: ContendedState { unsafe guarded.pointee }

  func produce(_ share: Int, _ turns: ContendedTurns) {
    for _ in 0..<share {
      turns.workAlone()
      lock()
      unsafe guarded.pointee.update(turns: turns.updater)
      isOwned.store(false, ordering: .releasing)
    }
  }

  func produce(into record: ProducerRecord, _ turns: ContendedTurns) {
    record.fill { place in
      turns.workAlone()
      lock()
      unsafe guarded.pointee.update(turns: turns.updater)
      record.applied(place)
      isOwned.store(false, ordering: .releasing)
    }
  }

  @inline(__always)
  private func lock() {
    if !take() { lockLater() }
  }

  @inline(never)
  private func lockLater() {
    var pauses = 16
    while true {
      for _ in 0..<pauses { cprocessor_relax() }
      if !isOwned.load(ordering: .relaxed), take() { return }
      if pauses < 1024 { pauses *= 2 } else { sched_yield() }
    }
  }

  @inline(__always)
  private func take() -> Bool {
    isOwned.compareExchange(
      expected: false,
      desired: true,
      successOrdering: .acquiring,
      failureOrdering: .relaxed
    ).exchanged
  }
}

/// A serial queue on which each update is awaited.
@safe final class QueueSyncContender: Contender {
  private let queue = DispatchQueue(label: "contended")
  // SAFETY: touched on `queue` only, and as old as the contender.
  private nonisolated(unsafe) let guarded = UnsafeMutablePointer<ContendedState>.allocate(
    capacity: 1
  )

  init() { unsafe guarded.initialize(to: ContendedState()) }

  deinit { unsafe guarded.deallocate() }

  var state: ContendedState { queue.sync { unsafe guarded.pointee } }

  func produce(_ share: Int, _ turns: ContendedTurns) {
    for _ in 0..<share {
      turns.workAlone()
      queue.sync { unsafe guarded.pointee.update(turns: turns.updater) }
    }
  }

  func produce(into record: ProducerRecord, _ turns: ContendedTurns) {
    record.fill { place in
      turns.workAlone()
      queue.sync {
        unsafe guarded.pointee.update(turns: turns.updater)
        record.applied(place)
      }
    }
  }
}

/// A serial queue that updates later; only the end is awaited.
@safe final class QueueAsyncContender: Contender {
  private let queue = DispatchQueue(label: "contended")
  // SAFETY: touched on `queue` only, and as old as the contender.
  private nonisolated(unsafe) let guarded = UnsafeMutablePointer<ContendedState>.allocate(
    capacity: 1
  )

  init() { unsafe guarded.initialize(to: ContendedState()) }

  deinit { unsafe guarded.deallocate() }

  var state: ContendedState { queue.sync { unsafe guarded.pointee } }

  func produce(_ share: Int, _ turns: ContendedTurns) {
    for _ in 0..<share {
      turns.workAlone()
      queue.async { unsafe self.guarded.pointee.update(turns: turns.updater) }
    }
    queue.sync {}
  }

  func produce(into record: ProducerRecord, _ turns: ContendedTurns) {
    record.fill { place in
      turns.workAlone()
      queue.async {
        unsafe self.guarded.pointee.update(turns: turns.updater)
        record.applied(place)
      }
    }
    queue.sync {}
  }
}
