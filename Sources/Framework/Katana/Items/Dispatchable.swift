/// Something that can be handed to a store.
///
/// Its description is what loggers print: the qualified name of the type, unless the type has a
/// `debugDescription` of its own.
///
/// Source: docs/semantics/store.md, K25; in the original a type's own description was ignored.
public protocol Dispatchable: Sendable, CustomDebugStringConvertible {
  /// The item that this one carries to a part of the state; by default `nil`.
  ///
  /// Interceptors, observers, loggers and tests get what is carried, so that a decision about a type
  /// holds wherever its items are sent. `ScopedUpdater` is such an item; one of your own needs
  /// `carrying(_:)` as well.
  var carriedItem: (any Dispatchable)? { get }

  /// The item to handle where an interceptor hands one on in the place of the one that is carried: by
  /// default the item as it is.
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

  /// The item as interceptors see it: the one that this one carries, or else this one.
  public var unscoped: any Dispatchable { carriedItem ?? self }
}
