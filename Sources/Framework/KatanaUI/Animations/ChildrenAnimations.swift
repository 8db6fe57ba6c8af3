/// Animations of a node's children, by their keys.
///
/// An animation of type `none` is ignored when it is set.
public struct ChildrenAnimations<Key: Hashable & Sendable>: Sendable {
  /// Whether anything is to be animated.
  public private(set) var shouldAnimate = false
  private var animations: [String: Animation] = [:]
  private var common = Animation.none

  /// Makes animations of nothing.
  public init() {}

  /// The animation of all children that have none of their own.
  public var allChildren: Animation {
    get { common }
    set {
      if case .none = newValue.type { return }
      shouldAnimate = true
      common = newValue
    }
  }

  /// The animation of the child with a key, or else that of all children.
  public subscript(key: Key) -> Animation {
    get { animation(named: "\(key)") }
    set {
      if case .none = newValue.type { return }
      shouldAnimate = true
      animations["\(key)"] = newValue
    }
  }

  /// The animation of several children; what is read is that of the first.
  public subscript(keys: [Key]) -> Animation {
    get { keys.first.map { self[$0] } ?? common }
    set { for key in keys { self[key] = newValue } }
  }

  /// The animation of a description.
  func animation(for description: any AnyNodeDescription) -> Animation {
    description.key.map { animation(named: $0) } ?? common
  }

  private func animation(named name: String) -> Animation { animations[name] ?? common }
}
