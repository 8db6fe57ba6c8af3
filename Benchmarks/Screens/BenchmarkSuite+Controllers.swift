import BenchmarkHarness
import Foundation
import Katana
import NativeViews
import Tempura

extension BenchmarkSuite {
  /// So many connected screens; an iteration is one dispatch that changes what one of them shows, until all are updated.
  mutating func addControllers(_ count: Int, _ reads: NumberReads, bars: [Bar]) {
    add(
      Benchmark(
        "controllers",
        parameters: ["connected": count, "reads": reads.rawValue],
        floors: ["dispatch", "rebuild-all"],
        bars: bars
      ) {
        let board = NumberBoard(reads, screens: count)
        let store = board.store
        let update = ChangeNumber(reads, of: count)
        let before = board.tally.count
        try VerificationError.check(
          "connected",
          found: board.screens.count { $0.connected },
          expected: count
        )
        return BenchmarkBody(
          run: { iterations in
            for _ in 0..<iterations {
              store.dispatch(update)
              AnyViewController.flushUpdates()
            }
          },
          verify: { iterations in
            try VerificationError.check(
              "view models made",
              found: board.tally.count - before,
              expected: iterations * reads.made(of: count)
            )
            let expected = reads.texts(of: count, after: iterations)
            try VerificationError.check("texts", found: board.texts, expected: expected)
          }
        )
      }
    )
    add(
      Benchmark(
        "dispatch",
        parameters: ["connected": count, "reads": reads.rawValue],
        kind: .floor
      ) {
        let store = NumberStore(initialState: NumberState(screens: count))
        let update = ChangeNumber(reads, of: count)
        return BenchmarkBody(
          run: { for _ in 0..<$0 { store.dispatch(update) } },
          verify: { iterations in
            let state = store.state
            let found = reads == .entity ? state.entities[update.place] : state.head
            try VerificationError.check("number", found: found, expected: iterations)
          }
        )
      }
    )
  }

  /// The original: after each update all screens' view models are made and given to their views, whatever has changed.
  mutating func addRebuildAll(_ count: Int) {
    add(
      Benchmark("rebuild-all", parameters: ["connected": count], kind: .peer) {
        let store = NumberStore(initialState: NumberState(screens: count))
        let update = ChangeNumber(.everything, of: count)
        let tally = Tally()
        let tree = ViewTree(size: CGSize(width: 390, height: 844))
        let screens = (0..<count).map { place in
          let view = NumberView()
          view.setup()
          view.style()
          tree.root.append(view)
          return (view, NumberPlace(reads: .everything, place: place, tally: tally))
        }
        tree.flush()
        return BenchmarkBody(
          run: { iterations in
            for _ in 0..<iterations {
              store.dispatch(update)
              let state = store.state
              for (view, place) in screens {
                view.model = NumberModel(state: state, localState: place)
              }
            }
          },
          verify: { iterations in
            try VerificationError.check(
              "view models made",
              found: tally.count,
              expected: iterations * count
            )
            let expected = NumberReads.everything.texts(of: count, after: iterations)
            let found = screens.map { $0.0.label.text }
            try VerificationError.check("texts", found: found, expected: expected)
          }
        )
      }
    )
  }
}
