public import Foundation
public import Signposts

extension PlasticLayout {
  /// Lays the views out, from where they were declared to be, by a closure that may throw anything.
  ///
  /// The errors of a closure that throws nothing, or says `throws(LayoutError)`, have that type; this is for all
  /// others, such as one that says `try` alone.
  ///
  /// - Parameters:
  ///   - frame: The container's, in its parent.
  ///   - environment: What the layout inherits.
  ///   - name: What the layout is called in traces; the type of the keys if it is `nil`.
  ///   - layout: Places the views.
  /// - Returns: The frames.
  /// - Throws: What `layout` throws, or the first ``LayoutError`` that a write in it caused.
  public func run(
    in frame: CGRect,
    environment: LayoutEnvironment = LayoutEnvironment(),
    name: TraceName? = nil,
    _ layout: (ViewsContainer<Key>) throws -> Void
  ) throws -> LayoutResult<Key> {
    var ownError = OwnError()
    do throws(LayoutError) {
      return try run(in: frame, environment: environment, name: name) {
        (views) throws(LayoutError) in
        try ownError.catching { try layout(views) }
      }
    } catch {
      throw ownError.replacing(error)
    }
  }
}
