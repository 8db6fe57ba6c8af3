import ReportRendering

extension GateReport {
  /// The report as JUnit XML: a row is a test; a regression is a failure, what could not be measured an
  /// error, what is too noisy skipped.
  package func junit() -> String {
    let cases = rows.map { row -> String in
      let start = """
        <testcase classname="\(attribute(row.evidence.executable))" \
        name="\(attribute(row.evidence.row))" time="\(row.evidence.seconds ?? 0)"
        """
      let details = escape(row.details.joined(separator: "\n"))
      let first = attribute(row.details.first ?? row.verdict.rawValue)
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
    // Interrupted before it knew its rows, it has none to tell of.
    let whole =
      rows.isEmpty
      ? interruption.map { reason in
        "<testcase classname=\"hamon gate\" name=\"(all rows)\" time=\"0\">\n"
          + "<error message=\"\(attribute(reason))\"/>\n</testcase>\n"
      } : nil
    let more = whole == nil ? 0 : 1
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <testsuites>
      <testsuite name="hamon gate" tests="\(rows.count + more)" failures="\(rows.count(where: \.fails))" \
      errors="\(count(.unmeasured) + more)" skipped="\(count(.unknown))" \
      timestamp="\(escape(String(date.prefix(19))))">
      \(cases.joined())\(whole ?? "")</testsuite>
      </testsuites>

      """
  }

  private func count(_ verdict: Verdict) -> Int { rows.count { $0.verdict == verdict } }

  /// An end of a line in an attribute is read as a space, unless it is written as a number.
  private func attribute(_ text: String) -> String {
    escape(text).replacing("\n", with: "&#10;").replacing("\t", with: "&#9;")
  }

  private func escape(_ text: String) -> String { HTMLPage.escape(text) }
}
