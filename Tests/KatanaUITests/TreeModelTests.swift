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
  var children: [ModelTree] = []

  var identity: String { "\(isLabel) \(key ?? "")" }
  var count: Int { children.reduce(1) { $0 + $1.count } }
  var picture: String {
    let inner = children.map(\.picture).joined(separator: " ")
    return name + (inner.isEmpty ? "" : "[\(inner)]")
  }

  func description(_ log: Log) -> any AnyNodeDescription {
    if isLabel { return TextNode(props: .init(text: name, key: key)) }
    return Probe(name, log, key: key) { children.map { $0.description(log) } }
  }

  /// What an update from this tree to another one creates, removes and moves, found by taking for each new child the first
  /// old one that is like it.
  func edits(to new: ModelTree) -> (created: Int, removed: Int, moved: Int) {
    var free = Array(children.indices)
    var sources: [Int?] = []
    for child in new.children {
      let found = free.firstIndex { children[$0].identity == child.identity }
      sources.append(found.map { free.remove(at: $0) })
    }
    var result = (created: 0, removed: free.reduce(0) { $0 + children[$1].count }, moved: 0)
    for (child, source) in zip(new.children, sources) {
      guard let source else {
        result.created += child.count
        continue
      }
      let inner = children[source].edits(to: child)
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
  var props: Props

  static func applyPropsToNativeView(
    props: Props,
    state: EmptyState,
    view: NativeView,
    update: @escaping @Sendable (EmptyState) -> Void,
    node: AnyNode
  ) {
    view.key = props.text
  }
}

@MainActor
struct `random trees` {
  @Test(arguments: 0..<12)
  func `end as if all was rebuilt, with the same survivors and the fewest moves`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let log = Log()
    var tree = ModelTree(isLabel: false, key: nil, name: "root")
    let stage = Stage(tree.description(log))
    _ = log.take()
    for step in 0..<100 {
      let old = tree
      for _ in 0..<Int.random(in: 1...4, using: &random) { change(&tree, "\(step)", &random) }
      let before = stage.renderer.counts
      stage.update(tree.description(log))
      let after = stage.renderer.counts
      #expect(stage.picture == tree.picture, "seed \(seed), step \(step)")
      let edits = old.edits(to: tree)
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
