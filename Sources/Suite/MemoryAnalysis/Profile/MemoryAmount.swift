import Foundation
import ReportRendering

/// Blocks and their bytes: counted, or estimated from sampled blocks.
///
/// Blocks are sampled by their bytes (Poisson): one of `size` bytes with the probability p = 1 - exp(-size/rate), where `rate` is the mean
/// distance of samples in bytes. Then it stands for 1/p blocks of its size, and sums of them are unbiased. The variance of such a sum is
/// estimated by the sum of (1 - p)/p² · size² over the sampled blocks.
///
/// Source: Horvitz and Thompson, "A Generalization of Sampling Without Replacement From a Finite Universe", JASA 47 (1952), for units that
/// are taken independently of each other.
package struct MemoryAmount: Sendable, Equatable {
  package private(set) var blocks: Double
  package private(set) var bytes: Double
  /// The variance of the bytes; `nil` if they were counted.
  package private(set) var variance: Double?

  /// Blocks that were counted.
  package init(blocks: UInt64 = 0, bytes: UInt64 = 0) {
    self.blocks = Double(blocks)
    self.bytes = Double(bytes)
  }

  /// What a sampled block stands for.
  ///
  /// - Parameters:
  ///   - size: Its size.
  ///   - rate: The mean distance of samples in bytes; 0 if each block was sampled.
  package init(sampledSize size: UInt64, rate: UInt64) {
    // No block has no bytes: the sampler counts an empty one as a byte.
    let size = Double(max(size, 1))
    let probability = rate == 0 ? 1 : 1 - exp(-size / Double(rate))
    blocks = 1 / probability
    bytes = size / probability
    variance = (1 - probability) / (probability * probability) * size * size
  }

  /// The standard error of the bytes; `nil` if they were counted.
  package var error: Double? { variance.map { $0.squareRoot() } }

  package static func += (sum: inout Self, other: Self) {
    sum.blocks += other.blocks
    sum.bytes += other.bytes
    if sum.variance != nil || other.variance != nil {
      sum.variance = (sum.variance ?? 0) + (other.variance ?? 0)
    }
  }

  /// What is left without a part of it.
  package func subtracting(_ part: Self) -> Self {
    var rest = self
    rest.blocks = max(0, blocks - part.blocks)
    rest.bytes = max(0, bytes - part.bytes)
    return rest
  }

  package static func + (left: Self, right: Self) -> Self {
    var sum = left
    sum += right
    return sum
  }

  /// Its bytes, with the error of an estimate: `1.23 MB`, `1.23 MB ±0.10 MB`.
  package var text: String {
    guard let error, error > 0 else { return ByteFormat.string(bytes) }
    return "\(ByteFormat.string(bytes)) ±\(ByteFormat.string(error))"
  }

  /// Its blocks: `1204`, or with a mark `~1204` if they are an estimate.
  package var count: String {
    (error ?? 0 > 0 ? "~" : "") + NumberFormat.string(blocks, decimals: 0)
  }
}

extension MemoryAmount: Codable {
  private enum CodingKeys: CodingKey { case blocks, bytes, error }

  /// Whole blocks and bytes, as nobody needs fractions of them.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(blocks.rounded(), forKey: .blocks)
    try container.encode(bytes.rounded(), forKey: .bytes)
    try container.encodeIfPresent(error?.rounded(), forKey: .error)
  }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    blocks = try container.decode(Double.self, forKey: .blocks)
    bytes = try container.decode(Double.self, forKey: .bytes)
    variance = try container.decodeIfPresent(Double.self, forKey: .error).map { $0 * $0 }
  }
}
