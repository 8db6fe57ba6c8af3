public import FrameworkEvents
public import Signposts
public import Synchronization

extension StateCore {
  /// The listeners, and how many of them want the old state.
  struct Listeners: Sendable {
    var table = ListenerTable<RegisteredListener<S>>()
    var oldStateCount = 0
    /// Details that few listeners have.
    ///
    /// Apart from the table, because a pass over the listeners would copy it with each of them.
    var details: [Int: Details] = [:]
    /// The parts that listeners read, and how many do.
    var parts: [KeyPathIdentity: (part: any Sendable & AnyObject, listenerCount: Int)] = [:]

    struct Details: Sendable {
      /// Called when the store goes away.
      let onClose: (@Sendable () -> Void)?
      /// The part that it reads.
      let keyPath: KeyPathIdentity?
    }
  }

  /// Adds a listener; returns what removes it.
  ///
  /// `onClose` is called when the store goes away; `keyPath` is of the part that it reads (`part(at:)`).
  @usableFromInline
  func addListener(
    _ listener: Listener<S>,
    of keyPath: (any AnyKeyPath & Sendable)? = nil,
    onClose: (@Sendable () -> Void)? = nil
  ) -> @Sendable () -> Void {
    let id = changeListeners { listeners in
      let id = listeners.table.append(RegisteredListener(listener))
      if listener.wantsOldState { listeners.oldStateCount += 1 }
      if keyPath != nil || onClose != nil {
        let identity = keyPath.map { KeyPathIdentity(keyPath: $0) }
        listeners.details[id] = Listeners.Details(onClose: onClose, keyPath: identity)
      }
      enable(listener.wantsOldState ? [.listeners, .oldState] : .listeners)
      return id
    }
    // Nobody will close it any more, for example after the state couldn't be made.
    if features.contains(.closed) {
      removeListener(id)
      onClose?()
    }
    // Weak: a listener that outlives its store must not keep it alive.
    return { [weak self] in self?.removeListener(id) }
  }

  /// The part of the state at a key path, with one more listener.
  @usableFromInline
  func part<Value: Equatable & Sendable>(
    at keyPath: any KeyPath<S, Value> & Sendable
  ) -> StatePart<S, Value> {
    let identity = KeyPathIdentity(keyPath: keyPath)
    return readers.withLock { readers in
      let known = readers.listeners.parts[identity]
      let part = known?.part as? StatePart<S, Value> ?? StatePart(at: keyPath)
      readers.listeners.parts[identity] = (part, (known?.listenerCount ?? 0) + 1)
      return part
    }
  }

  private func removeListener(_ id: Int) {
    // Removed listeners go away outside the lock: their captures may do anything then.
    let removed = changeListeners { listeners in
      let removed = listeners.table.remove(id)
      if removed?.kind == .pair { listeners.oldStateCount -= 1 }
      if listeners.oldStateCount == 0 { disable(.oldState) }
      if listeners.table.count == 0 { disable(.listeners) }
      let details = listeners.details.removeValue(forKey: id)
      let part = details?.keyPath.flatMap { listeners.removePart(at: $0) }
      return removed.map { ($0, details, part) }
    }
    if removed != nil, isReady { letGoOfPass() }
  }

  /// Releases the removed listeners that a pass holds: their captures shouldn't wait for the next update.
  private func letGoOfPass() {
    guard ownership.claim() else { return push(QueuedTask { _ = $0.takePass() }) }
    let pass = takePass()
    // Like a reader: runs nothing that was queued meanwhile.
    releaseReading()
    // Not earlier: deinitializers may do anything.
    withExtendedLifetime(pass) {}
  }

  /// Tells the listeners that the store goes away, and releases them.
  func closeListeners() {
    let closed = changeListeners { listeners in
      defer { listeners = Listeners() }
      return listeners
    }
    for details in closed.details.values { details.onClose?() }
  }

  private func changeListeners<Result: Sendable>(
    _ body: (inout Listeners) -> Result
  ) -> Result {
    readers.withLock { readers in
      defer { control.listenerChanges.add(1, ordering: .releasing) }
      return body(&readers.listeners)
    }
  }

  // Only the owner calls what follows.

