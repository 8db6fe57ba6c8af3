import CProcessor
import Synchronization

// How a dispatch gets a busy store (StoreOwnership, rules 6, 11 and 12).
extension StateCore {
  /// Becomes the owner of a busy store if that doesn't take long; if it does, the item must be queued.
  ///
  /// Nothing is queued then that has to be handled before the caller's item.
  @usableFromInline
  @inline(never)
  func claimBusy() -> Bool {
    takeOver(isNewcomer: true)
    if claimSpinning() { return true }
    waiting.spinning.learnFromFailure()
    // An heir that doesn't come in all this time doesn't get to run.
    takeOver(isNewcomer: false)
    return ownership.claim() || claimWaiting()
  }

  /// Becomes the owner if the store becomes idle after as many pauses as sufficed lately.
  private func claimSpinning() -> Bool {
    guard let pauses = ownership.claimSpinning(waiting.spinning) else { return false }
    // SAFETY: this thread owns the store (rule 1).
    let version = unsafe owned.pointee.version
    waiting.spinning.learn(from: pauses, version: version, at: cprocessor_time())
    return true
  }

  /// Waits for the store as for a lock, at most for the patience of its configuration.
  private func claimWaiting() -> Bool {
    let patience = runtime.patience
    // A thread in a store's callout owns that store, and an owner never waits: otherwise two stores whose listeners dispatch to each other
    // would wait for each other. Nor does anybody wait before the store is ready: the waiting thread might be the one that makes it ready.
    if patience == 0 || cprocessor_is_in_callout() || isStalled || !isReady { return false }
    let (sum, overflows) = cprocessor_time().addingReportingOverflow(patience)
    let deadline = overflows ? .max : sum
    guard waiting.becomeHeir(by: deadline) else {
      waiting.setStalled(true)
      return false
    }
    defer { waiting.leaveInheritance() }
    return claimAsHeir(by: deadline)
  }

  private func claimAsHeir(by deadline: UInt64) -> Bool {
    var time = cprocessor_time()
    var vainWakes = 0
    var hasWatched = false
    while true {
      let ticket = waiting.ticket
      let isTurn = waiting.mayClaim(at: time)
      if isTurn || vainWakes < Self.vainWakesInTurn {
        if let isOwner = claimOrAnnounce(at: time) {
          if isOwner { return true }
          time = cprocessor_time()
          continue
        }
      } else if ownership.claim() {
        waiting.beginTurn(at: time)
        return true
      }
      time = cprocessor_time()
      if time >= deadline {
        waiting.setStalled(true)
        return false
      }
      if isTurn, !hasWatched {
        hasWatched = true
        watch()
        time = cprocessor_time()
        continue
      }
      let wakeTime = isTurn ? deadline : min(deadline, max(waiting.turnEnd, time &+ 50_000))
      waiting.sleep(ticket, nanoseconds: wakeTime &- time)
      hasWatched = false
      vainWakes += 1
      if claimSpinning() {
        waiting.beginTurn(at: time)
        return true
      }
      time = cprocessor_time()
    }
  }

  /// How often per turn the heir accepts being woken by an owner that then comes back before it.
  private static var vainWakesInTurn: Int { 2 }

  /// Watches the word until the store is available, or for too long.
  private func watch() {
    waiting.setWatched(true)
    for _ in 0..<Self.watchedRounds where !ownership.isAvailable {
      for _ in 0..<8 { cprocessor_relax() }
    }
    waiting.setWatched(false)
  }

  /// About 20 microseconds.
  private static var watchedRounds: Int { 100 }

  /// Whether an update takes so long that nobody should wait for it, and few items are queued.
  private var isStalled: Bool {
    waiting.isStalled && control.queuedCount.load(ordering: .relaxed) < Self.unawaitedItems
  }

  /// How many items threads queue behind a long update without waiting.
  ///
  /// Beyond that, threads wait again, each for the patience, so a queue doesn't outgrow the thread that empties it.
  private static var unawaitedItems: Int { 16 }

  /// Becomes the owner, or announces the calling thread, which is the heir.
  ///
  /// - Returns: True if it is the owner now, with nothing to do before its own item. False if it was, and has handled what was queued, or
  ///   left it to others. `nil` if it isn't the owner.
  private func claimOrAnnounce(at time: UInt64) -> Bool? {
    switch ownership.claimOrAnnounce() {
    case .announced: return nil
    case .claimed:
      waiting.beginTurn(at: time)
      return true
    case .handedOver:
      waiting.beginTurn(at: time)
      // SAFETY: this thread owns the store (rule 1).
      if unsafe owned.pointee.batch == 0, ownership.hasEmptyInbox { return true }
      drain(runtime.drainShare)
      return false
    }
  }

  // Only the owner calls what follows.

  /// Stops being the owner if only the heir prevented that; returns false and stays the owner if there is more to do.
  func passOn() -> Bool {
    // SAFETY: the caller owns the store (rule 1).
    guard ownership.hasOnlyHeir, unsafe owned.pointee.batch == 0 else { return false }
    if waiting.isWatched {
      guard ownership.offerToHeir() else { return false }
      // The heir may have stopped watching, or be gone, before it was offered the store. Then this thread is the owner again, and may find
      // a batch that another thread began meanwhile.
      return waiting.isWatched || !ownership.claimHandedOver()
    }
    guard ownership.releaseToHeir() else { return false }
    waiting.wakeHeir()
    return true
  }
}
