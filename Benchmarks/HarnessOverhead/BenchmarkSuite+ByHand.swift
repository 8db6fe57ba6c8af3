import BenchmarkHarness
import HandWrittenLoops

extension HandWrittenLoops {
  /// The floors without a body of the harness: what they are counted beside.
  mutating func addAll() {
    add("bare-millisecond") {
      var work = Work()
      return { iterations in
        for _ in 0..<iterations {
          let start = BareClock.now()
          work.run()
          blackHole(BareClock.now() - start)
        }
      }
    }
    add("bare-empty") {
      var sum = 0
      return { iterations in
        let start = BareClock.now()
        for _ in 0..<iterations {
          sum += 1
          blackHole(sum)
        }
        blackHole(BareClock.now() - start)
      }
    }
    addNone("true", because: "it is a program of the system")
  }
}
