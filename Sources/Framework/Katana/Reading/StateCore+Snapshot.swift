import Dispatch

// SAFETY: the code here reads `owned` as the owner, or on the owner's thread (rules 1 and 9).
extension StateCore {
  /// A copy of the state between two updates.
  @inlinable
  func snapshot() -> S {
    guard ownership.claim() else { return snapshotContended() }
    let state = unsafe owned.pointee.state
    releaseReading()
    return state
  }

  /// A copy of the state between two updates, and its version.
  func versionedSnapshot() -> VersionedState<S> {
    let access = ownership.claim() ? .owning : accessContended()
    if case .boxed(let box) = access { return box.contents }
    let state = unsafe VersionedState(state: owned.pointee.state, version: owned.pointee.version)
    endReading(access)
    return state
  }

  /// A copy of a part of the state between two updates.
  func read<Slice>(_ keyPath: KeyPath<S, Slice>) -> Slice {
    let access = ownership.claim() ? .owning : accessContended()
    if case .boxed(let box) = access { return box.contents.state[keyPath: keyPath] }
    let slice = unsafe owned.pointee.state[keyPath: keyPath]
    endReading(access)
    return slice
  }

  /// Stops being the owner after a read.
  ///
  /// A reader answers other readers, but leaves what was queued meanwhile to the first taker, so that reading runs no updater and no
  /// listener.
  @inlinable
  func releaseReading() {
    if !ownership.releaseReading() { leaveToOthers() }
  }

  /// `releaseReading` if others wait.
  @usableFromInline
  func leaveToOthers() {
    if !passOn() { handOver() }
  }

  @usableFromInline
  @inline(never)
  func snapshotContended() -> S {
    let access = accessContended()
    if case .boxed(let box) = access { return box.contents.state }
    let state = unsafe owned.pointee.state
    endReading(access)
    return state
  }

  /// How a reader gets the state.
  private enum Access {
    /// It became the owner of an idle store.
    case owning
    /// It became the owner of a store whose ownership was available, with waiting items.
    case takingOver
    /// It is a listener or interceptor of this store, on the owner's thread; nothing changes the state now.
    case within
    /// The owner has copied the state.
    case boxed(StateBox<S>)
    /// The owner will answer.
    case inLine(StateWaiter<S>)
    /// The store became idle while the reader joined the line; nobody would answer.
    case idle
  }

  /// The access to a store that was found owned.
  private func accessContended() -> Access {
    while true {
      switch joinLine() {
      case .inLine(let waiter): return .boxed(wait(for: waiter))
      case .idle: if ownership.claim() { return .owning }
      case let access: return access
      }
    }
  }

  /// `snapshot` of a store that is ready; suspends the task instead of blocking its thread.
  func suspendingSnapshot() async -> S {
    var access = ownership.claim() ? Access.owning : joinLine()
    while case .idle = access { access = ownership.claim() ? .owning : joinLine() }
    switch access {
    case .inLine(let waiter): return await waiter.value().contents.state
    case .boxed(let box): return box.contents.state
    case .owning, .takingOver, .within, .idle:
      let state = unsafe owned.pointee.state
      endReading(access)
      return state
    }
  }

  /// Reads at once if possible, else joins the readers whom the owner answers.
  private func joinLine() -> Access {
    if ownership.isUpdatedByThisThread {
      // Not a precondition: optimized programs leave out its text.
      fatalError(
        """
        the state of Store<\(S.self)> was read inside updateState(_:) of one of its own updaters; \
        the updater has the state as its inout parameter
        """
      )
    }
    if ownership.isHeldByThisThread { return .within }
    guard isReady else {
      fatalError(
        """
        the state of Store<\(S.self)> was read before the store was ready; \
        use stateIfReady, or waitUntilReady() before
        """
      )
    }
    // Before any wait: the job that would end it may be this thread's own to run (rule 6).
    if ownership.claimHandedOver() { return .takingOver }
    if ownership.claimSpinning(waiting.spinning) != nil { return .owning }
    return standInLine()
  }

  /// Blocks until a reader in line is answered.
  private func wait(for waiter: StateWaiter<S>) -> StateBox<S> {
    waiter.wait(patience: .milliseconds(100)) {
      runtime.reportBlockedTask(.reading(state: "Store<\(S.self)>"))
    }
  }

  /// Ends what `joinLine` began.
  private func endReading(_ access: Access) {
    switch access {
    case .owning: releaseReading()
    case .takingOver: handOver()
    case .within, .boxed, .inLine, .idle: break
    }
  }

  /// Joins the readers whom the owner answers, unless the state can be read at once.
  private func standInLine() -> Access {
    readers.withLock { readers in
      while true {
        // Under the lock, so that a thread that sees the mark finds the waiter (rule 6).
        switch ownership.announceReader() {
        case .announced:
          let waiter = StateWaiter<S>()
          readers.waiting.append(waiter)
          return .inLine(waiter)
        // SAFETY: the owner changes nothing before this thread has left the lock (rule 7).
        case .published: return .boxed(unsafe copyState())
        case .handedOver: if ownership.claimHandedOver() { return .takingOver }
        case .idle: return .idle
        }
      }
    }
  }

  /// A copy of the state, for callers that may read `owned`.
  @unsafe
  private func copyState() -> StateBox<S> {
    unsafe StateBox(VersionedState(state: owned.pointee.state, version: owned.pointee.version))
  }

  // Only the owner calls what follows.

  /// Makes sure, before the state changes again, that no reader copies it, and answers waiting readers.
  @inlinable
  func withdraw() {
    if ownership.withdraw() { answerReaders() }
  }

  /// Gives the state to the waiting readers.
  @usableFromInline
  func answerReaders() {
    answer(
      readers.withLock { readers in
        defer { readers.waiting = [] }
        return readers.waiting
      }
    )
  }

  private func answer(_ waiting: [StateWaiter<S>]) {
    if waiting.isEmpty { return }
    // SAFETY: the caller owns the store (rule 1).
    let copy = unsafe copyState()
    for waiter in waiting { waiter.resume(with: copy) }
  }
}
