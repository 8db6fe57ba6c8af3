/// The parent and the renderer of a new node.
@MainActor
public struct NodeContext {
  @usableFromInline let renderer: Renderer
  /// The parent; `nil` for the root.
  @usableFromInline let parent: AnyNode?

  @inlinable
  init(renderer: Renderer, parent: AnyNode?) {
    (self.renderer, self.parent) = (renderer, parent)
  }
}

/// How a node gets a description.
public struct NodeUpdate: Sendable {
  /// Whether the node updates even if nothing differs.
  public var isForced: Bool
  /// How the update is animated; `nil` if it is visible at once and descriptions may declare how children appear.
  @usableFromInline var motion: UpdateMotion?

  /// Makes options.
  ///
  /// - Parameters:
  ///   - isForced: Whether the node updates even if nothing differs.
  ///   - animation: How its view and the views in it get to their values.
  public init(isForced: Bool = false, animation: Animation? = nil) {
    self.isForced = isForced
    if let animation, !animation.type.isNone { motion = UpdateMotion(animation: animation) }
  }

  @usableFromInline
  init(isForced: Bool, motion: UpdateMotion?) {
    (self.isForced, self.motion) = (isForced, motion)
  }

  /// Whether the update asks the description how children appear, change and disappear.
  @inlinable var asksDescription: Bool { motion?.asksDescription ?? true }

  /// Whether the node or one of its ancestors is leaving.
  @inlinable var isLeaving: Bool { motion?.isLeaving ?? false }

  @inlinable
  func options(for child: any AnyNodeDescription) -> NodeUpdate {
    motion == nil ? self : animatedOptions(for: child)
  }

  @usableFromInline
  @inline(never)
  func animatedOptions(for child: any AnyNodeDescription) -> NodeUpdate {
    NodeUpdate(isForced: isForced, motion: motion?.motion(of: child))
  }

  /// An update only if something differs, visible at once.
  @inlinable public static var plain: NodeUpdate {
    NodeUpdate(isForced: false, motion: nil)
  }
}

/// What a node is in the middle of, or waits for.
@usableFromInline
struct NodeFlags: OptionSet, Sendable {
  @usableFromInline let rawValue: UInt8
  @inlinable init(rawValue: UInt8) { self.rawValue = rawValue }

  @inlinable static var isQueued: NodeFlags { NodeFlags(rawValue: 1 << 0) }
  /// It must be asked for its props again, because the state has changed.
  @inlinable static var isOutOfDate: NodeFlags { NodeFlags(rawValue: 1 << 1) }
  /// It receives other props: a state set now belongs to this update.
  @inlinable static var isReceivingProps: NodeFlags { NodeFlags(rawValue: 1 << 2) }
  /// Its view exists.
  @inlinable static var isShown: NodeFlags { NodeFlags(rawValue: 1 << 3) }
  @inlinable static var isRemoved: NodeFlags { NodeFlags(rawValue: 1 << 4) }
  @inlinable static var isUpdating: NodeFlags { NodeFlags(rawValue: 1 << 5) }
  /// Its description had a key when it was made.
  @inlinable static var isKeyed: NodeFlags { NodeFlags(rawValue: 1 << 6) }
}
