package import SampleAnalysis

/// The function of the program that blocks are told by.
package struct MemoryPlace: Sendable, Codable, Hashable {
  package var function: String
  /// The program or library, without its folders.
  package var object: String
  /// The line that allocates; `nil` if unknown.
  package var source: SourceLine?

  /// Its name with its line: `Cache.insert(_:) (Cache.swift:12)`.
  package var text: String { SourceLine.text(function, at: source) }
}

extension MemoryProfile {
  /// The innermost function of the program that a person wrote and that is no initializer, which says no more than the type; without one, of
  /// the program at all, or else the innermost that isn't there just to allocate.
  package func place(of stack: Int32) -> MemoryPlace {
    let functions = stacks.functions(of: stack)
    let own = functions.filter { !$0.isOfSystem }
    let allocators = [
      "malloc", "calloc", "realloc", "posix_memalign", "aligned_alloc", "swift_alloc",
      "swift_slowAlloc",
    ]
    let found =
      own.first { $0.line != nil && !$0.name.contains("init(") }
      ?? own.first { $0.line != nil } ?? own.first
      ?? functions.first { function in !allocators.contains { function.name.hasPrefix($0) } }
      ?? functions.first
    guard let found else { return MemoryPlace(function: "[unknown]", object: "?") }
    return MemoryPlace(function: found.name, object: found.object, source: found.line)
  }
}
