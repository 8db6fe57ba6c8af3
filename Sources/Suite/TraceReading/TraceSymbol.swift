/// A string of a trace, stored once: two symbols of one ``TraceCatalog`` are equal when their texts
/// are.
public struct TraceSymbol: Hashable, Sendable {
  let index: Int32
}
