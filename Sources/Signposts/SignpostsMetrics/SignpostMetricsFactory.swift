public import CoreMetrics
import Signposts

/// A backend of swift-metrics that records each value as an event in an LTTng trace.
///
///     MetricsSystem.bootstrap(SignpostMetricsFactory())
///
/// | Metric | Event | Value |
/// | --- | --- | --- |
/// | `Counter` | `signpost:series_counter` | the sum so far |
/// | `FloatingPointCounter` | `signpost:series_measurement` | the sum so far |
/// | `Meter` | `signpost:series_counter` | the new value; from the first that is not whole, a measurement |
/// | `Recorder`, `Gauge` | `signpost:series_measurement` | the recorded value |
/// | `Timer` | `signpost:series_measurement` | nanoseconds |
///
/// An event has the number of its metric, whose names the trace has once, as `signpost:series`. The name is the metric's label and its
/// dimensions, sorted, as in `requests{code=200}`; the category is the kind of metric in lower case, as in `timer`.
///
/// Metrics of one kind with the same label and dimensions are one metric, as expected by a middleware that makes a `Counter` for each
/// request; it keeps its sum until it is destroyed. Sums are kept even while nobody records, so that a later recording shows them whole.
///
/// Isolation: any thread or task. Recording a value takes no lock and allocates nothing. If several threads increment the same counter or
/// meter at the same time, their events may be in another order than their sums.
///
/// Complexity: making a metric takes a lock and a table look-up. Destroying one goes through all metrics of its kind under that lock, O(n),
/// *n* being their number.
public final class SignpostMetricsFactory: MetricsFactory {
  private let subsystem: TraceName
  private let counters = Registry<SignpostCounter>()
  private let floatingPointCounters = Registry<SignpostFloatingPointCounter>()
  private let meters = Registry<SignpostMeter>()
  private let recorders = Registry<SignpostRecorder>()
  private let gauges = Registry<SignpostRecorder>()
  private let timers = Registry<SignpostRecorder>()

  /// Makes a factory whose events have a subsystem.
  public init(subsystem: String = "metrics") {
    self.subsystem = TraceName(subsystem)
  }

  /// The counter with this label and these dimensions.
  public func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
    counters.metric(label, dimensions) { SignpostCounter($0, signposter("counter")) }
  }

  /// The floating-point counter with this label and these dimensions.
  public func makeFloatingPointCounter(
    label: String,
    dimensions: [(String, String)]
  ) -> any FloatingPointCounterHandler {
    floatingPointCounters.metric(label, dimensions) {
      SignpostFloatingPointCounter($0, signposter("floating_point_counter"))
    }
  }

  /// The meter with this label and these dimensions.
  public func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler {
    meters.metric(label, dimensions) { SignpostMeter($0, signposter("meter")) }
  }

  /// The recorder with this label and these dimensions; a gauge if it doesn't aggregate.
  public func makeRecorder(
    label: String,
    dimensions: [(String, String)],
    aggregate: Bool
  ) -> any RecorderHandler {
    (aggregate ? recorders : gauges).metric(label, dimensions) {
      SignpostRecorder($0, signposter(aggregate ? "recorder" : "gauge"))
    }
  }

  /// The timer with this label and these dimensions.
  public func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
    timers.metric(label, dimensions) { SignpostRecorder($0, signposter("timer")) }
  }

  /// Forgets a counter: the next of its name begins at 0.
  public func destroyCounter(_ handler: any CounterHandler) {
    counters.remove(handler)
  }

  /// Forgets a floating-point counter: the next of its name begins at 0.
  public func destroyFloatingPointCounter(_ handler: any FloatingPointCounterHandler) {
    floatingPointCounters.remove(handler)
  }

  /// Forgets a meter: the next of its name begins at 0.
  public func destroyMeter(_ handler: any MeterHandler) {
    meters.remove(handler)
  }

  /// Forgets a recorder or a gauge.
  public func destroyRecorder(_ handler: any RecorderHandler) {
    recorders.remove(handler)
    gauges.remove(handler)
  }

  /// Forgets a timer.
  public func destroyTimer(_ handler: any TimerHandler) {
    timers.remove(handler)
  }

  private func signposter(_ category: String) -> Signposter {
    Signposter(subsystem: subsystem, category: TraceName(category))
  }
}
