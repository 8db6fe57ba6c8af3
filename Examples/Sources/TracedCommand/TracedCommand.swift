import ArgumentParser
import Logging
import Metrics
import SignpostsLogging
import SignpostsMetrics
import SignpostsTracing
import Tracing

/// Counts the primes below each of a few numbers, at the same time.
@main
struct TracedCommand: AsyncParsableCommand {
  @Argument(help: "The numbers.")
  var limits = [10_000, 20_000, 50_000, 100_000]

  func run() async throws {
    // The three lines that put everything below into the trace.
    InstrumentationSystem.bootstrap(SignpostTracer())
    MetricsSystem.bootstrap(SignpostMetricsFactory())
    LoggingSystem.bootstrap { SignpostLogHandler(label: $0) }

    await withSpan("count all") { _ in
      await withTaskGroup(of: Void.self) { group in
        for limit in limits {
          group.addTask { print("\(limit): \(PrimeCount(limit: limit).count())") }
        }
      }
    }
  }
}
