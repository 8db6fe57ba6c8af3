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

  /// What a store does with the item; implemented for all updaters and side effects.
  var dispatchRole: DispatchRole { get }
}

/// What a store does with an item.
public enum DispatchRole: Sendable {
  /// It applies the updater.
  case updater(any AnyStateUpdater)
  /// It runs the side effect.
  case sideEffect(any AnySideEffect)
  /// It rejects the item, which is both or neither, with `StoreError.invalidDispatchable`.
  case invalid(StoreError)
}

extension Dispatchable {
  /// The qualified name of the type, such as `Shop.AddToCart`.
  public var debugDescription: String { String(reflecting: type(of: self)) }

  /// Nothing is carried.
  @inlinable public var carriedItem: (any Dispatchable)? { nil }

  /// The item as it is.
  @inlinable
  public func carrying(_ item: any Dispatchable) -> any Dispatchable { item }

  /// By what a cast finds, for a type that becomes an updater or a side effect only in a subclass.
  public var dispatchRole: DispatchRole {
    switch (self as? any AnyStateUpdater, self as? any AnySideEffect) {
    case (let updater?, nil): .updater(updater)
    case (nil, let effect?): .sideEffect(effect)
    case (let updater, _): invalidRole(isBoth: updater != nil)
    }
  }

  @usableFromInline
  func invalidRole(isBoth: Bool) -> DispatchRole {
    .invalid(
      .invalidDispatchable(item: debugDescription, isUpdater: isBoth, isSideEffect: isBoth)
    )
  }

  /// The item as an updater.
  ///
  /// - Throws: `StoreError.invalidDispatchable` if it is none.
  func asUpdater() throws -> any AnyStateUpdater {
    switch dispatchRole {
    case .updater(let updater): return updater
    case .sideEffect:
      throw StoreError.invalidDispatchable(
        item: debugDescription,
        isUpdater: false,
        isSideEffect: true
      )
    case .invalid(let error): throw error
    }
  }

  /// The item as interceptors see it: the carried one, or else this one.
  public var unscoped: any Dispatchable { carriedItem ?? self }
}

// Casts to protocols search tables: the two that find out what an item is took 3,000 instructions, ten times as many as an update.
extension AnyStateUpdater {
  /// It is applied.
  @inlinable public var dispatchRole: DispatchRole { .updater(self) }
}

extension AnySideEffect {
  /// It is run.
  @inlinable public var dispatchRole: DispatchRole { .sideEffect(self) }
}

extension AnyStateUpdater where Self: AnySideEffect {
  /// It is rejected.
  @inlinable public var dispatchRole: DispatchRole { invalidRole(isBoth: true) }
}
