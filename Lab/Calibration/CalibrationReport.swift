import BenchmarkResults
import RegressionGate
import ReportRendering
import SuiteErrors

/// The findings of a calibration: how often the gate is wrong.
struct CalibrationReport: Sendable {
  /// How many units of an effect were called a regression, or got no verdict.
  struct Rate: Sendable {
    /// The effect, or a name for several.
    let name: String
    let found: Int
    /// The number of units.
    let units: Int
    /// The number of these that were too noisy to tell.
    let unknown: Int
    /// The promised rate; `nil` for none.
    var promise: Promise?

    /// Whether the rate so far is within the promise.
    private var isWithin: Bool {
      guard let promise else { return true }
      let limit = promise.share * Double(units)
      return promise.isLeast ? Double(found) >= limit : Double(found) <= limit
    }

    var holds: Bool { units >= promise?.units ?? 0 && isWithin }
    /// The same in a word.
    var answer: String {
      promise == nil ? "" : !isWithin ? "NO" : holds ? "yes" : "too few units"
    }

    /// The interval of the true rate, 95 %.
    var interval: BinomialInterval {
      BinomialInterval(successes: found, trials: max(units, 1))
    }
  }

  /// The share of units that must, or must not, be found, and the number of units required to claim it.
  struct Promise: Sendable, CustomStringConvertible {
    let share: Double
    var isLeast = false
    let units: Int

    var description: String {
      "at \(isLeast ? "least" : "most") \(NumberFormat.percent(share, decimals: 0))"
        + (units > 1 ? ", of at least \(units)" : "")
    }
  }

  /// All units, in order.
  let units: [CalibrationUnit]
  private let kind: CalibrationKind
  private let machine: MachineDescription
  private let limits: GateLimits
  private let omitted: [CalibrationEffect: Int]
  private let command: String
  private let date: String

  /// Makes the report of some units, from the number of units of each effect that no row was fit for and the command that makes the report
  /// again.
  init(
    units: [CalibrationUnit],
    kind: CalibrationKind = .rows,
    limits: GateLimits,
    omitted: [CalibrationEffect: Int] = [:],
    command: String,
    date: String
  ) {
    self.units = units.sorted { $0.number < $1.number }
    self.kind = kind
    machine = .current()
    self.limits = limits
    self.omitted = omitted
    self.command = command
    self.date = date
  }

  /// The rates with their bars.
  var rates: [Rate] {
    let measured = units.filter { $0.failure == nil }
    let null = measured.filter(\.effect.isNull)
    var rates: [Rate] = []
    func add(
      _ name: String,
      _ some: [CalibrationUnit],
      found: (CalibrationUnit) -> Bool,
      unknown: (CalibrationUnit) -> Bool,
      _ promise: Promise?
    ) {
      let (found, unknown) = (some.count(where: found), some.count(where: unknown))
      rates.append(
        Rate(name: name, found: found, units: some.count, unknown: unknown, promise: promise)
      )
    }
    func isUnknown(_ metric: GateMetric) -> (CalibrationUnit) -> Bool {
      { $0.verdicts[metric.rawValue] == .unknown }
    }
    let few = Promise(share: 0.01, units: 300)
    // Effects may be measured alone. If all units without an effect failed, their rates still appear.
    if units.contains(where: \.effect.isNull) {
      let name = "false alarms: same code and no-op code shifts"
      add(name, null, found: \.isAlarm, unknown: isUnknown(.wall), few)
    }
    if !null.isEmpty {
      let isNoisy = { (unit: CalibrationUnit) in
        unit.verdict == .unknown || isUnknown(.wall)(unit)
      }
      let promise = Promise(share: 0.05, units: 1)
      add("too noisy to tell, of these", null, found: isNoisy, unknown: isNoisy, promise)
    }
    for metric in GateMetric.allCases where metric.percentile != nil {
      let compared = null.filter { $0.verdicts[metric.rawValue] != nil }
      guard !compared.isEmpty else { continue }
      let isAlarm = { (unit: CalibrationUnit) in
        [.regression, .improvement].contains(unit.verdicts[metric.rawValue])
      }
      let name = "  of these, by \(metric.rawValue)"
      add(name, compared, found: isAlarm, unknown: isUnknown(metric), few)
    }
    for effect in CalibrationEffect.allCases {
      let some = measured.filter { $0.effect == effect }
      guard !some.isEmpty else { continue }
      let metric = some.first?.metric ?? .wall
      let name =
        effect.isNull
        ? "  of these, \(effect.rawValue)" : "\(effect.rawValue) found (\(metric.rawValue))"
      let promise = effect.bar.map {
        Promise(share: $0.rate, isLeast: true, units: $0.metric == .wall ? 100 : 50)
      }
      let unknown = isUnknown(metric.isCount ? .wall : metric)
      add(name, some, found: \.isFound, unknown: unknown, promise)
    }
    return rates
  }

