import BenchmarkResults
import Glibc
import Statistics

/// How a row met a bar, and what more evidence would take.
struct JudgedBar {
  let result: BarResult
  /// The rows whose further rounds may change the verdict.
  let rows: [String]
  /// Whether they may change it.
  let isOpen: Bool

  init(_ result: BarResult, rows: [String] = [], judgement: BarJudgement? = nil) {
    self.result = result
    self.rows = rows
    isOpen = judgement?.isOpen ?? false
  }
}

extension Bar {
  /// How the row met the bar, once for each floor of that name; empty if the evidence was not measured.
  func judged(
    for row: RowResult,
    among rows: [RowResult],
    evidence: BarEvidence = BarEvidence()
  ) -> [JudgedBar] {
    switch limit {
    case .ratio(let floor, let limit, let percentile):
      Self.ratios(of: row, to: floor).map { ratio in
        judgedRatio(ratio, of: row, among: rows, percentile: percentile, limit: limit, evidence)
      }
    case .bestRatio(let floors, let limit):
      judgedBest(of: row, among: rows, floors: floors, limit: limit, evidence: evidence)
    case .difference(let floor, let limit, let loop):
      Self.ratios(of: row, to: floor).compactMap { ratio in
        rows.first { $0.name == ratio.floor }.map { floor in
          judgedTime(row, over: floor, limit: limit, loop: loop, evidence: evidence)
        }
      }
    case .time(let percentile, let limit, let loop):
      [judgedTime(row, percentile: percentile, limit: limit, loop: loop, evidence: evidence)]
    case .exponent(let parameter, let limit):
      judgedExponent(row, among: rows, parameter: parameter, limit: limit, evidence: evidence)
    case .allocations: []
    case .memory(let limit):
      row.memory.map { bytes in
        [
          JudgedBar(
            BarResult(
              name: name,
              row: row.name,
              comparedWith: "\(limit) bytes",
              ratio: Double(bytes) / Double(limit),
              limit: 1,
              kind: .memory,
              unit: Double(limit)
            )
          )
        ]
      } ?? []
    }
  }

  /// The largest ratio to one of the floors decides; empty unless all of them were measured.
  ///
  /// The bar is missed if one floor is beaten by too little, and holds if it holds against each.
  private func judgedBest(
    of row: RowResult,
    among rows: [RowResult],
    floors: [String],
    limit: Double,
    evidence: BarEvidence
  ) -> [JudgedBar] {
    let ratios = floors.map { Self.ratios(of: row, to: $0) }
    guard ratios.allSatisfy({ !$0.isEmpty }) else { return [] }
    let judged = ratios.joined().sorted { $0.median > $1.median }.map { ratio in
      judgedRatio(ratio, of: row, among: rows, limit: limit, evidence)
    }
    let decisive =
      judged.first { $0.result.verdict == .missed } ?? judged.first { $0.isOpen }
      ?? judged.first { $0.result.verdict == .uncertain } ?? judged.first
    return decisive.map { [$0] } ?? []
  }

  /// The row's time, or a percentile of it, as a multiple of its floor's in the same rounds.
  private func judgedRatio(
    _ ratio: RatioResult,
    of row: RowResult,
    among rows: [RowResult],
    percentile: Double? = nil,
    limit: Double,
    _ evidence: BarEvidence
  ) -> JudgedBar {
    let names = [row.name, ratio.floor]
    let tails = percentile.map { evidence.tails(of: names, $0) }
    let values =
      tails?.compactMap { group in
        group.values[1] > 0
          ? evidence.roundValue(group.values[0] / group.values[1], of: group.samples(of: names))
          : nil
      }
      ?? evidence.paired(row.name, ratio.floor) { _, time, floor in floor > 0 ? time / floor : nil }
    let variation =
      percentile == nil
      ? BarJudgement.startVariation(of: rows.filter { names.contains($0.name) })
      : BarJudgement.tailVariation
    let judgement = BarJudgement(
      values: values,
      of: percentile.map(BarEvidence.groupSize),
      limit: limit,
      allowance: allowsForStarts ? limit * variation : 0,
      disturbance: evidence.disturbance(of: names)
    )
    // Before there is a group: all samples.
    let tail = percentile.flatMap { percentile in
      values.isEmpty
        ? evidence.tail(of: names, percentile).flatMap { $0[1] > 0 ? $0[0] / $0[1] : nil }
        : values.map(\.value).median
    }
    let result = BarResult(
      name: name,
      row: row.name,
      comparedWith: ratio.floor,
      ratio: tail ?? ratio.median,
      limit: limit,
      percentile: percentile,
      judgement: judgement
    )
    return JudgedBar(result, rows: names, judgement: judgement)
  }

