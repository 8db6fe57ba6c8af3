import BenchmarkHarness
import Foundation
import Katana
import KatanaUI
import NativeViews

extension BenchmarkSuite {
  /// A list made of nothing and shown; an iteration ends with the first commit.
  mutating func addCreation(_ form: Form, size: Int, bars: [Bar]) {
    add(
      Benchmark(
        "create",
        parameters: ["form": form.rawValue, "size": size],
        floors: ["create-views"],
        bars: size < 100 ? [] : bars
      ) {
        let items = makeItems(size)
        let store = ListStore(initialState: ListState(items: Entities(items)))
        let shown = Stage(form.description(of: items, version: 0), store: store)
        let byHand = HandWrittenList()
        byHand.show(items)
        try VerificationError.check(
          "views",
          found: shown.tree.root.firstChild?.renderedText(),
          expected: byHand.tree.root.firstChild?.renderedText()
        )
        var count = 0
        return BenchmarkBody(
          runTimed: { iterations, stopwatch in
            for _ in 0..<iterations {
              let tree = ViewTree(size: Stage.bounds.size)
              stopwatch.start()
              let renderer = Renderer(
                rootDescription: form.description(of: items, version: 0),
                store: form == .entities ? store : nil
              )
              renderer.render(in: tree.root)
              tree.flush()
              stopwatch.stop()
              count += renderer.counts.created
            }
          },
          verify: { try VerificationError.check("nodes", found: count, expected: $0 * (size + 1)) }
        )
      }
    )
    guard form == .array, size <= 10_000 else { return }
    add(
      Benchmark("create-original", parameters: ["size": size], kind: .peer) {
        let items = makeItems(size)
        var count = 0
        return BenchmarkBody(
          runTimed: { iterations, stopwatch in
            for _ in 0..<iterations {
              stopwatch.start()
              let stage = OriginalStage(items)
              stopwatch.stop()
              count += stage.texts.count
            }
          },
          verify: { try VerificationError.check("views", found: count, expected: $0 * size) }
        )
      }
    )
  }

  /// The same views, made and shown by hand.
  mutating func addViewCreation(size: Int) {
    add(
      Benchmark("create-views", parameters: ["size": size], kind: .floor) {
        let items = makeItems(size)
        var count = 0
        return BenchmarkBody(
          runTimed: { iterations, stopwatch in
            for _ in 0..<iterations {
              let list = HandWrittenList()
              stopwatch.start()
              list.show(items)
              stopwatch.stop()
              count += list.backend.operations.created
            }
          },
          verify: { iterations in
            // The list's view and the root besides the labels.
            try VerificationError.check("views", found: count, expected: iterations * (size + 2))
          }
        )
      }
    )
  }
}

/// A list of labels without descriptions.
@MainActor
final class HandWrittenList {
  let backend = HeadlessBackend()
  let tree: ViewTree

  init() { tree = ViewTree(size: Stage.bounds.size, backend: backend) }

  func show(_ items: [Item]) {
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
  }
}
