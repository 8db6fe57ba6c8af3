import KatanaRouter
import SeededRandom
import Testing

@Suite(.timeLimit(.minutes(30)))
struct RouteDiffModelTests {
  static let names = (0..<14).map { "d\($0)" }

  static func destination(_ name: String, _ random: inout SplitMix64) -> Destination {
    // Now and then the same name leads to another type, which is another screen.
    Int.random(in: 0..<12, using: &random) == 0
      ? Destination(routableType: OtherScreen.self, userIdentifier: name) : screen(name)
  }

  /// A tree of some of the names, in random places.
  static func randomTree(_ random: inout SplitMix64) throws -> NavigationTree {
    let chosen = names.shuffled(using: &random).prefix(
      Int.random(in: 0...names.count, using: &random)
    )
    var tree = NavigationTree()
    var added: [Destination.ID] = []
    for name in chosen {
      let isActive = Bool.random(using: &random)
      let node = NavigationNode(destination(name, &random), isActive: isActive)
      if let parent = added.randomElement(using: &random) {
        let count = tree.find(parent)?.children.count ?? 0
        try tree.insert([node], under: parent, at: Int.random(in: 0...count, using: &random))
      } else {
        try tree.setRoot(node)
      }
      added.append(node.destination.id)
    }
    return tree
  }

  /// One edit, which may be refused.
  static func edit(_ tree: inout NavigationTree, _ random: inout SplitMix64) {
    let one = Destination.ID.named(names.randomElement(using: &random) ?? "")
    let other = Destination.ID.named(names.randomElement(using: &random) ?? "")
    let new = NavigationNode(
      destination(names.randomElement(using: &random) ?? "", &random),
      isActive: Bool.random(using: &random)
    )
    switch Int.random(in: 0..<9, using: &random) {
    case 0: try? tree.insert([new], under: one, at: Bool.random(using: &random) ? 0 : nil)
    case 1: try? tree.remove(one)
    case 2: try? tree.replace(one, with: new)
    case 3: try? tree.setActive(one)
    case 4: try? tree.setActiveChild(nil, of: one)
    case 5: try? tree.move(one, under: other, at: Bool.random(using: &random) ? 0 : nil)
    case 6:
      let order = tree.find(one)?.children.map(\.destination.id).shuffled(using: &random)
      try? tree.setChildOrder(of: one, to: order ?? [])
    case 7: try? tree.pop(to: one)
    default: try? tree.addActiveLeaf(new)
    }
  }

  /// The destinations by their ways to the root: those whose ways are in both trees stay.
  static func paths(_ tree: NavigationTree) -> [[String]: NavigationNode] {
    var paths: [[String]: NavigationNode] = [:]
    for node in tree.nodes() {
      var path: [String] = []
      var next: Destination.ID? = node.destination.id
      while let id = next {
        path.append(tree.find(id)?.destination.description ?? "")
        next = tree.parent(of: id)?.id
      }
      paths[path] = tree.find(node.destination.id)
    }
    return paths
  }

  /// Who has to be told which of its children is active: who can't know by what has gone or come, and
  /// by itself is active, or shall remember a child.
  static func activationCount(
    _ old: [[String]: NavigationNode],
    _ new: [[String]: NavigationNode]
  ) -> Int {
    new.count { path, node in
      let way = { (child: NavigationNode) in [child.destination.description] + path }
      let before = old[path]?.activeChild.map(way)
      let kept = before.flatMap { new[$0] == nil ? nil : $0 }
      let wanted = node.activeChild.map(way)
      return kept != wanted && (wanted != nil || node.isActive)
    }
  }

  static func check(_ old: NavigationTree, _ new: NavigationTree, seed: UInt64) throws {
    let diff = RouteDiff(from: old, to: new)
    let context: Comment = "seed \(seed): \(old) to \(new)"
    var mirror = Mirror(old)
    do {
      for step in diff.steps { try mirror.apply(step) }
    } catch {
      Issue.record(error, context)
    }
    #expect(mirror.shows(Mirror(new)), context)
    let (oldPaths, newPaths) = (paths(old), paths(new))
    let kept = newPaths.keys.count { oldPaths[$0] != nil }
    let activations = diff.steps.count { step in
      if case .changeActive = step { true } else { false }
    }
    #expect(activations == activationCount(oldPaths, newPaths), context)
    #expect(diff.steps.reduce(0) { $0 + $1.popCount } == old.count - kept, context)
    #expect(diff.steps.reduce(0) { $0 + $1.pushCount } == new.count - kept, context)
    // What two trees share must not be seen.
    let unshared = RouteDiff(from: try rebuilt(old), to: new)
    #expect(unshared.steps == diff.steps, context)
    let phases = diff.steps.map { step in
      switch step {
      case .pop: 0
      case .change(_, _, let pushed, _) where pushed.isEmpty: 0
      case .push, .change, .reorder: 1
      case .changeActive: 2
      }
    }
    #expect(phases == phases.sorted(), context)
  }