  /// A limit in time: on the row itself, a percentile of it, or its excess over a floor.
  private func judgedTime(
    _ row: RowResult,
    over floor: RowResult? = nil,
    percentile: Double? = nil,
    limit: Duration,
    loop: CalibrationLoop?,
    evidence: BarEvidence
  ) -> JudgedBar {
    let unit = limit / .nanoseconds(1)
    let names = [row.name] + (floor.map { [$0.name] } ?? [])
    let slowdown = evidence.slowdown(of: row.name, by: loop)
    func scaled(_ time: Double, _ rounds: [Int]) -> Double {
      let scales = rounds.map { evidence.scale(of: row.name, by: loop, round: $0) }
      return time / unit / (scales.reduce(0, +) / Double(max(scales.count, 1)))
    }
    let tails = percentile.map { evidence.tails(of: names, $0) }
    let values =
      tails?.map {
        evidence.roundValue(scaled($0.values[0], $0.rounds), of: $0.samples(of: names))
      }
      ?? evidence.paired(row.name, floor?.name ?? row.name) { round, time, other in
        scaled(floor == nil ? time : time - other, [round])
      }
    let variation = BarJudgement.startVariation(of: [row] + (floor.map { [$0] } ?? []))
    let allowance =
      if floor != nil {
        // Relative to the row's time, not to the difference: both rows vary.
        row.wall.median * variation / unit / max(1, slowdown ?? 1)
      } else {
        percentile == nil ? variation : BarJudgement.tailVariation
      }
    let judgement = BarJudgement(
      values: values,
      of: percentile.map(BarEvidence.groupSize),
      limit: 1,
      allowance: allowance,
      disturbance: evidence.disturbance(of: names)
    )
    let measured =
      tails.flatMap { $0.isEmpty ? nil : $0.map { $0.values[0] }.median }
      ?? percentile.flatMap { evidence.tail(of: names, $0)?.first } ?? row.wall.median
      - (floor?.wall.median ?? 0)
    let result = BarResult(
      name: name,
      row: row.name,
      comparedWith: (floor.map { "\($0.name) + " } ?? "") + Self.text(limit),
      ratio: measured / unit,
      limit: 1,
      kind: floor != nil ? .difference : percentile == nil ? .median : .percentile,
      unit: unit,
      percentile: percentile,
      calibration: loop?.rawValue,
      slowdown: slowdown,
      judgement: judgement
    )
    return JudgedBar(result, rows: names, judgement: judgement)
  }

  /// Fits an exponent to each round: the times of the series' rows in their first rounds, in their second, and so on.
  private func judgedExponent(
    _ row: RowResult,
    among rows: [RowResult],
    parameter: String,
    limit: Double,
    evidence: BarEvidence
  ) -> [JudgedBar] {
    guard let fit = ScalingFit(ofLargest: row, among: rows, parameter: parameter) else { return [] }
    let series = ScalingFit.series(of: row, among: rows, parameter: parameter)
    let names = series.map(\.row.name)
    let times = names.map { name in
      (evidence.rounds[name] ?? [:]).sorted { $0.key < $1.key }
    }
    let exponents = (0..<(times.map(\.count).min() ?? 0)).compactMap { place in
      ScalingFit(zip(series, times).map { ($0.value, $1[place].value) }).map {
        evidence.roundValue($0.exponent, of: zip(names, times).map { ($0, $1[place].key) })
      }
    }
    let values = series.map(\.value)
    let range = log((values.max() ?? 1) / (values.min() ?? 1))
    let variation = BarJudgement.startVariation(of: series.map(\.row))
    // The rows may have been measured one after the other, while the clock changed.
    let clocks = names.compactMap { evidence.slowdown(of: $0, by: .dependentAdd) }
    let clockChange = log((clocks.max() ?? 1) / (clocks.min() ?? 1))
    let judgement = BarJudgement(
      values: exponents,
      limit: limit,
      // As if only the largest row were slower.
      allowance: range > 0 ? (log1p(variation) + clockChange) / range : 0,
      disturbance: evidence.disturbance(of: names)
    )
    let result = BarResult(
      name: name,
      row: row.name,
      comparedWith: "exponent of \(parameter) over \(fit.count) rows",
      ratio: fit.exponent,
      limit: limit,
      kind: .exponent,
      judgement: judgement
    )
    return [JudgedBar(result, rows: names, judgement: judgement)]
  }
}
