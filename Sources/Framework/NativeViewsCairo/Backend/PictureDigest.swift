import CPangoCairo
package import Foundation
package import NativeViews

/// Size and a 512-bit digest of a picture's pixels, or of a file; equal for equal contents, and almost never otherwise.
///
/// Contents that differ in a single 64-bit word always have different digests.
package struct PictureDigest: Hashable, Sendable, CustomStringConvertible {
  private let width: Int
  private let height: Int
  private let lanes: [UInt64]

  init(width: Int, height: Int, _ digest: cpc_digest) {
    (self.width, self.height) = (width, height)
    let all = digest.lanes
    lanes = [all.0, all.1, all.2, all.3, all.4, all.5, all.6, all.7]
  }

  /// Computes the digest of a picture.
  package init(of pixels: Pixels) {
    var digest = cpc_digest()
    unsafe pixels.argb.withUnsafeBytes { bytes in
      // SAFETY: the bytes outlive the call.
      unsafe cpc_digest_add(&digest, bytes.baseAddress, bytes.count)
    }
    self.init(width: pixels.width, height: pixels.height, digest)
  }

  /// Computes the digest of pieces of a file.
  package init(of pieces: [Data]) {
    var digest = cpc_digest()
    for piece in pieces {
      unsafe piece.withUnsafeBytes { bytes in
        // SAFETY: as above.
        unsafe cpc_digest_add(&digest, bytes.baseAddress, bytes.count)
      }
    }
    self.init(width: 0, height: 0, digest)
  }

  /// `320x480-0123...`, with 128 hexadecimal digits.
  package var description: String {
    let digits = lanes.map { lane in
      let digits = String(lane, radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }
    return "\(width)x\(height)-" + digits.joined()
  }
}
