/// Dispatches items when something happens in a store.
///
///     let observer = ObserverInterceptor.observe([
///       .onStart([LoadSession.self]),
///       .onChange(of: \AppState.user, [SaveUser.self]),
///       .onStateChange(ObserverInterceptor.typedStateChange { (old: AppState, new: AppState) in
///         old.cart.total < 100 && new.cart.total >= 100
///       }, [OfferDiscount.self]),
///       .onDispatch(LogOut.self, [ClearCaches.self]),
///     ])
///
/// `onStateChange` keeps the whole old state during each update, so the update copies each array, dictionary and other copy-on-write value
/// that it changes. So does `onDispatch`, during updates by items of its type. `onChange(of:)` keeps only its part: an update copies only
/// what it changes within that part.
///
/// Dispatched items are queued behind the item that caused them, in the order given here.
///
/// Source: docs/semantics/store.md, K20, K21; there the order was that of a concurrent queue.
public enum ObserverInterceptor {
  /// An event, and the items that it dispatches.
  public enum ObserverType: Sendable {
    /// The store becomes ready: before anything later is handled.
    case onStart([any OnStartObserverDispatchable.Type])

    /// An updater was handled, and the predicate holds for the states around it.
    ///
    /// Side effects are never asked about. Makes each update copy what it changes; `onChange(of:_:)` doesn't.
    case onStateChange(StateChangePredicate, [any StateObserverDispatchable.Type])

    /// An updater was handled and a part of the state has changed; made by `onChange(of:_:)`.
    case onPartChange(StatePartObservation)

    /// An item of exactly this type was handled without an error; a side effect, when it has ended.
    ///
    /// It may have been dispatched to the store or to a part of it.
    case onDispatch(any Dispatchable.Type, [any DispatchObserverDispatchable.Type])

    /// A notification of this name was posted.
    case onNotification(String, [any NotificationObserverDispatchable.Type])
  }

  /// A comparison of a part of the state before and after an update.
  public struct StatePartObservation: Sendable {
    /// Reads the part before an update; `nil` if the store has another state.
    ///
    /// The returned closure reads it again after the update, and returns the items to dispatch.
    let bind: @Sendable (any StateContext) -> (@Sendable () -> @Sendable () -> [any Dispatchable])?
  }

  /// Whether a change of the state is of interest.
  public typealias StateChangePredicate =
    @Sendable (_ prevState: any State, _ currentState: any State) -> Bool

  /// Makes a predicate from one that knows the state's type; it never holds for another type.
  public static func typedStateChange<S: State>(
    _ predicate: @escaping @Sendable (_ prevState: S, _ currentState: S) -> Bool
  ) -> StateChangePredicate {
    { previous, current in
      guard let previous = previous as? S, let current = current as? S else { return false }
      return predicate(previous, current)
    }
  }

  /// Makes the interceptor.
  ///
  /// - Parameters:
  ///   - observers: The events. All count, including several of one kind and repeated types.
  ///   - notifications: The source of the notifications of `.onNotification`; without it, a warning on stderr names those that never come.
  ///     Observing ends when the store goes away.
  /// - Returns: The interceptor.
  public static func observe(
    _ observers: [ObserverType],
    notifications: (any NotificationSource)? = nil
  ) -> StoreInterceptor {
    StoreInterceptor { context in
      let subscriptions = NotificationSubscriptions()
      for case .onNotification(let name, let types) in observers {
        guard let notifications else {
          StoreConfiguration.printWarning(
            ".onNotification(\"\(name)\"): it never happens, for there is no source of notifications; "
              + "give observe(_:notifications:) one"
          )
          continue
        }
        subscriptions.add(
          notifications.observe(name) { [weak subscriptions] notification in
            subscriptions?.dispatch(types.compactMap { $0.init(notification: notification) })
          }
        )
      }
      subscriptions.begin(with: context)
      for case .onStart(let types) in observers {
        for type in types { if let item = type.init() { context.anyDispatch(item) } }
      }
      return BoundObserver(observers, context: context, subscriptions: subscriptions)
    }
  }
}

extension ObserverInterceptor.ObserverType {
  /// An updater was handled, and a part of the state has changed.
  ///
  ///     .onChange(of: \AppState.user, [SaveUser.self])
  ///
  /// Complexity: for each update two reads of the part and a comparison; no copy of the rest of the state.
  public static func onChange<S: State, Value: Equatable & Sendable>(
    of keyPath: any KeyPath<S, Value> & Sendable,
    _ types: [any ChangeObserverDispatchable<Value>.Type]
  ) -> ObserverInterceptor.ObserverType {
    onChange(of: keyPath) { (old: Value, new: Value) in
      types.compactMap { $0.init(oldValue: old, newValue: new) }
    }
  }

  /// An updater was handled, and a part of the state has changed: a function makes the items.
  ///
  ///     .onChange(of: \AppState.user) { old, new in [SaveUser(user: new)] }
  ///
  /// Complexity: for each update two reads of the part and a comparison; no copy of the rest of the state.
  public static func onChange<S: State, Value: Equatable & Sendable>(
    of keyPath: any KeyPath<S, Value> & Sendable,
    _ makeItems: @escaping @Sendable (_ oldValue: Value, _ newValue: Value) -> [any Dispatchable]
  ) -> ObserverInterceptor.ObserverType {
    .onPartChange(
      ObserverInterceptor.StatePartObservation { context in
        guard let read = context.reader(of: keyPath) else { return nil }
        return {
          let old = read()
          return {
            let new = read()
            return old == new ? [] : makeItems(old, new)
          }
        }
      }
    )
  }
}

/// An item that is dispatched when a store starts.
///
/// Source: docs/semantics/store.md, K20.
public protocol OnStartObserverDispatchable: Dispatchable {
  /// Makes the item, or nothing.
  init?()
}

/// An item that is dispatched when the state changes in a certain way.
public protocol StateObserverDispatchable: Dispatchable {
  /// Makes the item from the states before and after the change, or nothing.
  init?(prevState: any State, currentState: any State)
}

/// An item that is dispatched when a part of the state changes; see `ObserverInterceptor.ObserverType.onChange(of:_:)`.
public protocol ChangeObserverDispatchable<Value>: Dispatchable {
  /// The type of the part.
  associatedtype Value: Sendable

  /// Makes the item from the part before and after the change, or nothing.
  init?(oldValue: Value, newValue: Value)
}

/// An item that is dispatched when another item was handled.
public protocol DispatchObserverDispatchable: Dispatchable {
  /// Makes the item from the handled one and the states around it, or nothing.
  init?(dispatchedItem: any Dispatchable, prevState: any State, currentState: any State)
}

/// An item that is dispatched when a notification is posted.
public protocol NotificationObserverDispatchable: Dispatchable {
  /// Makes the item from the notification's content, or nothing.
  init?(notification: any Sendable)
}

/// A source of notifications.
///
/// An adapter of Foundation's `NotificationCenter`, an event bus, a signal handler: Katana itself knows none of them.
///
/// Source: docs/semantics/store.md, K20.
public protocol NotificationSource: Sendable {
  /// Calls a closure for each notification of a name; returns a closure that ends this.
  func observe(
    _ name: String,
    _ observer: @escaping @Sendable (_ notification: any Sendable) -> Void
  ) -> @Sendable () -> Void
}
