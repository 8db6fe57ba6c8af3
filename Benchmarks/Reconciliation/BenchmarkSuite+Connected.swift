import BenchmarkHarness
import Katana
import KatanaUI
import NativeViews

extension BenchmarkSuite {
  /// So many connected nodes; an iteration is one dispatch, what it shows, and the commit.
  mutating func addConnected(_ reads: Reads, _ change: CellChange, size: Int, bars: [Bar]) {
    add(
      Benchmark(
        "connected",
        parameters: ["change": change.rawValue, "reads": reads.rawValue, "size": size],
        floors: ["dispatch"],
        bars: bars
      ) {
        let store = CellStore(initialState: CellState(cells: size))
        let stage = Stage(reads.board(size), store: store)
        let update = ChangeCells(change: change, cell: size / 2, isEntity: reads == .entity)
        let before = stage.renderer.counts
        return BenchmarkBody(
          run: { iterations in
            for _ in 0..<iterations {
              store.dispatch(update)
              stage.tree.flush()
            }
          },
          verify: { iterations in
            let counts = stage.renderer.counts
            try VerificationError.check(
              "connects run",
              found: counts.connected - before.connected,
              expected: iterations * reads.asked(change, of: size)
            )
            var texts = Array(repeating: "0", count: size)
            if change == .one { texts[size / 2] = "\(iterations)" }
            try VerificationError.check("texts", found: stage.texts, expected: texts)
          }
        )
      }
    )
  }

  /// The original, which walks through all of its nodes and asks each that is connected.
  mutating func addConnectedOriginal(size: Int) {
    guard size <= 10_000 else { return }
    for change in [CellChange.none, .one] {
      add(
        Benchmark(
          "connected-original",
          parameters: ["change": change.rawValue, "size": size],
          kind: .peer
        ) {
          let cells = OriginalCells(Array(repeating: 0, count: size))
          return BenchmarkBody(
            run: { iterations in
              for _ in 0..<iterations {
                cells.update {
                  if change == .one { $0.values[size / 2] += 1 } else { $0.other += 1 }
                }
              }
            },
            verify: { iterations in
              var texts = Array(repeating: "0", count: size)
              if change == .one { texts[size / 2] = "\(iterations)" }
              try VerificationError.check("texts", found: cells.texts, expected: texts)
            }
          )
        }
      )
    }
  }

  /// Children that are the same as before by their identity, each with three labels in it, and one that isn't.
  mutating func addMemoized(size: Int, bars: [Bar]) {
    for change in [CellChange.none, .one] {
      add(
        Benchmark(
          "memoized",
          parameters: ["change": change.rawValue, "size": size],
          floors: ["identity"],
          bars: bars
        ) {
          let elements = (0..<size).map { Element(Self.triple($0, mark: "")) }
          let versions = (0..<2).map { version -> NodeChildren in
            var children = NodeChildren(elements)
            guard change == .one else { return children }
            children[size / 2] = Element(Self.triple(size / 2, mark: "\(version)"))
            return children
          }
          let stage = Stage(Group(props: .init(children: versions[1])))
          let before = stage.renderer.counts
          var steps = 0
          return BenchmarkBody(
            run: { iterations in
              for _ in 0..<iterations {
                let children = versions[steps & 1]
                steps += 1
                stage.update(Group(props: .init(version: steps, children: children)))
              }
            },
            verify: { iterations in
              // The group; the triple, and its labels, all of which have another text.
              let expected = Work(updated: iterations * (change == .one ? 5 : 1))
              try VerificationError.check(
                "work",
                found: stage.work(since: before),
                expected: expected
              )
            }
          )
        }
      )
    }
  }

  private static func triple(_ place: Int, mark: String) -> Group {
    Group(props: .init(key: "\(place)")) {
      (0..<3).map { Label(props: .init(text: "row \(place).\($0)\(mark)")) }
    }
  }
}
