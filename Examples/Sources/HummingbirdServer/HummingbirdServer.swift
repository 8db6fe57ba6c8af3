import ArgumentParser
import Hummingbird
import Logging
import Metrics
import ServiceLifecycle
import SignpostsLogging
import SignpostsMetrics
import SignpostsTracing
import Tracing

/// A server that sends itself requests and ends, or serves until it is told to end.
@main
struct HummingbirdServer: AsyncParsableCommand {
  @Option(help: "How many requests it sends itself and ends; without, it serves until Ctrl-C.")
  var requests: Int?

  @Option(help: "Where it listens on 127.0.0.1; 0 is any port that is free.")
  var port = 0

  func run() async throws {
    // The three lines that put everything below into the trace.
    InstrumentationSystem.bootstrap(SignpostTracer())
    MetricsSystem.bootstrap(SignpostMetricsFactory())
    LoggingSystem.bootstrap {
      MultiplexLogHandler([SignpostLogHandler(label: $0), Self.terminal(label: $0)])
    }

    let logger = Logger(label: "server")
    let ports = AsyncStream<Int>.makeStream()
    let application = Application(
      router: Shop.router(),
      configuration: ApplicationConfiguration(
        address: .hostname("127.0.0.1", port: port),
        serverName: "shop"
      ),
      onServerRunning: { channel in
        if let port = channel.localAddress?.port { ports.continuation.yield(port) }
      },
      logger: logger
    )
    var services = [ServiceGroupConfiguration.ServiceConfiguration(service: application)]
    if let requests {
      services.append(
        ServiceGroupConfiguration.ServiceConfiguration(
          service: Customer(requests: requests, ports: ports.stream),
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

  private static func terminal(label: String) -> any LogHandler {
    var handler = StreamLogHandler.standardError(label: label)
    handler.logLevel = .notice
    return handler
  }
}
