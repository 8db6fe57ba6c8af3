/// Dispatches items when something happens in a store.
///
///     let observer = ObserverInterceptor.observe([
///       .onStart([LoadSession.self]),
///       .onStateChange(ObserverInterceptor.typedStateChange { (old: AppState, new: AppState) in
///         old.user != new.user
///       }, [SaveUser.self]),
///       .onDispatch(LogOut.self, [ClearCaches.self]),
///     ])
///
/// What is dispatched is queued behind the item that caused it, in the order in which it stands here.
///
/// Source: SEMANTICS.md, K20, K21, 1.2; there the order was that of a concurrent queue.
public enum ObserverInterceptor {
  /// What is observed, and what is dispatched then.
  public enum ObserverType: Sendable {
    /// The store becomes ready: before anything else that comes later is handled.
    case onStart([any OnStartObserverDispatchable.Type])

    /// An updater was handled, and the predicate holds for the states around it. Side effects are
    /// never asked about.
    case onStateChange(StateChangePredicate, [any StateObserverDispatchable.Type])

    /// An item of exactly this type was handled without an error; a side effect, when it has ended.
    case onDispatch(any Dispatchable.Type, [any DispatchObserverDispatchable.Type])

    /// A notification of this name was posted.
    case onNotification(String, [any NotificationObserverDispatchable.Type])
  }

  /// Whether a change of the state is of interest.
  public typealias StateChangePredicate =
    @Sendable (_ prevState: any State, _ currentState: any State) -> Bool

  /// Makes a predicate of one that knows the state's type; it never holds for another type.
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
  ///   - observers: What is observed; several of one kind, and a type more than once, all count.
  ///   - notifications: Where the notifications of `.onNotification` come from. They are no longer
  ///     observed when the store goes away.
  /// - Returns: The interceptor.
  public static func observe(
    _ observers: [ObserverType],
    notifications: (any NotificationSource)? = nil
  ) -> StoreInterceptor {
    StoreInterceptor { context in
      let subscriptions = NotificationSubscriptions()
      for case .onNotification(let name, let types) in observers {
        guard let notifications else { continue }
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
      return BoundObserver(observers: observers, context: context, subscriptions: subscriptions)
    }
  }
}
