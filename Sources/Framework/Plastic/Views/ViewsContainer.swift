/// The views of a container while it is laid out.
///
/// Source: docs/semantics/layout.md, P11.
@frozen
public struct ViewsContainer<Key: Hashable & Sendable> {
  @usableFromInline let storage: LayoutStorage
  @usableFromInline let content: HierarchyContent<Key>
  /// The order in which views are looked up by their keys.
  @usableFromInline let lookUps: LookUpOrder<Key>
  /// Keeps the memory of `lookUps` alive.
  @usableFromInline let orders: LookUpOrders<Key>?
  /// The run of the layout, which all its views have.
  @usableFromInline let run: UInt32

  init(
    storage: LayoutStorage,
    content: HierarchyContent<Key>,
    orders: LookUpOrders<Key>?
  ) {
    self.storage = storage
    self.orders = orders
    lookUps = orders?.ofViews ?? LookUpOrder()
    self.content = content
    // SAFETY: a storage has a header for as long as it lives.
    run = unsafe storage.header.pointee.run
  }

  @inlinable
  @inline(__always)
  func view(at slot: Int32) -> PlasticView {
    unsafe PlasticView(header: storage.header, slot: slot, run: run)
  }

  /// The container itself.
  @inlinable @inline(__always) public var nativeView: PlasticView {
    view(at: 0)
  }

  /// The view with a key, or `nil`.
  ///
  /// Complexity: an array access if a key is of one byte, as of enumerations without associated values; only that byte counts unless the
  /// key is an ``IndexedKey``. Otherwise a comparison of keys if views are looked up in the order of the last run, at first that of the
  /// declarations, else a hash look-up.
  @inlinable
  @inline(__always)
  public subscript(key: Key) -> PlasticView? {
    // Kept until the order has been read.
    defer { withExtendedLifetime(orders) {} }
    return lookUps.slot(of: key, in: content).map { view(at: $0) }
  }

  /// The view with a key.
  ///
  /// - Throws: ``LayoutError/unknownKey(_:)``.
  public func view(_ key: Key) throws(LayoutError) -> PlasticView {
    guard let view = self[key] else { throw .unknownKey("\(key)") }
    return view
  }

  /// The views whose key satisfies a condition.
  ///
  /// Complexity: O(n) for `n` views.
  public func filtered(with filter: (Key) -> Bool) -> [Key: PlasticView] {
    var views: [Key: PlasticView] = [:]
    for (slot, key) in keys where filter(key) {
      views[key] = view(at: slot)
    }
    return views
  }

  /// The views whose key satisfies a condition, sorted by their keys.
  ///
  /// Complexity: O(n log n) for `n` views.
  public func orderedViews(
    filter: (Key) -> Bool,
    sortedBy areInIncreasingOrder: (Key, Key) -> Bool
  ) -> [PlasticView] {
    keys.filter { filter($0.key) }
      .sorted { areInIncreasingOrder($0.key, $1.key) }
      .map { view(at: $0.slot) }
  }

  private var keys: [(slot: Int32, key: Key)] {
    content.declared.keys.enumerated().compactMap { index, key in
      key.map { (Int32(index + 1), $0) }
    }
  }
}

extension ViewsContainer where Key: IndexedKey {
  /// The view with a key, or `nil`.
  ///
  /// Complexity: an array access if the indices are dense; a hash look-up otherwise.
  @inlinable
  @inline(__always)
  public subscript(key: Key) -> PlasticView? {
    // As above.
    defer { withExtendedLifetime(orders) {} }
    return lookUps.slot(ofIndexed: key, in: content).map { view(at: $0) }
  }
}
