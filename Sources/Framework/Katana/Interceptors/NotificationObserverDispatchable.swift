/// An item that is dispatched when a notification is posted.
public protocol NotificationObserverDispatchable: Dispatchable {
  /// Makes the item of what the notification brought, or nothing.
  init?(notification: any Sendable)
}
