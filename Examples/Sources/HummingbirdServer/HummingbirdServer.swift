import ArgumentParser
import Foundation
import Hummingbird
import Logging
import Metrics
import ServiceLifecycle
import SignpostsLogging
import SignpostsMetrics
import SignpostsTracing
import Tracing

/// A server that sends itself requests and ends, or serves until it is told to end.
///
/// Its carts are the state of a store of Katana: a request is a side effect, and what it does to a cart is an update.
@main
struct HummingbirdServer: AsyncParsableCommand {
  @Option(help: "How many requests it sends itself and ends; without, it serves until Ctrl-C.")
  var requests: Int?

  @Option(help: "How many requests clients send that fill carts; checks its answers, and ends.")
  var load: Int?

  @Option(help: "The number of these clients.")
  var clients = 10

  @Option(help: "The number of carts that they fill.")
  var carts = 20

  @Option(help: "How many reports of all sales are asked for while clients shop.")
  var reports = 0

  @Flag(
    help:
      "Makes reports under the lock that sales are entered under: docs/tour.md finds out what that costs."
  )
  var reportUnderLock = false

  @Flag(help: "Forgets to close the sessions of customers: docs/memory.md finds out what keeps them.")
  var leakSessions = false

  @Option(help: "Who keeps the carts: a store of Katana, or an actor, to compare the two.")
  var cartsIn = Keeper.store

  enum Keeper: String, ExpressibleByArgument, CaseIterable {
    case store, actor
  }

  @Flag(help: "Says nothing to traces, to see what that costs where nobody records them.")
  var untraced = false

  @Option(help: "Where it listens on 127.0.0.1; 0 is any port that is free.")
  var port = 0

  func validate() throws {
    guard requests == nil || load == nil else {
      throw ValidationError("--requests and --load: the server ends after one of them; give one")
    }
    for (name, value, range) in [
      ("--requests", requests ?? 0, 0...10_000_000), ("--load", load ?? 0, 0...10_000_000),
      ("--clients", clients, 1...1_000), ("--carts", carts, 1...1_000_000),
      ("--reports", reports, 0...1_000), ("--port", port, 0...65_535),
    ] where !range.contains(value) {
      let limits = "\(range.lowerBound) to \(range.upperBound)"
      throw ValidationError("\(name): \(value) can't be used; give a number from \(limits)")
    }
  }

  func run() async throws {
    if untraced {
      LoggingSystem.bootstrap { Self.terminal(label: $0) }
    } else {
      // The three lines that put everything below into the trace.
      InstrumentationSystem.bootstrap(SignpostTracer())
      MetricsSystem.bootstrap(SignpostMetricsFactory())
      LoggingSystem.bootstrap {
        MultiplexLogHandler([SignpostLogHandler(label: $0), Self.terminal(label: $0)])
      }
    }

    let logger = Logger(label: "server")
    let servesOthers = requests == nil && load == nil
    let ports = AsyncStream<Int>.makeStream()
    let application = Application(
      router: router,
      configuration: ApplicationConfiguration(
        address: .hostname("127.0.0.1", port: port),
        serverName: "shop"
      ),
      onServerRunning: { channel in
        guard let port = channel.localAddress?.port else { return }
        ports.continuation.yield(port)
        if servesOthers {
          let line =
            "process \(ProcessInfo.processInfo.processIdentifier) listens on 127.0.0.1:\(port)\n"
          // Not by print(), which keeps it for a while where nobody looks at a terminal.
          FileHandle.standardOutput.write(Data(line.utf8))
        }
      },
      logger: logger
    )
    var services = [ServiceGroupConfiguration.ServiceConfiguration(service: application)]
    if let customer = customer(ports.stream) {
      services.append(
        ServiceGroupConfiguration.ServiceConfiguration(
          service: customer,
          successTerminationBehavior: .gracefullyShutdownGroup
        )
      )
    }
    try await ServiceGroup(
      configuration: ServiceGroupConfiguration(
        services: services,
        gracefulShutdownSignals: [.sigint, .sigterm],
        logger: logger
      )
    ).run()
  }

  private var router: Router<BasicRequestContext> {
    switch cartsIn {
    case .store: Shop.router(ShopStore(), reportsUnderLock: reportUnderLock, leaks: leakSessions)
    case .actor: Shop.router(CartActor(), reportsUnderLock: reportUnderLock, leaks: leakSessions)
    }
  }

  /// Whoever sends requests from within.
  private func customer(_ ports: AsyncStream<Int>) -> (any Service)? {
    if let requests { return Customer(requests: requests, ports: ports) }
    return load.map {
      LoadGenerator(requests: $0, clients: clients, carts: carts, reports: reports, ports: ports)
    }
  }

  private static func terminal(label: String) -> any LogHandler {
    var handler = StreamLogHandler.standardError(label: label)
    handler.logLevel = .notice
    return handler
  }
}
