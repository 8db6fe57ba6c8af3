import NIOCore

/// When requests are sent.
package enum LoadPace: Sendable {
  /// Each connection sends its next request when the last one is answered: as many a second as the server can serve, and what a
  /// single one takes then says how many connections there are.
  case closed
  /// So many a second, each at its own time, whether others are answered or not: a request that has to wait for a connection has
  /// waited since it was due. So a server that stops for a while is seen by all requests of that while, and not by one a connection.
  case open(perSecond: Int)

  /// When a request is due; `nil` where that is whenever it can be sent.
  func due(_ number: Int, since start: NIODeadline) -> NIODeadline? {
    switch self {
    case .closed: nil
    case .open(let rate): start + .nanoseconds(Int64(number) * 1_000_000_000 / Int64(rate))
    }
  }
}

/// What some requests took.
package struct LoadTimes: Sendable {
  /// From the first request to the last answer.
  package let duration: TimeAmount
  /// From when a request was due to its answer, shortest first.
  private let latencies: [TimeAmount]

  init(duration: TimeAmount, latencies: [TimeAmount]) {
    self.duration = duration
    self.latencies = latencies.sorted()
  }

  /// How many requests there were.
  package var count: Int { latencies.count }

  /// How many were answered in a second.
  package var perSecond: Double { Double(count) * 1e9 / Double(max(duration.nanoseconds, 1)) }

  /// The shortest time that so large a share of the requests did not exceed.
  package func latency(of share: Double) -> TimeAmount {
    let rank = Int((Double(latencies.count) * share).rounded(.up))
    return latencies.isEmpty ? .zero : latencies[min(max(rank, 1), latencies.count) - 1]
  }
}
