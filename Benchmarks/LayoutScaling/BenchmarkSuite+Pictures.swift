import BenchmarkHarness
import Foundation
import Plastic

extension BenchmarkSuite {
  /// The text of a picture of a list: what each view needs at least, for few of them have room for a name.
  mutating func addPicture(views count: Int, isLargest: Bool) {
    add(
      Benchmark(
        "svg",
        parameters: ["workload": ListWorkload.label, "views": count],
        bars: (count >= 1000 ? [Bar("svg at 1 us a view", medianAtMost: .microseconds(count))] : [])
          + (isLargest ? [Bar("linear in the views", exponentOf: "views", atMost: 1.05)] : [])
      ) {
        let result = try ListWorkload.makeHierarchy(count: count)
          .layout(
            in: ListWorkload.frame(width: 640),
            environment: try ListWorkload.makeEnvironment()
          ) { ListWorkload.layout($0, count: count) }
        var picture = ""
        return BenchmarkBody(
          run: { for _ in 0..<$0 { picture = result.svg() } },
          verify: { _ in
            // Each view has a ground and an outline; few have room for a label besides.
            let lines = picture.utf8.count { $0 == UInt8(ascii: "\n") }
            try VerificationError.check(
              "lines of a view",
              found: lines / count,
              expected: 3
            )
          }
        )
      }
    )
  }
}
