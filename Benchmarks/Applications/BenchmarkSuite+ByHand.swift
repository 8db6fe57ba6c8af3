import BenchmarkHarness
import Foundation
import HandWrittenLoops
import Katana
import NativeViews
import Tempura

// The peers as one would write them: what they are counted beside.
extension HandWrittenLoops {
  mutating func addAll() {
    add("counter-by-hand") {
      let tree = ViewTree(size: counterSize, backend: HeadlessBackend(clock: ManualFrameSource()))
      let label = HandWrittenLabel.withButton(in: tree)
      return { iterations in
        for _ in 0..<iterations {
          tree.handle(.pointer(PointerEvent(.down, at: upPlace)))
          tree.handle(.pointer(PointerEvent(.up, at: upPlace)))
          tree.flush()
        }
        withExtendedLifetime(label) {}
      }
    }
    add("todo-toggle-by-hand/items=1000") {
      let tree = ViewTree(size: ShownTodo.size, backend: HeadlessBackend())
      let todo = HandWrittenTodo(TodoItem.list(1_000), in: tree)
      let place = CGPoint(x: 24, y: 24)
      return { iterations in
        for _ in 0..<iterations {
          tree.handle(.pointer(PointerEvent(.down, at: place)))
          tree.handle(.pointer(PointerEvent(.up, at: place)))
          tree.flush()
        }
        withExtendedLifetime(todo) {}
      }
    }
    add("todo-route-by-hand") {
      let todo = try ShownTodo(TodoItem.list(1_000))
      let (stack, tree) = (try todo.stack, todo.stage.tree)
      return { iterations in
        for _ in 0..<iterations {
          let item = ItemViewController(store: todo.store, id: 1)
          stack.pushViewController(item, animated: false)
          tree.flush()
          stack.popViewController(animated: false)
          tree.flush()
        }
      }
    }
    add("todo-replay-by-hand/items=10000") {
      let actions = RecordedTodo.actions(10_000)
      return { iterations in
        for _ in 0..<iterations {
          var state = TodoState()
          for action in actions { action.updatedState(state: &state) }
          blackHole(state)
        }
      }
    }
    addTimed("feed-append-by-hand/rows=100") {
      let tree = ViewTree(size: Look.size, backend: HeadlessBackend())
      let feed = try HandWrittenFeed.numbered(100, in: tree)
      let page = nextPage(after: 100)
      var appended = 0
      return { iterations, stopwatch in
        for _ in 0..<iterations {
          if appended == 124 {
            feed.restore(108)
            appended = 0
          }
          stopwatch.start()
          feed.append(page)
          stopwatch.stop()
          appended += 1
        }
      }
    }
    add("feed-scroll-by-hand/rows=1000") {
      let tree = ViewTree(size: Look.size, backend: HeadlessBackend())
      let feed = try HandWrittenFeed.numbered(1_000, in: tree)
      var (first, step) = (0, 1)
      return { iterations in
        for _ in 0..<iterations {
          if !(0...993).contains(first + step) { step = -step }
          first += step
          let distance = CGSize(width: 0, height: CGFloat(step) * HandWrittenFeed.rowHeight)
          tree.handle(.scroll(ScrollEvent(at: CGPoint(x: 180, y: 340), by: distance)))
          tree.flush()
        }
        withExtendedLifetime(feed) {}
      }
    }
  }
}
