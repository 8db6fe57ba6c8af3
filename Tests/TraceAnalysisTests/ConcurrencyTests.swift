import Testing

@testable import TraceAnalysis

@Suite
struct ConcurrencyTests {
  @Test("The mean is weighted by time and leaves out the time when none runs")
  func mean() {
    var meter = ConcurrencyMeter()
    meter.begin(at: 0)
    meter.begin(at: 10)
    meter.end(at: 20)
    meter.end(at: 30)
    // Nothing runs from 30 to 1000.
    meter.begin(at: 1000)
    meter.end(at: 1010)
    // 10 at one, 10 at two, 20 at one: 50 / 40.
    #expect(meter.mean(until: 5000) == 1.25)
    #expect(meter.maximum == 2)
    #expect(meter.running == 0)
  }

  @Test("What never ends runs to the end of the trace")
  func unended() {
    var meter = ConcurrencyMeter()
    meter.begin(at: 0)
    meter.begin(at: 50)
    #expect(meter.mean(until: 100) == 1.5)
    #expect(meter.maximum == 2)
  }

  @Test("Intervals that take no time have no mean")
  func instant() {
    var meter = ConcurrencyMeter()
    meter.begin(at: 5)
    meter.end(at: 5)
    #expect(meter.mean(until: 100) == nil)
    #expect(meter.maximum == 1)
  }

  @Test("It agrees with counting at every nanosecond", arguments: 1...20 as ClosedRange<UInt64>)
  func model(seed: UInt64) {
    var state = seed &* 0x9e37_79b9_7f4a_7c15
    func random(_ bound: UInt64) -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return (state >> 33) % bound
    }
    let length = 400
    let intervals = (0..<30).map { _ in
      let begin = Int(random(300))
      return begin..<begin + Int(random(99))
    }
    // At equal times ends come first, as in a trace where one thread ends and begins.
    var changes: [(time: Int, isBegin: Bool)] = []
    for interval in intervals where !interval.isEmpty {
      changes.append((interval.lowerBound, true))
      changes.append((interval.upperBound, false))
    }
    changes.sort { ($0.time, $0.isBegin ? 1 : 0) < ($1.time, $1.isBegin ? 1 : 0) }
    var meter = ConcurrencyMeter()
    for change in changes {
      if change.isBegin { meter.begin(at: Int64(change.time)) } else { meter.end(at: Int64(change.time)) }
    }
    let running = (0..<length).map { time in intervals.filter { $0.contains(time) }.count }
    let busy = running.filter { $0 > 0 }
    #expect(meter.maximum == running.max(), "seed \(seed)")
    #expect(
      meter.mean(until: Int64(length)) == Double(busy.reduce(0, +)) / Double(busy.count),
      "seed \(seed)")
  }
}
