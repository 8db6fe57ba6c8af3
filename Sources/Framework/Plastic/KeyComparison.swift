/// Compares and hashes keys that are found by their hash, as the code does it that made the hierarchy.
///
/// That code usually knows the type of the keys; to caches it is any type, and each key would be several calls.
@frozen
@usableFromInline
struct KeyComparison<Key: Hashable & Sendable>: Sendable {
  @usableFromInline let areEqual: @Sendable ([Key?], [Key?]) -> Bool
  @usableFromInline let hash: @Sendable ([Key?]) -> Int

  @inlinable
  init() {
    areEqual = { $0 == $1 }
    hash = { keys in
      var hasher = Hasher()
      for key in keys { hasher.combine(key) }
      return hasher.finalize()
    }
  }
}
