import Foundation
import NativeViews

/// Paints a node with everything in it, as far as a part of the canvas shows it.
///
/// It visits nodes with a stack of its own, so that trees may be as deep as memory allows. The nodes don't change meanwhile.
struct Painter: ~Copyable {
  private let canvas: Canvas
  private let resources: PaintResources
  private var levels: [Level] = []
  private let plain: PlainPart
  /// Number of painted views.
  private(set) var paintedViews = 0
  /// Nodes whose texts were laid out and need less room than assumed.
  private(set) var laidOutNodes: [PaintNode] = []

  /// A node whose children are being painted.
  private struct Level {
    var chunk: ChunkReference?
    var index = 0
    /// The origin of the node's coordinates, in those of the canvas.
    var x: Double
    var y: Double
    /// The part of the canvas that may be visible, in its coordinates.
    var visible: Box
    var frame: Frame
    var alpha: Double
    var end: Ending

    /// Takes the next child with a visible part.
    mutating func takeNext() -> PaintNode? {
      let local = visible.offset(-x, -y)
      while let current = chunk {
        // Skips the chunk if nothing of it is visible.
        let found = current.with { chunk in
          index == 0 && !chunk.bounds.intersects(local)
            ? nil : chunk.firstIndex(from: index, within: local)
        }
        if let found {
          index = found + 1
          return current.with { $0.nodes[found] }
        }
        (chunk, index) = (current.next, 0)
      }
      return nil
    }
  }

  /// Operations to undo after a node, from the last to the first.
  private struct Ending: OptionSet {
    let rawValue: UInt8
    static let transform = Ending(rawValue: 1)
    static let group = Ending(rawValue: 2)
    static let clip = Ending(rawValue: 4)
    static let groupClip = Ending(rawValue: 8)
  }

  /// The part of a node's painting that its ancestors determine.
  private struct Frame {
    var isTransformed = false
    /// Whether only clips to whole pixels limit painting.
    var isPlain = true
    /// Whether it is painted into a layer.
    var isInLayer = false
  }

  init(canvas: Canvas, resources: PaintResources, plain: PlainPart) {
    (self.canvas, self.resources, self.plain) = (canvas, resources, plain)
  }

  /// Paints a node at a point.
  ///
  /// `visible`: everything that may affect the painted part.
  mutating func paint(_ root: PaintNode, x: Double = 0, y: Double = 0, within visible: Box) {
    root.validateExtents()
    guard root.extent.offset(x, y).intersects(visible) else { return }
    enter(root, x: x, y: y, within: visible, in: Frame())
    while !levels.isEmpty {
      let top = levels.count - 1
      guard let node = levels[top].takeNext() else {
        leave(levels.removeLast())
        continue
      }
      let level = levels[top]
      enter(node, x: level.x, y: level.y, within: level.visible, in: level.frame)
    }
  }

  private mutating func enter(
    _ node: PaintNode,
    x: Double,
    y: Double,
    within visible: Box,
    in frame: Frame
  ) {
    guard !node.isInvisible else { return }
    var frame = frame
    let isLeaf = node.firstChunk == nil
    let isGroup = node.alpha < 1 && !(isLeaf && node.drawing.isOneColor)
    var end: Ending = []
    if isGroup, !frame.isTransformed {
      // A layer is as large as clips leave it.
      canvas.save()
      let room = node.room.offset(x, y).rounded(by: plain.scale)
      canvas.clip(to: room.representable(around: visible))
      end.insert(.groupClip)
    }
    var (x, y, visible) = (x + Double(node.origin.x), y + Double(node.origin.y), visible)
    if let transform = node.transform {
      // A view whose transform can't be inverted is invisible.
      let inner = transform.unmap(visible.offset(-x, -y)) ?? .empty
      (frame.isTransformed, frame.isPlain) = (true, false)
      canvas.save()
      canvas.translate(x, y)
      canvas.transform(by: transform)
      (x, y, visible) = (0, 0, inner)
      end.insert(.transform)
    }
    var alpha = node.alpha
    if isGroup {
      canvas.pushGroup()
      frame.isInLayer = true
      end.insert(.group)
      alpha = 1
    }
    paintOwn(node, x: x, y: y, within: visible, alpha: alpha, in: frame)
    if node.clips, !isLeaf {
      let bounds = node.bounds.offset(x, y)
      canvas.save()
      canvas.clip(to: bounds.representable(around: visible), radius: node.cornerRadius)
      if node.cornerRadius > 0 || !bounds.isWhole(by: plain.scale) { frame.isPlain = false }
      visible = visible.intersection(bounds)
      end.insert(.clip)
    }
    if isLeaf, end.isEmpty { return }
    levels.append(
      Level(
        chunk: ChunkReference(node.firstChunk),
        x: x,
        y: y,
        visible: visible,
        frame: frame,
        alpha: node.alpha,
        end: end
      )
    )
  }

  private mutating func paintOwn(
    _ node: PaintNode,
    x: Double,
    y: Double,
    within visible: Box,
    alpha: Double,
    in frame: Frame
  ) {
    guard node.drawing.box.offset(x, y).intersects(visible) else { return }
    paintedViews += 1
    if node.drawing.needsLayout, node.drawing.layOut(with: resources, of: node.owner) {
      laidOutNodes.append(node)
    }
    var plain = frame.isPlain ? plain : nil
    plain?.isSurface = !frame.isInLayer
    node.drawing.paint(
      on: canvas,
      x: x,
      y: y,
      within: visible,
      alpha: alpha,
      plain: plain,
      with: resources,
      of: node.owner
    )
  }

  private func leave(_ level: Level) {
    if level.end.contains(.clip) { canvas.restore() }
    if level.end.contains(.group) { canvas.popGroup(alpha: level.alpha) }
    if level.end.contains(.transform) { canvas.restore() }
    if level.end.contains(.groupClip) { canvas.restore() }
  }
}
