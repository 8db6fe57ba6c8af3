import KeyedDiff
import NativeViews

// Decides which nodes a node's children are; views are in AnyNode+Views.swift.
extension AnyNode {
  /// How deep nodes may be nested: far deeper than any interface, and safe for the stack.
  static var depthLimit: UInt16 { 256 }

  @usableFromInline
  final func makeChildren(_ descriptions: [any AnyNodeDescription]) {
    guard let renderer else { return }
    guard depth < Self.depthLimit else {
      return diagnose(
        "nodes are \(depth) deep in each other",
        remedy: "look for a description that is in itself among its children's children"
      )
    }
    let context = NodeContext(renderer: renderer, parent: self)
    var nodes: ContiguousArray<AnyNode> = []
    nodes.reserveCapacity(descriptions.count)
    var isKeyed = false
    // By their places they are read where they are; an iterator or a span copies each first, here and below.
    for place in descriptions.indices {
      let node = descriptions[place].makeNode(in: context)
      if node.flags.contains(.isKeyed) { isKeyed = true }
      nodes.append(node)
    }
    children = nodes
    if isKeyed, descriptions.count > 1 { tellOfRepeatedKey(in: descriptions.lazy.map(\.identity)) }
  }

  /// Updates children that stay, makes new ones and ends children that go; views stay as they are.
  @usableFromInline
  final func matchChildren(
    with descriptions: [any AnyNodeDescription],
    _ options: NodeUpdate
  ) -> ChildrenEdits? {
    if options.motion != nil { matchDepartures(with: descriptions) }
    if hasSameChildren(as: descriptions) {
      let children = self.children
      for place in descriptions.indices {
        if options.motion == nil {
          descriptions[place].update(children[place], with: options)
        } else {
          let options = options.animatedOptions(for: descriptions[place])
          descriptions[place].update(children[place], with: options)
        }
      }
      return nil
    }
    guard let renderer, !children.isEmpty else {
      makeChildren(descriptions)
      let count = descriptions.count
      return ChildrenEdits(placements: children.isEmpty ? nil : KeyedEdits(inserting: count))
    }
    let old = children
    let match = ChildrenMatch(old, descriptions)
    var edits = KeyedEdits()
    edits.compare(match)
    var result = ChildrenEdits(removed: edits.removed.map { old[$0] }, oldFirst: old[0])
    for node in result.removed { node.unmount() }
    let context = NodeContext(renderer: renderer, parent: self)
    var new: ContiguousArray<AnyNode> = []
    new.reserveCapacity(descriptions.count)
    for (place, description) in descriptions.enumerated() {
      if let source = edits.oldPlace(ofNew: place) {
        if !match.isUnchanged(old: source, new: place) || options.isForced {
          description.update(old[source], with: options.options(for: description))
        }
        new.append(old[source])
      } else {
        new.append(description.makeNode(in: context))
      }
    }
    children = new
    edits.forEachPlacement { _, old in if old != nil { renderer.tally.moved += 1 } }
    result.placements = edits
    tellOfRepeatedKey(in: match.newIdentities)
    return result
  }

  /// Whether types and keys are the same, one by one.
  private func hasSameChildren(as descriptions: [any AnyNodeDescription]) -> Bool {
    guard descriptions.count == children.count else { return false }
    let children = self.children
    for place in descriptions.indices
    where !descriptions[place].corresponds(to: children[place]) { return false }
    return true
  }

  private func tellOfRepeatedKey(in identities: some Sequence<NodeIdentity>) {
    var seen: Set<NodeIdentity> = []
    for identity in identities {
      guard let key = identity.key, !seen.insert(identity).inserted else { continue }
      return diagnose(
        "several children of one type have the key \"\(key)\", and are used again in their order",
        remedy: "give each a key of its own"
      )
    }
  }
}

extension KeyedEdits {
  /// The edits that make a list from nothing.
  init(inserting count: Int) {
    self.init()
    compare(IDLists(old: [], new: Array(0..<count), updated: nil))
  }
}
