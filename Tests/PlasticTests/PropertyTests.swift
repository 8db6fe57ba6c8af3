import Foundation
import Plastic
import SeededRandom
import Testing

@Suite(.timeLimit(.minutes(30))) struct PropertyTests {
  private static let seeds: [UInt64] = [.random(in: 0 ... .max)] + Array(0..<400)

  private func run(
    _ layout: RandomLayout,
    in frame: CGRect,
    reference: CGSize = CGSize(width: 200, height: 400),
    rounding: FrameRounding = .none,
    displayScale: CGFloat = 2
  ) throws -> LayoutResult<Int> {
    let environment = LayoutEnvironment(displayScale: displayScale, rounding: rounding)
      .entering(frame, reference: try ReferenceSize(reference))
    return try ViewHierarchy(layout.declarations)
      .layout(in: frame, environment: environment) { layout.apply(to: $0) }
  }

  @Test func `random writes do what the rules say`() throws {
    for seed in Self.seeds {
      let layout = RandomLayout(seed: seed)
      let frame = rect(7, -3, 100, 300)
      let found = try run(layout, in: frame).frames
      let expected = layout.obviousFrames(in: frame, multiplier: 0.5)
      #expect(areClose(found, expected), "seed \(seed)")
    }
  }

  @Test(arguments: FrameRounding.allCases, [1, 2, 3] as [CGFloat])
  func `moving the container moves no frame by a bit`(
    _ rounding: FrameRounding,
    displayScale: CGFloat
  ) throws {
    for seed in Self.seeds.prefix(150) {
      let layout = RandomLayout(seed: seed)
      let frames = try [(0, 0), (1234.5, -678), (33.7, 0.1), (-1e9 / 3, 1e-9)].map { x, y in
        try run(
          layout,
          in: rect(x, y, 100, 300),
          rounding: rounding,
          displayScale: displayScale
        ).frames
      }
      #expect(frames.allSatisfy { $0 == frames[0] }, "seed \(seed)")
    }
  }

  @Test(arguments: FrameRounding.allCases)
  func `a row is divided the same wherever it is`(_ rounding: FrameRounding) throws {
    let environment = LayoutEnvironment(rounding: rounding)
    let frames = try [0, 33.7, -0.3].map { x in
      try ViewHierarchy<Int>(keys: [0, 1])
        .layout(in: rect(x, 0, 95, 10), environment: environment) { views in
          [0, 1].compactMap { views[$0] }
            .fill(left: views.nativeView.left, right: views.nativeView.right)
        }.frames
    }
    #expect(frames.allSatisfy { $0 == frames[0] })
  }

  @Test func `coordinates are read in the space of the container's parent`() throws {
    _ = try ViewHierarchy<Int>([.view(0, frame: rect(1, 2, 3, 4))])
      .layout(in: rect(10, 200, 50, 60)) { views in
        let view = views[0]
        let found = [
          view?.left, view?.right, view?.centerX, view?.top, view?.bottom, view?.centerY,
        ].map { $0?.coordinate }
        #expect(found == [11, 14, 12.5, 202, 206, 204])
        #expect(views.nativeView.bottom.coordinate == 260)
      }
  }

  @Test func `a larger container scales the frames of what scales`() throws {
    for seed in Self.seeds {
      let layout = RandomLayout(seed: seed, scalesWhole: true)
      let small = try run(layout, in: rect(0, 0, 100, 300)).frames
      let large = try run(layout, in: rect(0, 0, 250, 750)).frames
      let scaled = small.map {
        rect($0.origin.x * 2.5, $0.origin.y * 2.5, $0.width * 2.5, $0.height * 2.5)
      }
      #expect(areClose(large, scaled), "seed \(seed)")
    }
  }

  @Test func `a larger reference size with as large a container changes nothing but the unit`()
    throws
  {
    for seed in Self.seeds {
      let layout = RandomLayout(seed: seed)
      let frame = rect(0, 0, 100, 300)
      let one = try run(layout, in: frame, reference: CGSize(width: 200, height: 200)).frames
      let other = try run(layout, in: frame, reference: CGSize(width: 200, height: 600)).frames
      #expect(areClose(one, other), "seed \(seed): the width decides both")
      let large = try run(layout, in: frame, reference: CGSize(width: 400, height: 600)).frames
      let expected = layout.obviousFrames(in: frame, multiplier: 0.25)
      #expect(areClose(large, expected), "seed \(seed)")
    }
  }

  @Test(arguments: FrameRounding.allCases)
  func `accepted frames are finite and not negative`(_ rounding: FrameRounding) throws {
    let extremes: [CGFloat] = [
      .nan, .infinity, -.infinity, 1e308, -1e308, .greatestFiniteMagnitude, .leastNonzeroMagnitude,
      -0.0, 1e16, 3,
    ]
    var refusals = 0
    for seed in Self.seeds {
      var random = SplitMix64(seed: seed)
      // Not `do`: of a pattern of a typed error the compiler makes a wrong program, and notices.
      let outcome = Result { () throws(LayoutError) in
        try layOut(rounding: rounding) { view, neighbour in
          for _ in 0..<6 {
            let value = Value(
              scalable: extremes.randomElement(using: &random) ?? 0,
              fixed: Bool.random(using: &random) ? 0 : extremes.randomElement(using: &random) ?? 0
            )
            switch Int.random(in: 0..<5, using: &random) {
            case 0: view.left = neighbour.right + value
            case 1: view.right = neighbour.left - value
            case 2: view.centerX = neighbour.centerX + value
            case 3: neighbour.width = value
            default: view.width = neighbour.width * (extremes.randomElement(using: &random) ?? 1)
            }
          }
        }
      }
      guard case .success(let result) = outcome else {
        refusals += 1
        continue
      }
      for frame in result.frames {
        let numbers = [frame.origin.x, frame.origin.y, frame.size.width, frame.size.height]
        #expect(numbers.allSatisfy { $0.isFinite }, "seed \(seed): \(frame)")
        #expect(frame.size.width >= 0 && frame.size.height >= 0, "seed \(seed): \(frame)")
      }
    }
    #expect(refusals > 0 && refusals < Self.seeds.count)
  }

  @Test(arguments: FrameRounding.allCases)
  func `so are those of views in each other`(_ rounding: FrameRounding) throws {
    let hierarchy = try ViewHierarchy<Int>(
      (0..<9).map { key in
        .view(key, in: key == 0 ? .nativeView : .key(key - 1), frame: rect(9e297, -9e297, 9e297, 0))
      }
    )
    let environment = LayoutEnvironment(displayScale: 2, rounding: rounding)
    var refusals = 0
    for seed in Self.seeds {
      var random = SplitMix64(seed: seed)
      let outcome = Result { () throws(LayoutError) in
        try hierarchy.layout(in: rect(-9e297, 9e297, 0, 9e297), environment: environment) { views in
          for key in 0..<9 where Int.random(in: 0..<3, using: &random) == 0 {
            let sign: CGFloat = Bool.random(using: &random) ? 1 : -1
            let far = CGFloat.random(in: 0...(seed % 2 == 0 ? 3e298 : 1e297), using: &random)
            views[key]?.left = views.nativeView.left + .fixed(sign * far)
            views[key]?.bottom = views.nativeView.top + .fixed(-sign * far)
          }
        }
      }
      guard case .success(let result) = outcome else {
        refusals += 1
        continue
      }
      for frame in result.frames {
        let numbers = [frame.origin.x, frame.origin.y, frame.size.width, frame.size.height]
        #expect(numbers.allSatisfy { $0.isFinite }, "seed \(seed): \(frame)")
      }
    }
    #expect(refusals > 0 && refusals < Self.seeds.count)
  }

  @Test func `components are rounded half away from zero at the display's scale`() throws {
    var random = SplitMix64(seed: 7)
    let halves = (-40...40).map { CGFloat($0) / 8 }
    let numbers =
      halves + [0.49999999999999994, 4_503_599_627_370_497, -1e15 - 0.5, 1e290]
      + (0..<2000).map { _ in .random(in: -1000...1000, using: &random) }
    for scale in [1, 2, 3] as [CGFloat] {
      let environment = LayoutEnvironment(displayScale: scale, rounding: .components)
      for number in numbers {
        let result = try ViewHierarchy<Keys>(keys: [.view])
          .layout(in: rect(0, 0, 10, 10), environment: environment) {
            $0[.view]?.left = $0.nativeView.left + .fixed(number)
          }
        let expected = (number * scale).rounded(.toNearestOrAwayFromZero) / scale
        #expect(result.frames[0].origin.x == expected, "\(number) at \(scale)")
      }
    }
  }

  @Test func `edges that touch still touch when edges are rounded`() throws {
    for seed in Self.seeds {
      var random = SplitMix64(seed: seed)
      let count = Int.random(in: 2...12, using: &random)
      let frame = rect(
        .random(in: 0...9, using: &random),
        0,
        .random(in: 1...500, using: &random),
        9
      )
      let scale: CGFloat = [1, 1.25, 1.5, 2, 3].randomElement(using: &random) ?? 1
      // As by default.
      let environment = LayoutEnvironment(displayScale: scale)
      let frames = try ViewHierarchy<Int>(keys: 0..<count)
        .layout(in: frame, environment: environment) { views in
          (0..<count).compactMap { views[$0] }
            .fill(left: views.nativeView.left, right: views.nativeView.right)
        }.frames
      for (left, right) in zip(frames, frames.dropFirst()) {
        let pixels = (left.maxX * scale, right.minX * scale)
        #expect(abs(pixels.0 - pixels.1) < 1e-9, "seed \(seed)")
        #expect(abs(pixels.0 - pixels.0.rounded()) < 1e-9, "seed \(seed)")
      }
      #expect(frames[0].minX == 0, "seed \(seed)")
      let rest = abs(frames[count - 1].maxX - frame.width) * scale
      #expect(rest < 0.500001, "seed \(seed)")
    }
  }

  @Test func `edges of a frame are rounded as each by itself`() {
    var random = SplitMix64(seed: 7)
    for scale in [1, 1.25, 1.5, 2, 3] as [CGFloat] {
      let grid = PixelGrid(scale: scale)
      for exponent in -4...70 {
        let place = { (part: CGFloat) in
          part * CGFloat(sign: .plus, exponent: exponent, significand: 1)
        }
        // Halves of pixels, and whatever else.
        let start = place(.random(in: -1...1, using: &random))
        let half: CGFloat = (start * scale * 2).rounded() / scale / 2
        let left = Bool.random(using: &random) ? start : half
        let frame = rect(left, -left, place(.random(in: 0...2, using: &random)), abs(left))
        let edges: [CGFloat] = [frame.minX, frame.minY, frame.maxX, frame.maxY]
        let rounded = grid.roundEdges(
          left: frame.minX,
          top: frame.minY,
          right: frame.maxX,
          bottom: frame.maxY
        )
        for (place, edge) in edges.enumerated() {
          #expect(CGFloat(rounded[place]) == grid.roundEdge(edge), "\(frame) at \(scale)")
        }
      }
    }
  }

  @Test func `edges where numbers become too large to round make no negative side`() throws {
    for scale in [3, 7, 0.3] as [CGFloat] {
      var random = SplitMix64(seed: 5)
      let limit = 4_503_599_627_370_496 / scale
      for _ in 0..<500 {
        let left = limit - CGFloat(Int.random(in: -8...8, using: &random)) * limit.ulp / 2
        let hierarchy = try ViewHierarchy<Keys>([
          .view(.view, frame: rect(left, left, limit.ulp, limit.ulp))
        ])
        let environment = LayoutEnvironment(displayScale: scale, rounding: .edges)
        let size = try hierarchy.layout(in: rect(0, 0, 1, 1), environment: environment) { _ in }
          .frames[0].size
        #expect(size.width >= 0 && size.height >= 0, "\(left) at \(scale)")
      }
    }
  }

  @Test func `frames in the container agree with the parents' sums whatever the rounding`() throws {
    for seed in Self.seeds {
      let layout = RandomLayout(seed: seed)
      let frame = rect(7, -3, 100, 300)
      let exact = try run(layout, in: frame).absoluteFrames
      let rounded = try run(layout, in: frame, rounding: .edges).absoluteFrames
      for (index, declaration) in layout.declarations.enumerated() where declaration.key != nil {
        let pairs = [
          (exact[index].minX, rounded[index].minX), (exact[index].maxX, rounded[index].maxX),
          (exact[index].minY, rounded[index].minY), (exact[index].maxY, rounded[index].maxY),
        ]
        for (exact, rounded) in pairs {
          #expect(abs(exact - rounded) <= 0.2500001, "seed \(seed)")
          #expect(abs((rounded * 2).rounded() - rounded * 2) < 1e-9, "seed \(seed)")
        }
      }
    }
  }

  @Test(arguments: FrameRounding.allCases)
  func `a container that was moved and moved back is where it was`(_ rounding: FrameRounding) throws
  {
    let hierarchy = try ViewHierarchy<Int>([.view(0, frame: rect(1, 2, 3, 4))])
    let environment = LayoutEnvironment(rounding: rounding)
    let result = try hierarchy.layout(in: rect(7, 8, 50, 60), environment: environment) { views in
      let native = views.nativeView
      native.left = native.left + .fixed(5)
      native.left = native.left - .fixed(5)
      native.top = native.top + .fixed(9)
      native.top = native.top - .fixed(9)
    }
    #expect(result.frames == [rect(1, 2, 3, 4)])
  }

  @Test func `edges are on the grid in views without a key, which aren't`() throws {
    enum Key { case outer, a, b }
    let hierarchy = try ViewHierarchy<Key>([
      .view(.outer, frame: rect(10.4, 0, 80, 10)),
      .unkeyed(in: .key(.outer), frame: rect(0.3, 0, 100, 10)),
      .unkeyed(in: .declaration(at: 1), frame: rect(0.4, 0, 100, 10)),
      .view(.a, in: .declaration(at: 2)), .view(.b),
    ])
    let environment = LayoutEnvironment(displayScale: 1, rounding: .edges)
    let result = try hierarchy.layout(in: rect(0, 0, 100, 10), environment: environment) { views in
      views[.a]!.left = views.nativeView.left
      views[.a]!.right = views.nativeView.left + .fixed(50.3)
      views[.b]!.left = views[.a]!.right
    }
    #expect(abs(result.absoluteFrames[3].minX) < 1e-9)
    #expect(abs(result.absoluteFrames[3].maxX - 50) < 1e-9)
    #expect(result[.b]?.minX == 50)
    #expect(result[.outer]?.minX == 10)
  }
}
