/// Something that can be dispatched to a store.
///
/// Loggers print its description: the qualified name of the type, unless the type has its own `debugDescription`.
///
/// Source: docs/semantics/store.md, K25; in the original a type's own description was ignored.
public protocol Dispatchable: Sendable, CustomDebugStringConvertible {
  /// The item that this one carries to a part of the state; by default `nil`.
  ///
  /// Interceptors, observers, loggers and tests get the carried item, so a decision about a type holds wherever its items are sent.
  /// `ScopedUpdater` is such an item; your own also needs `carrying(_:)`.
  var carriedItem: (any Dispatchable)? { get }

  /// The item to handle if an interceptor replaces the carried one; by default the replacement itself.
  func carrying(_ item: any Dispatchable) -> any Dispatchable
}

extension Dispatchable {
  /// The qualified name of the type, such as `Shop.AddToCart`.
  public var debugDescription: String { String(reflecting: type(of: self)) }

  /// Nothing is carried.
  @inlinable public var carriedItem: (any Dispatchable)? { nil }

  /// The item as it is.
  @inlinable
  public func carrying(_ item: any Dispatchable) -> any Dispatchable { item }

  /// The item as interceptors see it: the carried one, or else this one.
  public var unscoped: any Dispatchable { carriedItem ?? self }
}
