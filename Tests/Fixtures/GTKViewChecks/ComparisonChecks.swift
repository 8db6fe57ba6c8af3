import Foundation
import ImageComparison
import NativeViews
import NativeViewsCairo
import NativeViewsGTK
import SeededRandom

/// A view that draws what it is given.
private final class Drawn: NativeView {
  var list = DisplayList() {
    didSet { setNeedsDisplay() }
  }
  override func draw(into list: inout DisplayList) {
    list.append(self.list)
  }
}

/// Compares what a window shows with what Cairo paints; where that isn't the same, both and their differences are in files.
func compare(
  _ shown: Pixels,
  with painted: Pixels,
  _ tolerance: ImageTolerance,
  _ subject: String
) throws -> ImageComparisonResult {
  let comparison = ImageComparison(tolerance: tolerance)
  let result = comparison.compare(shown, with: painted)
  if !result.isAccepted {
    try shown.writePNG(to: "/tmp/gtk-shown.png")
    try painted.writePNG(to: "/tmp/gtk-painted.png")
    try comparison.differencePicture(shown, from: painted).writePNG(to: "/tmp/gtk-difference.png")
  }
  try check(
    result.isAccepted,
    "\(subject): \(result); see /tmp/gtk-shown.png, gtk-painted.png, gtk-difference.png"
  )
  return result
}

/// Pictures of random trees in a window, compared with the Cairo backend's of the same trees.
///
/// Both paint by Cairo here (GSK_RENDERER=cairo). What GTK composes otherwise are round corners, which it clips instead of
/// filling, layers, and images; so the tolerance is that of the eye for pixels, and a share of them for edges.
@MainActor
func checkComparison(seed: UInt64) throws {
  print("seed \(seed)")
  var (worst, worstOfExact) = (0.0, 0)
  try runInWindow(size: CGSize(width: 300, height: 220)) { window in
    var random = SplitMix64(seed: seed)
    let renderer = try CairoRenderer(background: .clear)
    let image = try BitmapImage(png: picture().png())
    for round in 0..<40 {
      window.root.removeAllChildren()
      window.root.backgroundColor = .white
      // Texts and opaque areas at whole points: but for the last bit of a component nothing differs, and where two letters
      // share a pixel, which Cairo computes otherwise when it repeats what it has recorded.
      let isExact = round % 2 == 0
      var parents = [window.root]
      for index in 0..<30 {
        let view = Drawn()
        fill(view, index, isExact: isExact, image, &random)
        parents[random.next(below: min(parents.count, 4))].append(view)
        if random.next(below: 4) == 0 { parents.append(view) }
      }
      await window.drawn()
      let shown = try window.screenshot()
      let painted = try renderer.pixels(of: window.root)
      let result = try compare(
        shown,
        with: painted,
        isExact
          ? ImageTolerance(colorDistance: 0.01, maximumShare: 0.001)
          : ImageTolerance(colorDistance: 0.1, ignoresAntialiasing: true, maximumShare: 0.001),
        "seed \(seed), round \(round), exact \(isExact)"
      )
      let share = Double(result.differingPixels) / Double(shown.argb.count)
      if isExact {
        worstOfExact = max(worstOfExact, result.differingPixels)
      } else {
        worst = max(worst, share)
      }
    }
  }
  print(
    "of 20 plain pictures at most \(worstOfExact) pixels differ from Cairo's, of 20 others a share of \(worst)"
  )
}

@MainActor
private func fill(
  _ view: Drawn,
  _ index: Int,
  isExact: Bool,
  _ image: BitmapImage,
  _ random: inout SplitMix64
) {
  let step: CGFloat = isExact ? 1 : 0.25
  let x = CGFloat(random.next(below: 240)) * step
  let y = CGFloat(random.next(below: 180)) * step
  let width = 20 + CGFloat(random.next(below: 100)) * step
  let height = 15 + CGFloat(random.next(below: 60)) * step
  view.frame = CGRect(x: x, y: y, width: width, height: height)
  let color = Color(
    hex: UInt32(random.next(below: 1 << 24)),
    alpha: isExact ? 1 : 0.5 + Float(random.next(below: 3)) / 4
  )
  view.backgroundColor = random.next(below: 3) == 0 ? color : .clear
  var list = DisplayList()
  let words = ["Hamon", "a text of several words", "3.14", "Wörter", "gg"]
  let alignments = TextBlock.Alignment.allCases
  let text = TextBlock(
    AttributedText(string: words[random.next(below: words.count)]),
    font: Font(
      size: CGFloat(9 + random.next(below: 12)),
      weight: random.next(below: 2) == 0 ? .bold : .regular
    ),
    color: color.withAlpha(1),
    alignment: alignments[random.next(below: alignments.count)],
    maximumLines: random.next(below: 3)
  )
  list.draw(text, in: view.bounds)
  if random.next(below: 5) == 0 {
    list.stroke(view.bounds, width: CGFloat(1 + random.next(below: 3)), with: color)
  }
  if !isExact {
    if random.next(below: 3) == 0 { view.cornerRadius = CGFloat(random.next(below: 12)) }
    if random.next(below: 4) == 0 { (view.borderWidth, view.borderColor) = (2, color) }
    if random.next(below: 4) == 0 { view.alpha = 0.5 }
    if random.next(below: 6) == 0 {
      view.transform = AffineTransform(rotationByDegrees: CGFloat(random.next(below: 90)))
    }
    if random.next(below: 4) == 0 {
      list.draw(
        image,
        in: random.next(below: 2) == 0
          ? CGRect(x: 2, y: 2, width: 16, height: 12) : view.bounds.insetBy(dx: -2, dy: 0),
        tint: random.next(below: 2) == 0 ? .orange : nil
      )
    }
  }
  view.clipsToBounds = random.next(below: 4) == 0
  view.list = list
}

/// An image with clear and opaque parts.
private func picture() -> Pixels {
  var pixels = Pixels(width: 16, height: 12)
  for y in 0..<12 {
    for x in 0..<16 where (x + y) % 4 < 2 { pixels[x, y] = 0xff00_4080 | UInt32(x * 8) << 16 }
  }
  return pixels
}
