import Foundation
import ImageComparison
import NativeViews
import NativeViewsCairo
import NativeViewsGTK

/// A view that shows a text.
private final class TextView: NativeView {
  let text: String
  init(_ text: String) { self.text = text }
  override func draw(into list: inout DisplayList) {
    list.draw(TextBlock(AttributedText(string: text)), in: bounds)
  }
}

/// Windows show what the bundled fonts lack in those of the machine, unless they are given others.
@MainActor
func checkFonts() throws {
  try runInWindow { window in
    @MainActor func show(
      _ text: String,
      in window: GTKWindow
    ) async throws -> (Pixels, [ViewDiagnosis]) {
      var diagnoses: [ViewDiagnosis] = []
      window.tree.onDiagnosis = { diagnoses.append($0) }
      let view = TextView(text)
      view.frame = window.root.bounds
      window.root.removeAllChildren()
      window.root.append(view)
      await window.drawn()
      return (try window.screenshot(), diagnoses)
    }
    let other = try GTKWindow(
      title: "bundled",
      size: CGSize(width: 400, height: 300),
      background: .green,
      fonts: .bundled()
    )
    try check(
      other.backend.measurer.size(of: TextBlock("漢"), width: 100).width > 0,
      "a window that was given fonts doesn't measure"
    )
    let (boxes, diagnoses) = try await show("漢字", in: other)
    try check(boxes[399, 299] == 0xff00_ff00, "the window's background isn't what it was given")
    try check(diagnoses.count == 1, "\(diagnoses)")
    try check(diagnoses[0].problem.contains("漢 (U+6F22), 字 (U+5B57)"), "\(diagnoses[0])")
    try check(diagnoses[0].subject.contains("TextView"), "\(diagnoses[0])")
    let again = try await show("字", in: other).1
    try check(again.isEmpty, "told twice: \(again)")
    let (known, none) = try await show("Text", in: window)
    try check(none.isEmpty, "\(none)")
    // Cairo cuts off the last column of a text that it has recorded, where the place of the last letter is rounded to the right.
    let result = ImageComparison(
      tolerance: ImageTolerance(colorDistance: 0.01, maximumShare: 0.0001)
    ).compare(known, with: try CairoRenderer().pixels(of: window.root))
    try check(result.isAccepted, "a text that isn't Cairo's: \(result)")
    let candidates = ["漢", "ก", "क", "🦊", "𝒜"]
    for text in candidates {
      let (shown, diagnoses) = try await show(text, in: window)
      if !diagnoses.isEmpty {
        try check(diagnoses[0].remedy.contains("install fonts-noto-"), "\(diagnoses[0])")
        continue
      }
      let painted = try CairoRenderer(fonts: .installed()).pixels(of: window.root)
      try check(shown == painted, "\(text) isn't shown in the installed font")
      try check(try shown != CairoRenderer().pixels(of: window.root), "\(text) is a box")
      return print("\(text) is shown in an installed font")
    }
    print("SKIPPED: no installed font has one of \(candidates); install fonts-dejavu-extra")
  }
}