  /// Calls the listeners for the update that was just applied.
  @inlinable
  func tellListeners(old: S?, id: SignpostID, name: @autoclosure () -> TraceName) {
    if id != .none {
      KatanaTracepoints.listenersBegan(
        id: id,
        name: name(),
        version: unsafe owned.pointee.version,
        count: unsafe currentPass().count
      )
    }
    if let old { tellListeners(old: old) } else { tellListeners() }
    if id != .none { KatanaTracepoints.listenersEnded(id: id) }
  }

  /// Calls the listeners if the old state was kept.
  ///
  /// The loop is here and below: a shared function with a closure would move a large state through frames.
  @inlinable
  @inline(never)
  func tellListeners(old: S) {
    let pass = unsafe beginPass()
    let version = unsafe owned.pointee.version
    let address = unsafe owned.pointer(to: \.state).unsafelyUnwrapped
    let new = unsafe address.move()
    for index in 0..<pass.count {
      unsafe pass[index]._withUnsafeGuaranteedRef { listener in
        switch listener.kind {
        case .pair: listener.callPair(old, new)
        case .newState: listener.callNewState(new)
        case .part: unsafe listener.callPart(address, version)
        }
      }
    }
    unsafe address.initialize(to: consume new)
  }

  /// Calls the listeners if the old state was not kept; a listener that wants it was added after the update, and begins with the next.
  @inlinable
  @inline(never)
  func tellListeners() {
    let pass = unsafe beginPass()
    let version = unsafe owned.pointee.version
    let address = unsafe owned.pointer(to: \.state).unsafelyUnwrapped
    // SAFETY, here and above: the caller owns the store (rule 1), and nobody changes the state while the listeners run. Moved out rather
    // than copied, which would count its references up and down; the bytes at the address stay meanwhile, so that readers may copy the
    // state there.
    let new = unsafe address.move()
    for index in 0..<pass.count {
      unsafe pass[index]._withUnsafeGuaranteedRef { listener in
        switch listener.kind {
        case .newState: listener.callNewState(new)
        case .part: unsafe listener.callPart(address, version)
        case .pair: break
        }
      }
    }
    unsafe address.initialize(to: consume new)
  }

  /// Lets readers copy the state while the listeners run (rule 7); returns the current listeners.
  @inlinable
  @inline(__always)
  @unsafe
  func beginPass() -> UnsafeMutableBufferPointer<Unmanaged<RegisteredListener<S>>> {
    // Answers readers that already wait, so that they don't wait for the listeners.
    if ownership.publish() { answerReaders() }
    return unsafe currentPass()
  }

  /// The current listeners.
  @inlinable
  @inline(__always)
  @unsafe
  func currentPass() -> UnsafeMutableBufferPointer<Unmanaged<RegisteredListener<S>>> {
    let changes = control.listenerChanges.load(ordering: .acquiring)
    if unsafe owned.pointee.passChanges != changes { renewPass() }
    return unsafe owned.pointee.pass.unsafelyUnwrapped.listeners
  }

  @usableFromInline
  @inline(never)
  func renewPass() {
    let (listeners, changes) = readers.withLock { readers in
      // Under the lock that guards the count. Copied there, so that the table is never shared.
      (readers.listeners.table.listeners, control.listenerChanges.load(ordering: .relaxed))
    }
    let old = takePass()
    unsafe owned.pointee.pass = ListenerPass(listeners)
    unsafe owned.pointee.passChanges = changes
    withExtendedLifetime(old) {}
  }

  /// Takes out the pass, with the listeners removed since it was made.
  func takePass() -> ListenerPass<S>? {
    let pass = unsafe owned.pointee.pass
    unsafe owned.pointee.pass = nil
    unsafe owned.pointee.passChanges = 0
    return pass
  }
}

extension StateCore.Listeners {
  /// Removes one listener of a part; returns the part if that was the last.
  fileprivate mutating func removePart(
    at keyPath: KeyPathIdentity
  ) -> (any Sendable & AnyObject)? {
    guard let known = parts[keyPath] else { return nil }
    parts[keyPath] = known.listenerCount > 1 ? (known.part, known.listenerCount - 1) : nil
    return known.listenerCount > 1 ? nil : known.part
  }
}

/// A key path of any type, as a key.
struct KeyPathIdentity: Hashable, Sendable {
  let keyPath: any AnyKeyPath & Sendable

  static func == (left: Self, right: Self) -> Bool {
    (left.keyPath as AnyKeyPath) == (right.keyPath as AnyKeyPath)
  }

  func hash(into hasher: inout Hasher) { hasher.combine(keyPath as AnyKeyPath) }
}
