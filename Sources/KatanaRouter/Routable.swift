/// What a destination leads to, such as the controller of a screen; it performs the navigation between
/// its own children.
///
/// Isolation: the main actor, where screens live.
@MainActor
public protocol Routable: AnyObject, Sendable {}
