public import Foundation

/// The views of a container: their keys, what each is in, and where it is before it is laid out.
///
/// It is checked once and laid out as often as one likes, on any thread.
public struct ViewHierarchy<Key: Hashable & Sendable>: Sendable {
  @usableFromInline let content: HierarchyContent<Key>

  /// Checks a list of views.
  ///
  /// Keys of one byte without references, as those of enumerations without associated values are, are told
  /// apart by that byte, whatever a `==` of their own says. Keys for which that is wrong, such as letters in
  /// either case, adopt ``IndexedKey``, whose index then tells them apart.
  ///
  /// Complexity: O(n) for `n` views and a few allocations, however many views: a key of one byte or with an
  /// index costs an array access, another a hash table's insertion.
  ///
  /// - Parameter declarations: The views, in any order.
  /// - Throws: ``LayoutError`` for a key that is there twice, an unknown parent, views that are in each
  ///   other, or a frame that isn't finite.
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

  /// Number of views, those without a key included.
  public var count: Int { content.frames.count }

  /// The views, as they were declared.
  ///
  /// Complexity: O(n) for `n` views: the array is made each time.
  public var declarations: [ViewDeclaration<Key>] { content.declared.declarations }

  /// Lays the views out, once; see ``PlasticLayout`` for doing it repeatedly.
  ///
  /// - Parameters:
  ///   - frame: The container's.
  ///   - environment: What the layout inherits.
  ///   - layout: Places the views.
  /// - Returns: The frames.
  /// - Throws: ``LayoutError`` for what is wrong, at the end of `layout`.
  public func layout(
    in frame: CGRect,
    environment: LayoutEnvironment = LayoutEnvironment(),
    _ layout: (ViewsContainer<Key>) throws(LayoutError) -> Void
  ) throws(LayoutError) -> LayoutResult<Key> {
    try PlasticLayout(self).run(in: frame, environment: environment, layout)
  }
}

extension ViewHierarchy where Key: IndexedKey {
  /// Checks a list of views, found by the index that their keys say.
  ///
  /// Complexity: O(n) for `n` views and a few allocations, however many views: a key costs an array access
  /// where the indices are dense, else a hash table's insertion.
  ///
  /// - Parameter declarations: The views, in any order.
  /// - Throws: ``LayoutError`` for a key that is there twice, an unknown parent, views that are in each
  ///   other, or a frame that isn't finite.
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
  /// The errors of a closure that throws nothing, or says `throws(LayoutError)`, have that type; this is for all
  /// others, such as one that says `try` alone:
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
  /// - Throws: What `layout` throws, or ``LayoutError`` for what is wrong, at its end.
  public func layout(
    in frame: CGRect,
    environment: LayoutEnvironment = LayoutEnvironment(),
    _ layout: (ViewsContainer<Key>) throws -> Void
  ) throws -> LayoutResult<Key> {
    try PlasticLayout(self).run(in: frame, environment: environment, layout)
  }
}
