/// Short ways from a block back to itself.
extension HeapCycles {
  /// The blocks from which a shortest cycle is searched in a large component, and how far.
  private static let attempts = 32
  private static let most = 1 << 16

  /// A short cycle of each component that has one, through its best blocks.
  static func cycles(
    _ graph: borrowing BlockGraph,
    _ loose: [Int],
    _ numbers: borrowing FlatArray<UInt32>,
    _ components: Components,
    _ rank: (Int) -> Int
  ) -> [(blocks: [UInt32], references: [ReferenceSlot])] {
    var members: [UInt32: (rank: Int, places: [Int])] = [:]
    for place in loose.indices {
      let component = components.of[place]
      let own = rank(loose[place])
      if own == 0 { continue }
      let isAlone = components.sizes[Int(component)] == 1
      if isAlone, !leadsToItself(loose[place], graph) { continue }
      if own > members[component]?.rank ?? 0 { members[component] = (own, []) }
      if own == members[component]?.rank ?? 0, members[component]?.places.count ?? 0 < attempts {
        members[component]?.places.append(place)
      }
    }
    return members.sorted { $0.key < $1.key }.compactMap { component, starts in
      var best: (blocks: [UInt32], references: [ReferenceSlot])?
      for start in starts.places {
        let limit = best?.blocks.count ?? Int.max
        if limit <= 2 { break }
        best =
          cycle(
            from: start,
            graph,
            loose,
            numbers,
            components.of,
            component,
            shorterThan: limit
          ) ?? best
      }
      return best
    }
  }

  private static func leadsToItself(_ block: Int, _ graph: borrowing BlockGraph) -> Bool {
    var (edge, end) = graph.range(of: block)
    while edge < end {
      let item = graph.edges[edge]
      if counts(item), Int(item.target) == block { return true }
      edge += 1
    }
    return false
  }

  private static func cycle(
    from start: Int,
    _ graph: borrowing BlockGraph,
    _ loose: [Int],
    _ numbers: borrowing FlatArray<UInt32>,
    _ components: [UInt32],
    _ component: UInt32,
    shorterThan limit: Int
  ) -> (blocks: [UInt32], references: [ReferenceSlot])? {
    /// How a block was reached.
    struct Step {
      let place: Int
      let from: Int
      let slot: ReferenceSlot
      let length: Int
    }
    var steps = [Step(place: start, from: -1, slot: .none, length: 1)]
    var seen: Set<Int> = [start]
    var next = 0
    while next < steps.count, steps.count < most {
      let step = steps[next]
      guard step.length < limit else { return nil }
      var (edge, end) = graph.range(of: loose[step.place])
      while edge < end {
        let item = graph.edges[edge]
        edge += 1
        guard Self.counts(item), case let target = Int(numbers[Int(item.target)]) - 1, target >= 0,
          components[target] == component
        else { continue }
        if target == start {
          var blocks: [UInt32] = []
          var references = [item.slot]
          var place = next
          while place >= 0 {
            blocks.append(UInt32(loose[steps[place].place]))
            if steps[place].from >= 0 { references.append(steps[place].slot) }
            place = steps[place].from
          }
          return (blocks.reversed(), references.reversed())
        }
        if seen.insert(target).inserted {
          steps.append(Step(place: target, from: next, slot: item.slot, length: step.length + 1))
        }
      }
      next += 1
    }
    return nil
  }
}
