import CProcessor
public import Synchronization

extension StateCore {
  /// A copy of the state between two updates.
  @inlinable
  func snapshot() -> S {
    guard claim() else { return snapshotContended().state }
    // SAFETY: this thread owns the store (rule 1).
    let state = unsafe owned.pointee.state
    releaseReading()
    return state
  }

  /// A copy of the state between two updates, and its version.
  func versionedSnapshot() -> VersionedState<S> {
    guard claim() else { return snapshotContended() }
    let state = ownedVersionedState
    releaseReading()
    return state
  }

  /// A copy of a part of the state between two updates.
  func read<Slice>(_ keyPath: KeyPath<S, Slice>) -> Slice {
    guard claim() else { return snapshotContended().state[keyPath: keyPath] }
    // SAFETY: this thread owns the store (rule 1).
    let slice = unsafe owned.pointee.state[keyPath: keyPath]
    releaseReading()
    return slice
  }

  /// For the owner.
  var ownedVersionedState: VersionedState<S> {
    // SAFETY: the caller owns the store (rule 1).
    unsafe VersionedState(state: owned.pointee.state, version: owned.pointee.version)
  }

  /// Stops being the owner after a read.
  ///
  /// A reader answers other readers, but what was queued meanwhile is not its business: it leaves that
  /// to whoever comes first, so that reading runs no updater and no listener.
  @inlinable
  func releaseReading() {
    let (released, _) = control.pointee.word.compareExchange(
      expected: Self.ownedBit,
      desired: 0,
      successOrdering: .releasing,
      failureOrdering: .relaxed
    )
    if !released {
      answerReadersIfAny()
      handOver()
    }
  }

  @usableFromInline
  @inline(never)
  func snapshotContended() -> VersionedState<S> {
    let me = cprocessor_thread_identity()
    switch control.pointee.owner.load(ordering: .relaxed) {
    case me | 1:
      // SAFETY: a listener of this store, on the owner's thread: nothing changes the state now.
      return ownedVersionedState
    case me:
      preconditionFailure(
        """
        the state of Store<\(S.self)> was read inside updateState(_:) of one of its own updaters; \
        the updater has the state as its inout parameter
        """
      )
    default:
      precondition(
        isReady,
        """
        the state of Store<\(S.self)> was read before the store was ready; \
        use stateIfReady, or waitUntilReady() before
        """
      )
    }
    if claimSpinning() {
      let state = ownedVersionedState
      releaseReading()
      return state
    }
    while true {
      switch waitInLine() {
      case .answered(let state): return state
      case .waiting(let waiter): return waiter.wait()
      case .idle:
        if claim() {
          let state = ownedVersionedState
          releaseReading()
          return state
        }
      }
    }
  }

  private enum Line {
    case answered(VersionedState<S>)
    case waiting(StateWaiter<S>)
    /// The store became idle: nobody would answer.
    case idle
  }

  /// Joins the readers whom the owner answers.
  private func waitInLine() -> Line {
    readers.withLock { readers in
      if let state = readers.published { return .answered(state) }
      var seen = control.pointee.word.load(ordering: .relaxed)
      // Under the lock, so that whoever sees the bit finds the waiter (rule 6).
      while seen != 0 {
        let (isSet, current) = control.pointee.word.compareExchange(
          expected: seen,
          desired: seen | Self.readersBit,
          successOrdering: .relaxed,
          failureOrdering: .relaxed
        )
        if isSet {
          let waiter = StateWaiter<S>()
          readers.waiting.append(waiter)
          return .waiting(waiter)
        }
        seen = current
      }
      return .idle
    }
  }

  // Everything below is called by the owner only.

  @inlinable
  func answerReadersIfAny() {
    guard control.pointee.word.load(ordering: .relaxed) & Self.readersBit != 0 else { return }
    control.pointee.word.bitwiseAnd(~Self.readersBit, ordering: .relaxed)
    answerReaders()
  }

  /// Gives the state to those who wait for it.
  @usableFromInline
  func answerReaders() {
    let waiting = readers.withLock { readers in
      defer { readers.waiting = [] }
      return readers.waiting
    }
    for waiter in waiting {
      waiter.resume(with: ownedVersionedState)
    }
  }

  /// Lets readers have the state while listeners run.
  @inlinable
  func publish(_ state: S) {
    // SAFETY: the caller owns the store (rule 1).
    let state = VersionedState(state: state, version: unsafe owned.pointee.version)
    let waiting = readers.withLock { readers in
      readers.published = state
      defer { readers.waiting = [] }
      return readers.waiting
    }
    for waiter in waiting { waiter.resume(with: state) }
  }

  /// Ends what `publish` began.
  @inlinable
  func withdraw() {
    readers.withLock { $0.published = nil }
  }
}
