/// Where a stack runs or waits, by its innermost meaningful functions.
struct StackPlace: Equatable {
  /// For a wait the function of the system that the program called, otherwise the innermost one outside the C library.
  let inner: String
  /// The innermost function of the program, if it is another one.
  let own: String?

  /// The words for it, with the preposition.
  var text: String { "in `\(inner)`" + (own.map { " under `\($0)`" } ?? "") }
}

extension StackTable {
  /// Where a stack runs or waits; `nil` for one without functions.
  func place(of stack: Int32, isWaiting: Bool) -> StackPlace? {
    let functions = functions(of: stack)
    let own = functions.firstIndex { !$0.isOfSystem }
    let first =
      isWaiting
      ? own.map { max(0, $0 - 1) }
      : functions.firstIndex { !$0.object.hasPrefix("libc.") && !$0.object.isEmpty }
    guard let place = first ?? functions.indices.first else { return nil }
    return StackPlace(
      inner: functions[place].name,
      own: own.flatMap { $0 == place ? nil : functions[$0].name }
    )
  }
}
