public import Foundation

extension LayoutsCache {
  /// Gives the frames of a layout that was run before, or runs it by a closure that may throw anything.
  ///
  /// The errors of a closure that throws nothing, or says `throws(LayoutError)`, have that type; this is for all
  /// others, such as one that says `try` alone.
  ///
  /// - Parameters:
  ///   - hierarchy: The views.
  ///   - description: What the layout belongs to: another type's layout may place the same views otherwise.
  ///   - content: All that `layout` reads besides the views, such as properties and state, or a hash of it
  ///     (the original's `layoutHash`); `nil` runs the layout and remembers nothing.
  ///   - frame: The container's.
  ///   - environment: What the layout inherits.
  ///   - layout: Places the views; it isn't called if the frames are known.
  /// - Returns: The frames.
  /// - Throws: What `layout` throws, or ``LayoutError`` as the layout's run does; nothing is remembered then.
  public func layout<Key>(
    _ hierarchy: ViewHierarchy<Key>,
    of description: Any.Type,
    content: (any Hashable & Sendable)?,
    in frame: CGRect,
    environment: LayoutEnvironment = LayoutEnvironment(),
    _ layout: (ViewsContainer<Key>) throws -> Void
  ) throws -> LayoutResult<Key> {
    var ownError = OwnError()
    do throws(LayoutError) {
      return try self.layout(
        hierarchy,
        of: description,
        content: content,
        in: frame,
        environment: environment
      ) { (views) throws(LayoutError) in
        try ownError.catching { try layout(views) }
      }
    } catch {
      throw ownError.replacing(error)
    }
  }
}
