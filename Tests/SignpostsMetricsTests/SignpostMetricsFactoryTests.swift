import CoreMetrics
import Testing

@testable import SignpostsMetrics

/// What can be seen without a recording; HamonTests looks at what is recorded.
@Suite(.timeLimit(.minutes(30)))
struct SignpostMetricsFactoryTests {
  private let factory = SignpostMetricsFactory()

  private func counter(_ label: String) throws -> SignpostCounter {
    try #require(factory.makeCounter(label: label, dimensions: []) as? SignpostCounter)
  }

  private func meter(_ label: String) throws -> SignpostMeter {
    try #require(factory.makeMeter(label: label, dimensions: []) as? SignpostMeter)
  }

  @Test func `a name has the dimensions in one order`() {
    #expect(Registry<SignpostRecorder>.name("requests", []) == "requests")
    #expect(
      Registry<SignpostRecorder>.name("requests", [("method", "GET"), ("code", "200")])
        == "requests{code=200,method=GET}"
    )
  }

  @Test func `metrics of one kind, label and dimensions are one`() throws {
    let first = factory.makeCounter(label: "a", dimensions: [("x", "1"), ("y", "2")])
    let second = factory.makeCounter(label: "a", dimensions: [("y", "2"), ("x", "1")])
    #expect(first === second)
    #expect(factory.makeCounter(label: "a", dimensions: []) !== first)
    let recorder = factory.makeRecorder(label: "a", dimensions: [], aggregate: true)
    #expect(factory.makeRecorder(label: "a", dimensions: [], aggregate: false) !== recorder)
    #expect(
      factory.makeTimer(label: "a", dimensions: [])
        === factory.makeTimer(label: "a", dimensions: [])
    )
    #expect(
      factory.makeMeter(label: "a", dimensions: [])
        === factory.makeMeter(label: "a", dimensions: [])
    )
  }

  @Test func `counters of one name add up, also where nobody records`() throws {
    for _ in 0..<3 { Counter(label: "requests", factory: factory).increment() }
    #expect(try counter("requests").value == 3)
    Counter(label: "requests", factory: factory).reset()
    #expect(try counter("requests").value == 0)
  }

  @Test func `a metric that was destroyed begins anew, others don't`() throws {
    let doomed = Counter(label: "doomed", factory: factory)
    let other = Counter(label: "other", factory: factory)
    doomed.increment()
    other.increment()
    doomed.destroy()
    #expect(try counter("doomed").value == 0)
    #expect(try counter("other").value == 1)
    let gauge = factory.makeRecorder(label: "gauge", dimensions: [], aggregate: false)
    factory.destroyRecorder(gauge)
    #expect(factory.makeRecorder(label: "gauge", dimensions: [], aggregate: false) !== gauge)
  }

  @Test func `a counter stays at what 64 bits can hold`() throws {
    let counter = try counter("large")
    counter.increment(by: .max)
    counter.increment(by: 1)
    #expect(counter.value == .max)
    counter.reset()
    counter.increment(by: .min)
    counter.increment(by: -1)
    #expect(counter.value == .min)
  }

  @Test func `nothing is lost among threads`() async throws {
    let floating = try #require(
      factory.makeFloatingPointCounter(label: "f", dimensions: []) as? SignpostFloatingPointCounter
    )
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<8 {
        group.addTask { [factory] in
          for _ in 0..<10_000 {
            factory.makeCounter(label: "shared", dimensions: []).increment(by: 2)
            floating.increment(by: 0.5)
            factory.makeMeter(label: "shared", dimensions: []).increment(by: 3)
            factory.makeMeter(label: "shared", dimensions: []).decrement(by: 2)
          }
        }
      }
    }
    #expect(try counter("shared").value == 160_000)
    #expect(try meter("shared").value == 80_000)
    #expect(floating.value == 40_000)
    floating.increment(by: .nan)
    floating.increment(by: .infinity)
    #expect(floating.value == 40_000)
    floating.reset()
    #expect(floating.value == 0)
  }

  @Test func `a meter is a counter until its first value that isn't whole`() throws {
    let meter = try meter("load")
    #expect(meter.counterValue(of: 3) == 3)
    #expect(meter.counterValue(of: -3) == -3)
    meter.set(Int64(4))
    meter.set(Double.nan)
    #expect(meter.value == 4)
    #expect(meter.counterValue(of: 5) == 5)
    meter.set(0.5)
    #expect(meter.value == 0.5)
    #expect(meter.counterValue(of: 1) == nil)
  }
}
