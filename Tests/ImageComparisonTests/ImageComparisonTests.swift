import ImageComparison
import NativeViews
import SeededRandom
import Testing

@Suite
struct `Comparing pictures` {
  static func noise(_ width: Int, _ height: Int, seed: UInt64) -> Pixels {
    var random = SplitMix64(seed: seed)
    return Pixels(
      width: width,
      height: height,
      argb: (0..<width * height).map { _ in
        UInt32.random(in: 0...0xff_ffff, using: &random) | 0xff00_0000
      }
    )
  }

  @Test
  func `equal pictures are accepted`() {
    let result = ImageComparison().compare(
      Self.noise(31, 17, seed: 1),
      with: Self.noise(31, 17, seed: 1)
    )
    #expect(result.isAccepted)
    #expect(result.differingPixels == 0)
    #expect(result.bounds == nil)
  }

  @Test
  func `count and bounds are those of an obvious loop`() {
    let seed = RandomHistories.seed
    var random = SplitMix64(seed: seed)
    for _ in 0..<200 {
      let (width, height) = (
        Int.random(in: 1...20, using: &random), Int.random(in: 1...20, using: &random)
      )
      let reference = Self.noise(width, height, seed: random.next())
      var picture = reference
      let mask = PixelRect(x: 2, y: 1, width: Int.random(in: 0...6, using: &random), height: 5)
      for _ in 0..<Int.random(in: 0...8, using: &random) {
        let (x, y) = (
          Int.random(in: 0..<width, using: &random), Int.random(in: 0..<height, using: &random)
        )
        picture[x, y] ^= 1 << UInt32.random(in: 0..<24, using: &random)
      }
      var (differing, masked) = (Set<[Int]>(), 0)
      for y in 0..<height {
        for x in 0..<width where picture[x, y] != reference[x, y] {
          if x >= 2, x < mask.maxX, y >= 1, y < 6 { masked += 1 } else { differing.insert([x, y]) }
        }
      }
      let result = ImageComparison(masks: [mask]).compare(picture, with: reference)
      #expect(result.differingPixels == differing.count, "seed \(seed)")
      #expect(result.maskedPixels == masked, "seed \(seed)")
      #expect(result.isAccepted == differing.isEmpty, "seed \(seed)")
      if let bounds = result.bounds {
        #expect(bounds.x == differing.map { $0[0] }.min(), "seed \(seed)")
        #expect(bounds.maxX - 1 == differing.map { $0[0] }.max(), "seed \(seed)")
        #expect(bounds.y == differing.map { $0[1] }.min(), "seed \(seed)")
        #expect(bounds.maxY - 1 == differing.map { $0[1] }.max(), "seed \(seed)")
      } else {
        #expect(differing.isEmpty, "seed \(seed)")
      }
    }
  }

  @Test
  func `a colour that is hardly another one is tolerated, a clear one isn't`() {
    let reference = Pixels(width: 4, height: 4, filledWith: 0xff80_8080)
    var picture = reference
    picture[1, 1] = 0xff82_8280
    let comparison = ImageComparison(tolerance: ImageTolerance(colorDistance: 0.05))
    #expect(!ImageComparison().compare(picture, with: reference).isAccepted)
    #expect(comparison.compare(picture, with: reference).isAccepted)
    #expect(comparison.compare(picture, with: reference).toleratedPixels == 1)
    picture[2, 2] = 0xffff_8080
    let result = comparison.compare(picture, with: reference)
    #expect(!result.isAccepted)
    #expect(result.differingPixels == 1)
  }

  @Test
  func `white and black are at distance one, and clear is neither of them`() {
    let black = Pixels(width: 1, height: 1, filledWith: 0xff00_0000)
    let white = Pixels(width: 1, height: 1, filledWith: 0xffff_ffff)
    let clear = Pixels(width: 1, height: 1)
    let nearly = ImageComparison(tolerance: ImageTolerance(colorDistance: 0.9))
    #expect(!nearly.compare(black, with: white).isAccepted)
    #expect(!nearly.compare(clear, with: white).isAccepted)
    #expect(!nearly.compare(clear, with: black).isAccepted)
    #expect(
      ImageComparison(tolerance: ImageTolerance(colorDistance: 1)).compare(black, with: white)
        .isAccepted
    )
  }

  /// A black area with a vertical edge, of which one column is smoothed.
  static func edge(_ grey: UInt32) -> Pixels {
    var pixels = Pixels(width: 12, height: 8, filledWith: 0xffff_ffff)
    for y in 0..<8 {
      for x in 0..<6 { pixels[x, y] = 0xff00_0000 }
      // A slope: each row a little brighter, as an edge that isn't quite upright.
      pixels[6, y] = 0xff00_0000 | (grey + UInt32(y) * 8) * 0x1_0101
    }
    return pixels
  }

  @Test
  func `edges that are smoothed in another way don't count if so asked`() {
    let (first, second) = (Self.edge(40), Self.edge(120))
    #expect(ImageComparison().compare(first, with: second).differingPixels == 8)
    var comparison = ImageComparison(tolerance: .perceptual)
    var result = comparison.compare(first, with: second)
    #expect(result.isAccepted, "\(result)")
    #expect(result.antialiasedPixels == 8)
    // A spot in an area isn't an edge.
    var spotted = first
    spotted[9, 4] = 0xff00_0000
    result = comparison.compare(spotted, with: first)
    #expect(result.differingPixels == 1)
    comparison.tolerance.ignoresAntialiasing = false
    #expect(!comparison.compare(first, with: second).isAccepted)
  }

  @Test
  func `some pixels may differ, by number or by share`() {
    let reference = Pixels(width: 10, height: 10, filledWith: 0xffff_ffff)
    var picture = reference
    for x in 0..<5 { picture[x, 3] = 0xff00_0000 }
    let accepts = { (tolerance: ImageTolerance) in
      ImageComparison(tolerance: tolerance).compare(picture, with: reference).isAccepted
    }
    #expect(!accepts(ImageTolerance(maximumPixels: 4)))
    #expect(accepts(ImageTolerance(maximumPixels: 5)))
    #expect(!accepts(ImageTolerance(maximumShare: 0.04)))
    #expect(accepts(ImageTolerance(maximumShare: 0.05)))
  }

  @Test
  func `pictures of other sizes are never accepted`() {
    let result = ImageComparison(tolerance: ImageTolerance(maximumShare: 1))
      .compare(Pixels(width: 2, height: 3), with: Pixels(width: 3, height: 2))
    #expect(!result.isAccepted)
    #expect("\(result)" == "the picture is 2x3, the reference 3x2")
  }

  @Test
  func `the picture of the differences has them in red, on the pale reference`() {
    let reference = Pixels(width: 4, height: 2, filledWith: 0xff00_0000)
    var picture = reference
    picture[2, 1] = 0xffff_ffff
    let difference = ImageComparison().differencePicture(picture, from: reference)
    #expect(difference[2, 1] == 0xffff_0000)
    #expect(difference[0, 0] == 0xffd8_d8d8)
    let other = ImageComparison().differencePicture(Pixels(width: 4, height: 3), from: reference)
    #expect((other.width, other.height) == (4, 3))
    #expect(other[1, 2] == 0xffff_0000)
  }

  @Test
  func `a result tells what differs and where`() {
    let reference = Pixels(width: 10, height: 10)
    var picture = reference
    picture[3, 4] = 0xff00_0000
    picture[5, 4] = 0xff00_0000
    let result = ImageComparison().compare(picture, with: reference)
    #expect("\(result)" == "2 of 100 pixels differ, within (3, 4) 3x1")
  }
}
