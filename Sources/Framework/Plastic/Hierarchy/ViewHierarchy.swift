public import Foundation

/// The views of a container: their keys, their parents, and their frames before the layout.
///
/// It is checked once and may be laid out any number of times, on any thread.
public struct ViewHierarchy<Key: Hashable & Sendable>: Sendable {
  @usableFromInline let content: HierarchyContent<Key>

  /// Checks a list of views.
  ///
  /// Keys of one byte without references, as of enumerations without associated values, are distinguished by that byte, whatever their own
  /// `==` says. If that is wrong, as for letters in either case, adopt ``IndexedKey``, whose index then distinguishes them.
  ///
  /// Complexity: O(n) for `n` views and a fixed number of allocations: a key of one byte or with an index costs an array access, another a
  /// hash table's insertion.
  ///
  /// - Parameter declarations: The views, in any order.
  /// - Throws: ``LayoutError`` for a duplicate key, an unknown parent, a cycle of parents, or a frame that isn't finite.
  @inlinable
  public init(_ declarations: [ViewDeclaration<Key>]) throws(LayoutError) {
    content = try HierarchyContent(declarations) { keys throws(LayoutError) in
      try KeyTable(keys)
    }
  }

  /// Makes a hierarchy of views that are all in the container and start without a size.
  ///
  /// - Throws: ``LayoutError/duplicateKey(_:)``.
  @inlinable
  public init(keys: some Sequence<Key>) throws(LayoutError) {
    let keys = keys.map { Optional($0) }
    content = try HierarchyContent(keys, KeyTable(keys))
  }

  /// The number of views, including those without a key.
  public var count: Int { content.frames.count }

  /// The views, as they were declared.
  ///
  /// Complexity: O(n) for `n` views: the array is made each time.
  public var declarations: [ViewDeclaration<Key>] { content.declared.declarations }

  /// Lays the views out, once; use ``PlasticLayout`` to do it repeatedly.
  ///
  /// - Parameters:
  ///   - frame: The container's.
  ///   - environment: What the layout inherits.
  ///   - layout: Places the views.
  /// - Returns: The frames.
  /// - Throws: A ``LayoutError``, at the end of `layout`.
  public func layout(
    in frame: CGRect,
    environment: LayoutEnvironment = LayoutEnvironment(),
    _ layout: (ViewsContainer<Key>) throws(LayoutError) -> Void
  ) throws(LayoutError) -> LayoutResult<Key> {
    try PlasticLayout(self).run(in: frame, environment: environment, layout)
  }
}

extension ViewHierarchy where Key: IndexedKey {
  /// Checks a list of views, found by the index of their keys.
  ///
  /// Complexity: O(n) for `n` views and a fixed number of allocations: a key costs an array access if the indices are dense, else a hash
  /// table's insertion.
  ///
  /// - Parameter declarations: The views, in any order.
  /// - Throws: ``LayoutError`` for a duplicate key, an unknown parent, a cycle of parents, or a frame that isn't finite.
  @inlinable
  public init(_ declarations: [ViewDeclaration<Key>]) throws(LayoutError) {
    content = try HierarchyContent(declarations) { keys throws(LayoutError) in
      try KeyTable(indexed: keys)
    }
  }

  /// Makes a hierarchy of views that are all in the container and start without a size.
  ///
  /// - Throws: ``LayoutError/duplicateKey(_:)``.
  @inlinable
  public init(keys: some Sequence<Key>) throws(LayoutError) {
    let keys = keys.map { Optional($0) }
    content = try HierarchyContent(keys, KeyTable(indexed: keys))
  }
}

extension ViewHierarchy {
  /// Lays the views out, once, by a closure that may throw anything.
  ///
  /// A closure that throws nothing, or declares `throws(LayoutError)`, uses the other overload and gets errors of that type; this is for
  /// all others, such as a closure that uses plain `try`:
  ///
  /// ```swift
  /// try hierarchy.layout(in: frame) { views in
  ///   try views.view(.label).fill(views.nativeView)
  ///   guard isReady else { throw MyError() }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - frame: The container's.
  ///   - environment: What the layout inherits.
  ///   - layout: Places the views.
  /// - Returns: The frames.
  /// - Throws: What `layout` throws, or a ``LayoutError`` at its end.
  public func layout(
    in frame: CGRect,
    environment: LayoutEnvironment = LayoutEnvironment(),
    _ layout: (ViewsContainer<Key>) throws -> Void
  ) throws -> LayoutResult<Key> {
    try PlasticLayout(self).run(in: frame, environment: environment, layout)
  }
}
