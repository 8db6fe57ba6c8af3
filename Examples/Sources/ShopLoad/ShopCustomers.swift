import NIOCore

/// The connections to a shop and what is asked on them; all of it on one event loop.
final class ShopCustomers {
  private let loop: any EventLoop
  private var connections: [ShopConnection] = []
  private var idle: [ShopConnection] = []
  private(set) var buyer: Buyer
  private var round: Round?

  /// A number of requests, and what has become of them.
  private struct Round {
    let requests: [ShopRequest]
    let pace: LoadPace
    let start = NIODeadline.now()
    let promise: EventLoopPromise<Void>
    var sent = 0
    var isWaiting = false
    var latencies: [TimeAmount] = []
    var answers: [ShopAnswer] = []
  }

  init(loop: any EventLoop, carts: Int) {
    self.loop = loop
    buyer = Buyer(carts: carts)
  }

  func add(_ connection: ShopConnection) {
    connections.append(connection)
    idle.append(connection)
  }

  /// Shops, and checks the answers when all of them are there: what that takes is in no latency.
  func shop(_ count: Int, _ pace: LoadPace) -> EventLoopFuture<LoadTimes> {
    let requests = (0..<count).map { _ in buyer.next() }
    return send(requests, pace).assumeIsolated().flatMapThrowing { times, answers in
      for answer in answers { try self.buyer.take(answer) }
      return times
    }.nonisolated()
  }

  /// Asks for all carts, and looks whether nothing is lost or there twice.
  func compare() -> EventLoopFuture<Tally> {
    send(buyer.closingRequests, .closed).assumeIsolated().flatMapThrowing { _, answers in
      try self.buyer.compare(answers)
      return self.buyer.tally
    }.nonisolated()
  }

  func close() {
    for connection in connections { connection.close() }
    (connections, idle) = ([], [])
  }

  private func send(
    _ requests: [ShopRequest],
    _ pace: LoadPace
  ) -> EventLoopFuture<(LoadTimes, [ShopAnswer])> {
    let promise = loop.makePromise(of: Void.self)
    var new = Round(requests: requests, pace: pace, promise: promise)
    new.latencies.reserveCapacity(requests.count)
    new.answers.reserveCapacity(requests.count)
    let start = new.start
    round = new
    sendDue()
    return promise.futureResult.assumeIsolated().map {
      let ended = self.round
      self.round = nil
      let times = LoadTimes(
        duration: NIODeadline.now() - start,
        latencies: ended?.latencies ?? []
      )
      return (times, ended?.answers ?? [])
    }.nonisolated()
  }

  /// Sends what is due, as far as there are connections without a request.
  private func sendDue() {
    while let current = round, current.sent < current.requests.count, let connection = idle.last {
      let now = NIODeadline.now()
      let due = current.pace.due(current.sent, since: current.start) ?? now
      guard due <= now else {
        if !current.isWaiting {
          round?.isWaiting = true
          loop.assumeIsolated().scheduleTask(deadline: due) {
            self.round?.isWaiting = false
            self.sendDue()
          }
        }
        return
      }
      idle.removeLast()
      round?.sent += 1
      connection.send(current.requests[current.sent], due: due)
    }
  }

  func take(_ answer: ShopAnswer, latency: TimeAmount, from connection: ShopConnection) {
    idle.append(connection)
    round?.latencies.append(latency)
    round?.answers.append(answer)
    if let round, round.answers.count == round.requests.count {
      round.promise.succeed()
    } else {
      sendDue()
    }
  }

  func fail(_ error: any Error) { round?.promise.fail(error) }
}
