import NIOCore
import NIOHTTP1
import NIOPosix

/// Connections to a shop on 127.0.0.1, and a thread that sends requests on them and checks the answers.
package final class ShopSession: Sendable {
  private let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
  private let loop: any EventLoop
  private let customers: NIOLoopBoundBox<ShopCustomers>

  /// Makes a session without connections.
  ///
  /// - Parameter carts: How many carts are filled.
  package init(carts: Int) {
    let loop = group.next()
    self.loop = loop
    customers = .makeBoxSendingValue(ShopCustomers(loop: loop, carts: carts), eventLoop: loop)
  }

  /// Opens connections to the server of a port.
  package func connect(_ connections: Int, to port: Int) -> EventLoopFuture<Void> {
    let bootstrap = ClientBootstrap(group: loop)
      .channelOption(.tcpOption(.tcp_nodelay), value: 1)
      .channelInitializer { [customers] channel in
        channel.eventLoop.makeCompletedFuture {
          let pipeline = channel.pipeline.syncOperations
          try pipeline.addHTTPClientHandlers()
          try pipeline.addHandler(ShopConnection(customers: customers.value))
        }
      }
    let opened = (0..<connections).map { _ in
      bootstrap.connect(host: "127.0.0.1", port: port).map { _ in }
    }
    return .andAllSucceed(opened, on: loop)
  }

  /// Sends so many requests, and checks their answers.
  package func shop(_ requests: Int, _ pace: LoadPace) -> EventLoopFuture<LoadTimes> {
    loop.flatSubmit { [customers] in customers.value.shop(requests, pace) }
  }

  /// Looks whether the server tells the same as its clients: nothing is lost, and nothing is there twice.
  package func compare() -> EventLoopFuture<Tally> {
    loop.flatSubmit { [customers] in customers.value.compare() }
  }

  /// Closes the connections and ends the thread; nothing may be asked after.
  package func close() async throws {
    try await loop.submit { [customers] in customers.value.close() }.get()
    try await group.shutdownGracefully()
  }

  /// The same, for who can't be suspended.
  @available(*, noasync)
  package func closeAndWait() throws {
    try loop.submit { [customers] in customers.value.close() }.wait()
    try group.syncShutdownGracefully()
  }
}
