import CPangoCairo
import Foundation
import NativeViews

/// A Cairo context, with the few calls that painting needs.
///
/// Rule of its addresses: the code that makes a canvas keeps their objects alive while it is used.
@safe
struct Canvas {
  let pointer: OpaquePointer
  /// The image surface that it paints on, if known.
  private let surface: OpaquePointer?

  /// Takes a `cairo_t`, and its surface if that is an image surface.
  @unsafe
  init(_ pointer: OpaquePointer, surface: OpaquePointer? = nil) {
    unsafe (self.pointer, self.surface) = (pointer, surface)
  }

  // SAFETY: for all calls: the rule above; the other arguments are values.

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

  func clip(to box: Box, radius: Double = 0) { unsafe cpc_clip(pointer, box.forC, radius) }
  func pushGroup() { unsafe cpc_push_group(pointer) }
  func popGroup(alpha: Double) { unsafe cpc_pop_group(pointer, alpha) }

  func fill(_ box: Box, radius: Double, _ color: cpc_color) {
    unsafe cpc_fill(pointer, box.forC, radius, color)
  }

  /// Fills whole pixels, which must lie within the clip and not in a layer, as ``fill(_:radius:_:)`` would; does nothing and returns false
  /// if the colour isn't opaque.
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

  /// Why painting has stopped; nil if it hasn't.
  var failure: String? { unsafe cpc_canvas_failure(pointer).map { unsafe String(cString: $0) } }
}

/// Memory for pixels that surfaces pass on: new memory would have to be cleared by the system, and causes page faults.
@safe
private final class PixelMemory {
  // SAFETY: allocated by `init` and freed by `deinit`; surfaces that use it keep it alive.
  let start: UnsafeMutableRawPointer
  let count: Int

  init(count: Int) {
    self.count = count
    unsafe start = .allocate(byteCount: count * 4, alignment: 64)
  }

  deinit { unsafe start.deallocate() }
}

/// An image in memory with 32 bits per pixel.
@safe
final class Surface {
  let pointer: OpaquePointer
  let width: Int
  let height: Int
  /// The pixels, unless they are Cairo's own.
  private let memory: PixelMemory?
  /// The context for painting on it, until one has failed.
  @exclusivity(unchecked) private var cairo: OpaquePointer?

  // SAFETY: for all calls: the addresses are those of a surface and its context, which `deinit` frees.

  /// Makes a transparent surface.
  init(width: Int, height: Int) throws(CairoError) {
    guard (1...32_767).contains(width), (1...32_767).contains(height),
      let created = unsafe cpc_surface_create(Int32(width), Int32(height))
    else { throw .unusableSize(width: width, height: height) }
    unsafe pointer = created
    (self.width, self.height, memory) = (width, height, nil)
  }

  /// Makes a surface in the memory of another one that is no longer painted on, or in its own if that is too small.
  ///
  /// The pixels are undefined.
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

  /// A digest of the pixels, computed without a copy.
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

  /// Clears a part, and calls a closure with a canvas whose unit is a point.
  ///
  /// - Parameters:
  ///   - part: The part.
  ///   - background: The colour to clear it to; nil if the closure paints over all of it.
  ///   - scale: Pixels per point.
  ///   - body: Must leave the canvas as it got it.
  /// - Returns: Why painting has stopped; nil if it hasn't.
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
    // It stays in its failed state.
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
