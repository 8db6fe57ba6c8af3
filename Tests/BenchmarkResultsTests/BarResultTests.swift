import Foundation
import Testing

@testable import BenchmarkResults

struct BarResultTests {
  private func result(_ values: [Double], slowdown: Double? = nil) -> BarResult {
    BarResult(
      name: "bar",
      row: "row",
      comparedWith: "50.0 ns",
      ratio: 1.5,
      limit: 1,
      kind: .median,
      unit: 50,
      calibration: "a dependent add",
      slowdown: slowdown,
      judgement: BarJudgement(
        values: values.map { RoundValue($0) },
        limit: 1,
        allowance: 0.05,
        disturbance: nil
      )
    )
  }

  @Test func `a file has the interval, its level, the verdict and the reason, and reads as it was`()
    throws
  {
    for (values, verdict) in [(0.9, BarVerdict.held), (1.2, .missed), (1.02, .uncertain)] {
      let bar = result(Array(repeating: values, count: 8), slowdown: 1.523_456_7)
      let data = try JSONEncoder().encode(bar)
      #expect(try JSONDecoder().decode(BarResult.self, from: data) == bar)
      let json = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
      #expect(json["verdict"] as? String == verdict.rawValue)
      #expect(json["holds"] as? Bool == (verdict == .held))
      #expect((json["reason"] != nil) == (verdict == .uncertain))
      #expect(json["slowdown"] as? Double == 1.5235)
      let interval = try #require(json["interval"] as? [String: Double])
      #expect(interval == ["lower": values, "upper": values, "level": 0.99219, "rounds": 8])
    }
  }

  @Test func `a file of before there were three verdicts has the two that it had`() throws {
    for holds in [true, false] {
      let text = #"""
        {"name":"bar","row":"row","comparedWith":"floor","ratio":1.2,"limit":1,"holds":\#(holds)}
        """#
      let bar = try JSONDecoder().decode(BarResult.self, from: Data(text.utf8))
      #expect(bar.verdict == (holds ? .held : .missed))
      #expect(bar.interval == nil && bar.reason == nil && bar.limitScale == 1)
    }
  }

  @Test func `an exact value has two verdicts and no interval`() {
    func bar(_ ratio: Double) -> BarResult {
      BarResult(name: "b", row: "r", comparedWith: "9 bytes", ratio: ratio, limit: 1, kind: .memory)
    }
    #expect([0.5, 1, 1.01].map { bar($0).verdict } == [.held, .held, .missed])
    #expect(bar(1).interval == nil)
  }

  @Test func `the limit grows on a slower machine, and doesn't shrink on a faster one`() {
    #expect([nil, 0.5, 1, 1.5].map { result([], slowdown: $0).limitScale } == [1, 1, 1, 1.5])
  }
}
