public import Foundation

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
