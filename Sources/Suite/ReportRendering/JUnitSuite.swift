/// Tests in JUnit XML, as CI servers read them.
package struct JUnitSuite {
  /// How a test ended, by the name of its element.
  package enum Outcome: String {
    case passed = "system-out"
    case failure, error, skipped
  }

  private let name: String
  /// An ISO 8601 date and time.
  private let date: String
  private var cases: [(outcome: Outcome, text: String)] = []

  package init(_ name: String, date: String) {
    self.name = name
    self.date = date
  }

  /// Adds a test, with a line about what is wrong, unless it has passed, and with the text to show below.
  package mutating func add(
    _ test: String,
    of group: String,
    seconds: Double = 0,
    _ outcome: Outcome = .passed,
    message: String = "",
    details: String = ""
  ) {
    let (group, test) = (Self.attribute(group), Self.attribute(test))
    let time = seconds == 0 ? "0" : "\(seconds)"
    let head = "<testcase classname=\"\(group)\" name=\"\(test)\" time=\"\(time)\""
    let element = outcome.rawValue
    let start = outcome == .passed ? element : "\(element) message=\"\(Self.attribute(message))\""
    let body =
      details.isEmpty ? "<\(start)/>" : "<\(start)>\(HTMLPage.escape(details))</\(element)>"
    let isAlone = outcome == .passed && details.isEmpty
    cases.append((outcome, isAlone ? "\(head)/>\n" : "\(head)>\n\(body)\n</testcase>\n"))
  }

  /// The document of several suites.
  package static func rendered(_ suites: [JUnitSuite]) -> String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <testsuites>
    \(suites.map(\.element).joined())</testsuites>

    """
  }

  private var element: String {
    func count(_ outcome: Outcome) -> Int { cases.count { $0.outcome == outcome } }
    return """
      <testsuite name="\(Self.attribute(name))" tests="\(cases.count)" failures="\(count(.failure))" \
      errors="\(count(.error))" skipped="\(count(.skipped))" \
      timestamp="\(Self.attribute(String(date.prefix(19))))">
      \(cases.map(\.text).joined())</testsuite>

      """
  }

  /// Escapes a text for an attribute, where line ends and tabs read as spaces unless they are written as numbers.
  private static func attribute(_ text: String) -> String {
    HTMLPage.escape(text).replacing("\n", with: "&#10;").replacing("\t", with: "&#9;")
  }
}
