import BenchmarkHarness
import Foundation
import Plastic

extension BenchmarkSuite {
  /// One iteration is one layout of all views.
  ///
  /// - Parameters:
  ///   - workload: What is laid out.
  ///   - count: How many views it has.
  ///   - isLargest: Whether no row of the workload has more: it tells how the time has grown.
  mutating func addLayouts<W: Workload>(
    _ workload: W.Type,
    views count: Int,
    isLargest: Bool
  ) {
    let growth =
      isLargest ? [Bar("linear in the views", exponentOf: "views", atMost: 1.05)] : []
    let isBarred = count == 1000 || count == 100_000
    let parameters: KeyValuePairs<String, any CustomStringConvertible> = [
      "workload": W.label, "views": count,
    ]
    let namesLayout = W.self == ListWorkload.self || W.self == GridWorkload.self
    add(
      Benchmark(
        "first-layout",
        parameters: parameters,
        floors: ["contiguous"],
        bars: isBarred && namesLayout
          ? [Bar("\(W.label) at 80 ns a view", medianAtMost: .nanoseconds(80 * count))] + growth
          : growth
      ) {
        let hierarchy = try W.makeHierarchy(count: count)
        let environment = try W.makeEnvironment()
        var last: LayoutResult<Int>?
        return BenchmarkBody(
          run: { iterations in
            for _ in 0..<iterations {
              last = try PlasticLayout(hierarchy)
                .run(in: W.frame(width: 640), environment: environment) {
                  W.layout($0, count: count)
                }
            }
          },
          verify: { _ in try check(last, W.self, width: 640) }
        )
      }
    )
    add(
      Benchmark(
        "resize",
        parameters: parameters,
        floors: ["contiguous"],
        bars: [Bar("no allocation for a view", allocationsAtMost: W.ownAllocations)] + growth
          + (isBarred
            ? [Bar("resize at 40 ns a view", medianAtMost: .nanoseconds(40 * count))] : [])
      ) {
        BenchmarkBody(
          state: try Resizing<W>(count: count),
          run: { resizing, iterations in
            for _ in 0..<iterations { try resizing.layOut() }
          },
          verify: { resizing, _ in try check(resizing.last, W.self, width: resizing.width) }
        )
      }
    )
  }

  /// The list from its declarations on, which are made anew as well: the work that the miniature does.
  mutating func addLayoutAnew(views count: Int, isLargest: Bool) {
    add(
      Benchmark(
        "first-layout-anew",
        parameters: ["workload": ListWorkload.label, "views": count],
        floors: ["contiguous"] + (hasMiniature(count) ? ["katana-miniature"] : []),
        bars: [fewAllocations]
          + (isLargest ? [Bar("linear in the views", exponentOf: "views", atMost: 1.05)] : [])
      ) {
        let environment = try ListWorkload.makeEnvironment()
        var last: LayoutResult<Int>?
        return BenchmarkBody(
          run: { iterations in
            for _ in 0..<iterations {
              last = try ListWorkload.makeHierarchy(count: count)
                .layout(in: ListWorkload.frame(width: 640), environment: environment) {
                  ListWorkload.layout($0, count: count)
                }
            }
          },
          verify: { _ in try check(last, ListWorkload.self, width: 640) }
        )
      }
    )
  }

  /// The list in the original's way.
  mutating func addMiniature(views count: Int) {
    add(
      Benchmark("katana-miniature", parameters: ["views": count], kind: .peer) {
        BenchmarkBody(
          state: [String: CGRect](),
          run: { frames, iterations in
            for _ in 0..<iterations {
              let frame = ListWorkload.frame(width: 640)
              let container = MiniatureContainer(keys: Array(0..<count), frame: frame)
              container.layOutList(count: count)
              frames = container.frames
            }
          },
          verify: { frames, _ in
            try VerificationError.check(
              "last frame",
              found: "\(frames["\(count - 1)"] ?? .null)",
              expected: "\(ListWorkload.lastFrame(count: count, width: 640))"
            )
          }
        )
      }
    )
  }

  /// The least of any layout: a frame is read, something is done with it, and one is written.
  mutating func addContiguous(views count: Int) {
    add(
      Benchmark("contiguous", parameters: ["views": count], kind: .floor) {
        BenchmarkBody(
          state: Contiguous(count: count),
          run: { contiguous, iterations in for _ in 0..<iterations { contiguous.compute() } },
          verify: { contiguous, iterations in
            let found = contiguous.output[count - 1].width
            try VerificationError.check("width", found: Int(found), expected: 12)
          }
        )
      }
    )
  }
}

/// A layout that is run again and again, each time in another width.
private struct Resizing<W: Workload> {
  let layout: PlasticLayout<Int>
  let environment: LayoutEnvironment
  let count: Int
  var width: CGFloat = 640
  var last: LayoutResult<Int>?

  init(count: Int) throws {
    layout = PlasticLayout(try W.makeHierarchy(count: count))
    environment = try W.makeEnvironment()
    self.count = count
  }

  mutating func layOut() throws {
    width = width == 640 ? 800 : 640
    // The frames of the time before are given back, so that the layout may write over them.
    last = nil
    last = try layout.run(in: W.frame(width: width), environment: environment) { [count] in
      W.layout($0, count: count)
    }
  }
}

/// Frames read and written one after the other.
private struct Contiguous {
  let input: [CGRect]
  var output: [CGRect]

  init(count: Int) {
    input = Array(repeating: CGRect(x: 1, y: 2, width: 10, height: 10), count: count)
    output = input
  }

  @inline(never)
  mutating func compute() {
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
}

/// A few arrays and objects are made anew.
let fewAllocations = Bar("no allocation for a view", allocationsAtMost: 16)

/// Whether the miniature is measured: a million views take it seconds a layout.
func hasMiniature(_ count: Int) -> Bool { count <= 100_000 }

/// Checks that the last view is where it must be.
func check<W: Workload>(
  _ result: LayoutResult<Int>?,
  _ workload: W.Type,
  width: CGFloat
) throws {
  let frames = result?.frames ?? []
  let expected = W.lastFrame(count: frames.count, width: width)
  try VerificationError.check(
    "last frame",
    found: "\(frames.last ?? .null)",
    expected: "\(expected)"
  )
}
