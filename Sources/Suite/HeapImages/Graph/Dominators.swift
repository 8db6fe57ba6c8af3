/// For each node of a graph, the one that every way from the root to it leads through last: what goes if that one goes.
///
/// The "semi-NCA" algorithm of L. Georgiadis, R. Tarjan and R. Werneck, "Finding Dominators in Practice", Journal of Graph Algorithms and
/// Applications 10 (2006): semidominators as of Lengauer and Tarjan, then the nearest common ancestor in the tree so far.
struct Dominators: ~Copyable {
  /// The nodes in the order of a depth-first search; the root is the first one.
  let nodes: FlatArray<UInt32>
  /// How many nodes are reached.
  let count: Int
  /// For each place in that order, the place of its dominator.
  let dominators: FlatArray<UInt32>

  /// Creates the tree for the nodes that are reached from node 0.
  init(_ graph: borrowing RootedGraph) {
    let total = graph.count
    nodes = FlatArray(count: total)
    let places = FlatArray<UInt32>(count: total)
    let parents = FlatArray<UInt32>(count: total)
    count = Self.search(graph, nodes, places, parents)
    let sources = Sources(graph, nodes, places, count)

    // By places in the order: `labels` are those with the smallest semidominator on the way up, `ancestors` that way, shortened.
    let semi = FlatArray<UInt32>(count: count)
    let labels = FlatArray<UInt32>(count: count)
    let ancestors = FlatArray<UInt32>(count: count)
    let way = FlatArray<UInt32>(count: count)
    var place = 0
    while place < count {
      let number = UInt32(truncatingIfNeeded: place)
      semi[place] = number
      labels[place] = number
      ancestors[place] = parents[place]
      place &+= 1
    }
    place = count &- 1
    while place > 0 {
      semi[place] = parents[place]
      var source = Int(sources.starts[place])
      let end = Int(sources.starts[place &+ 1])
      while source < end {
        let label = Self.label(
          of: Int(sources.places[source]),
          linkedFrom: place &+ 1,
          semi,
          labels,
          ancestors,
          way
        )
        if semi[label] < semi[place] { semi[place] = semi[label] }
        source &+= 1
      }
      place &-= 1
    }
    place = 1
    dominators = parents
    while place < count {
      var candidate = dominators[place]
      while candidate > semi[place] { candidate = dominators[Int(candidate)] }
      dominators[place] = candidate
      place &+= 1
    }
  }

  /// Numbers the nodes in the order in which a search reaches them; parents are places in that order.
  private static func search(
    _ graph: borrowing RootedGraph,
    _ nodes: borrowing FlatArray<UInt32>,
    _ places: borrowing FlatArray<UInt32>,
    _ parents: borrowing FlatArray<UInt32>
  ) -> Int {
    // Places from 1 on while it is searched; 0 is for what hasn't been reached.
    let cursors = FlatArray<UInt64>(count: graph.count)
    let path = FlatArray<UInt32>(count: graph.count)
    var (count, depth) = (1, 1)
    places[0] = 1
    while depth > 0 {
      let place = Int(path[depth &- 1])
      let node = Int(nodes[place])
      let (start, end) = graph.range(of: node)
      var edge = start &+ Int(cursors[place])
      var child = UInt32.max
      while edge < end {
        let target = graph.target(edge, of: node)
        edge &+= 1
        if target != UInt32.max, places[Int(target)] == 0 {
          child = target
          break
        }
      }
      cursors[place] = UInt64(truncatingIfNeeded: edge &- start)
      if child == UInt32.max {
        depth &-= 1
      } else {
        nodes[count] = child
        parents[count] = UInt32(truncatingIfNeeded: place)
        places[Int(child)] = UInt32(truncatingIfNeeded: count &+ 1)
        path[depth] = UInt32(truncatingIfNeeded: count)
        depth &+= 1
        count &+= 1
      }
    }
    return count
  }

  /// For each place in the order, the places of the nodes that lead to it.
  private struct Sources: ~Copyable {
    let starts: FlatArray<UInt64>
    let places: FlatArray<UInt32>

    init(
      _ graph: borrowing RootedGraph,
      _ nodes: borrowing FlatArray<UInt32>,
      _ numbers: borrowing FlatArray<UInt32>,
      _ count: Int
    ) {
      starts = FlatArray(count: count + 1)
      var place = 0
      while place < count {
        let node = Int(nodes[place])
        var (edge, end) = graph.range(of: node)
        while edge < end {
          let number = graph.target(edge, of: node)
          if number != UInt32.max {
            let target = Int(numbers[Int(number)])
            starts[target] = starts[target] &+ 1
          }
          edge &+= 1
        }
        place &+= 1
      }
      // `starts[target]` has been counted at the place after the target's, as numbers begin with 1.
      place = 1
      while place <= count {
        starts[place] = starts[place] &+ starts[place &- 1]
        place &+= 1
      }
      places = FlatArray(count: Int(starts[count]))
      let filled = FlatArray<UInt32>(count: count)
      place = 0
      while place < count {
        let node = Int(nodes[place])
        var (edge, end) = graph.range(of: node)
        while edge < end {
          let number = graph.target(edge, of: node)
          if number != UInt32.max {
            let target = Int(numbers[Int(number)]) &- 1
            places[Int(starts[target]) &+ Int(filled[target])] = UInt32(truncatingIfNeeded: place)
            filled[target] = filled[target] &+ 1
          }
          edge &+= 1
        }
        place &+= 1
      }
    }
  }

  private static func label(
    of place: Int,
    linkedFrom first: Int,
    _ semi: borrowing FlatArray<UInt32>,
    _ labels: borrowing FlatArray<UInt32>,
    _ ancestors: borrowing FlatArray<UInt32>,
    _ way: borrowing FlatArray<UInt32>
  ) -> Int {
    if place < first { return place }
    var top = place
    var depth = 0
    while Int(ancestors[top]) >= first {
      way[depth] = UInt32(truncatingIfNeeded: top)
      depth &+= 1
      top = Int(ancestors[top])
    }
    var best = labels[top]
    while depth > 0 {
      depth &-= 1
      let below = Int(way[depth])
      ancestors[below] = ancestors[top]
      if semi[Int(best)] < semi[Int(labels[below])] {
        labels[below] = best
      } else {
        best = labels[below]
      }
    }
    return Int(labels[place])
  }
}
