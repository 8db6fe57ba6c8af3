import BenchmarkHarness
import HandWrittenLoops

extension HandWrittenLoops {
  /// The floor as one would write it: what it is counted beside.
  mutating func addAll() {
    add("hash/size=1000") {
      let rows = Change.none.lists(1000).old
      var sum = 0
      return { iterations in
        for _ in 0..<iterations {
          var places = [UInt64: Int](minimumCapacity: 1000)
          for (place, row) in rows.enumerated() { places[row.id] = place }
          for row in rows where places[row.id] != nil { sum += 1 }
        }
        blackHole(sum)
      }
    }
  }
}
