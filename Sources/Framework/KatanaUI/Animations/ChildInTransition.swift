public import Foundation
public import NativeViews
public import Plastic

/// A description that a transition shows for a while.
@usableFromInline
struct ChildInTransition: AnyNodeDescription {
  enum Role: Sendable {
    /// The child is shown as it is and isn't updated.
    case stays
    /// The child is gone, but shown until a group of animations ends. `number` distinguishes it from others of the same type and key.
    case leaves(UpdateGroup, number: Int)
  }

  var inner: any AnyNodeDescription
  let role: Role
  @usableFromInline let departure: Int

  init(staying inner: any AnyNodeDescription) { (self.inner, role, departure) = (inner, .stays, 0) }

  init(
    leaving inner: any AnyNodeDescription,
    until group: UpdateGroup,
    departure: Int,
    number: Int = 0
  ) {
    (self.inner, role) = (inner, .leaves(group, number: number))
    self.departure = departure
  }

  @usableFromInline var anyProps: any NodeDescriptionProps { inner.anyProps }
  @usableFromInline var key: String? { inner.key }
  @usableFromInline var descriptionType: any AnyNodeDescription.Type { inner.descriptionType }

  @usableFromInline var frame: CGRect {
    get { inner.frame }
    set { inner.frame = newValue }
  }

  @usableFromInline
  func layoutContent(measurer: any TextMeasuring) -> (any SizeMeasuring)? {
    inner.layoutContent(measurer: measurer)
  }

  /// Nodes inside the child leave with it as they are, and take part in no other transition.
  @usableFromInline var childrenInProps: NodeChildren? {
    get { nil }
    set {}
  }

  @usableFromInline
  @MainActor func makeNode(in context: NodeContext) -> AnyNode { inner.makeNode(in: context) }

  @usableFromInline
  @MainActor func update(_ node: AnyNode, with options: NodeUpdate) {
    if case .leaves(let group, _) = role { node.beginLeaving(with: inner, until: group, options) }
  }

  @usableFromInline
  func isEqual(to other: any AnyNodeDescription) -> Bool {
    guard let other = other as? ChildInTransition else { return false }
    return departure == other.departure && inner.isEqual(to: other.inner)
  }
}

extension AnyNodeDescription {
  /// The animations after which a leaving child is removed.
  var leavingGroup: UpdateGroup? {
    guard departure != 0, let child = self as? ChildInTransition,
      case .leaves(let group, _) = child.role
    else { return nil }
    return group
  }

  /// Whether the child is leaving and its animations still run.
  ///
  /// They may have ended while the child's parent was leaving, too.
  @MainActor var isStillLeaving: Bool { leavingGroup.map { !$0.isOver } ?? false }

  /// The same description, its props changed by one transformer after the other.
  ///
  /// Props whose type a transformer changed don't fit, and are ignored.
  func transformed(by transformers: [AnimationPropsTransformer]) -> any AnyNodeDescription {
    guard !transformers.isEmpty else { return self }
    let props = transformers.reduce(anyProps) { $1($0) }
    if let element = self as? Element {
      var element = element
      element.change { $0 = $0.withProps(props) }
      return element
    }
    return withProps(props)
  }

  private func withProps(_ props: any NodeDescriptionProps) -> any AnyNodeDescription {
    if let child = self as? ChildInTransition { return child.inner.withProps(props) }
    func replace<Description: NodeDescription>(
      in description: Description
    ) -> any AnyNodeDescription {
      guard let props = props as? Description.PropsType else { return description }
      var description = description
      description.props = props
      return description
    }
    if let description = self as? any NodeDescription { return replace(in: description) }
    // A list has nothing but a frame to set.
    var description: any AnyNodeDescription = self
    description.frame = props.frame
    return description
  }
}

extension NodeChildren {
  /// The list without children that leave with a group of animations, at any depth; `nil` if there are none.
  func removing(_ group: UpdateGroup) -> NodeChildren? {
    var hasChanged = false
    var remaining: [any AnyNodeDescription] = []
    remaining.reserveCapacity(count)
    for child in descriptions {
      if child.leavingGroup === group, child.departure != 0 {
        hasChanged = true
      } else if let children = child.childrenInProps?.removing(group) {
        var child = child
        child.childrenInProps = children
        remaining.append(child)
        hasChanged = true
      } else {
        remaining.append(child)
      }
    }
    return hasChanged ? NodeChildren(remaining) : nil
  }

  /// The list with leaving children restored where a newer list has them again; `nil` if it restores none.
  ///
  /// If several have the same type and key, the newer list's are matched with those that stay first.
  func bringingBack(_ list: NodeChildren) -> NodeChildren? {
    var missing: [NodeIdentity: Int] = [:]
    var counterparts: [ChildOccurrence: NodeChildren] = [:]
    var occurrences = ChildOccurrence.Counter()
    for child in list.descriptions {
      let occurrence = occurrences.next(child)
      missing[occurrence.identity, default: 0] += 1
      if let children = child.childrenInProps { counterparts[occurrence] = children }
    }
    for child in descriptions where child.departure == 0 { missing[child.identity]? -= 1 }
    var hasChanged = false
    var result = self
    occurrences = ChildOccurrence.Counter()
    for (place, child) in descriptions.enumerated() {
      if let child = child as? ChildInTransition, child.departure != 0 {
        guard let count = missing[child.inner.identity], count > 0 else { continue }
        missing[child.inner.identity] = count - 1
        result[place] = child.inner
        hasChanged = true
        continue
      }
      let occurrence = occurrences.next(child)
      guard let children = child.childrenInProps, let others = counterparts[occurrence],
        let changed = children.bringingBack(others)
      else { continue }
      result[place].childrenInProps = changed
      hasChanged = true
    }
    return hasChanged ? result : nil
  }
}
