public import Foundation

/// The views of a container: their keys, what each is in, and where it is before it is laid out.
///
/// It is checked once and laid out as often as one likes, on any thread.
public struct ViewHierarchy<Key: Hashable & Sendable>: Sendable {
  @usableFromInline let content: HierarchyContent<Key>

  /// Checks a list of views.
  ///
  /// Complexity: O(n) for `n` views; a key of one byte or with an index costs an array access.
  ///
  /// - Parameter declarations: The views, in any order.
  /// - Throws: ``LayoutError`` for a key that is there twice, an unknown parent, views that are in each
  ///   other, or a frame that isn't finite.
  public init(_ declarations: [ViewDeclaration<Key>]) throws(LayoutError) {
    content = try HierarchyContent(declarations)
  }

  /// Makes a hierarchy of views that are all in the container and start without a size.
  ///
  /// - Throws: ``LayoutError/duplicateKey(_:)``.
  public init(keys: some Sequence<Key>) throws(LayoutError) {
    try self.init(keys.map { .view($0) })
  }

  /// How many views there are, those without a key included.
  public var count: Int { content.declarations.count }

  /// The views, as they were declared.
  public var declarations: [ViewDeclaration<Key>] { content.declarations }

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
