/// Stacks in a line, for a person to read.
package enum StackText {
  /// The longest sequence of functions of which repetitions are found.
  private static let longest = 4

  /// The innermost functions of a stack.
  ///
  /// Those that call each other again and again are told once, with how often.
  ///
  /// - Complexity: Proportional to the number of names.
  /// - Parameters:
  ///   - names: The functions, the innermost first.
  ///   - depth: How many of them, or of their repetitions, are shown.
  /// - Returns: Such as `spin < deep (41x) < main < ...`.
  package static func shown(_ names: [String], depth: Int) -> String {
    var (shown, place) = ([String](), 0)
    while place < names.count, shown.count < depth {
      let (length, count) = repetition(in: names, at: place)
      let sequence = names[place..<place + length].joined(separator: " < ")
      let piece = length == 1 ? sequence : "(\(sequence))"
      shown.append(count == 1 ? piece : "\(piece) (\(count)x)")
      place += length * count
    }
    return shown.joined(separator: " < ") + (place < names.count ? " < ..." : "")
  }

  /// The shortest sequence that is repeated at a place, and how often it is there; one name, once, if there is none.
  private static func repetition(in names: [String], at place: Int) -> (length: Int, count: Int) {
    for length in 1...longest {
      var end = place + length
      while end < names.count, names[end] == names[end - length] { end += 1 }
      let count = (end - place) / length
      if count > 1 { return (length, count) }
    }
    return (1, 1)
  }
}
