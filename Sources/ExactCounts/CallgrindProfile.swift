/// What callgrind has counted in one run of a program.
///
/// Source: the Callgrind format specification, valgrind manual, chapter 6; names are written once and
/// then referred to by a number in parentheses.
struct CallgrindProfile: Equatable {
  /// Machine instructions in all.
  private(set) var instructions = 0
  /// How often each function was called, by its name without the marks of recursion.
  private(set) var calls: [String: Int] = [:]

  /// Reads what `valgrind --tool=callgrind` has written; `nil` if it has no total, as after a crash.
  ///
  /// - Complexity: Proportional to the length of the text.
  init?(_ text: Substring) {
    var names: [Substring: String] = [:]
    var callee: String?
    var total: Int?
    for line in text.split(separator: "\n") {
      if line.hasPrefix("cfn=") || line.hasPrefix("fn=") {
        guard let equals = line.firstIndex(of: "=") else { continue }
        let reference = line[line.index(after: equals)...]
        guard reference.hasPrefix("("), let end = reference.firstIndex(of: ")") else { continue }
        let number = reference[...end]
        let name = reference[reference.index(after: end)...].drop { $0 == " " }
        if !name.isEmpty { names[number] = Self.plainName(name) }
        if line.hasPrefix("cfn=") { callee = names[number] }
      } else if line.hasPrefix("calls="), let name = callee {
        let count = line.dropFirst("calls=".count).prefix { $0.isNumber }
        calls[name, default: 0] += Int(count) ?? 0
      } else if line.hasPrefix("summary: ") || line.hasPrefix("totals: ") {
        total = line.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? total
      }
    }
    guard let total else { return nil }
    instructions = total
  }

  /// How often the functions were called in all.
  func calls(of names: [String]) -> Int {
    names.reduce(0) { $0 + (calls[$1] ?? 0) }
  }

  /// `swift_release'2` is `swift_release`, called from itself.
  private static func plainName(_ name: Substring) -> String {
    guard let mark = name.lastIndex(of: "'"), name[mark...].dropFirst().allSatisfy(\.isNumber)
    else {
      return String(name)
    }
    return String(name[..<mark])
  }
}