  func table() -> TextTable {
    var table = TextTable(
      headers: [
        "", "count", "of units", "rate", "95 % interval", "too noisy", "bar", "holds",
      ],
      alignments: [.left]
    )
    for rate in rates {
      let interval = rate.interval
      table.append(row: [
        rate.name, "\(rate.found)", "\(rate.units)",
        Self.percent(Double(rate.found) / Double(max(rate.units, 1))),
        "\(Self.percent(interval.lower))..\(Self.percent(interval.upper))",
        "\(rate.unknown)", rate.promise?.description ?? "", rate.answer,
      ])
    }
    return table
  }

  /// The page that is kept with the raw data.
  ///
  /// - Parameter hasPictures: Whether it shows the pictures, which then lie next to it.
  /// - Returns: The page.
  func markdown(hasPictures: Bool = true) -> String {
    let failures = units.filter { $0.failure != nil }
    let alarms = units.filter { $0.effect.isNull && $0.isAlarm }
    let misses = units.filter { !$0.effect.isNull && !$0.isFound && $0.failure == nil }
    let loads = units.map(\.load).sorted()
    let seconds = units.reduce(0) { $0 + $1.seconds }
    let rows = Set(units.map(\.row)).count
    var text = """
      # How often the gate is wrong\(kind == .rows ? "" : ": \(kind.rawValue)")

      Made by `\(TextTable.markdownEscaped(command))` on \(date): \(units.count) units from \(rows) \
      rows in \(NumberFormat.string(seconds / 60, decimals: 0)) min, on \
      \(TextTable.markdownEscaped(machine.cpuModel)) with \(machine.logicalCPUs) CPUs, load \
      \(NumberFormat.string(loads.first ?? 0, decimals: 1)) to \
      \(NumberFormat.string(loads.last ?? 0, decimals: 1)). Each unit gates one row with an effect \
      that is known. All but those of the same code are linked with unused functions between their \
      object files, as any commit moves code. \(measures) The raw data is in [units.jsonl](units.jsonl).

      \(table().renderedMarkdown())

      """
    let omissions = CalibrationEffect.allCases.compactMap { effect in
      omitted[effect].map { "- \(TextTable.markdownEscaped(effect.omission(of: $0)))\n" }
    }
    if !omissions.isEmpty { text += "## Units that were left out\n\n\(omissions.joined())\n" }
    if hasPictures, hasFunnel {
      text += """
        ![Same code and no-op shifts: estimates of wall time against the width of their bounds](funnel.svg)

        Every point is a row that was compared with itself. \(limitsOfPoints)


        """
    }
    if hasPictures, hasEstimates {
      text += "![Estimates of wall time of all units that were timed](estimates.svg)\n"
    }
    func list(_ title: String, _ units: [CalibrationUnit]) {
      guard !units.isEmpty else { return }
      text += "\n## \(title)\n\n"
      for unit in units.prefix(40) {
        let changes = unit.changes.sorted { $0.key < $1.key }.filter { $0.value != 0 }
          .map {
            "\($0.key) \(GateText.percent($0.value)) (\(unit.verdicts[$0.key]?.rawValue ?? ""))"
          }
        text +=
          "- unit \(unit.number), \(unit.effect.rawValue), \(TextTable.markdownEscaped(unit.row)): "
          + (unit.failure.map { TextTable.markdownEscaped($0) } ?? changes.joined(separator: ", "))
          + "\n"
      }
    }
    list("False alarms", alarms)
    list("Effects that were not found", misses)
    list("Units that could not be measured", failures)
    return text
  }

  private var measures: String {
    switch kind {
    case .rows:
      "The base of each row is counted once, the head in each unit; rows with several threads are timed only, "
        + "because their counts aren't gated."
    case .severalTasks: "They are timed only, because their counts aren't gated."
    case .percentiles: "They are timed only."
    case .commands:
      "Each command is a run of the row from the start of its process to the end, and both sides are counted in each unit. "
        + "Effects are of the whole command: of the row, which is about half of it, they are larger."
    }
  }

  /// The share from which the units' wall time counts as changed.
  private var wallLimit: Double { limits.share(of: .wall, isConcurrent: kind == .severalTasks) }

