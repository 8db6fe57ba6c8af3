import Synchronization

// Waiting tasks; the rules are those of `Completion`.
extension Completion {
  private static let lastPlace = Atomic<Int>(0)

  /// Returns once it has finished or failed.
  @usableFromInline
  nonisolated(nonsending) final func wait() async {
    if isFinished { return }
    let place = takePlace()
    await unsafe withUnsafeContinuation { unsafe join($0, at: place) }
  }

  /// Waits as `wait()` does, but a cancelled task stops waiting.
  ///
  /// If nobody else waits, the cancelled task cancels what it awaits and still waits for its end.
  ///
  /// Inlined into the caller: each suspending function costs a frame in the task's memory and an executor check on resumption.
  ///
  /// - Throws: `CancellationError`, at once, if the task is cancelled and others still wait.
  @inlinable
  @inline(__always)
  nonisolated(nonsending) final func waitOrCancel() async throws(CancellationError) {
    if isFinished { return }
    guard endsWithAwaiters else { return await wait() }
    try await waitUnlessCancelled()
  }

  /// `waitOrCancel()` for all items.
  @inlinable
  @inline(__always)
  final func waitUnlessCancelled(
    isolation: isolated (any Actor)? = #isolation
  ) async throws(CancellationError) {
    let place = takePlace()
    await withTaskCancellationHandler {
      // Captured; otherwise the closure would run on the global executor.
      _ = isolation
      await unsafe withUnsafeContinuation { unsafe join($0, at: place) }
    } onCancel: {
      leave(place)
    }
    // A task that was let go may still take the outcome if the item has finished by now.
    if !isFinished { throw CancellationError() }
  }

  /// The number of waiting tasks; tests wait for it.
  final var waiterCount: Int {
    let others = details.withLock { $0.value?.waiting.count ?? 0 }
    let state = state.load(ordering: .acquiring)
    return others + (state & Bits.over == 0 && state & Bits.continuation != 0 ? 1 : 0)
  }

  /// Returns the place at which the calling task waits; 0 is the first place, already taken for it.
  @usableFromInline
  final func takePlace() -> Int {
    let isFirst = state.compareExchange(
      expected: 0,
      desired: Bits.taken,
      ordering: .acquiringAndReleasing
    ).exchanged
    return isFirst ? 0 : Self.lastPlace.add(1, ordering: .relaxed).newValue
  }

  /// Makes a task wait, or resumes it.
  @usableFromInline
  final func join(_ continuation: UnsafeContinuation<Void, Never>, at place: Int) {
    unsafe place == 0
      ? joinFirst(continuation) : join(Waiter(place: place, continuation: continuation))
  }

  /// Lets a cancelled task go if others wait; ends the item if nobody else does.
  @usableFromInline
  final func leave(_ place: Int) {
    if place == 0 { leaveFirst() } else { leaveOther(place) }
  }

  // MARK: The first place

  /// Makes the task in the first place wait, or resumes it.
  private func joinFirst(_ continuation: UnsafeContinuation<Void, Never>) {
    let address = unsafe unsafeBitCast(continuation, to: UInt.self)
    precondition(
      address & ~Bits.continuation == 0,
      "a continuation at \(address): not at a multiple of 16; report it"
    )
    var seen = Bits.taken
    while seen & (Bits.over | Bits.letGo) == 0 {
      let (isDone, original) = state.weakCompareExchange(
        expected: seen,
        desired: seen | address,
        ordering: .acquiringAndReleasing
      )
      if isDone { return }
      seen = original
    }
    unsafe continuation.resume()
  }

  private func leaveFirst() {
    // The state in which the place was given up, or 0.
    let (left, isLast) = details.withLock { details -> (UInt, Bool) in
      if isFinished { return (0, false) }
      var changed = details.value ?? Details()
      guard changed.waiting.contains(where: { !$0.isCancelled }) else {
        changed.isFirstCancelled = true
        details.value = changed
        return (0, true)
      }
      var seen = state.load(ordering: .acquiring)
      while seen & Bits.over == 0 {
        let (isDone, original) = state.weakCompareExchange(
          expected: seen,
          desired: seen & ~Bits.continuation | Bits.letGo,
          ordering: .acquiringAndReleasing
        )
        if isDone { return (seen, false) }
        seen = original
      }
      return (0, false)
    }
    Self.resumeFirst(of: left)
    if isLast { endWithoutAwaiters() }
  }

  /// Resumes the task in the first place of a state, if there is one.
  private static func resumeFirst(of state: UInt) {
    let address = state & Bits.continuation
    if address == 0 { return }
    // SAFETY: the word holds a continuation; rule 4 says who resumes it.
    unsafe unsafeBitCast(address, to: UnsafeContinuation<Void, Never>.self).resume()
  }

  // MARK: The others

  private func join(_ waiter: Waiter) {
    enum Outcome { case waits, goesOn, isLast }
    let outcome = details.withLock { details -> Outcome in
      guard let seen = announceMore() else { return .goesOn }
      var changed = details.value ?? Details()
      defer { details.value = changed }
      guard changed.cancelledPlaces.remove(waiter.place) != nil else {
        changed.waiting.append(waiter)
        return .waits
      }
      if changed.hasAwaiters(in: seen) { return .goesOn }
      var waiter = waiter
      waiter.isCancelled = true
      changed.waiting.append(waiter)
      return .isLast
    }
    switch outcome {
    case .waits: break
    case .goesOn: waiter.resume()
    case .isLast: endWithoutAwaiters()
    }
  }

  /// Makes the thread that finishes look for other waiters; returns the previous state, or `nil` if it is over.
  private func announceMore() -> UInt? {
    var seen = state.load(ordering: .acquiring)
    while seen & Bits.over == 0 {
      let (isDone, original) = state.weakCompareExchange(
        expected: seen,
        desired: seen | Bits.more,
        ordering: .acquiringAndReleasing
      )
      if isDone { return seen }
      seen = original
    }
    return nil
  }

  private func leaveOther(_ place: Int) {
    let (leaving, isLast) = details.withLock { details -> (Waiter?, Bool) in
      let seen = state.load(ordering: .acquiring)
      if seen & Bits.over != 0 { return (nil, false) }
      var changed = details.value ?? Details()
      defer { details.value = changed }
      guard let index = changed.waiting.firstIndex(where: { $0.place == place }) else {
        changed.cancelledPlaces.insert(place)
        return (nil, false)
      }
      changed.waiting[index].isCancelled = true
      if changed.hasAwaiters(in: seen) { return (changed.waiting.remove(at: index), false) }
      return (nil, true)
    }
    leaving?.resume()
    if isLast { endWithoutAwaiters() }
  }

  /// Resumes the tasks that waited in a state that is now over.
  final func resumeWaiting(of last: UInt) {
    Self.resumeFirst(of: last)
    guard last & Bits.more != 0 else { return }
    let waiting = details.withLock { details in
      defer { details.value?.waiting = [] }
      return details.value?.waiting ?? []
    }
    for waiter in waiting { waiter.resume() }
  }
}

extension Completion.Details {
  /// Whether a task waits that was not cancelled.
  fileprivate func hasAwaiters(in state: UInt) -> Bool {
    let bits = state & (Completion.Bits.taken | Completion.Bits.letGo)
    return bits == Completion.Bits.taken && !isFirstCancelled
      || waiting.contains { !$0.isCancelled }
  }
}
