public import Foundation

extension NativeView {
  /// The view and everything in it as an SVG picture, which any browser shows.
  ///
  /// Shows what a backend shows: frames, opacity, transforms, backgrounds, borders, clipping, texts and embedded images. Texts break into
  /// lines as measured; if a program lacks a font, its substitute gets the same width. The same tree always gives the same text.
  ///
  /// Complexity: linear in the number of views and in the length of the picture.
  ///
  /// - Parameter measurer: Measures texts; by default the one of the tree's backend, or else ``BlockTextMeasurer``.
  /// - Returns: A whole XML document.
  public final func renderedSVG(measuredBy measurer: (any TextMeasuring)? = nil) -> String {
    svg(measurer).string
  }

  /// The same as ``renderedSVG(measuredBy:)`` in UTF-8, as a file contains it.
  ///
  /// Complexity: linear in the number of views and in the length of the picture.
  ///
  /// - Parameter measurer: Measures texts; by default the one of the tree's backend.
  /// - Returns: A whole XML document.
  public final func renderedSVGData(measuredBy measurer: (any TextMeasuring)? = nil) -> Data {
    Data(svg(measurer).bytes)
  }

  private func svg(_ measurer: (any TextMeasuring)?) -> RenderedBytes {
    var picture = SVGPicture(
      measurer: measurer ?? textMeasurer,
      size: presentedFrame.size
    )
    traverse { view in
      picture.enter(view, isTop: view === self)
    } leave: { _ in
      picture.leave()
    }
    return picture.finish()
  }
}

/// A picture of views as it is written.
@MainActor
struct SVGPicture {
  var svg = RenderedBytes()
  let measurer: any TextMeasuring
  /// For each open view, the number of its elements, and its place in the coordinates of the innermost of them.
  private var open: [(count: Int, place: CGPoint)] = []
  /// The place of the drawn view in the coordinates of its element.
  private var place = CGPoint.zero
  /// Defined clippings and tints.
  ///
  /// Identifiers describe what they stand for, so several pictures in one page may share them.
  private var defined: Set<String> = []
  private var images: [BitmapImage: String] = [:]

  init(measurer: any TextMeasuring, size: CGSize) {
    self.measurer = measurer
    svg.append("<svg xmlns=\"http://www.w3.org/2000/svg\"")
    let (width, height) = (max(size.width, 0), max(size.height, 0))
    svg.append(" xmlns:xlink=\"http://www.w3.org/1999/xlink\" width=\"", width)
    svg.append("\" height=\"", height)
    svg.append("\" viewBox=\"0 0 ", width, " ")
    svg.append(height)
    svg.append("\">\n")
  }

  /// Ends the picture, and returns it.
  mutating func finish() -> RenderedBytes {
    svg.append("</svg>\n")
    return svg
  }

  /// Begins a view, and draws it.
  ///
  /// - Returns: Whether its descendants are visible.
  mutating func enter(_ view: NativeView, isTop: Bool) -> Bool {
    let presented = view.presented
    let alpha = min(presented.alpha, 1)
    guard !view.isHidden, alpha > 0 else {
      open.append((0, .zero))
      return false
    }
    svg.append("<g")
    place = open.last?.place ?? .zero
    if !isTop { append(placeOf: presented) }
    if alpha < 1 { svg.append(" opacity=\"", alpha, "\"", decimals: 4) }
    svg.append(" class=\"")
    svg.append(escaping: svg.typeName(of: view))
    svg.append("\">")
    for command in view.displayList().commands { draw(command) }
    if view.clipsToBounds, view.firstChild != nil {
      beginClip(
        placed(CGRect(origin: .zero, size: presented.frame.size)),
        cornerRadius: view.cornerRadius
      )
      open.append((2, place))
    } else {
      open.append((1, place))
    }
    if view.firstChild != nil { svg.append("\n") }
    return true
  }

  /// Ends the view begun last.
  mutating func leave() {
    guard let count = open.popLast()?.count, count > 0 else { return }
    for _ in 0..<count { svg.append("</g>") }
    svg.append("\n")
  }

  private mutating func append(placeOf presented: PresentedProperties) {
    var (frame, transform) = (presented.frame, presented.transform)
    frame.origin.x += place.x
    frame.origin.y += place.y
    place = .zero
    if transform == .identity {
      guard frame.origin != .zero else { return }
      if max(abs(frame.origin.x), abs(frame.origin.y)) > Self.reach {
        // In 32-bit numbers, which programs use for places, its sum with a descendant's place would differ.
        place = frame.origin
        return
      }
      svg.append(" transform=\"translate(")
      svg.append([frame.origin.x, frame.origin.y], separator: " ")
    } else {
      // Around the centre: move there, transform, and move back.
      let (x, y) = (frame.size.width / 2, frame.size.height / 2)
      var numbers = transform.numbers
      numbers[4] += frame.origin.x + x - x * transform.m11 - y * transform.m21
      numbers[5] += frame.origin.y + y - x * transform.m12 - y * transform.m22
      svg.append(" transform=\"matrix(")
      svg.append(numbers, separator: " ", decimals: 6)
    }
    svg.append(")\"")
  }

  // MARK: Drawing

  /// Distance up to which 32-bit numbers resolve 1/512 of a point.
  private static let reach: CGFloat = 32_768

