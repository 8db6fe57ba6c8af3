/// Where a node is made: in which node, and of which renderer.
@MainActor
public struct NodeContext {
  @usableFromInline let renderer: Renderer
  /// The node that it is in; `nil` for the root.
  @usableFromInline let parent: AnyNode?

  @inlinable
  init(renderer: Renderer, parent: AnyNode?) {
    (self.renderer, self.parent) = (renderer, parent)
  }
}

/// How a node is given a description.
public struct NodeUpdate: Sendable {
  /// Whether the node is updated also where nothing differs.
  public var isForced: Bool
  /// The part about animations; `nil` where all is seen at once and descriptions may say how their children appear.
  @usableFromInline var motion: UpdateMotion?

  /// Makes options.
  ///
  /// - Parameters:
  ///   - isForced: Whether the node is updated also where nothing differs.
  ///   - animation: How its view, and those in it, get to their values.
  public init(isForced: Bool = false, animation: Animation? = nil) {
    self.isForced = isForced
    if let animation, !animation.type.isNone { motion = UpdateMotion(animation: animation) }
  }

  @usableFromInline
  init(isForced: Bool, motion: UpdateMotion?) {
    (self.isForced, self.motion) = (isForced, motion)
  }

  /// Whether the description is asked how its children appear, change and disappear.
  @inlinable var asksDescription: Bool { motion?.asksDescription ?? true }

  /// Whether the node, or one that it is in, is on its way out.
  @inlinable var isLeaving: Bool { motion?.isLeaving ?? false }

  /// Options for one of the node's children.
  @inlinable
  func options(for child: any AnyNodeDescription) -> NodeUpdate {
    motion == nil ? self : animatedOptions(for: child)
  }

  @usableFromInline
  @inline(never)
  func animatedOptions(for child: any AnyNodeDescription) -> NodeUpdate {
    NodeUpdate(isForced: isForced, motion: motion?.motion(of: child))
  }

  /// An update where something differs, shown at once.
  @inlinable public static var plain: NodeUpdate {
    NodeUpdate(isForced: false, motion: nil)
  }
}

/// Things that a node is in the middle of, or waits for.
@usableFromInline
struct NodeFlags: OptionSet, Sendable {
  @usableFromInline let rawValue: UInt8
  @inlinable init(rawValue: UInt8) { self.rawValue = rawValue }

  /// It is in a queue of the renderer.
  @inlinable static var isQueued: NodeFlags { NodeFlags(rawValue: 1 << 0) }
  /// It has to be asked for its props again, because the state has changed.
  @inlinable static var isOutOfDate: NodeFlags { NodeFlags(rawValue: 1 << 1) }
  /// It is told of other props, so that a state that is set is that of this update.
  @inlinable static var isReceivingProps: NodeFlags { NodeFlags(rawValue: 1 << 2) }
  /// Its view was made.
  @inlinable static var isShown: NodeFlags { NodeFlags(rawValue: 1 << 3) }
  @inlinable static var isRemoved: NodeFlags { NodeFlags(rawValue: 1 << 4) }
  @inlinable static var isUpdating: NodeFlags { NodeFlags(rawValue: 1 << 5) }
  /// Its description had a key when it was made.
  @inlinable static var isKeyed: NodeFlags { NodeFlags(rawValue: 1 << 6) }
}
