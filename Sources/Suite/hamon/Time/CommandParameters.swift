import BenchmarkResults
import Foundation
import SuiteErrors

/// A parameter of commands: `{NAME}` stands for each of its values.
struct CommandParameter: Equatable {
  /// More rows than these are a mistake, or take days.
  static let mostCombinations = 1000

  let name: String
  let values: [String]

  /// Reads a name and a list: `compiler gcc,clang`; a comma after a backslash belongs to a value.
  init(list: String) throws(SuiteError) {
    let parts = list.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty else {
      throw SuiteError(
        "--parameter-list \(list)",
        "it is no name and list",
        remedy: "give NAME A,B,C"
      )
    }
    name = String(parts[0])
    var values = [""]
    var rest = parts[1]
    while let character = rest.popFirst() {
      switch (character, rest.first) {
      case ("\\", ","?), ("\\", "\\"?): values[values.count - 1].append(rest.removeFirst())
      case (",", _): values.append("")
      default: values[values.count - 1].append(character)
      }
    }
    self.values = values
  }

  /// Reads a name, the first and the last number: `threads 1 12`.
  init(scan: String, step: String?) throws(SuiteError) {
    let parts = scan.split(separator: " ").map(String.init)
    func number(_ text: String) -> Decimal? {
      // Decimal's own reading stops at what is no number.
      text.wholeMatch(of: /[+-]?(\d+\.?\d*|\.\d+)/) == nil ? nil : Decimal(string: text)
    }
    guard parts.count == 3, let first = number(parts[1]), let last = number(parts[2]) else {
      throw SuiteError(
        "--parameter-scan \(scan)",
        "it is no name and two numbers",
        remedy: "give NAME MIN MAX"
      )
    }
    guard let step = number(step ?? "1"), step > 0 else {
      throw SuiteError(
        "--parameter-step-size \(step ?? "")",
        "it is no number over 0",
        remedy: "give the distance of two values"
      )
    }
    guard first <= last else {
      throw SuiteError(
        "--parameter-scan \(scan)",
        "its first number is beyond its last",
        remedy: "give the smaller one first"
      )
    }
    guard (last - first) / step < Decimal(Self.mostCombinations) else {
      throw .tooManyCombinations("--parameter-scan \(scan)")
    }
    name = parts[0]
    var values: [String] = []
    var value = first
    while value <= last {
      values.append("\(value)")
      value += step
    }
    self.values = values
  }

  /// All combinations of the values of some parameters; the last parameter changes first.
  ///
  /// - Returns: One that is empty if there are no parameters.
  static func combinations(
    of parameters: [CommandParameter]
  ) throws(SuiteError) -> [[BenchmarkParameter]] {
    if let twice = parameters.map(\.name).firstRepetition {
      throw SuiteError("parameter \(twice)", "it is given twice", remedy: "give its values once")
    }
    var combinations: [[BenchmarkParameter]] = [[]]
    for parameter in parameters {
      guard combinations.count * parameter.values.count <= mostCombinations else {
        throw .tooManyCombinations("parameter \(parameter.name)")
      }
      combinations = combinations.flatMap { earlier in
        parameter.values.map { earlier + [BenchmarkParameter(key: parameter.name, value: $0)] }
      }
    }
    return combinations
  }
}

extension [BenchmarkParameter] {
  /// Puts the values in the places of the names; what a value has in braces stays.
  func replaced(in text: String) -> String {
    var result = ""
    var rest = Substring(text)
    while let brace = rest.firstIndex(of: "{") {
      result += rest[..<brace]
      rest = rest[brace...]
      if let parameter = first(where: { rest.hasPrefix("{\($0.key)}") }) {
        result += parameter.value
        rest = rest.dropFirst(parameter.key.count + 2)
      } else {
        result.append(rest.removeFirst())
      }
    }
    return result + rest
  }
}

extension [String] {
  /// The first that was there before.
  var firstRepetition: String? {
    var seen: Set<String> = []
    return first { !seen.insert($0).inserted }
  }
}

extension SuiteError {
  fileprivate static func tooManyCombinations(_ subject: String) -> SuiteError {
    SuiteError(
      subject,
      "it makes more than \(CommandParameter.mostCombinations) commands",
      remedy: "give fewer values, or a larger --parameter-step-size"
    )
  }
}
