public import FrameworkEvents
public import Signposts
import Synchronization

extension StateCore {
  /// The listeners, and how many of them want the old state.
  @usableFromInline
  struct Listeners: Sendable {
    @usableFromInline var table = ListenerTable<Listener<S>>()
    var oldStateCount = 0
    /// What is known of few listeners.
    ///
    /// Apart from the table, because a pass over the listeners would copy it with each of them.
    var details: [Int: Details] = [:]
    /// The parts that listeners look at, and how many do.
    var parts: [KeyPathIdentity: (part: any Sendable & AnyObject, listenerCount: Int)] = [:]

    struct Details: Sendable {
      /// Called when the store goes away.
      let onClose: (@Sendable () -> Void)?
      /// The part that it looks at.
      let keyPath: KeyPathIdentity?
    }
  }

  /// Adds a listener; returns what removes it.
  ///
  /// `onClose` is called when the store goes away; `keyPath` is of the part that it looks at (`part(at:)`).
  @usableFromInline
  func addListener(
    _ listener: Listener<S>,
    of keyPath: (any AnyKeyPath & Sendable)? = nil,
    onClose: (@Sendable () -> Void)? = nil
  ) -> @Sendable () -> Void {
    let id = readers.withLock { readers in
      let id = readers.listeners.table.append(listener)
      if listener.wantsOldState { readers.listeners.oldStateCount += 1 }
      if keyPath != nil || onClose != nil {
        let identity = keyPath.map { KeyPathIdentity(keyPath: $0) }
        readers.listeners.details[id] = Listeners.Details(onClose: onClose, keyPath: identity)
      }
      enable(listener.wantsOldState ? [.listeners, .oldState] : .listeners)
      return id
    }
    // Weak: a listener that outlives its store must not keep it alive.
    return { [weak self] in self?.removeListener(id) }
  }

  /// The part of the state at a key path, for one listener more.
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
    // What was removed goes away outside of the lock: its captures may do anything then.
    _ = readers.withLock { readers in
      let removed = readers.listeners.table.remove(id)
      if removed?.wantsOldState == true { readers.listeners.oldStateCount -= 1 }
      if readers.listeners.oldStateCount == 0 { disable(.oldState) }
      if readers.listeners.table.count == 0 { disable(.listeners) }
      let details = readers.listeners.details.removeValue(forKey: id)
      let part = details?.keyPath.flatMap { readers.listeners.removePart(at: $0) }
      return (removed, details, part)
    }
  }

  /// Tells the listeners that the store goes away, and lets go of them.
  func closeListeners() {
    let closed = readers.withLock { readers in
      defer { readers.listeners = Listeners() }
      return readers.listeners
    }
    for details in closed.details.values { details.onClose?() }
  }

  /// Tells the listeners of the update that was just applied.
  ///
  /// Called by the owner.
  @inlinable
  func notifyListeners(old: S?, id: SignpostID, name: @autoclosure () -> TraceName) {
    let pass = beginPass()
    // SAFETY: the caller owns the store (rule 1), and changes nothing while the listeners run.
    let new = unsafe owned.pointee.state
    if id != .none {
      KatanaTracepoints.listenersBegan(
        id: id,
        name: name(),
        version: unsafe owned.pointee.version,
        count: pass.count { $0.listener != nil }
      )
    }
    if let old {
      for entry in pass {
        switch entry.listener {
        case .pair(let call): call(old, new)
        case .newState(let call): call(new)
        case .part(let call): unsafe call(stateAddress, owned.pointee.version)
        case nil: break
        }
      }
    } else {
      for entry in pass {
        switch entry.listener {
        case .newState(let call): call(new)
        case .part(let call): unsafe call(stateAddress, owned.pointee.version)
        // One that wants the old state has come between the update and now.
        case .pair, nil: break
        }
      }
    }
    if id != .none { KatanaTracepoints.listenersEnded(id: id) }
    withdraw()
  }

  /// Takes the listeners of now, and lets readers copy the state while they run (rule 7).
  @inlinable
  func beginPass() -> [ListenerTable<Listener<S>>.Entry] {
    let (waiting, pass) = readers.withLock { readers in
      readers.isPublished = true
      defer { readers.waiting = [] }
      return (readers.waiting, readers.listeners.table.entries)
    }
    if !waiting.isEmpty { answer(waiting) }
    return pass
  }

  /// Where the state lies.
  @inlinable
  @inline(__always)
  var stateAddress: UnsafePointer<S> {
    unsafe owned.pointer(to: \.state).map { unsafe UnsafePointer($0) }.unsafelyUnwrapped
  }
}

extension StateCore.Listeners {
  /// Forgets one listener of a part; returns the part if that was the last.
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
