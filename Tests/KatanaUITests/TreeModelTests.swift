import Foundation
import Katana
import KatanaUI
import NativeViews
import SeededRandom
import Testing

/// A tree as the model sees it.
struct ModelTree {
  var isLabel: Bool
  var key: String?
  var name: String
  /// The state of a label: how often it was tapped.
  var taps = 0
  var children: [ModelTree] = []

  var identity: String { "\(isLabel) \(key ?? "")" }
  var count: Int { children.reduce(1) { $0 + $1.count } }
  var picture: String {
    let inner = children.map(\.picture).joined(separator: " ")
    return name + (taps == 0 ? "" : "#\(taps)") + (inner.isEmpty ? "" : "[\(inner)]")
  }

  func description(_ log: Log) -> any AnyNodeDescription {
    if isLabel { return TextNode(props: .init(text: name, key: key)) }
    return Probe(name, log, key: key) { children.map { $0.description(log) } }
  }

  mutating func forEachLabel(_ body: (inout ModelTree) -> Void) {
    if isLabel { body(&self) }
    for place in children.indices { children[place].forEachLabel(body) }
  }

  /// What an update from this tree to another one creates, removes and moves, found by taking for each new child the first
  /// old one that is like it; the new one gets the states of those that stay.
  func edits(to new: inout ModelTree) -> (created: Int, removed: Int, moved: Int) {
    var free = Array(children.indices)
    var sources: [Int?] = []
    for child in new.children {
      let found = free.firstIndex { children[$0].identity == child.identity }
      sources.append(found.map { free.remove(at: $0) })
    }
    var result = (created: 0, removed: free.reduce(0) { $0 + children[$1].count }, moved: 0)
    new.taps = taps
    for (place, source) in sources.enumerated() {
      guard let source else {
        result.created += new.children[place].count
        new.children[place].forEachLabel { $0.taps = 0 }
        continue
      }
      let inner = children[source].edits(to: &new.children[place])
      result.created += inner.created
      result.removed += inner.removed
      result.moved += inner.moved
    }
    let kept = sources.compactMap { $0 }
    result.moved += fewestMoves(from: Array(children.indices), to: kept)
    return result
  }
}

struct TextNode: NodeDescriptionWithoutChildren {
  struct Props: NodeDescriptionProps {
    var text: String
    var key: String?
    var frame: CGRect = .zero
    var alpha: CGFloat = 1
  }
  struct Count: NodeDescriptionState {
    var taps = 0
  }
  typealias NativeView = TestButton
  var props: Props

  static func makeNativeView() -> TestButton { TestButton() }

  static func applyPropsToNativeView(
    props: Props,
    state: Count,
    view: TestButton,
    update: @escaping @Sendable (Count) -> Void,
    node: AnyNode
  ) {
    view.key = props.text + (state.taps == 0 ? "" : "#\(state.taps)")
    view.onTap = { update(Count(taps: state.taps + 1)) }
  }
}

@MainActor
struct `random trees` {
  @Test(arguments: RandomHistories.seeds(30))
  func `end as if all was rebuilt, with the same survivors and the fewest moves`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let log = Log()
    var tree = ModelTree(isLabel: false, key: nil, name: "root")
    let stage = Stage(tree.description(log))
    _ = log.take()
    for step in 0..<100 {
      if step % 3 == 0 { tapLabels(&tree, stage, &random) }
      let old = tree
      for _ in 0..<Int.random(in: 1...4, using: &random) { change(&tree, "\(step)", &random) }
      let edits = old.edits(to: &tree)
      let before = stage.renderer.counts
      stage.update(tree.description(log))
      let after = stage.renderer.counts
      #expect(stage.picture == tree.picture, "seed \(seed), step \(step)")
      #expect(after.created - before.created == edits.created, "seed \(seed), step \(step)")
      #expect(after.removed - before.removed == edits.removed, "seed \(seed), step \(step)")
      #expect(after.moved - before.moved == edits.moved, "seed \(seed), step \(step)")
      let entries = log.take()
      #expect(
        entries.filter { $0.hasPrefix("mount") }.count == labelless(tree)
          - kept(entries, labelless(old))
      )
    }
    #expect(stage.diagnoses.all.isEmpty)
  }

  /// Taps some labels, which have the same order in both trees.
  private func tapLabels(_ tree: inout ModelTree, _ stage: Stage, _ random: inout SplitMix64) {
    var buttons: [TestButton] = []
    stage.tree.root.forEachView { if let button = $0 as? TestButton { buttons.append(button) } }
    var place = 0
    tree.forEachLabel { label in
      if random.next(below: 3) == 0 {
        label.taps += 1
        buttons[place].onTap?()
      }
      place += 1
    }
  }

  /// Nodes with a log.
  private func labelless(_ tree: ModelTree) -> Int {
    tree.children.reduce(tree.isLabel ? 0 : 1) { $0 + labelless($1) }
  }

  private func kept(_ entries: [String], _ old: Int) -> Int {
    old - entries.filter { $0.hasPrefix("unmount") }.count
  }

  private func change(_ tree: inout ModelTree, _ name: String, _ random: inout SplitMix64) {
    if !tree.children.isEmpty, Bool.random(using: &random) {
      let place = tree.children.indices.randomElement(using: &random) ?? 0
      if !tree.children[place].isLabel { return change(&tree.children[place], name, &random) }
    }
    switch Int.random(in: 0..<6, using: &random) {
    case 0, 1:
      // Keys that no sibling has, or none.
      let used = Set(tree.children.map(\.key))
      let key = "k\(Int.random(in: 0..<20, using: &random))"
      let new = ModelTree(
        isLabel: Int.random(in: 0..<3, using: &random) == 0,
        key: Bool.random(using: &random) || used.contains(key) ? nil : key,
        name: name
      )
      tree.children.insert(new, at: Int.random(in: 0...tree.children.count, using: &random))
    case 2: if !tree.children.isEmpty { tree.children.removeLast() }
    case 3: if !tree.children.isEmpty { tree.children.removeFirst() }
    case 4: tree.children.shuffle(using: &random)
    default: tree.name = tree.isLabel || tree.name == "root" ? tree.name : name
    }
  }
}

@MainActor
struct `nodes that were removed` {
  @Test func `are freed with their views, and so are those of a renderer that goes`() {
    var nodes: [WeakObject] = []
    let list = { (items: [Item]) in ForEach(items, in: .zero) { ItemRow($0.text) } }
    do {
      let stage = Stage(list([]))
      for round in 0..<50 {
        let items = (0..<20).map { Item(id: round * 10 + $0, text: "\(round)") }
        stage.update(list(items.shuffled()))
        for node in stage.renderer.rootNode.children {
          nodes.append(WeakObject(node))
          nodes.append(WeakObject(node.nativeView))
        }
      }
      stage.update(list([]))
      #expect(nodes.count == 2_000 && nodes.allSatisfy { $0.object == nil })
      stage.update(list([Item(id: 1, text: "last")]))
      nodes = stage.renderer.rootNode.children.map { WeakObject($0) }
      nodes.append(WeakObject(stage.renderer))
    }
    #expect(nodes.count == 2 && nodes.allSatisfy { $0.object == nil })
  }
}

struct WeakObject {
  weak let object: AnyObject?
  init(_ object: AnyObject?) { self.object = object }
}
