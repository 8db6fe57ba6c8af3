import CPangoCairo
import Foundation
import NativeViews

/// Cairo's context, by the few calls that painting takes.
///
/// Rule of its addresses: who makes a canvas keeps what they stand for alive while it is used.
@safe
struct Canvas {
  let pointer: OpaquePointer
  /// The surface in memory that it paints on, where that is known.
  private let surface: OpaquePointer?

  /// Takes a `cairo_t`, and its surface if that is one in memory.
  @unsafe
  init(_ pointer: OpaquePointer, surface: OpaquePointer? = nil) {
    unsafe (self.pointer, self.surface) = (pointer, surface)
  }

  // SAFETY: of all calls: the rule above; what else is handed over are values.

  func save() { unsafe cpc_save(pointer) }
  func restore() { unsafe cpc_restore(pointer) }
  func scale(by factor: Double) { unsafe cpc_scale(pointer, factor) }
  func translate(_ x: Double, _ y: Double) { unsafe cpc_translate(pointer, x, y) }

  func transform(by placement: Placement) {
    let matrix = placement.matrix
    unsafe cpc_transform(
      pointer,
      placement.x,
      placement.y,
      matrix.m11,
      matrix.m12,
      matrix.m21,
      matrix.m22,
      matrix.tX,
      matrix.tY
    )
  }

  func clip(to box: Box, radius: Double = 0) {
    let box = box == .empty ? Box(minX: 0, minY: 0, maxX: 0, maxY: 0) : box
    unsafe cpc_clip(pointer, box.forC, radius)
  }
  func pushGroup() { unsafe cpc_push_group(pointer) }
  func popGroup(alpha: Double) { unsafe cpc_pop_group(pointer, alpha) }

  func fill(_ box: Box, radius: Double, _ color: cpc_color) {
    unsafe cpc_fill(pointer, box.forC, radius, color)
  }

  /// Fills whole pixels, which must lie within the clip and not in a layer, as ``fill(_:radius:_:)`` would; does nothing and
  /// returns false where the colour has an opacity.
  func fillPixels(_ box: Box, scale: Double, _ color: cpc_color) -> Bool {
    guard let surface = unsafe surface else { return false }
    return unsafe cpc_fill_pixels(pointer, surface, box.forC, scale, color)
  }

  func stroke(_ box: Box, radius: Double, width: Double, _ color: cpc_color) {
    unsafe cpc_stroke(pointer, box.forC, radius, width, color)
  }

  func draw(_ surface: Surface, in box: Box, alpha: Double, tint: Color?) {
    guard let tint else {
      return unsafe cpc_draw(pointer, surface.pointer, box.forC, alpha, nil)
    }
    var color = cpc_color(tint, alpha: 1)
    unsafe cpc_draw(pointer, surface.pointer, box.forC, alpha, &color)
  }

  /// The reason for which nothing is painted any more.
  var failure: String? { unsafe cpc_canvas_failure(pointer).map { unsafe String(cString: $0) } }
}

/// Room for pixels, which is handed from one surface to the next: memory that is new has to be cleared by the system, and faults.
@safe
private final class PixelMemory {
  // SAFETY: allocated by `init` and given back by `deinit`; surfaces in it hold it.
  let start: UnsafeMutableRawPointer
  let count: Int

  init(count: Int) {
    self.count = count
    unsafe start = .allocate(byteCount: count * 4, alignment: 64)
  }

  deinit { unsafe start.deallocate() }
}

/// An image in memory, of 32 bits a pixel.
@safe
final class Surface {
  let pointer: OpaquePointer
  let width: Int
  let height: Int
  /// The pixels, where they aren't Cairo's own.
  private let memory: PixelMemory?
  /// The context of those that paint on it, until one has failed.
  @exclusivity(unchecked) private var cairo: OpaquePointer?

  // SAFETY: of all calls: the addresses are those of a surface and its context, which `deinit` gives back.

  /// Makes a clear surface.
  init(width: Int, height: Int) throws(CairoError) {
    guard (1...32_767).contains(width), (1...32_767).contains(height),
      let created = unsafe cpc_surface_create(Int32(width), Int32(height))
    else { throw .unusableSize(width: width, height: height) }
    unsafe pointer = created
    (self.width, self.height, memory) = (width, height, nil)
  }