  /// A rectangle of the drawn view in the coordinates of its element, cut far out of sight.
  private func placed(_ rect: CGRect) -> CGRect {
    guard place != .zero else { return rect }
    let (left, top) = (rect.origin.x + place.x, rect.origin.y + place.y)
    let near = { (edge: CGFloat) in min(max(edge, -32 * Self.reach), 32 * Self.reach) }
    return CGRect(
      x: near(left),
      y: near(top),
      width: near(left + rect.size.width) - near(left),
      height: near(top + rect.size.height) - near(top)
    )
  }

  private mutating func draw(_ command: DrawingCommand) {
    switch command {
    case .fill(let rect, let radius, let color):
      let rect = placed(rect)
      guard rect.hasArea else { return }
      append(rect, cornerRadius: radius)
      append(" fill", color)
      svg.append("/>")
    case .stroke(let rect, let radius, let width, let color):
      let rect = placed(rect)
      guard rect.hasArea else { return }
      // SVG draws a line on both sides of its path; this one is inside the edges.
      let width = min(width, rect.size.width, rect.size.height)
      append(rect.insetBy(dx: width / 2, dy: width / 2), cornerRadius: radius - width / 2)
      svg.append(" fill=\"none\"")
      append(" stroke", color)
      svg.append(" stroke-width=\"", width, "\"/>")
    case .text(let block, let rect): draw(block, in: rect.offsetBy(dx: place.x, dy: place.y))
    case .image(let image, let rect, let tint):
      guard rect.hasArea else { return }
      draw(image, in: rect.offsetBy(dx: place.x, dy: place.y), tint: tint)
    case .clip(let rect, let radius, let list):
      let rect = placed(rect)
      guard rect.hasArea else { return }
      beginClip(rect, cornerRadius: radius)
      for command in list.commands { draw(command) }
      svg.append("</g>")
    }
  }

  mutating func beginClip(_ rect: CGRect, cornerRadius: CGFloat) {
    let clip = define(clip: rect, cornerRadius: cornerRadius)
    svg.append("<g clip-path=\"url(#\(clip))\">")
  }

  private mutating func append(_ rect: CGRect, cornerRadius: CGFloat) {
    svg.append("<rect x=\"", rect.origin.x)
    svg.append("\" y=\"", rect.origin.y)
    svg.append("\" width=\"", rect.size.width)
    svg.append("\" height=\"", rect.size.height, "\"")
    let radius = min(cornerRadius, rect.size.width / 2, rect.size.height / 2)
    if radius > 0 { svg.append(" rx=\"", radius, "\"") }
  }

  /// Appends a colour, and its opacity separately: not every program supports both in one.
  mutating func append(_ name: String, _ color: Color) {
    svg.append("\(name)=\"")
    svg.append(color, withAlpha: false)
    svg.append("\"")
    guard color.alpha < 1 else { return }
    svg.append("\(name)-opacity=\"", CGFloat(color.alpha), "\"", decimals: 4)
  }

  private mutating func draw(_ image: BitmapImage, in rect: CGRect, tint: Color?) {
    let id = define(image)
    var filter: String?
    if let tint { filter = define(tint: tint) }
    svg.append("<use xlink:href=\"#\(id)\" transform=\"matrix(")
    let scales = [
      rect.size.width / CGFloat(image.pixelWidth), 0, 0,
      rect.size.height / CGFloat(image.pixelHeight),
    ]
    svg.append(scales + [rect.origin.x, rect.origin.y], separator: " ", decimals: 6)
    svg.append(")\"")
    if let filter { svg.append(" filter=\"url(#\(filter))\"") }
    svg.append("/>")
  }

  // MARK: Definitions

  private mutating func define(clip rect: CGRect, cornerRadius: CGFloat) -> String {
    var name = RenderedBytes()
    name.append("clip-")
    let place = rect.origin == .zero ? [] : [rect.origin.x, rect.origin.y]
    name.append([rect.size.width, rect.size.height, cornerRadius] + place, separator: "-")
    let id = name.string
    if defined.insert(id).inserted {
      svg.append("<clipPath id=\"\(id)\">")
      append(rect.hasArea ? rect : .zero, cornerRadius: cornerRadius)
      svg.append("/></clipPath>")
    }
    return id
  }

  private mutating func define(_ image: BitmapImage) -> String {
    if let id = images[image] { return id }
    let id = "image-\(image.digest)"
    images[image] = id
    svg.append("<defs><image id=\"\(id)\" width=\"\(image.pixelWidth)\"")
    svg.append(" height=\"\(image.pixelHeight)\" preserveAspectRatio=\"none\"")
    svg.append(" xlink:href=\"data:image/png;base64,")
    svg.append(data: image.data.base64EncodedData())
    svg.append("\"/></defs>")
    return id
  }

  private mutating func define(tint: Color) -> String {
    var name = RenderedBytes()
    name.append("tint-")
    name.append(tint)
    let id = name.string.filter { $0 != "#" }
    if defined.insert(id).inserted {
      svg.append("<filter id=\"\(id)\" color-interpolation-filters=\"sRGB\"><feFlood")
      svg.append(" flood-color=\"")
      svg.append(tint, withAlpha: false)
      svg.append("\" flood-opacity=\"", CGFloat(tint.alpha), decimals: 4)
      svg.append("\"/><feComposite operator=\"in\" in2=\"SourceAlpha\"/></filter>")
    }
    return id
  }
}

extension CGRect {
  var hasArea: Bool { size.width > 0 && size.height > 0 && isFinite }
}
