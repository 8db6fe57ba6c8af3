import BenchmarkHarness
import Foundation
import HandWrittenLoops
import KatanaRouter

// Floors and peers as one would write them: what they are counted beside.
extension HandWrittenLoops {
  mutating func addAll() {
    add("hash/size=1000") {
      let ids = makeDestinations(1000).map(\.id)
      return { iterations in
        var sum = 0
        for _ in 0..<iterations {
          var places = [Destination.ID: Int](minimumCapacity: ids.count)
          for (place, id) in ids.enumerated() { places[id] = place }
          for id in ids where places[id] != nil { sum += 1 }
        }
        blackHole(sum)
      }
    }
    add("same-root") {
      let tree = try Shape.tree.make(makeDestinations(10))
      let copies = [tree, tree]
      return { iterations in
        var sum = 0
        for index in 0..<iterations where areSame(copies[index & 1], tree) { sum += 1 }
        blackHole(sum)
      }
    }
    add("original/shape=tree/size=100") {
      let tree = try Shape.tree.make(makeDestinations(100))
      let (old, new) = (try OriginalNode(tree), try OriginalNode(tree))
      new.children[0].children[0].children.append(OriginalNode(makeDestinations(1, seed: 3)[0]))
      return { iterations in
        var sum = 0
        for _ in 0..<iterations {
          for node in nodes(of: old) where !has(new, node.value) { sum += 1 }
          for node in nodes(of: new) where !has(old, node.value) { sum += 1 }
        }
        blackHole(sum)
      }
    }
    for shape in [Shape.tree, .flat] {
      add("make-original/shape=\(shape.rawValue)/size=1000") {
        let destinations = makeDestinations(1000)
        return { iterations in
          for _ in 0..<iterations {
            var children = [[OriginalNode]](repeating: [], count: 1000)
            for place in (1..<1000).reversed() {
              let node = OriginalNode(destinations[place], children: children[place].reversed())
              children[shape == .flat ? 0 : (place - 1) / 4].append(node)
              children[place] = []
            }
            blackHole(OriginalNode(destinations[0], children: children[0].reversed()))
          }
        }
      }
    }
  }
}

@inline(never)
private func areSame(_ left: NavigationTree, _ right: NavigationTree) -> Bool {
  left.isIdentical(to: right)
}

private func nodes(of node: OriginalNode) -> [OriginalNode] {
  var all = [node]
  var place = 0
  while place < all.count {
    all.append(contentsOf: all[place].children)
    place += 1
  }
  return all
}

private func has(_ node: OriginalNode, _ value: Destination) -> Bool {
  if node.value == value { return true }
  for child in node.children where has(child, value) { return true }
  return false
}
