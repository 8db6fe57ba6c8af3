import Foundation
import Katana
import KatanaUI
import NativeViews
import SeededRandom
import Testing

struct Item: Identifiable, Hashable, Sendable {
  var id: Int
  var text: String
}

struct ListState: State {
  var items: [Item] = []
  var entities = Entities<Int, String>()
  var title = ""
  var other = 0
}

struct Change: StateUpdater {
  let body: @Sendable (inout ListState) -> Void
  func updateState(_ state: inout ListState) { body(&state) }
}

/// A row that says its text and how often it was described.
struct ItemRow: NodeDescriptionWithoutChildren {
  struct Props: NodeDescriptionProps {
    var text: String
    var frame: CGRect = .zero
    var alpha: CGFloat = 1
    var key: String?
  }
  var props: Props
  init(_ text: String) { props = Props(text: text) }

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
struct `lists of items` {
  @Test func `describe only what has changed, and move as little as can be`() {
    let log = Log()
    let list = { (items: [Item]) in
      ForEach(items, in: .zero) { item in
        log.note("\(item.id)")
        return ItemRow(item.text)
      }
    }
    let rows = (0..<10).map { Item(id: $0, text: "\($0)") }
    let stage = Stage(list(rows))
    #expect(log.take().count == 10)
    stage.update(list(rows))
    #expect(log.take() == [])
    var changed = rows
    changed[3].text = "new"
    stage.update(list(changed))
    #expect(log.take() == ["3"])
    var swapped = changed
    swapped.swapAt(1, 8)
    let before = stage.renderer.counts.moved
    stage.update(list(swapped))
    #expect(log.take() == [])
    #expect(stage.renderer.counts.moved - before == 2)
    #expect(stage.picture == "-[0 8 2 new 4 5 6 7 1 9]")
    stage.update(list(swapped + [Item(id: 4, text: "again")]))
    #expect(stage.diagnoses.problems.count == 1)
    #expect(stage.picture == "-[0 8 2 new 4 5 6 7 1 9 again]")
  }

  @Test func `swap two rows among others that have changed`() {
    let log = Log()
    let list = { (items: [Item]) in
      ForEach(items, in: .zero) { item in
        log.note(item.text)
        return ItemRow(item.text)
      }
    }
    let rows = (0..<6).map { Item(id: $0, text: "\($0)") }
    let stage = Stage(list(rows))
    let nodes = stage.renderer.rootNode.children
    _ = log.take()
    var swapped = rows
    swapped.swapAt(1, 4)
    for place in [0, 1, 3, 5] { swapped[place].text += "!" }
    stage.update(list(swapped))
    #expect(log.take() == ["0!", "4!", "3!", "5!"])
    #expect(stage.picture == "-[0! 4! 2 3! 1 5!]")
    #expect(
      stage.renderer.rootNode.children.elementsEqual([0, 4, 2, 3, 1, 5].map { nodes[$0] }, by: ===)
    )
    // Neighbours are one move.
    var moved = stage.renderer.counts.moved
    swapped.swapAt(4, 5)
    stage.update(list(swapped))
    #expect(stage.renderer.counts.moved - moved == 1)
    #expect(stage.picture == "-[0! 4! 2 3! 5! 1]")
    // More than a swap, after a row within it was described already.
    moved = stage.renderer.counts.moved
    swapped.swapAt(0, 5)
    swapped[1].text = "new"
    swapped.swapAt(2, 3)
    stage.update(list(swapped))
    #expect(stage.renderer.counts.moved - moved == 3)
    #expect(stage.picture == "-[1 new 3! 2 5! 0!]")
    #expect(stage.diagnoses.all.isEmpty)
  }

