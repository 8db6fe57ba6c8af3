import CGTKViewChecks
import Foundation
import ImageComparison
import NativeViews
import NativeViewsCairo
import NativeViewsGTK

/// A row with a text, a line and round corners, which can be clicked.
private final class Row: NativeView {
  let number: Int
  var taps: [CGPoint] = []

  init(_ number: Int) {
    self.number = number
    super.init()
    (cornerRadius, borderWidth, borderColor) = (8, 2, .blue)
    backgroundColor = number % 2 == 0 ? .yellow : .clear
    accessibilityOverride = Accessibility(role: .row, label: "Row \(number)")
  }

  override func draw(into list: inout DisplayList) {
    list.draw(TextBlock("row \(number)", font: Font(size: 15), color: .black), in: bounds)
  }
  override var handlesTouches: Bool { true }
  override func touchEnded(_ touch: Touch) { taps.append(touch.location) }
}

/// A list of a million rows of 44 points is at its end what it is at its beginning, to the pixel.
@MainActor
func checkDistance() throws {
  let (count, height) = (1_000_000, 44.0)
  let size = CGSize(width: 300, height: 220)
  try runInWindow(size: size) { window in
    window.root.backgroundColor = .white
    let list = ScrollView()
    list.frame = CGRect(origin: .zero, size: size)
    list.contentSize = CGSize(width: size.width, height: Double(count) * height)
    list.contentView.backgroundColor = .orange
    // In views in views that are as large, and one that is turned.
    let (section, turned) = (NativeView(), NativeView())
    section.clipsToBounds = true
    list.contentView.append(section)
    section.append(turned)
    window.root.append(list)
    let rows = (0..<8).map(Row.init)
    for row in rows { turned.append(row) }
    nonisolated(unsafe) var entry: UnsafeMutableRawPointer?
    let field = unsafe ForeignView {
      unsafe entry = checks_entry_new()
      return unsafe entry
    }
    rows[3].append(field)
    field.frame = CGRect(x: 100, y: 2, width: 180, height: 34)

    /// Shows the rows from one of the million on; a part of a point is above.
    @MainActor func show(
      from first: Int,
      beyond part: Double,
      scale: Double
    ) async throws -> Pixels {
      let start = Double(max(first - 400_000, 0)) * height
      section.frame = CGRect(x: 0, y: start, width: 300, height: list.contentSize.height - start)
      turned.frame = CGRect(x: 0, y: 0, width: 300, height: list.contentSize.height)
      turned.transform = AffineTransform(scaleByX: scale, byY: 1)
      for (index, row) in rows.enumerated() {
        row.frame = CGRect(
          x: 4,
          y: Double(first + index) * height - start,
          width: 280.5,
          height: 40
        )
      }
      list.contentOffset.y = Double(first) * height + part
      await window.drawn()
      return try window.screenshot()
    }
    let renderer = try CairoRenderer(background: .clear)
    for (part, scale) in [(0.0, 1.0), (13, 1), (7.25, 0.75)] {
      let near = try await show(from: 0, beyond: part, scale: scale)
      for first in [1_000, 190_661, 381_300, 954_321, count - 8] {
        let far = try await show(from: first, beyond: part, scale: scale)
        let different = zip(near.argb, far.argb).count { $0 != $1 }
        if different > 0 {
          try near.writePNG(to: "/tmp/gtk-near.png")
          try far.writePNG(to: "/tmp/gtk-far.png")
        }
        try check(
          different == 0,
          "row \(first), scale \(scale): \(different) pixels aren't those of row 0; see /tmp/gtk-near.png, gtk-far.png"
        )
      }
      // Other backends show nothing of the entry.
      field.isHidden = true
      let shown = try await show(from: count - 8, beyond: part, scale: scale)
      _ = try compare(
        shown,
        with: renderer.pixels(of: window.root),
        ImageTolerance(colorDistance: 0.1, ignoresAntialiasing: true, maximumShare: 0.001),
        "beyond \(part), scale \(scale), far from Cairo's picture"
      )
      field.isHidden = false
    }
    _ = try await show(from: count - 8, beyond: 132, scale: 1)
    try unsafe await checkInput(of: rows, field, entry: { unsafe entry }, in: window)
  }
  print("a million rows are placed to the pixel")
}

@MainActor
private func checkInput(
  of rows: [Row],
  _ field: ForeignView,
  entry: () -> UnsafeMutableRawPointer?,
  in window: GTKWindow
) async throws {
  let origin = try openDevices(window)
  unsafe xtest_focus(window.backend.gtkWindow)
  // The rows from the third on are in sight.
  click(origin, 20, 3 * 44 + 10)
  try await wait(for: { !rows[6].taps.isEmpty }, "a click on a row far down")
  try check(rows[6].taps == [CGPoint(x: 16, y: 10)], "it was clicked at \(rows[6].taps)")
  var (x, y, width, height) = (0.0, 0.0, 0.0, 0.0)
  let gtkWindow = unsafe window.backend.gtkWindow
  try check(unsafe checks_place(entry(), gtkWindow, &x, &y, &width, &height), "no place")
  try check(
    [x, y, width, height] == [104, 2, 180, 34],
    "the entry is at \([x, y, width, height])"
  )
  click(origin, 150, 20)
  try await wait(for: { field.isFocused }, "a click on a widget far down")
  press(0x61)
  try await wait(for: { unsafe String(cString: checks_entry_text(entry())) == "a" }, "typing")
  try check(
    window.backend.differences(from: window.tree, withAllocations: true).isEmpty,
    "\(window.backend.differences(from: window.tree, withAllocations: true))"
  )
}
