public import Foundation

/// The declaration of a view: everything known about it before it is laid out.
public struct ViewDeclaration<Key: Hashable & Sendable>: Hashable, Sendable {
  /// The parent of a view.
  public enum Parent: Hashable, Sendable {
    /// The container.
    case nativeView
    /// Another view that is laid out.
    case key(Key)
    /// The view at a place of the same list, such as one without a key.
    case declaration(at: Int)
  }

  /// The name in the layout; `nil` for a view that stays where it is.
  ///
  /// Keys of one byte are distinguished by that byte, or by their index if they are ``IndexedKey``s.
  public var key: Key?

  /// The parent.
  public var parent: Parent

  /// The frame in the parent before the view is laid out.
  public var frame: CGRect

  /// The reference size for values of views in this one, and for distances from this one's lines, such as `panel.left + 20` and the insets
  /// in `fill(panel, insets:)`; `nil` inherits.
  ///
  /// The view's own width, height, content and fonts are scaled by the nearest reference size around it, because its own grows with them.
  /// It can be used once the view has a size; before, that is an error.
  public var referenceSize: ReferenceSize?

  /// The content that measures the view's own size.
  public var content: (any SizeMeasuring)?

  @inlinable
  init(
    key: Key?,
    parent: Parent,
    frame: CGRect,
    referenceSize: ReferenceSize?,
    content: (any SizeMeasuring)?
  ) {
    self.key = key
    self.parent = parent
    self.frame = frame
    self.referenceSize = referenceSize
    self.content = content
  }

  /// Declares a view that is laid out.
  @inlinable
  public static func view(
    _ key: Key,
    in parent: Parent = .nativeView,
    frame: CGRect = .zero,
    referenceSize: ReferenceSize? = nil,
    content: (any SizeMeasuring)? = nil
  ) -> ViewDeclaration {
    ViewDeclaration(
      key: key,
      parent: parent,
      frame: frame,
      referenceSize: referenceSize,
      content: content
    )
  }

  /// Declares a view that stays where it is and contains others.
  @inlinable
  public static func unkeyed(in parent: Parent = .nativeView, frame: CGRect) -> ViewDeclaration {
    ViewDeclaration(key: nil, parent: parent, frame: frame, referenceSize: nil, content: nil)
  }

  /// Whether both declare the same.
  public static func == (left: ViewDeclaration, right: ViewDeclaration) -> Bool {
    left.key == right.key && left.parent == right.parent && left.frame == right.frame
      && left.referenceSize == right.referenceSize
      && left.content.map { AnyHashable($0) } == right.content.map { AnyHashable($0) }
  }

  /// Feeds all that is declared to a hasher.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(key)
    hasher.combine(parent)
    hasher.combine(frame.origin.x)
    hasher.combine(frame.origin.y)
    hasher.combine(frame.size.width)
    hasher.combine(frame.size.height)
    hasher.combine(referenceSize)
    if let content { hasher.combine(content) }
  }
}
