import ReportRendering

extension GateReport {
  /// The report as JUnit XML: a row is a test; a regression is a failure, what could not be measured an
  /// error, what is too noisy skipped.
  public func junit() -> String {
    let cases = rows.map { row -> String in
      let start = """
        <testcase classname="\(escape(row.evidence.executable))" \
        name="\(escape(row.evidence.row))" time="\(row.evidence.seconds ?? 0)"
        """
      let details = escape(row.details.joined(separator: "\n"))
      let first = escape(row.details.first ?? row.verdict.rawValue)
      return switch row.verdict {
      case .regression where row.fails:
        "\(start)>\n<failure message=\"\(first)\">\(details)</failure>\n</testcase>\n"
      case .unmeasured:
        "\(start)>\n<error message=\"\(first)\">\(details)</error>\n</testcase>\n"
      case .unknown: "\(start)>\n<skipped message=\"\(first)\"/>\n</testcase>\n"
      case .pass, .improvement, .regression:
        row.details.isEmpty
          ? "\(start)/>\n" : "\(start)>\n<system-out>\(details)</system-out>\n</testcase>\n"
      }
    }
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <testsuites>
      <testsuite name="hamon gate" tests="\(rows.count)" failures="\(rows.count(where: \.fails))" \
      errors="\(count(.unmeasured))" skipped="\(count(.unknown))" \
      timestamp="\(escape(String(date.prefix(19))))">
      \(cases.joined())</testsuite>
      </testsuites>

      """
  }

  private func count(_ verdict: Verdict) -> Int { rows.count { $0.verdict == verdict } }

  private func escape(_ text: String) -> String { HTMLPage.escape(text) }
}