  @Test func `use rows with the same id in their order where two of them seem to change places`() {
    let list = { (items: [Item]) in ForEach(items, in: .zero) { ItemRow($0.text) } }
    let items = [1, 2, 2, 3].map { Item(id: $0, text: "\($0)") }
    let stage = Stage(list(items))
    let nodes = stage.renderer.rootNode.children
    stage.update(list([items[3], items[1], items[2], items[0]]))
    stage.update(list([items[2], items[1], items[3], items[0]]))
    #expect(stage.picture == "-[2 2 3 1]")
    #expect(
      stage.renderer.rootNode.children.elementsEqual([1, 2, 3, 0].map { nodes[$0] }, by: ===)
    )
  }

  @Test func `describe all again where what they capture has changed`() {
    let rows = (0..<3).map { Item(id: $0, text: "\($0)") }
    let list = { (mark: String) in
      ForEach(rows, capturing: mark, in: .zero) { ItemRow($0.text + mark) }
    }
    let stage = Stage(list("a"))
    #expect(stage.picture == "-[0a 1a 2a]")
    stage.update(list("b"))
    #expect(stage.picture == "-[0b 1b 2b]")
  }

  @Test(arguments: RandomHistories.seeds(8))
  func `are what rebuilding gives, with the same survivors and the fewest moves`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var items: [Item] = []
    let list = { (items: [Item]) in ForEach(items, in: .zero) { ItemRow($0.text) } }
    let stage = Stage(list(items))
    for step in 0..<150 {
      let old = items
      let nodes = Dictionary(
        uniqueKeysWithValues: zip(old.map(\.id), stage.renderer.rootNode.children)
      )
      mutate(&items, step, &random)
      let before = stage.renderer.counts
      stage.update(list(items))
      #expect(stage.picture == picture(items.map(\.text)), "seed \(seed), step \(step)")
      for (item, node) in zip(items, stage.renderer.rootNode.children) {
        if let known = nodes[item.id] { #expect(known === node, "seed \(seed), step \(step)") }
      }
      let moved = stage.renderer.counts.moved - before.moved
      #expect(
        moved == fewestMoves(from: old.map(\.id), to: items.map(\.id)),
        "seed \(seed), step \(step)"
      )
    }
    #expect(stage.diagnoses.all.isEmpty)
  }

  @Test(arguments: RandomHistories.seeds(8))
  func `of a store's array and entities follow it`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let store = Store<ListState, Dependencies>()
    let arrays = Stage(ForEach(\ListState.items, in: .zero) { ItemRow($0.text) }, store: store)
    let entities = Stage(
      ForEachEntity(\ListState.entities, in: .zero) { _, text in ItemRow(text) },
      store: store
    )
    var items: [Item] = []
    for step in 0..<100 {
      let old = items
      for _ in 0..<Int.random(in: 1...3, using: &random) { mutate(&items, step, &random) }
      let (new, isWhole) = (items, step % 17 == 0)
      store.dispatch(
        Change { state in
          state.items = new
          if isWhole {
            state.entities = Entities(uniqueIDsWithValues: new.map { ($0.id, $0.text) })
          } else {
            apply(old, new, to: &state.entities)
          }
        }
      )
      arrays.tree.flush()
      entities.tree.flush()
      #expect(arrays.picture == picture(items.map(\.text)), "seed \(seed), step \(step)")
      #expect(entities.picture == picture(items.map(\.text)), "seed \(seed), step \(step)")
    }
    #expect(arrays.diagnoses.all.isEmpty && entities.diagnoses.all.isEmpty)
  }

  @Test func `of entities describe what has changed alone`() {
    let log = Log()
    let store = Store<ListState, Dependencies>(
      initialState: ListState(
        entities: Entities(uniqueIDsWithValues: (0..<100).map { ($0, "\($0)") })
      )
    )
    let stage = Stage(
      ForEachEntity(\ListState.entities, in: .zero) { id, text in
        log.note("\(id)")
        return ItemRow(text)
      },
      store: store
    )
    #expect(log.take().count == 100)
    store.dispatch(Change { $0.entities[7] = "seven" })
    store.dispatch(Change { $0.other += 1 })
    stage.tree.flush()
    #expect(log.take() == ["7"])
    store.dispatch(Change { _ = $0.entities.swap(3, 90) })
    let moved = stage.renderer.counts.moved
    stage.tree.flush()
    #expect(log.take() == [])
    #expect(stage.renderer.counts.moved - moved == 2)
  }

  @Test func `of entities that were taken out and put back follow their values`() {
    let store = Store<ListState, Dependencies>(
      initialState: ListState(
        entities: Entities(uniqueIDsWithValues: (0..<4).map { ($0, "r\($0)") })
      )
    )
    let stage = Stage(
      ForEachEntity(\ListState.entities, in: .zero) { _, text in ItemRow(text) },
      store: store
    )
    // As when all is loaded anew: the ids are the same, and their values are in each other's slots.
    store.dispatch(
      Change { state in
        let all = state.entities.map { ($0.id, $0.value) }
        for (id, _) in all { state.entities.remove(id) }
        for (id, text) in all { state.entities.append(text, id: id) }
      }
    )
    stage.tree.flush()
    let picture = stage.picture
    store.dispatch(Change { $0.entities[0] = "zero" })
    stage.tree.flush()
    #expect(stage.picture == picture.replacing("r0", with: "zero"))
    store.dispatch(Change { $0.entities[3] = "three" })
    stage.tree.flush()
    #expect(stage.picture == picture.replacing("r0", with: "zero").replacing("r3", with: "three"))
  }

  @Test func `let the store's array go after each frame`() {
    let store = Store<ListState, Dependencies>(
      initialState: ListState(items: (0..<10).map { Item(id: $0, text: "\($0)") })
    )
    let stage = Stage(ForEach(\ListState.items, in: .zero) { ItemRow($0.text) }, store: store)
    let address = Log()
    let change = Change { state in
      state.items[0].text += "!"
      state.items.withUnsafeBufferPointer { address.note("\($0.baseAddress!)") }
    }
    store.dispatch(change)
    stage.tree.flush()
    store.dispatch(change)
    stage.tree.flush()
    let addresses = address.take()
    #expect(addresses.count == 2 && addresses[0] == addresses[1])
    #expect(stage.picture.hasPrefix("-[0!! 1"))
  }

  @Test func `without their store are told`() {
    let stage = Stage(ForEach(\ListState.items, in: .zero) { ItemRow($0.text) })
    _ = stage
    let renderer = Renderer(
      rootDescription: Probe("root", Log()) {},
      store: Store<CounterState, Dependencies>()
    )
    let diagnoses = Diagnoses()
    diagnoses.take(from: renderer)
    renderer.rootNode.update(
      with: Probe("root", Log()) {
        ForEachEntity(\ListState.entities, in: .zero) { _, text in ItemRow(text) }
      }
    )
    #expect(diagnoses.problems.count == 1)
  }
}

