import CPangoCairo
import Foundation
import NativeViews

/// The wanted pixels, in points, if only a clip to whole pixels limits painting.
struct PlainPart {
  var box: Box
  var scale: Double
  /// Whether painting goes to the surface itself, not to a layer.
  var isSurface = true
}

/// The view to which mistakes in a drawing are reported.
///
/// Not a weak reference: an object that ever had one counts its references more slowly and takes more memory. The code that passes this on
/// keeps the view alive while it is used.
@safe
struct DrawingOwner {
  // SAFETY: the rule above.
  private unowned(unsafe) let link: NativeView?

  init(_ view: NativeView?) { unsafe link = view }

  var view: NativeView? { unsafe link }
}

/// A view's own drawing, with its texts and images as Cairo and Pango objects.
///
/// Made from a display list at once, but texts are laid out and images decoded only when painted, so that what is out of sight costs
/// nothing.
struct Drawing {
  fileprivate enum Content {
    case fill(radius: Double, Color)
    case stroke(radius: Double, width: Double, Color)
    case text(DrawnText)
    case image(DrawnImage)
    indirect case clipped(Drawing, to: Box, radius: Double)
  }

  fileprivate struct Step {
    var box: Box
    var content: Content

    /// The box before texts were laid out.
    var room: Box {
      switch content {
      case .text(let text): text.room
      case .clipped(let drawing, let rect, _): drawing.room.intersection(rect)
      case .fill, .stroke, .image: box
      }
    }

    var needsLayout: Bool {
      switch content {
      case .text(let text): !text.isLaidOut
      case .clipped(let drawing, _, _): drawing.needsLayout
      case .fill, .stroke, .image: false
      }
    }
  }

  private var steps: ContiguousArray<Step> = []
  /// The painted area; texts count with more than they need until ``layOut(with:)``.
  private(set) var box = Box.empty
  /// The ``box`` before texts were laid out, whenever that happens.
  private(set) var room = Box.empty

  /// Whether a text isn't laid out yet.
  private(set) var needsLayout = false

  var count: Int { steps.count }

  /// Whether an opacity can apply to each step instead of to a layer of all, with the same result.
  var isOneColor: Bool {
    guard steps.count == 1 else { return steps.isEmpty }
    switch steps[0].content {
    case .text(let text): return text.hasOneColor
    case .clipped(let drawing, _, _): return drawing.isOneColor
    case .fill, .stroke, .image: return true
    }
  }

  init() {}

  /// Makes a drawing from a list, reusing laid out texts of the previous one that are the same.
  init(_ list: DisplayList, reusing old: Drawing) {
    steps.reserveCapacity(list.commands.count)
    for command in list.commands {
      let step: Step
      switch command {
      case .fill(let rect, let radius, let color):
        step = Step(box: Box(rect), content: .fill(radius: Double(radius), color))
      case .stroke(let rect, let radius, let width, let color):
        let content = Content.stroke(radius: Double(radius), width: Double(width), color)
        step = Step(box: Box(rect), content: content)
      case .text(let block, let rect):
        let index = steps.count
        let text: DrawnText
        if index < old.steps.count, case .text(let known) = old.steps[index].content {
          text = known.replaced(by: block, in: Box(rect))
        } else {
          text = DrawnText(block, in: Box(rect))
        }
        step = Step(box: text.box, content: .text(text))
      case .image(let image, let rect, let tint):
        let content = DrawnImage(image, tint: tint)
        step = Step(box: Box(rect), content: .image(content))
      case .clip(let rect, let radius, let list):
        var known = Drawing()
        if steps.count < old.steps.count,
          case .clipped(let drawing, _, _) = old.steps[steps.count].content
        {
          known = drawing
        }
        let (drawing, rect) = (Drawing(list, reusing: known), Box(rect))
        step = Step(
          box: drawing.box.intersection(rect),
          content: .clipped(drawing, to: rect, radius: Double(radius))
        )
      }
      // The room of a text is the same before and after layout, and so is what is left out.
      let stepRoom = step.room
      guard stepRoom.isFinite, !stepRoom.isEmpty else { continue }
      if step.needsLayout { needsLayout = true }
      steps.append(step)
      room.formUnion(stepRoom)
      box.formUnion(step.box)
    }
  }

