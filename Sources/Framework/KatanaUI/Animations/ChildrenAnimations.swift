/// Animations of a node's children, by key.
///
///     container.allChildren = Animation(type: .linear(duration: 0.3))
///     container[.title] = Animation(type: .spring(duration: 0.5, damping: 0.7, initialVelocity: 0))
///     container[[.header, .footer]] = .none
///
/// A child without a key, or whose key has no animation, gets the one of ``allChildren``. An animation of type `none` excludes a child from
/// the animation of all children; alone, it doesn't make an update animated.
///
/// Source: docs/semantics/ui.md, N3.
public struct ChildrenAnimations<Key: Hashable & Sendable>: Sendable {
  /// `nil` until an animation is set, which is rare: a table that is never made costs nothing to check.
  @usableFromInline var storedTable: AnimationTable?
  var table: AnimationTable {
    get { storedTable ?? AnimationTable() }
    set { storedTable = newValue }
  }

  /// Makes a container without animations.
  @inlinable
  public init() {}

  /// Whether anything is animated.
  @inlinable public var shouldAnimate: Bool { storedTable?.isArmed ?? false }

  /// The animation of all children without one of their own.
  public var allChildren: Animation {
    get { table.common }
    set { table.common = newValue }
  }

  /// The animation of the child with a key, or else the one of all children.
  public subscript(key: Key) -> Animation {
    get { table.animation(named: "\(key)") }
    set { table.byName["\(key)"] = newValue }
  }

  /// Sets the animation of several children; reads the one of the first, or of all children if the list is empty.
  public subscript(keys: [Key]) -> Animation {
    get { keys.first.map { self[$0] } ?? table.common }
    set { for key in keys { self[key] = newValue } }
  }

  /// Removes a child's animation; the child then gets the one of all children.
  public mutating func removeAnimation(of key: Key) {
    table.byName["\(key)"] = nil
  }
}

/// Animations by the names of keys, whatever the keys' type.
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
