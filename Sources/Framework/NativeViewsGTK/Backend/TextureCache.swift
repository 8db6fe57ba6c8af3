internal import CNativeViewsGTK
import Foundation
import NativeViews

/// Decoded images, kept while a recent drawing shows them.
///
/// Looked up by the address of their bytes, which the entry keeps: comparing the bytes would cost more than drawing.
@safe @MainActor
final class TextureCache {
  @safe
  private struct Entry {
    let image: BitmapImage
    /// `nil` if the bytes can't be decoded.
    let texture: OpaquePointer?
    var use: Int
  }

  private var entries: [UInt: Entry] = [:]
  private var uses = 0
  private let limit = 256

  /// Finds or decodes an image.
  ///
  /// - Returns: The texture, valid until the next call; and whether this was the first attempt.
  func texture(of image: BitmapImage) -> (texture: OpaquePointer?, isNew: Bool) {
    uses += 1
    // SAFETY: the address is only compared, and only while the entry keeps these bytes there.
    let address = unsafe image.data.withUnsafeBytes { UInt(bitPattern: $0.baseAddress) }
    if let entry = entries[address], entry.image.data.count == image.data.count {
      entries[address]?.use = uses
      return unsafe (entry.texture, false)
    }
    if entries.count >= limit { removeOldest() }
    // SAFETY: C copies the bytes.
    let texture = unsafe image.data.withUnsafeBytes { bytes in
      unsafe bytes.baseAddress.flatMap { unsafe gtkviews_texture_new($0, bytes.count) }
    }
    entries[address] = unsafe Entry(image: image, texture: texture, use: uses)
    return unsafe (texture, true)
  }

  func removeAll() {
    // SAFETY: each entry holds one reference.
    for entry in entries.values {
      if let texture = unsafe entry.texture { unsafe gtkviews_texture_release(texture) }
    }
    entries = [:]
  }

  /// Removes the least recently used half.
  private func removeOldest() {
    let median = entries.values.map { $0.use }.sorted()[entries.count / 2]
    for (address, entry) in entries where entry.use < median {
      // SAFETY: as above; drawings with it have references of their own.
      if let texture = unsafe entry.texture { unsafe gtkviews_texture_release(texture) }
      entries[address] = nil
    }
  }
}