  /// Makes a surface in the memory of another one that is painted on no more, or in its own where that has no room.
  ///
  /// The pixels are any.
  init(width: Int, height: Int, inMemoryOf other: Surface?) throws(CairoError) {
    guard (1...32_767).contains(width), (1...32_767).contains(height) else {
      throw .unusableSize(width: width, height: height)
    }
    let memory: PixelMemory
    if let known = other?.memory, known.count >= width * height {
      memory = known
    } else {
      memory = PixelMemory(count: width * height)
    }
    guard let created = unsafe cpc_surface_create_in(memory.start, Int32(width), Int32(height))
    else { throw .unusableSize(width: width, height: height) }
    unsafe pointer = created
    (self.width, self.height, self.memory) = (width, height, memory)
  }

  /// Decodes a PNG file.
  init(decoding image: BitmapImage) throws(CairoError) {
    var reason: UnsafePointer<CChar>?
    let decoded = unsafe image.data.withUnsafeBytes { bytes in
      unsafe cpc_surface_decode(bytes.baseAddress, bytes.count, &reason)
    }
    guard let decoded = unsafe decoded else {
      throw .undecodable(reason: unsafe reason.map { unsafe String(cString: $0) } ?? "no reason")
    }
    unsafe pointer = decoded
    width = unsafe Int(cpc_surface_width(decoded))
    height = unsafe Int(cpc_surface_height(decoded))
    memory = nil
  }

  deinit {
    if let cairo = unsafe cairo { unsafe cpc_canvas_destroy(cairo) }
    unsafe cpc_surface_destroy(pointer)
  }

  var pixels: Pixels {
    Pixels(
      width: width,
      height: height,
      argb: unsafe Array(unsafeUninitializedCapacity: width * height) { buffer, count in
        if let start = buffer.baseAddress { unsafe cpc_surface_read(pointer, start) }
        count = width * height
      }
    )
  }

  /// A digest of the pixels, of which no copy is made.
  var digest: PictureDigest {
    var digest = cpc_digest()
    unsafe cpc_surface_digest(pointer, &digest)
    return PictureDigest(width: width, height: height, digest)
  }

  /// Copies a part to the same place of another surface of the same size.
  func copy(_ part: PixelRect, to other: Surface) {
    precondition(
      (width, height) == (other.width, other.height),
      "surface: \(width)x\(height) pixels have other places than \(other.width)x\(other.height)"
    )
    let part = part.intersection(PixelRect(x: 0, y: 0, width: width, height: height))
    let (x, y) = (Int32(part.x), Int32(part.y))
    unsafe cpc_surface_copy(
      pointer,
      x,
      y,
      Int32(part.width),
      Int32(part.height),
      other.pointer
    )
  }

  /// Clears a part, and calls a closure with a canvas that has points as its unit.
  ///
  /// - Parameters:
  ///   - part: The part.
  ///   - background: What it is cleared to; nil where the closure paints over all of it.
  ///   - scale: Pixels per point.
  ///   - body: Leaves the canvas as it gets it.
  /// - Returns: The reason for which painting has stopped; nil where it hasn't.
  func paint(
    _ part: PixelRect,
    over background: Color?,
    scale: Double,
    _ body: (Canvas) -> Void
  ) -> String? {
    guard let cairo = unsafe cairo ?? cpc_canvas_create(pointer) else { return "out of memory" }
    unsafe self.cairo = cairo
    let canvas = unsafe Canvas(cairo, surface: pointer)
    if let background { clear(part, to: cpc_color(background, alpha: 1), canvas) }
    unsafe cpc_set_scale(cairo, scale)
    body(canvas)
    guard let failure = canvas.failure else { return nil }
    // It stays as it is.
    unsafe cpc_canvas_destroy(cairo)
    unsafe self.cairo = nil
    return failure
  }

  private func clear(_ part: PixelRect, to color: cpc_color, _ canvas: Canvas) {
    let box = Box(
      CGRect(x: part.x, y: part.y, width: part.width, height: part.height)
    )
    if color.alpha == 1, canvas.fillPixels(box, scale: 1, color) { return }
    unsafe cpc_clear(canvas.pointer, box.forC, color)
  }
}

extension cpc_color {
  init(_ color: Color, alpha: Double) {
    self.init(
      red: Double(color.red),
      green: Double(color.green),
      blue: Double(color.blue),
      alpha: Double(color.alpha) * alpha
    )
  }
}
