/// What memcheck says at a program's end about what it allocated.
///
/// Source: valgrind manual, chapter 4; a `realloc` is an allocation of its new size and a free.
struct HeapTotals: Equatable {
  /// Blocks that were allocated.
  let allocations: Int
  /// Blocks that were freed.
  let frees: Int
  /// Bytes that were asked for.
  let bytes: Int

  /// Finds the totals in what valgrind has said; `nil` if they are not there, as after a crash.
  init?(_ messages: String) {
    // A computed value: a Regex is not Sendable.
    let line = /total heap usage: ([\d,]+) allocs, ([\d,]+) frees, ([\d,]+) bytes allocated/
    // The last: a program that starts itself anew has a line of each start.
    guard let match = messages.matches(of: line).last else { return nil }
    func number(_ text: Substring) -> Int? { Int(text.filter { $0 != "," }) }
    guard let allocations = number(match.1), let frees = number(match.2),
      let bytes = number(match.3)
    else { return nil }
    self.allocations = allocations
    self.frees = frees
    self.bytes = bytes
  }
}
