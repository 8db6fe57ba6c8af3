/// Something that can be handed to a store.
///
/// Its description is what loggers print: the qualified name of the type, unless the type has a
/// `debugDescription` of its own.
///
/// Source: SEMANTICS.md, K25; in the original a type's own description was ignored.
public protocol Dispatchable: Sendable, CustomDebugStringConvertible {}

extension Dispatchable {
  /// The qualified name of the type, such as `Shop.AddToCart`.
  public var debugDescription: String { String(reflecting: type(of: self)) }
}
