/// The parts of a state that something shown reads, such as a node or a screen's view model.
///
/// Source: docs/semantics/ui.md, U11; docs/semantics/tempura.md, T14.
public struct StateReads<S: State>: Sendable {
  /// The parts; `nil` for anything.
  @usableFromInline let parts: [ReadPart]?

  @inlinable
  init(parts: [ReadPart]?) { self.parts = parts }

  /// Anything: the reader is asked at each change of the state.
  @inlinable public static var everything: StateReads { StateReads(parts: nil) }

  /// Nothing: the reader is asked only when it begins to read.
  @inlinable public static var nothing: StateReads { StateReads(parts: []) }

  /// A part, kept until it has changed.
  ///
  /// Make an array that updates change an `Entities`: otherwise it would be copied.
  @inlinable
  public static func part<Value: Equatable & Sendable>(
    _ keyPath: any KeyPath<S, Value> & Sendable
  ) -> StateReads {
    StateReads(parts: [ReadPart(keyPath) { ValueComparison(keyPath) }])
  }

  /// One value of a collection with a change log: no other change costs the reader anything.
  ///
  /// Complexity: O(c) for `c` changes in each frame that shows them, however many readers there are.
  @inlinable
  public static func entity<ID, Value>(
    _ keyPath: any KeyPath<S, Entities<ID, Value>> & Sendable,
    id: ID
  ) -> StateReads {
    StateReads(parts: [ReadPart(keyPath, valueHash: id.hashValue) { EntityComparison(keyPath) }])
  }

  /// A collection whose readers ask it for its changes.
  package static func collection<ID, Value>(
    _ keyPath: any KeyPath<S, Entities<ID, Value>> & Sendable
  ) -> StateReads {
    StateReads(parts: [ReadPart(keyPath) { CollectionComparison(keyPath) }])
  }

  /// The parts that either reads.
  @inlinable
  public func and(_ other: StateReads) -> StateReads {
    guard let parts, let others = other.parts else { return .everything }
    return StateReads(parts: parts + others)
  }
}
