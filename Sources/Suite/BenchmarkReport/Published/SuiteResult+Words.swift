import BenchmarkResults
import ReportRendering

/// Names of rows in words: those that the suite gives, otherwise the names with spaces.
extension SuiteResult {
  /// A benchmark: `contended-mutex` is "a Mutex" or "contended mutex".
  func words(ofBenchmark name: String) -> String { words?[name] ?? Self.spaced(name) }

  /// A parameter's key, as the header of a column.
  func words(ofKey key: String) -> String { words?["\(key)="] ?? Self.spaced(key) }

  /// A parameter's value, as the cell of a column.
  func words(ofValue parameter: BenchmarkParameter) -> String {
    words?[parameter.description] ?? Self.grouped(parameter.value)
  }

  /// A row: "a dispatch, 4 threads, state 64KB"; without parameters that are said of a row beside it.
  func words(of row: RowResult, beside known: [BenchmarkParameter] = []) -> String {
    words(ofBenchmark: row.benchmark, row.parameters.filter { !known.contains($0) })
  }

  /// A benchmark with some parameters.
  func words(ofBenchmark name: String, _ parameters: [BenchmarkParameter]) -> String {
    ([words(ofBenchmark: name)] + parameters.map(phrase)).joined(separator: ", ")
  }

  /// A row by its name.
  func words(ofRow name: String, beside known: [BenchmarkParameter] = []) -> String {
    rows.first { $0.name == name }.map { words(of: $0, beside: known) } ?? name
  }

  /// What a bar's value is compared with, or which quantity it is.
  func words(ofSubject bar: BarResult) -> String {
    let text = bar.subjectText
    guard let row = rows.first(where: { $0.name == bar.row }) else { return text }
    let named = row.ratios.map(\.floor).filter(text.contains).max { $0.count < $1.count }
    return named.map { text.replacing($0, with: words(ofRow: $0, beside: row.parameters)) } ?? text
  }

  private func phrase(_ parameter: BenchmarkParameter) -> String {
    if let words = words?[parameter.description] { return words }
    let key = words(ofKey: parameter.key)
    let value = words(ofValue: parameter)
    let isPlural = key.hasSuffix("s")
    guard Double(parameter.value) != nil, isPlural || words?["\(parameter.key)="] != nil else {
      return "\(key) \(value)"
    }
    return "\(value) \(isPlural && value == "1" ? "\(key.dropLast())" : key)"
  }

  /// A name of words that are joined by hyphens; names that have spaces stay as they are, since a hyphen means something else there.
  private static func spaced(_ name: String) -> String {
    name.contains(" ") ? name : name.replacing("-", with: " ")
  }

  /// A whole number from 10,000 on with commas.
  private static func grouped(_ value: String) -> String {
    guard value.count > 4, value.allSatisfy(\.isWholeNumber) else { return value }
    let digits = Array(value)
    return digits.indices.reduce(into: "") { text, index in
      if index > 0, (digits.count - index).isMultiple(of: 3) { text.append(",") }
      text.append(digits[index])
    }
  }
}
