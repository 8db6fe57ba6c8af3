/// Animations of a node's children, by their keys.
///
///     container.allChildren = Animation(type: .linear(duration: 0.3))
///     container[.title] = Animation(type: .spring(duration: 0.5, damping: 0.7, initialVelocity: 0))
///     container[[.header, .footer]] = .none
///
/// A child with a key that has none of its own, and one without a key, gets that of ``allChildren``. An animation of type `none`
/// says that something isn't animated, also where all other children are, and never makes an update one that is animated.
///
/// Source: docs/semantics/ui.md, N3.
public struct ChildrenAnimations<Key: Hashable & Sendable>: Sendable {
  /// `nil` while nothing was said, as mostly: what is never made needs not be looked at either.
  @usableFromInline var storedTable: AnimationTable?
  var table: AnimationTable {
    get { storedTable ?? AnimationTable() }
    set { storedTable = newValue }
  }

  /// Makes a container without animations.
  @inlinable
  public init() {}

  /// Whether anything is to be animated.
  @inlinable public var shouldAnimate: Bool { storedTable?.isArmed ?? false }

  /// The animation of all children that have none of their own.
  public var allChildren: Animation {
    get { table.common }
    set { table.common = newValue }
  }

  /// The animation of the child with a key, or else that of all children.
  public subscript(key: Key) -> Animation {
    get { table.animation(named: "\(key)") }
    set { table.byName["\(key)"] = newValue }
  }

  /// The animation of several children; what is read is that of the first, or of all children where none is named.
  public subscript(keys: [Key]) -> Animation {
    get { keys.first.map { self[$0] } ?? table.common }
    set { for key in keys { self[key] = newValue } }
  }

  /// Forgets the animation of a child, which then gets that of all children.
  public mutating func removeAnimation(of key: Key) {
    table.byName["\(key)"] = nil
  }
}

/// Animations by keys' names, whatever the type of the keys.
@usableFromInline
struct AnimationTable: Sendable {
  @usableFromInline var byName: [String: Animation] = [:]
  @usableFromInline var common = Animation.none

  @inlinable
  init() {}

  /// Whether something is animated.
  @inlinable var isArmed: Bool {
    !common.type.isNone || !byName.isEmpty && byName.values.contains { !$0.type.isNone }
  }

  func animation(for description: any AnyNodeDescription) -> Animation {
    if byName.isEmpty { return common }
    return description.key.map { animation(named: $0) } ?? common
  }

  func animation(named name: String) -> Animation { byName[name] ?? common }
}

extension AnimationType {
  /// Whether values change at once.
  @inlinable var isNone: Bool {
    if case .none = self { return true }
    return false
  }
}
