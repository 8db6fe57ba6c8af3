import Foundation
import NativeViews
import NativeViewsGTK

/// A view that counts how often it draws.
final class CountingView: NativeView {
  var drawings = 0
  override func draw(into list: inout DisplayList) {
    drawings += 1
    list.fill(CGRect(x: 2, y: 2, width: 6, height: 6), with: .white)
  }
}

/// Each property is in the pixels.
@MainActor
func checkDrawing() throws {
  try runInWindow(size: CGSize(width: 200, height: 160)) { window in
    window.root.backgroundColor = .white
    @MainActor func box(
      _ x: Int,
      _ y: Int,
      _ color: Color,
      in parent: NativeView? = nil
    ) -> NativeView {
      let view = NativeView()
      view.frame = CGRect(x: x, y: y, width: 40, height: 40)
      view.backgroundColor = color
      (parent ?? window.root).append(view)
      return view
    }
    let plain = box(0, 0, .red)
    box(50, 0, .black).alpha = 0.5
    let bordered = box(100, 0, .green)
    (bordered.borderWidth, bordered.borderColor) = (4, .blue)
    box(150, 0, .red).cornerRadius = 20
    let clipping = box(0, 50, .black)
    clipping.clipsToBounds = true
    _ = box(20, 20, .yellow, in: clipping)
    let open = box(50, 50, .black)
    _ = box(20, 20, .yellow, in: open)
    box(150, 50, .red).isHidden = true
    let turned = box(100, 100, .red)
    turned.transform = AffineTransform(rotationByDegrees: 45)
    let scaled = box(20, 110, .blue)
    scaled.transform = AffineTransform(scaleByX: 0.5, byY: 1)
    let sheared = box(150, 100, .green)
    sheared.transform = AffineTransform(m11: 1, m12: 0, m21: 0.5, m22: 1, tX: 0, tY: 0)
    await window.drawn()
    let picture = try window.screenshot()
    try check(picture.width == 200 && picture.height == 160, "\(picture.width)x\(picture.height)")
    func expect(_ x: Int, _ y: Int, _ color: UInt32, _ what: String) throws {
      let found = picture[x, y]
      let isNear = stride(from: 0, to: 32, by: 8).allSatisfy {
        abs(Int(found >> UInt32($0) & 255) - Int(color >> UInt32($0) & 255)) <= 1
      }
      try check(
        isNear,
        "\(what) at (\(x), \(y)): \(String(found, radix: 16)) instead of \(String(color, radix: 16))"
      )
    }
    let (red, white, blue, green, yellow): (UInt32, UInt32, UInt32, UInt32, UInt32) =
      (0xffff_0000, 0xffff_ffff, 0xff00_00ff, 0xff00_ff00, 0xffff_ff00)
    try expect(20, 20, red, "background")
    try expect(45, 20, white, "root")
    try expect(70, 20, 0xff80_8080, "alpha")
    try expect(101, 20, blue, "border")
    try expect(120, 20, green, "within the border")
    try expect(151, 1, white, "corner")
    try expect(170, 20, red, "within the corners")
    try expect(30, 80, yellow, "clipped child")
    try expect(50 - 5, 80, white, "clipped part of a child")
    try expect(100, 100, yellow, "child outside of its parent")
    try expect(170, 70, white, "hidden")
    try expect(120, 96, red, "turned: above the frame")
    try expect(137, 137, white, "turned: corner of the frame")
    try expect(24, 130, white, "scaled: left of it")
    try expect(32, 130, blue, "scaled")
    try expect(154, 139, white, "sheared: lower left corner")
    try expect(154 + 12, 139, green, "sheared: below")
    try expect(145, 103, green, "sheared: left of the frame")

    // What is behind the root is white where nothing is said, as in pictures.
    window.root.backgroundColor = .clear
    try check(try window.screenshot()[45, 20] == white, "the window's background")
    window.root.backgroundColor = .white

    // A change of something else draws nothing anew; one of the view itself draws it once.
    let counting = CountingView()
    counting.frame = CGRect(x: 0, y: 100, width: 10, height: 10)
    window.root.append(counting)
    await window.drawn()
    try check(counting.drawings == 1, "drawn \(counting.drawings) times at first")
    plain.backgroundColor = .blue
    counting.alpha = 0.5
    counting.frame.origin.x = 5
    await window.drawn()
    try check(
      counting.drawings == 1,
      "drawn \(counting.drawings) times though nothing of it has changed"
    )
    counting.frame.size.width = 12.5
    await window.drawn()
    try check(counting.drawings == 2, "drawn \(counting.drawings) times after another size")
    counting.setNeedsDisplay()
    await window.drawn()
    try check(counting.drawings == 3, "drawn \(counting.drawings) times after a request")
    let after = try window.screenshot()
    // A picture shows what has changed since the last frame, and leaves the rest of that change to the next one.
    plain.frame.origin = CGPoint(x: 5, y: 5)
    plain.backgroundColor = .green
    let early = try window.screenshot()
    try check(early[42, 42] == green && early[2, 2] == white, "a picture without a frame before it")
    await window.drawn()
    try check(try window.screenshot()[42, 42] == green, "the frame after a picture")
    try check(
      window.backend.differences(from: window.tree, withAllocations: true).isEmpty,
      "placed"
    )
    try check(
      after[20, 20] == blue,
      "a changed background isn't shown: \(String(after[20, 20], radix: 16))"
    )
    print("all properties are in the pixels")
  }
}

