import Foundation

/// What a recording says of itself that it lost.
public struct LostData: Sendable, Equatable {
  /// Events that found no room in the ring buffers.
  public var discardedEvents: UInt64

  /// Packets that were overwritten before they were read.
  public var lostPackets: UInt64

  /// Creates a summary.
  ///
  /// - Parameters:
  ///   - discardedEvents: Events that found no room.
  ///   - lostPackets: Packets overwritten before they were read.
  public init(discardedEvents: UInt64 = 0, lostPackets: UInt64 = 0) {
    self.discardedEvents = discardedEvents
    self.lostPackets = lostPackets
  }

  /// Reads the sums over all channels from what `lttng --mi xml list SESSION` printed.
  ///
  /// `nil` if the listing has no channel with both counters: an absent number must not be taken
  /// for a zero.
  ///
  /// - Complexity: O(*n*) in the length of the listing.
  /// - Parameter listing: The client's output.
  init?(listing: String) {
    guard let discarded = Self.sum(of: "discarded_events", in: listing),
      let lost = Self.sum(of: "lost_packets", in: listing)
    else { return nil }
    self.init(discardedEvents: discarded, lostPackets: lost)
  }

  private static func sum(of element: String, in listing: String) -> UInt64? {
    var rest = Substring(listing)
    var total: UInt64?
    while let open = rest.range(of: "<\(element)>") {
      rest = rest[open.upperBound...]
      guard let close = rest.range(of: "</\(element)>"),
        let value = UInt64(rest[..<close.lowerBound])
      else { return nil }
      total = (total ?? 0) + value
      rest = rest[close.upperBound...]
    }
    return total
  }
}
