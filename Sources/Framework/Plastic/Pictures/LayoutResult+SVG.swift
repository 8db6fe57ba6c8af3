import Foundation

extension LayoutResult {
  /// A picture of the layout: each view with its name and frame, and its anchors as small marks; views without a key are dashed.
  ///
  /// Names and numbers are inside their view and not over others', smaller if there is less room, and left out if there is none; each is
  /// also a title, which browsers show under the pointer. There is no style sheet, because some programs don't support any, but there is a
  /// background, for dark pages.
  ///
  /// Complexity: O(n) for `n` views, some 450 bytes each, plus describing their keys: slow for keys that aren't `CustomStringConvertible`,
  /// such as enumerations with associated values.
  ///
  /// - Returns: An SVG document in the units of the layout.
  public func svg() -> String {
    // Beyond this, nothing depends on the key type, which this module doesn't know.
    SVGPicture(
      size: size,
      frames: absoluteFrames,
      relative: frames,
      names: names,
      order: hierarchy.content.order
    ).text()
  }

  /// The names of the views, if they have a key.
  private var names: [String?] {
    let keys = hierarchy.content.declared.keys
    if let numbers = keys as? [Int?] { return numbers.map { $0?.description } }
    if let texts = keys as? [String?] { return texts }
    return keys.map { key in key.map { "\($0)" } }
  }
}

private struct SVGPicture {
  /// The container's.
  let size: CGSize
  /// The views' frames in the container.
  let frames: [CGRect]
  /// Their frames in their parents.
  let relative: [CGRect]
  let names: [String?]
  /// The views' slots in an order in which each comes after its parent; empty if they already do.
  let order: [Int32]

  func text() -> String {
    let bounds = bounds
    // A stroke of width 0 would be invisible.
    let unit = max(max(bounds.size.width, bounds.size.height) / 400, 0.25)
    let page = bounds.insetBy(dx: -4 * unit, dy: -4 * unit)
    var svg = SVGText(capacity: 4096 + 560 * frames.count)
    svg.append("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"")
    for (index, number) in [page.minX, page.minY, page.size.width, page.size.height].enumerated() {
      if index > 0 { svg.append(" ") }
      svg.append(number)
    }
    svg.append("\">\n")
    svg.append(rectangle: page)
    svg.append(" fill=\"#ffffff\" stroke=\"none\"/>\n")

    var labels: [(view: SVGView, label: LabelPlacement.Label)] = []
    var placement = LabelPlacement(bounds: bounds, unit: unit)
    let grounds = SVGColours(0.94, count: frames.count)
    for place in frames.indices {
      let view = view(at: place, unit)
      let name = names[view.index] ?? "declaration \(view.index)"
      let relative = relative[view.index]
      view.writeGround(name: name, relative: relative, grounds[view.index], to: &svg)
      if let label = placement.place(name, relative, in: view.frame) {
        labels.append((view, label))
      }
    }
    svg.append(rectangle: CGRect(origin: .zero, size: size))
    svg.append(" fill=\"none\" stroke=\"#888888\" stroke-width=\"")
    svg.append(unit)
    svg.append("\"/>\n")
    let outlines = SVGColours(0.55, count: frames.count)
    for place in frames.indices {
      let view = view(at: place, unit)
      view.writeLines(isKeyed: names[view.index] != nil, outlines[view.index], to: &svg)
    }
    svg.append("<g font-family=\"monospace\">\n")
    let texts = SVGColours(0.3, count: labels.isEmpty ? 0 : frames.count)
    for (view, label) in labels { view.write(label, texts[view.index], to: &svg) }
    svg.append("</g>\n</svg>\n")
    return svg.text()
  }

  /// Views in others come after them: over them, and with the room they leave.
  private func view(at place: Int, _ unit: CGFloat) -> SVGView {
    let index = order.isEmpty ? place : Int(order[place]) - 1
    return SVGView(index: index, frame: frames[index], unit: unit)
  }

  /// The rectangle around the container and the views.
  private var bounds: CGRect {
    var (left, top, right, bottom) = (CGFloat(0), CGFloat(0), size.width, size.height)
    for frame in frames {
      left = min(left, frame.origin.x)
      top = min(top, frame.origin.y)
      right = max(right, frame.origin.x + frame.size.width)
      bottom = max(bottom, frame.origin.y + frame.size.height)
    }
    return CGRect(x: left, y: top, width: right - left, height: bottom - top)
  }
}
