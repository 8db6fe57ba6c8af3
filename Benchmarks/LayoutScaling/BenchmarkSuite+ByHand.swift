import BenchmarkHarness
import Foundation
import HandWrittenLoops
import Plastic

// Floors and peers as one would write them: what they are counted beside.
extension HandWrittenLoops {
  mutating func addAll() {
    add("katana-miniature/views=10") {
      { iterations in
        for _ in 0..<iterations {
          let container = MiniatureContainer(
            keys: Array(0..<10),
            frame: CGRect(x: 0, y: 0, width: 640, height: 16_777_216)
          )
          container.layOutList(count: 10)
          blackHole(container.frames)
        }
      }
    }
    add("contiguous/views=1000") {
      let input = [CGRect](repeating: CGRect(x: 1, y: 2, width: 10, height: 10), count: 1000)
      var output = input
      return { iterations in for _ in 0..<iterations { compute(input, &output) } }
    }
    add("dictionary/views=1000") {
      let names = (0..<1000).map { "view-\($0)" }
      return { iterations in
        for _ in 0..<iterations {
          var places: [String: Int32] = [:]
          places.reserveCapacity(1000)
          for (place, name) in names.enumerated() { places[name] = Int32(place) }
          blackHole(places)
        }
      }
    }
  }
}

@inline(never)
private func compute(_ input: [CGRect], _ output: inout [CGRect]) {
  for index in input.indices {
    let frame = input[index]
    output[index] = CGRect(
      x: frame.origin.x + 5,
      y: frame.origin.y * 2,
      width: frame.size.width + 2,
      height: frame.size.height - 1
    )
  }
}
