/// Blocks that lead to each other.
extension HeapCycles {
  /// The number of each block's component, and how many blocks each has.
  struct Components {
    var of: [UInt32]
    var sizes: [Int]
  }

  /// Whether a reference may be a part of a cycle.
  @inline(__always)
  static func counts(_ edge: BlockGraph.Edge) -> Bool {
    edge.isStrong && !edge.slot.isUnmanaged
  }

  static func components(
    _ graph: borrowing BlockGraph,
    _ loose: [Int],
    _ numbers: borrowing FlatArray<UInt32>
  ) -> Components {
    let count = loose.count
    // Depths of the search from 1 on; 0 for what hasn't been seen.
    let order = FlatArray<UInt32>(count: count)
    let low = FlatArray<UInt32>(count: count)
    let cursors = FlatArray<UInt64>(count: count)
    let path = FlatArray<UInt32>(count: count)
    let open = FlatArray<UInt32>(count: count)
    let isOpen = FlatArray<UInt8>(count: count)
    var result = Components(of: [UInt32](repeating: 0, count: count), sizes: [])
    var (seen, depth, opened) = (UInt32(0), 0, 0)
    func enter(_ place: Int) {
      seen += 1
      order[place] = seen
      low[place] = seen
      cursors[place] = graph.starts[loose[place]]
      path[depth] = UInt32(place)
      depth += 1
      open[opened] = UInt32(place)
      opened += 1
      isOpen[place] = 1
    }
    for start in 0..<count where order[start] == 0 {
      enter(start)
      while depth > 0 {
        let place = Int(path[depth - 1])
        let end = graph.starts[loose[place] + 1]
        if cursors[place] < end {
          let edge = graph.edges[Int(cursors[place])]
          cursors[place] += 1
          guard Self.counts(edge) else { continue }
          let target = Int(numbers[Int(edge.target)]) - 1
          guard target >= 0 else { continue }
          if order[target] == 0 {
            enter(target)
          } else if isOpen[target] != 0 {
            low[place] = min(low[place], order[target])
          }
          continue
        }
        depth -= 1
        if depth > 0 {
          let outer = Int(path[depth - 1])
          low[outer] = min(low[outer], low[place])
        }
        guard low[place] == order[place] else { continue }
        var size = 0
        var member = -1
        repeat {
          opened -= 1
          member = Int(open[opened])
          isOpen[member] = 0
          result.of[member] = UInt32(result.sizes.count)
          size += 1
        } while member != place
        result.sizes.append(size)
      }
    }
    return result
  }
}
