package import ReportRendering

/// Culprits in words.
package enum CulpritText {
  /// A count of calls or instructions, with all its digits.
  package static func count(_ value: Double) -> String {
    let isWhole = abs(value - value.rounded()) < 1e-3
    let decimals = isWhole || abs(value) >= 100 ? 0 : abs(value) >= 0.1 ? 2 : 4
    return NumberFormat.string(value, decimals: decimals)
  }

  /// A difference with its sign, such as `+412`.
  package static func signed(_ value: Double) -> String { (value > 0 ? "+" : "") + count(value) }

  /// A share in percent, such as `93 %`.
  static func share(_ value: Double) -> String {
    NumberFormat.percent(value, decimals: abs(value * 100) < 9.95 && value != 0 ? 1 : 0)
  }
}

extension Culprit {
  /// The name as code, for Markdown.
  package var name: String { "`\(function)`" }

  /// A sentence about the culprit's part of a difference.
  package func sentence(of difference: CostDifference) -> String {
    let change = difference.difference > 0 ? "increase" : "decrease"
    var text =
      "\(name) \(CulpritText.signed(self.difference)) \(difference.metric.rawValue) an operation, "
      + "\(CulpritText.share(share)) of the \(change)"
    if let line {
      text += "; \(line.place)"
      if line.isOfBase { text += " of the base" }
      if let inlined = line.inlined, !isInlined { text += " in `\(inlined)`, which is inlined" }
    }
    if let caller { text += isInlined ? "; inlined into `\(caller)`" : "; called from `\(caller)`" }
    if !isInlined, abs(headCalls - baseCalls) > 1e-3, baseCalls > 0, headCalls > 0 {
      text +=
        " \(CulpritText.count(headCalls)) times an operation, not \(CulpritText.count(baseCalls))"
    }
    if !helpers.isEmpty {
      text += "; most of it in " + helpers.map { "`\($0)`" }.joined(separator: " and ")
    }
    for note in notes { text += "; \(note)" }
    return text
  }
}

extension CostDifference {
  /// The shortest form: the first culprit, and the unknown part if it is large.
  package var sentences: [String] {
    guard let first = culprits.first else { return [] }
    var lines = [first.sentence(of: self)]
    if attributed < 0.98 {
      lines.append(
        "\(CulpritText.share(1 - attributed)) of the \(metric.rawValue) are of no function "
          + "that was written in the program or has a symbol"
      )
    }
    return lines
  }

  package var table: TextTable {
    var table = TextTable(
      headers: ["function", "line", metric.rawValue, "share", "calls", "called from"],
      alignments: [.left, .left, .right, .right, .right, .left]
    )
    for culprit in culprits {
      let calls =
        abs(culprit.headCalls - culprit.baseCalls) > 1e-3
        ? "\(CulpritText.count(culprit.baseCalls)) -> \(CulpritText.count(culprit.headCalls))"
        : CulpritText.count(culprit.headCalls)
      table.append(row: [
        culprit.function,
        culprit.line?.place ?? "",
        CulpritText.signed(culprit.difference),
        CulpritText.share(culprit.share),
        calls,
        culprit.caller ?? "",
      ])
    }
    return table
  }
}
