/// Merges two lists of children: the whole first list, and what only the second one has, next to the same neighbours.
///
/// Children of both lists match by type, key and, for equal ones, their order, as in reconciliation. A child that only the second list has
/// goes after the last child before it that both lists have. Children in the props of matching children are merged likewise.
///
/// Source: docs/semantics/ui.md, N6.
struct ChildrenMerge {
  private(set) var descriptions: [any AnyNodeDescription] = []
  /// For each child, whether it differs from the first list: it was added, or children were added in its props.
  private(set) var isChanged: [Bool] = []

  /// Whether anything was added, at any depth.
  var hasAdded: Bool { isChanged.contains(true) }

  /// Merges two lists.
  ///
  /// Complexity: O(n) for `n` children.
  ///
  /// - Parameters:
  ///   - first: The list that remains whole.
  ///   - extra: The list to add from.
  ///   - adding: Makes the description to add for a child that only the second list has, given its number among those with the same type
  ///     and key; `nil` leaves it out.
  init(
    _ first: [any AnyNodeDescription],
    _ extra: [any AnyNodeDescription],
    adding: (_ child: any AnyNodeDescription, _ number: Int) -> (any AnyNodeDescription)?
  ) {
    var places: [ChildOccurrence: Int] = [:]
    places.reserveCapacity(first.count)
    var occurrences = ChildOccurrence.Counter()
    for (place, description) in first.enumerated() {
      places[occurrences.next(description)] = place
    }
    occurrences = ChildOccurrence.Counter()
    // Places ascend.
    var additions: [(after: Int, description: any AnyNodeDescription)] = []
    var nested: [Int: NodeChildren] = [:]
    var last = -1
    for description in extra {
      let occurrence = occurrences.next(description)
      if let place = places[occurrence] {
        last = max(last, place)
        guard let children = first[place].childrenInProps,
          let others = description.childrenInProps
        else { continue }
        let merge = ChildrenMerge(children.descriptions, others.descriptions, adding: adding)
        if merge.hasAdded { nested[place] = NodeChildren(merge.descriptions) }
      } else if let added = adding(description, occurrence.number) {
        additions.append((last, added))
      }
    }
    descriptions.reserveCapacity(first.count + additions.count)
    isChanged.reserveCapacity(first.count + additions.count)
    var next = 0
    func addAll(after place: Int) {
      while next < additions.count, additions[next].after == place {
        descriptions.append(additions[next].description)
        isChanged.append(true)
        next += 1
      }
    }
    addAll(after: -1)
    for (place, description) in first.enumerated() {
      var description = description
      let children = nested[place]
      if let children { description.childrenInProps = children }
      descriptions.append(description)
      isChanged.append(children != nil)
      addAll(after: place)
    }
  }
}

/// A child's identity: type, key, and the number of earlier children with the same type and key.
struct ChildOccurrence: Hashable {
  let identity: NodeIdentity
  let number: Int

  struct Counter {
    private var counts: [NodeIdentity: Int] = [:]

    mutating func next(_ description: any AnyNodeDescription) -> ChildOccurrence {
      let identity = description.identity
      let number = counts[identity, default: 0]
      counts[identity] = number + 1
      return ChildOccurrence(identity: identity, number: number)
    }
  }
}