  /// Lays out the texts, so that ``box`` is what they need; returns whether that changed it.
  mutating func layOut(with resources: PaintResources, of owner: DrawingOwner) -> Bool {
    guard needsLayout else { return false }
    needsLayout = false
    let before = box
    box = .empty
    for index in steps.indices {
      switch steps[index].content {
      case .text(let text):
        text.layOut(with: resources, of: owner)
        steps[index].box = text.box
      case .clipped(var drawing, let rect, let radius):
        _ = drawing.layOut(with: resources, of: owner)
        steps[index].content = .clipped(drawing, to: rect, radius: radius)
        steps[index].box = drawing.box.intersection(rect)
      case .fill, .stroke, .image: break
      }
      box.formUnion(steps[index].box)
    }
    return box != before
  }

  /// Whether a box of whole pixels is filled completely, whatever is behind it.
  func hides(_ box: Box, _ scale: Double) -> Bool {
    guard let first = steps.first, case .fill(let radius, let color) = first.content else {
      return false
    }
    let filled = first.box.representable(around: box)
    return radius <= 0 && color.alpha == 1 && filled.isWhole(by: scale) && filled.contains(box)
  }

  /// Paints what a part of the canvas may show, with the drawing's origin at a point.
  ///
  /// `plain`: the wanted pixels, if only a clip to whole pixels, those of `visible`, limits the canvas.
  func paint(
    on canvas: Canvas,
    x: Double,
    y: Double,
    within visible: Box,
    alpha: Double,
    plain: PlainPart? = nil,
    with resources: PaintResources,
    of owner: DrawingOwner
  ) {
    for step in steps {
      let box = step.box.offset(x, y)
      guard box.intersects(visible) else { continue }
      switch step.content {
      case .fill(let radius, let color):
        let color = cpc_color(color, alpha: alpha)
        var near = box.representable(around: visible)
        // Only this is certain to look the same if less of it is painted.
        if let plain, radius <= 0, color.alpha == 1, near.isWhole(by: plain.scale) {
          near = near.intersection(plain.box)
          if plain.isSurface, !near.isEmpty,
            canvas.fillPixels(near.intersection(visible), scale: plain.scale, color)
          {
            continue
          }
        }
        guard !near.isEmpty else { continue }
        canvas.fill(near, radius: radius, color)
      case .stroke(let radius, let width, let color):
        let color = cpc_color(color, alpha: alpha)
        let near = box.representable(around: visible)
        canvas.stroke(near, radius: radius, width: width, color)
      case .text(let text):
        text.paint(
          on: canvas,
          x: x,
          y: y,
          within: visible,
          alpha: alpha,
          with: resources,
          of: owner
        )
      case .image(let image):
        guard let surface = image.surface(from: resources, shownBy: owner) else { continue }
        canvas.draw(surface, in: box, alpha: alpha, tint: image.tint)
      case .clipped(let drawing, let rect, let radius):
        let rect = rect.offset(x, y).representable(around: visible)
        canvas.save()
        canvas.clip(to: rect, radius: radius)
        drawing.paint(
          on: canvas,
          x: x,
          y: y,
          within: visible.intersection(rect),
          alpha: alpha,
          with: resources,
          of: owner
        )
        canvas.restore()
      }
    }
  }
}

extension Box {
  var isFinite: Bool { minX.isFinite && minY.isFinite && maxX.isFinite && maxY.isFinite }

  /// The part that fits Cairo's 24-bit coordinates: what is cut off is far out of sight.
  ///
  /// It is the same for all visible parts of a canvas, whose coordinates are small; in a rotated view they may be any.
  func representable(around visible: Box) -> Box {
    let limit = 200_000.0
    let center = visible.isFinite ? visible : Box(minX: 0, minY: 0, maxX: 0, maxY: 0)
    let x = ((center.minX + center.maxX) / 2 / limit).rounded() * limit
    let y = ((center.minY + center.maxY) / 2 / limit).rounded() * limit
    guard max(abs(minX - x), abs(minY - y), abs(maxX - x), abs(maxY - y)) > limit else {
      return self
    }
    let near = Box(minX: x - limit, minY: y - limit, maxX: x + limit, maxY: y + limit)
    let part = intersection(near)
    // Cairo can't represent the edges of `.empty`.
    return part.isEmpty ? Box(minX: x, minY: y, maxX: x, maxY: y) : part
  }