/// What isn't in sight isn't drawn, and is as soon as it comes into sight, however it gets there.
@MainActor
func checkVisibility() throws {
  try runInWindow(size: CGSize(width: 200, height: 100)) { window in
    window.root.backgroundColor = .white
    let scroller = NativeView()
    scroller.frame = CGRect(x: 0, y: 0, width: 200, height: 100)
    scroller.clipsToBounds = true
    window.root.append(scroller)
    let content = NativeView()
    content.frame = CGRect(x: 0, y: 0, width: 200, height: 100_000)
    scroller.append(content)
    let rows = (0..<1_000).map { index in
      // Each in a box of no size, which its row is outside of.
      let (holder, row) = (NativeView(), CountingView())
      holder.frame = CGRect(x: 0, y: index * 20, width: 0, height: 0)
      row.frame = CGRect(x: 0, y: 0, width: 200, height: 20)
      row.backgroundColor = Color(hex: UInt32(index + 1))
      holder.append(row)
      content.append(holder)
      return row
    }
    @MainActor func expectRow(_ index: Int, at y: Int, _ what: String) async throws {
      await window.drawn()
      let found = try window.screenshot()[100, y] & 0xffffff
      try check(found == UInt32(index + 1), "\(what): row \(Int(found) - 1) instead of \(index)")
    }
    try await expectRow(0, at: 10, "at first")
    let drawn = rows.count { $0.drawings > 0 }
    // Five rows, and those whose letters might stand out into sight.
    try check(drawn >= 5 && drawn <= 7, "\(drawn) rows were drawn, 5 are in sight")
    content.frame.origin.y = -500 * 20
    try await expectRow(500, at: 10, "scrolled far")
    content.frame.origin.y = -500 * 20 - 30
    try await expectRow(502, at: 15, "scrolled a little")
    try await expectRow(506, at: 98, "the last row in sight, scrolled a little")
    rows[900].backgroundColor = Color(hex: 77)
    rows[900].parent?.frame.origin.y = 502 * 20
    try await expectRow(76, at: 15, "a changed row that was out of sight is put above others")
    window.resize(to: CGSize(width: 200, height: 180))
    try await wait(for: { window.root.frame.height == 180 }, "resizing")
    scroller.frame.size.height = 180
    try await expectRow(509, at: 155, "more room")
    scroller.transform = AffineTransform(scaleByX: 1, byY: 0.5)
    await window.drawn()
    scroller.transform = .identity
    content.frame.origin.y = 0
    try await expectRow(0, at: 10, "scrolled back")
    let total = rows.reduce(0) { $0 + $1.drawings }
    try check(total < 60, "\(total) drawings for some 30 rows that came into sight")
    print("rows in sight are drawn, \(total) drawings")
  }
}
