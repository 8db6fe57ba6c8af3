import Testing

@testable import RegressionGate

@Suite(.timeLimit(.minutes(10)))
struct CalibrationReportTests {
  private func unit(_ number: Int, _ effect: CalibrationEffect) -> CalibrationUnit {
    CalibrationUnit(
      number: number,
      effect: effect,
      executable: "Bench",
      row: "row",
      isConcurrent: false,
      verdict: .pass,
      verdicts: ["wall": .pass],
      changes: effect.isTimed ? ["wall": 0.001 * Double(number)] : ["instructions": 0.01],
      spread: 0.01,
      width: effect.isTimed ? 0.01 : nil,
      seconds: 1,
      load: 1,
      failure: nil
    )
  }

  private func report(
    _ units: [CalibrationUnit],
    omitted: [CalibrationEffect: Int] = [:]
  ) -> CalibrationReport {
    CalibrationReport(
      units: units,
      limits: GateLimits(),
      omitted: omitted,
      command: "hamon calibrate",
      date: "2026-01-01T00:00:00Z"
    )
  }

  @Test func `units that were left out are told with the reason`() {
    let text = report([unit(1, .sameCode)], omitted: [.work1: 2, .allocations1: 1]).markdown()
    #expect(text.contains("2 units are left out, as no row is fit for them: +1 % work"))
    #expect(text.contains("1 unit is left out, as no row is fit for them: +1 % allocations"))
    #expect(!report([unit(1, .sameCode)]).markdown().contains("left out"))
  }

  @Test func `no picture is drawn without a point`() async throws {
    let counted = report([unit(1, .work1)])
    #expect(!counted.hasFunnel && !counted.hasEstimates)
    #expect(!counted.markdown().contains(".svg)"))
    let timed = report([unit(1, .time5)])
    #expect(!timed.hasFunnel && timed.hasEstimates)
    for effect in [CalibrationEffect.sameCode, .codeShift] {
      let one = report([unit(1, effect), unit(2, effect)])
      #expect(one.hasFunnel && one.markdown().contains("(funnel.svg)"))
      #expect(try await one.funnel().contains("<svg"))
    }
  }
}