  static func rebuilt(_ tree: NavigationTree) throws -> NavigationTree {
    func copy(_ node: NavigationNode) -> NavigationNode {
      NavigationNode(node.destination, isActive: node.isActive, children: node.children.map(copy))
    }
    return try NavigationTree(tree.root.map(copy))
  }

  @Test(arguments: 1...8 as ClosedRange<UInt64>)
  func `steps between random trees make the one of the other, with the fewest pushes and pops`(
    seed: UInt64
  ) throws {
    var random = SplitMix64(seed: seed)
    for _ in 0..<200 {
      try Self.check(try Self.randomTree(&random), try Self.randomTree(&random), seed: seed)
    }
  }

  @Test(arguments: 1...8 as ClosedRange<UInt64>)
  func `steps after random edits make the edited tree, with the fewest pushes and pops`(
    seed: UInt64
  ) throws {
    var random = SplitMix64(seed: seed)
    var tree = try Self.randomTree(&random)
    for round in 0..<200 {
      let old = tree
      for _ in 0..<Int.random(in: 1...6, using: &random) { Self.edit(&tree, &random) }
      #expect(tree.count == tree.nodes().count, "seed \(seed), round \(round): \(tree)")
      #expect(tree == (try Self.rebuilt(tree)))
      try Self.check(old, tree, seed: seed)
    }
  }

  @Test(arguments: 1...8 as ClosedRange<UInt64>)
  func `steps from what is on screen show each tree, whatever is remembered of those before`(
    seed: UInt64
  ) throws {
    var random = SplitMix64(seed: seed)
    var tree = try Self.randomTree(&random)
    var shown = tree
    for _ in 0..<200 {
      for _ in 0..<Int.random(in: 1...3, using: &random) { Self.edit(&tree, &random) }
      var screens = Mirror(shown)
      for step in RouteDiff(from: shown, to: tree).steps { try screens.apply(step) }
      #expect(screens.shows(Mirror(tree)), "seed \(seed): \(shown) to \(tree)")
      shown = tree
      for (id, entry) in screens.entries { try shown.setActiveChild(entry.active, of: id) }
    }
  }

  /// A tree of which one destination has so many children that they are looked up by their identities.
  static func broadTree(_ random: inout SplitMix64) throws -> NavigationTree {
    let names = (0..<60).map { "d\($0)" }.shuffled(using: &random)
    let nodes = names.prefix(Int.random(in: 20...60, using: &random)).map { name in
      NavigationNode(
        Destination(
          routableType: Int.random(in: 0..<12, using: &random) == 0
            ? OtherScreen.self : Screen.self,
          contextData: Int.random(in: 0..<3, using: &random),
          userIdentifier: name
        ),
        isActive: Int.random(in: 0..<40, using: &random) == 0
      )
    }
    let parents = Int.random(in: 0...2, using: &random)
    let parent = NavigationNode(screen("P"), isActive: true, children: nodes.dropFirst(2 * parents))
    var tree = try NavigationTree(NavigationNode(screen("A"), children: [parent]))
    // Some stand elsewhere, from or to where others are moved.
    for place in 0..<parents {
      try tree.insert([nodes[2 * place]], under: Bool.random(using: &random) ? "A" : "P")
      let last = tree.nodes(postOrder: true).randomElement(using: &random)?.destination.id
      try tree.insert([nodes[2 * place + 1]], under: last ?? "A")
    }
    return tree
  }

  @Test(arguments: 1...8 as ClosedRange<UInt64>)
  func `steps between broad trees are as few, and contexts that differ are found`(
    seed: UInt64
  ) throws {
    var random = SplitMix64(seed: seed)
    for _ in 0..<25 {
      let (old, new) = (try Self.broadTree(&random), try Self.broadTree(&random))
      try Self.check(old, new, seed: seed)
      let before = Self.paths(old)
      let updated = Self.paths(new).filter { path, node in
        before[path].map {
          $0.destination.contextData as? Int != node.destination.contextData as? Int
        } ?? false
      }
      #expect(
        Set(RouteDiff(from: old, to: new).updates) == Set(updated.values.map(\.destination))
      )
    }
  }

  @Test func `the steps one after the other are those at their places`() throws {
    var random = SplitMix64(seed: 9)
    for _ in 0..<200 {
      let (old, new) = (try Self.randomTree(&random), try Self.randomTree(&random))
      for steps in [
        RouteDiff(from: old, to: new).steps, RouteDiff(from: NavigationTree(), to: new).steps,
      ] {
        var iterator = steps.makeIterator()
        for place in steps.indices { #expect(iterator.next() == steps[place]) }
        #expect(iterator.next() == nil)
      }
    }
  }
}
