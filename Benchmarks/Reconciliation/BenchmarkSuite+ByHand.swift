import BenchmarkHarness
import Foundation
import HandWrittenLoops
import Katana
import KatanaUI
import NativeViews

// Floors and peers as one would write them: what they are counted beside.
extension HandWrittenLoops {
  mutating func addAll() {
    addElementsByHand()
    addViewsByHand()
    addOriginalsByHand()
  }

  private mutating func addElementsByHand() {
    add("hash/size=100") {
      let items = makeItems(100)
      return { iterations in
        var sum = 0
        for _ in 0..<iterations {
          var hashes = 0
          for item in items { hashes ^= item.key.hashValue }
          sum &+= hashes
        }
        blackHole(sum)
      }
    }
    add("dictionary/size=100") {
      let (items, others) = (makeItems(100), makeItems(100))
      return { iterations in
        var sum = 0
        for _ in 0..<iterations {
          var places = [String: Int](minimumCapacity: 100)
          for (place, item) in items.enumerated() { places[item.key] = place }
          for item in others where places[item.key] != nil { sum += 1 }
        }
        blackHole(sum)
      }
    }
    add("equal/size=100") {
      let (items, others) = (makeItems(100), makeItems(100))
      return { iterations in
        var sum = 0
        for _ in 0..<iterations where areEqual(identity(items), others) { sum += 1 }
        blackHole(sum)
      }
    }
    add("identity/size=100") {
      let views = (0..<100).map { _ in NativeView() }
      let others = views.map { $0 }
      return { iterations in
        var sum = 0
        for _ in 0..<iterations where areSame(identity(views), others) { sum += 1 }
        blackHole(sum)
      }
    }
    add("dispatch/size=100") {
      let store = ListStore(initialState: ListState(items: Entities(makeItems(100))))
      let there = Apply(change: .one, isBack: false, size: 100, places: [])
      let back = Apply(change: .one, isBack: true, size: 100, places: [])
      var steps = 0
      return { iterations in
        for _ in 0..<iterations {
          store.dispatch(steps & 1 == 0 ? there : back)
          steps += 1
        }
      }
    }
  }

  private mutating func addViewsByHand() {
    addTimed("create-views/size=100") {
      let items = makeItems(100)
      return { iterations, stopwatch in
        for _ in 0..<iterations {
          let tree = ViewTree(size: Stage.bounds.size, backend: HeadlessBackend())
          stopwatch.start()
          let list = NativeView()
          list.frame = Stage.bounds
          tree.root.insert(list, after: nil)
          for item in items {
            let label = LabelView()
            label.frame = Label.frame
            label.key = item.key
            label.text = item.text
            list.insert(label, after: list.lastChild)
          }
          tree.flush()
          stopwatch.stop()
        }
      }
    }
    addTimed("create-original/size=10") {
      let items = makeItems(10)
      return { iterations, stopwatch in
        for _ in 0..<iterations {
          stopwatch.start()
          let stage = OriginalStage(items)
          stopwatch.stop()
          blackHole(stage.texts.count)
        }
      }
    }
  }

  // The original is what it is: by hand are the calls of it.
  private mutating func addOriginalsByHand() {
    for change in Change.allCases {
      add("original/change=\(change.rawValue)/size=10") {
        let lists = change.lists(10)
        let stage = OriginalStage(lists.old)
        return { iterations in
          for _ in 0..<iterations { stage.update(stage.steps & 1 == 1 ? lists.old : lists.new) }
        }
      }
    }
    add("connected-original/change=none/size=10") {
      let cells = OriginalCells([Int](repeating: 0, count: 10))
      return { iterations in for _ in 0..<iterations { cells.update { $0.other += 1 } } }
    }
    add("connected-original/change=one/size=10") {
      let cells = OriginalCells([Int](repeating: 0, count: 10))
      return { iterations in for _ in 0..<iterations { cells.update { $0.values[5] += 1 } } }
    }
    add("minesweeper-original") {
      let field = Minefield(seed: 7)
      let opened = field.opened(by: field.clicked)
      let cells = OriginalCells([Int](repeating: 0, count: Minefield.cellCount))
      var steps = 0
      return { iterations in
        for _ in 0..<iterations {
          let value = steps & 1 == 0 ? 1 : 0
          cells.update { state in for cell in opened { state.values[cell] = value } }
          steps += 1
        }
      }
    }
  }
}

@inline(never)
private func areEqual(_ items: [Item], _ others: [Item]) -> Bool {
  for place in items.indices where items[place] != others[place] { return false }
  return true
}

@inline(never)
private func areSame(_ views: [NativeView], _ others: [NativeView]) -> Bool {
  for place in views.indices where views[place] !== others[place] { return false }
  return true
}
