import Foundation

/// Arguments of a program, which are taken one after the other.
struct Arguments {
  /// The program's name, for messages.
  let program: String
  private var rest: ArraySlice<String>

  init(_ arguments: [String], of program: String) {
    self.program = program
    rest = arguments[...]
  }

  /// The next option.
  mutating func next() -> String? { rest.popFirst() }

  /// What follows an option.
  mutating func value(of option: String) throws(UsageError) -> String {
    guard let value = rest.popFirst() else { throw mistake(option, "its value is missing") }
    return value
  }

  /// The whole number that follows an option.
  mutating func number<Number: FixedWidthInteger>(
    of option: String,
    in range: ClosedRange<Number>
  ) throws(UsageError) -> Number {
    let text = try value(of: option)
    guard let number = Number(text), range.contains(number) else {
      throw mistake(
        "\(option) \(text)",
        "it isn't a number from \(range.lowerBound) to \(range.upperBound)"
      )
    }
    return number
  }

  /// The size that follows an option, such as 360x560.
  mutating func size(of option: String) throws(UsageError) -> CGSize {
    let text = try value(of: option)
    let sides = text.split(separator: "x", omittingEmptySubsequences: false).map { Double($0) }
    guard sides.count == 2, let width = sides[0], let height = sides[1],
      (1...10_000).contains(width), (1...10_000).contains(height)
    else { throw mistake("\(option) \(text)", "it isn't a size such as 360x560") }
    return CGSize(width: width, height: height)
  }

  /// A mistake of whoever has started the program.
  func mistake(_ subject: String, _ problem: String) -> UsageError {
    UsageError(subject: subject, problem: problem, program: program)
  }
}

/// An argument that isn't understood.
struct UsageError: Error, CustomStringConvertible {
  let subject: String
  let problem: String
  let program: String

  var description: String { "\(subject): \(problem); see \(program) --help" }
}
