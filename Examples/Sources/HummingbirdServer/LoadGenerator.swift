import AsyncHTTPClient
import Foundation
import NIOCore
import ServiceLifecycle
import ShopLoad

/// Sends a server a bounded number of requests, some at a time, and checks what it answers: nothing that was put into a cart may be
/// lost, or be there twice.
///
/// It is in the server's process, and takes its part of the processors: for rates that say what the server can do, see ServerRates.
struct LoadGenerator: Service {
  let requests: Int
  let clients: Int
  /// The number of carts, which the clients share.
  let carts: Int
  /// How many reports are asked for meanwhile, one after the other.
  let reports: Int
  /// The port that the server listens on, as soon as it does.
  let ports: AsyncStream<Int>

  func run() async throws {
    for await port in ports {
      let session = ShopSession(carts: carts)
      try await session.connect(clients, to: port).get()
      async let reported: Void = askForReports(port)
      let times = try await session.shop(requests, .closed).get()
      try await reported
      let tally = try await session.compare().get()
      try await session.close()
      print(report(times, tally))
      return
    }
  }

  private func askForReports(_ port: Int) async throws {
    for _ in 0..<reports {
      try await Task.sleep(for: .milliseconds(50))
      let request = HTTPClientRequest(url: "http://127.0.0.1:\(port)/report")
      let response = try await HTTPClient.shared.execute(request, timeout: .seconds(30))
      let body = try await response.body.collect(upTo: 1 << 20)
      let report = try JSONDecoder().decode(SalesReport.self, from: Data(body.readableBytesView))
      guard report.sales > 0, report.largest >= report.median else {
        throw WrongReport(report: report)
      }
    }
  }

  private func report(_ times: LoadTimes, _ tally: Tally) -> String {
    func text(_ time: TimeAmount, _ digits: Int) -> String {
      Duration.nanoseconds(time.nanoseconds)
        .formatted(.units(allowed: [.milliseconds], fractionalPart: .show(length: digits)))
    }
    let shares = [("median", 0.5), ("99 % within", 0.99), ("99.9 % within", 0.999)]
    let latencies = shares.map { "\($0) \(text(times.latency(of: $1), 2))" }
    return """
      \(requests) requests of \(clients) clients in \(text(times.duration, 0)): \(Int(times.perSecond)) a second
      latency: \(latencies.joined(separator: ", "))
      refused: \(tally.refused) for an item without a price
      put into \(carts) carts: \(tally.put); bought: \(tally.bought) with \(tally.receipts) receipts
      The server tells the same.
      """
  }
}

/// A report that can't be right.
private struct WrongReport: Error, CustomStringConvertible {
  let report: SalesReport

  var description: String { "report: \(report) has no sales, or a median beyond the largest" }
}