  /// Whether the edges are on pixels.
  func isWhole(by scale: Double) -> Bool {
    let edges = (minX * scale, minY * scale, maxX * scale, maxY * scale)
    return edges.0 == edges.0.rounded() && edges.1 == edges.1.rounded()
      && edges.2 == edges.2.rounded() && edges.3 == edges.3.rounded()
  }
}

private final class DrawnText {
  let block: TextBlock
  /// The rectangle for the layout.
  private let area: Box
  private var layout: TextLayout?
  private var clips: Bool
  /// The part outside of which nothing shows.
  let room: Box
  /// The painted area.
  private(set) var box: Box

  var isLaidOut: Bool { layout != nil && isFitted }
  /// Whether others share the layout, so that it must never be filled anew.
  private var isShared = false
  /// Whether the layout contains the text.
  private var isFilled = false
  private var isFitted = false
  /// Whether no part has a colour of its own.
  var hasOneColor: Bool { block.text.spans.allSatisfy { $0.attributes.color == nil } }

  init(_ block: TextBlock, in area: Box) {
    (self.block, self.area) = (block, area)
    clips = block.lineBreak == .byClipping
    room = Self.room(for: block, in: area)
    box = room
  }

  /// The part outside of which nothing of a text shows: letters may overhang the rectangle, but by no more than the size of their font.
  private static func room(for block: TextBlock, in area: Box) -> Box {
    if block.lineBreak == .byClipping { return area }
    guard area.width >= 0, area.height >= 0 else { return .empty }
    let sizes = block.text.spans.compactMap { $0.attributes.font?.size }
    let size = max(Double(sizes.max() ?? 0), Double(block.font.size), 0)
    return area.insetBy(size.isFinite ? -size - 1 : 0)
  }

  /// The text with another content or rectangle, taking over this one's layout, which is filled anew if the text differs.
  func replaced(by block: TextBlock, in area: Box) -> DrawnText {
    let isSame = block == self.block
    if isSame, area == self.area { return self }
    let text = DrawnText(block, in: area)
    if isShared { return text }
    (text.layout, text.isFilled) = (layout, isSame && isFilled)
    // This one may still be shown elsewhere, and then makes another layout.
    (layout, isFilled, isFitted) = (nil, false, false)
    return text
  }

  func layOut(with resources: PaintResources, of owner: DrawingOwner) {
    guard !isLaidOut else { return }
    let ink = fill(with: resources, of: owner).offset(area.minX, area.minY)
    isFitted = true
    if !room.contains(ink) { clips = true }
    box = ink.isEmpty ? .empty : ink.intersection(room)
  }

  /// Completes the layout; returns the painted part of the area.
  private func fill(with resources: PaintResources, of owner: DrawingOwner) -> Box {
    if layout == nil, resources.sharesTexts {
      let (width, height) = (area.width, area.height)
      let text = resources.sharedText(block, width: width, height: height, shownBy: owner)
      (layout, isFilled, isShared) = (text.layout, true, true)
      return text.ink
    }
    let layout = layout ?? TextLayout(in: resources.texts)
    self.layout = layout
    let isNew = !isFilled
    if isNew { layout.set(block) }
    isFilled = true
    layout.fit(width: area.width, height: area.height)
    if isNew { resources.reportMissingFonts(of: block, in: layout, shownBy: owner) }
    return layout.ink
  }

  func paint(
    on canvas: Canvas,
    x: Double,
    y: Double,
    within visible: Box,
    alpha: Double,
    with resources: PaintResources,
    of owner: DrawingOwner
  ) {
    layOut(with: resources, of: owner)
    guard let layout, !box.isEmpty else { return }
    if clips {
      canvas.save()
      canvas.clip(to: room.offset(x, y).representable(around: visible))
    }
    let color = cpc_color(block.color, alpha: alpha)
    layout.show(on: canvas, x: area.minX + x, y: area.minY + y, color: color)
    if clips { canvas.restore() }
  }
}

private final class DrawnImage {
  private let image: BitmapImage
  let tint: Color?
  private var decoded: Surface??

  init(_ image: BitmapImage, tint: Color?) {
    (self.image, self.tint) = (image, tint)
  }

  func surface(from resources: PaintResources, shownBy owner: DrawingOwner) -> Surface? {
    if let decoded { return decoded }
    let surface = resources.surface(of: image, shownBy: owner)
    decoded = .some(surface)
    return surface
  }
}
