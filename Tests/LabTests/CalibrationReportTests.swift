import Testing

@testable import RegressionGate
@testable import lab

@Suite(.timeLimit(.minutes(30)))
struct CalibrationReportTests {
  private func unit(
    _ number: Int,
    _ effect: CalibrationEffect,
    wall: Verdict = .pass,
    p99: Verdict? = nil,
    failure: String? = nil
  ) -> CalibrationUnit {
    var verdicts = ["wall": wall]
    verdicts["p99"] = p99
    return CalibrationUnit(
      number: number,
      effect: effect,
      executable: "Bench",
      row: "row",
      isConcurrent: false,
      verdict: p99 ?? wall,
      verdicts: verdicts,
      changes: effect.isTimed ? ["wall": 0.001 * Double(number)] : ["instructions": 0.01],
      spread: 0.01,
      width: effect.isTimed ? 0.01 : nil,
      seconds: 1,
      load: 1,
      failure: failure
    )
  }

  private func report(
    _ units: [CalibrationUnit],
    kind: CalibrationKind = .rows,
    omitted: [CalibrationEffect: Int] = [:]
  ) -> CalibrationReport {
    CalibrationReport(
      units: units,
      kind: kind,
      limits: GateLimits(),
      omitted: omitted,
      command: "lab calibrate",
      date: "2026-01-01T00:00:00Z"
    )
  }

  @Test func `units that were left out are told with the reason`() {
    let text = report([unit(1, .sameCode)], omitted: [.work1: 2, .allocations1: 1]).markdown()
    #expect(text.contains("2 units are left out, as no row is fit for them: +1 % work"))
    #expect(text.contains("1 unit is left out, as no row is fit for them: +1 % allocations"))
    #expect(!report([unit(1, .sameCode)]).markdown().contains("left out"))
  }

  @Test func `false alarms have a rate where units without an effect were asked for`() {
    #expect(report([unit(1, .work1), unit(2, .time10)]).rates.map(\.units) == [1, 1])
    let failed = report([unit(1, .sameCode, failure: "it crashed"), unit(2, .time10)])
    #expect(failed.rates.map(\.units) == [0, 1])
    #expect(failed.rates.first?.name.hasPrefix("false alarms") == true)
    #expect(failed.rates.first?.answer == "too few units")
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
      #expect(!one.markdown(hasPictures: false).contains(".svg)"))
      #expect(try await one.funnel().contains("<svg"))
    }
  }

  @Test func `limits are those of the units' kind`() async throws {
    let units = [unit(1, .sameCode), unit(2, .time20)]
    let rows = report(units)
    #expect(rows.markdown().contains("The wall limit is +2.5 %, that of instructions +0.50 %."))
    let tasks = report(units, kind: .severalTasks)
    #expect(tasks.markdown().contains("The wall limit is +10.0 %."))
    // Their pictures reach as far as their limits do.
    #expect(try await rows.funnel() != tasks.funnel())
    #expect(try await rows.estimates() != tasks.estimates())
  }

  @Test func `units take as long as those before them`() {
    #expect(CalibrationRun.minutes(of: 60, kind: .severalTasks, after: []) == 11)
    #expect(CalibrationRun.minutes(of: 60, kind: .severalTasks, after: [unit(1, .sameCode)]) == 1)
  }

  @Test func `a promise about more units than there are isn't said to be broken`() {
    let some = (0..<20).map { unit($0, .sameCode, wall: .pass) }
    let rates = report(some).rates
    #expect(rates[0].answer == "too few units" && !rates[0].holds)
    #expect(report([unit(20, .sameCode, wall: .regression)] + some).rates[0].answer == "NO")
    let many = (0..<300).map { unit($0, .sameCode, wall: .pass) }
    #expect(report(many).rates[0].answer == "yes")
  }

  @Test func `units that say nothing have a rate of their own`() {
    let units = (0..<20).map { unit($0, .sameCode, wall: $0 < 2 ? .unknown : .pass) }
    let rate = report(units).rates.first { $0.name.hasPrefix("too noisy") }
    #expect(rate?.found == 2 && rate?.units == 20 && rate?.holds == false)
    #expect(
      report(Array(units.dropFirst())).rates.first { $0.name.hasPrefix("too noisy") }?.holds
        == false
    )
    #expect(
      report(Array(units.dropFirst(2))).rates.first { $0.name.hasPrefix("too noisy") }?.holds
        == true
    )
  }

  @Test func `where a percentile is compared it has to show the effect`() {
    let found = unit(0, .time20, wall: .pass, p99: .regression)
    #expect(found.metric == .p99 && found.isFound)
    #expect(!unit(0, .time20, wall: .regression, p99: .pass).isFound)
    #expect(unit(0, .time20, wall: .regression).isFound)
    let rates = report([found]).rates
    #expect(rates.contains { $0.name == "+20 % time found (p99)" && $0.found == 1 })
  }

  @Test(arguments: CalibrationKind.allCases)
  func `each kind has the units that it is fit for`(kind: CalibrationKind) {
    var plan = CalibrationPlan()
    plan.kind = kind
    (plan.sameCode, plan.codeShifts, plan.injected) = (3, 2, 4)
    let effects = plan.effects()
    #expect(effects.count == 5 + 4 * kind.injected.count)
    #expect(
      effects.count { $0 == .time20 } == (kind == .severalTasks || kind == .percentiles ? 4 : 0)
    )
    #expect(kind.injected.allSatisfy { kind.isCounted || !$0.isCounted })
  }
}
