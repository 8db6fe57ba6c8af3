import BenchmarkHarness
import Katana
import KatanaUI
import NativeViews

extension BenchmarkSuite {
  /// The memory of a list, beyond the props of its labels and its items' own.
  mutating func addMemory(_ form: Form, size: Int) {
    add(
      Benchmark(
        "memory",
        parameters: ["form": form.rawValue, "size": size],
        // Some for the renderer, the tree and the list's own node.
        bars: [Bar("600 bytes a node and view", memoryAtMost: 600 * size + 65_536)]
      ) {
        let items = makeItems(size)
        let store = ListStore(initialState: ListState(items: Entities(items)))
        // What is made once, of types and caches, is there from the first time on.
        _ = Stage(form.description(of: items, version: 0), store: store)
        let before = HeapUsage.mainThreadBytes
        let stage = Stage(
          form.description(of: items, version: 0),
          store: form == .entities ? store : nil
        )
        let bytes = HeapUsage.mainThreadBytes - before - size * MemoryLayout<Label.Props>.size
        return BenchmarkBody(
          run: { iterations in for _ in 0..<iterations { stage.tree.flush() } },
          verify: { _ in
            let texts = items.map(\.text)
            try VerificationError.check("texts", found: stage.texts, expected: texts)
          }
        )
        .reportingMemory { bytes }
      }
    )
  }

  /// The memory that a million updates leave behind.
  mutating func addMillionUpdates(_ form: Form) {
    add(
      Benchmark(
        "million-updates",
        parameters: ["form": form.rawValue],
        bars: [Bar("nothing of a million updates stays", memoryAtMost: 4096)]
      ) {
        let changes: [Change] = [.one, .swap, .rotate, .remove]
        var lists: [ShownList] = []
        for change in changes { lists.append(ShownList(form, change, size: 8)) }
        let run = { (count: Int) in
          for _ in 0..<count { for list in lists { list.step() } }
        }
        // Until the logs of collections, which remember 1,024 changes and those of a segment, are full.
        run(2048)
        let before = HeapUsage.mainThreadBytes
        run(1_000_000 / changes.count)
        let bytes = max(HeapUsage.mainThreadBytes - before, 0)
        var steps = lists[0].steps
        return BenchmarkBody(
          run: { iterations in
            run(iterations)
            steps += iterations
          },
          verify: { _ in
            for list in lists {
              try VerificationError.check("steps", found: list.steps, expected: steps)
              let texts = list.expectedTexts
              try VerificationError.check("texts", found: list.stage.texts, expected: texts)
            }
          }
        )
        .reportingMemory { bytes }
      }
    )
  }
}