private func picture(_ texts: [String]) -> String {
  texts.isEmpty ? "-" : "-[\(texts.joined(separator: " "))]"
}

/// Changes some items in one of the ways in which lists change.
private func mutate(_ items: inout [Item], _ step: Int, _ random: inout SplitMix64) {
  let next = (items.map(\.id).max() ?? -1) + 1
  switch Int.random(in: 0..<8, using: &random) {
  case 0, 1:
    let place = Int.random(in: 0...items.count, using: &random)
    let count = Int.random(in: 1...5, using: &random)
    items.insert(
      contentsOf: (0..<count).map { Item(id: next + $0, text: "\(next + $0)") },
      at: place
    )
  case 2: if !items.isEmpty { items.remove(at: Int.random(in: 0..<items.count, using: &random)) }
  case 3:
    if items.count > 1 {
      let places = (0..<2).map { _ in Int.random(in: 0..<items.count, using: &random) }
      items.swapAt(places[0], places[1])
    }
  case 4: if Int.random(in: 0..<4, using: &random) == 0 { items.shuffle(using: &random) }
  case 5: if items.count > 30 { items.removeSubrange(5..<25) }
  default:
    for place in items.indices where Int.random(in: 0..<5, using: &random) == 0 {
      items[place].text = "\(items[place].id).\(step)"
    }
  }
}

/// Changes a collection so that it has what is new, one by one.
private func apply(_ old: [Item], _ new: [Item], to entities: inout Entities<Int, String>) {
  let kept = Set(new.map(\.id))
  for item in old where !kept.contains(item.id) { entities.remove(item.id) }
  for (place, item) in new.enumerated() {
    if let text = entities[item.id] {
      if text != item.text { entities[item.id] = item.text }
      if entities.index(of: item.id) != place { entities.move(item.id, to: place) }
    } else {
      entities.insert(item.text, id: item.id, at: place)
    }
  }
}

/// What stays less the longest part of it that is in the same order, found by trying each place.
func fewestMoves(from old: [Int], to new: [Int]) -> Int {
  let places = Dictionary(uniqueKeysWithValues: zip(old, old.indices))
  let sources = new.compactMap { places[$0] }
  var longest: [Int] = []
  for (index, source) in sources.enumerated() {
    let before = zip(sources, longest).prefix(index).filter { $0.0 < source }.map(\.1).max() ?? 0
    longest.append(before + 1)
  }
  return sources.count - (longest.max() ?? 0)
}
