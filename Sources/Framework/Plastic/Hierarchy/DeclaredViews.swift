import Foundation
public import Synchronization

/// The declarations of a hierarchy's views: what caches keep of a hierarchy to recognize it.
@usableFromInline
final class DeclaredViews<Key: Hashable & Sendable>: Sendable {
  @usableFromInline let keys: [Key?]
  @usableFromInline let places: DeclaredPlaces
  /// The slots by bytes or indices of the keys: they say which keys there are, and where.
  @usableFromInline let byByte: [Int32]
  @usableFromInline let byIndex: [Int32]
  @usableFromInline let comparison: KeyComparison<Key>
  /// 0 until first used.
  @usableFromInline let knownFingerprint: Atomic<UInt64>

  @inlinable
  init(
    _ keys: [Key?],
    _ table: KeyTable<Key>,
    _ places: DeclaredPlaces,
    _ comparison: KeyComparison<Key>
  ) {
    self.keys = keys
    byByte = table.byByte
    byIndex = table.byIndex
    self.places = places
    self.comparison = comparison
    knownFingerprint = Atomic(0)
  }

  /// The views, as they were declared.
  var declarations: [ViewDeclaration<Key>] {
    keys.indices.map { index in
      let slot = Int32(index + 1)
      return ViewDeclaration(
        key: keys[index],
        parent: parent(of: index + 1),
        frame: places.frames[index],
        referenceSize: places.references[slot],
        content: places.measured[slot]
      )
    }
  }

  private func parent(of slot: Int) -> ViewDeclaration<Key>.Parent {
    let parent = Int(places.parents[slot].slot)
    if places.parents[slot].isFlagged { return .declaration(at: parent - 1) }
    guard parent > 0, let key = keys[parent - 1] else { return .nativeView }
    return .key(key)
  }
}

extension DeclaredViews: ComparableHierarchy {
  /// A hash of all declarations.
  ///
  /// Complexity: O(n) for `n` views on first use.
  var fingerprint: UInt64 {
    let known = knownFingerprint.load(ordering: .relaxed)
    if known != 0 { return known }
    var digest = MemoryDigest()
    digest.combine(places.frames)
    digest.combine(places.parents)
    digest.combine(byByte)
    digest.combine(byIndex)
    if isHashed { digest.combine(comparison.hash(keys)) }
    var hasher = Hasher()
    places.hashReferencesAndContents(into: &hasher)
    digest.combine(hasher.finalize())
    let found = max(digest.value, 1)
    // Other threads that compute it find the same.
    knownFingerprint.store(found, ordering: .relaxed)
    return found
  }

  func isEqual(to other: any ComparableHierarchy) -> Bool {
    guard let other = other as? DeclaredViews<Key> else { return false }
    return fingerprint == other.fingerprint && places.isIdentical(to: other.places)
      && byByte == other.byByte && byIndex == other.byIndex
      && (!isHashed || comparison.areEqual(keys, other.keys))
      && places.measuresSame(as: other.places)
  }

  /// Whether keys are found by their hash.
  private var isHashed: Bool { byByte.isEmpty && byIndex.isEmpty }
}
