import Foundation

extension LayoutResult {
  /// A picture of the layout, to look at: each view with its name and frame, and its anchors as small
  /// marks; views without a key are dashed.
  ///
  /// Names and numbers are inside of their view and not over others', smaller where there is less room, and
  /// left out where there is none; all of them are titles, too, which browsers show under the pointer. There is
  /// no style sheet, for programs that don't know any, and a background, for pages that are dark.
  ///
  /// Complexity: O(n) for `n` views.
  ///
  /// - Returns: An SVG document in the units of the layout.
  public func svg() -> String {
    let frames = absoluteFrames
    var bounds = CGRect(origin: .zero, size: size)
    for frame in frames { bounds = bounds.union(frame) }
    // A stroke of nothing is no picture of anything.
    let unit = max(max(bounds.size.width, bounds.size.height) / 400, 0.25)
    let page = bounds.insetBy(dx: -4 * unit, dy: -4 * unit)
    let viewBox = [page.minX, page.minY, page.size.width, page.size.height].map { svgNumber($0) }
    var grounds = ""
    var lines = ""
    var texts = ""
    var labels = LabelPlacement(bounds: bounds, unit: unit)
    // Those that are in others after them: over them, and with what they leave of the room.
    let order = hierarchy.content.order
    let keys = hierarchy.content.declared.keys
    for place in frames.indices {
      let index = order.isEmpty ? place : Int(order[place]) - 1
      let view = SVGView(
        key: keys[index].map { "\($0)" },
        index: index,
        frame: frames[index],
        relative: self.frames[index],
        unit: unit
      )
      grounds += view.ground + "\n"
      lines += view.lines
      if let label = labels.place(view.name, view.numbers, in: frames[index]) {
        texts += view.text(label)
      }
    }
    let outline = "fill=\"none\" stroke=\"#888888\" stroke-width=\"\(svgNumber(unit))\""
    return """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="\(viewBox.joined(separator: " "))">
      \(svgRectangle(page, "fill=\"#ffffff\" stroke=\"none\""))
      \(grounds)\(svgRectangle(CGRect(origin: .zero, size: size), outline))
      \(lines)<g font-family="monospace">
      \(texts)</g>
      </svg>

      """
  }
}
