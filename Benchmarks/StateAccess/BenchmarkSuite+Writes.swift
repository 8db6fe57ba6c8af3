import BenchmarkHarness
import Katana
import StoreWorkloads

extension BenchmarkSuite {
  /// One element changed, while nobody has the old state and while somebody has.
  ///
  /// - Parameters:
  ///   - state: The state.
  ///   - smaller: The state that it is compared with, which has a hundredth of the elements.
  mutating func addWrites<S: BenchmarkState>(
    _ state: S.Type,
    smaller: (any BenchmarkState.Type)? = nil
  ) {
    let freeBars = smaller.map {
      [Bar("write without a copy", against: "write/old=free/state=\($0.label)", atMost: 1.5)]
    }
    add(
      Benchmark(
        "write",
        parameters: ["old": "free", "state": S.label],
        floors: ["write-inout"],
        bars: freeBars ?? []
      ) {
        let store = BenchmarkStore<S>()
        return BenchmarkBody(
          run: { for index in 0..<$0 { store.dispatch(Touch<S>(index: index)) } },
          verify: { try VerificationError.check("updates", found: store.state.sum, expected: $0) }
        )
      }
    )
    add(
      Benchmark(
        "write",
        parameters: ["old": "held", "state": S.label],
        floors: ["write/old=free/state=\(S.label)", "write-inout"]
      ) {
        BenchmarkBody(
          state: Holding(store: BenchmarkStore<S>()),
          run: { holding, iterations in
            for index in 0..<iterations {
              holding.old = holding.store.state
              holding.store.dispatch(Touch<S>(index: index))
            }
          },
          verify: { holding, iterations in
            let found = holding.store.state.sum
            try VerificationError.check("updates", found: found, expected: iterations)
          }
        )
      }
    )
    // Without a store around it.
    for isHeld in [false, true] {
      add(
        Benchmark(
          "write-inout",
          parameters: ["old": isHeld ? "held" : "free", "state": S.label],
          kind: .floor
        ) {
          BenchmarkBody(
            state: Copies<S>(),
            run: { copies, iterations in
              for index in 0..<iterations {
                if isHeld { copies.old = copies.current }
                touch(&copies.current, index)
              }
            },
            verify: { copies, iterations in
              let found = copies.current.sum
              try VerificationError.check("updates", found: found, expected: iterations)
            }
          )
        }
      )
    }
  }
}

private struct Holding<S: BenchmarkState> {
  let store: BenchmarkStore<S>
  var old: S?
}

private struct Copies<S: BenchmarkState> {
  var current = S()
  var old: S?
}

/// Not inlined, so that the loop isn't taken apart.
@inline(never)
private func touch<S: BenchmarkState>(_ state: inout S, _ index: Int) { state.touch(index) }