  private var limitsOfPoints: String {
    let wall = "The wall limit is \(GateText.percent(wallLimit))"
    guard kind.isCounted else { return "\(wall)." }
    return "\(wall), that of instructions \(GateText.percent(limits.instructions))."
  }

  /// The range of an axis of estimates: a number of wall limits, extended to all estimates if `orMore`.
  private func range(from lower: Double, to upper: Double, orMore: Bool = false) -> String {
    let limit = 100 * wallLimit
    return "[\(lower * limit):\(upper * limit)\(orMore ? "<*" : "")]"
  }

  /// Whether there is a point in ``funnel()``.
  var hasFunnel: Bool {
    units.contains { $0.effect.isNull && $0.changes["wall"] != nil && $0.width != nil }
  }

  /// Whether there is a point in ``estimates()``.
  var hasEstimates: Bool {
    units.contains { $0.effect.isTimed && $0.changes["wall"] != nil }
  }

  /// Draws the estimates of units without an effect against the width of their bounds.
  func funnel() async throws(SuiteError) -> String {
    let limit = 100 * wallLimit
    func points(_ effect: CalibrationEffect) -> String {
      units.filter { $0.effect == effect }.compactMap { unit in
        unit.changes["wall"].flatMap { change in unit.width.map { "\(100 * change) \(100 * $0)" } }
      }.joined(separator: "\n")
    }
    // gnuplot refuses a block without a point.
    let series: [(name: String, points: String, title: String, colour: String)] = [
      ("$same", points(.sameCode), "same code", "#4c8dd6"),
      ("$shift", points(.codeShift), "no-op code shift", "#e08e0b"),
    ].filter { !$0.1.isEmpty }
    let data = series.map { "\($0.name) << EOD\n\($0.points)\nEOD" }.joined(separator: "\n")
    let plots = series.map { series in
      "\(series.name) using 1:2 with points pointtype 7 pointsize 0.5 "
        + "linecolor rgb '\(series.colour)' title '\(series.title)'"
    }
    return try await Gnuplot.picture(
      title: "Same code and no-op shifts: estimates against the width of their bounds",
      script: """
        \(data)
        set xlabel 'estimate of head against base, %'
        set ylabel 'width of the 99 % bounds, %'
        set logscale y
        set border 3
        set tics nomirror
        set key outside top center horizontal
        set xrange \(range(from: -2.4, to: 2.4))
        set arrow from \(limit), graph 0 to \(limit), graph 1 nohead dashtype 2 \
        linecolor rgb '#d1495b'
        set arrow from -\(limit), graph 0 to -\(limit), graph 1 nohead dashtype 2 \
        linecolor rgb '#2a9d8f'
        plot \(plots.joined(separator: ", "))
        """,
      width: 760,
      height: 420
    )
  }

  /// Draws the estimates of wall time, sorted, of each effect.
  func estimates() async throws(SuiteError) -> String {
    let colours = ["#4c8dd6", "#e08e0b", "#8e6bbf", "#d1495b", "#2a9d8f"]
    var data = ""
    var plots: [String] = []
    let timed = CalibrationEffect.allCases.filter(\.isTimed)
    for (index, effect) in timed.enumerated() {
      let changes = units.filter { $0.effect == effect }.compactMap { $0.changes["wall"] }.sorted()
      guard !changes.isEmpty else { continue }
      let lines = changes.enumerated().map {
        "\(100 * $1) \((Double($0) + 0.5) / Double(changes.count))"
      }
      data += "$data\(index) << EOD\n\(lines.joined(separator: "\n"))\nEOD\n"
      plots.append(
        "$data\(index) using 1:2 with steps linewidth 2 linecolor rgb '\(colours[index % colours.count])' "
          + "title \(Gnuplot.quoted(effect.rawValue))"
      )
    }
    let limit = 100 * wallLimit
    return try await Gnuplot.picture(
      title: "Estimates of wall time of all units that were timed",
      script: """
        \(data)
        set xlabel 'estimate of head against base, %'
        set ylabel 'share of the units'
        set xrange \(range(from: -2.4, to: 5.6, orMore: true))
        set yrange [0:1]
        set border 3
        set tics nomirror
        set key outside top center horizontal
        set arrow from \(limit), graph 0 to \(limit), graph 1 nohead dashtype 2 \
        linecolor rgb '#808080'
        plot \(plots.isEmpty ? "0 notitle" : plots.joined(separator: ", "))
        """,
      width: 760,
      height: 420
    )
  }

  private static func percent(_ share: Double) -> String {
    NumberFormat.percent(share, decimals: share > 0 && share < 0.1 ? 2 : 1)
  }
}
