/// A line that asks a served row for something it doesn't know.
struct ServingError: Error, Equatable, CustomStringConvertible {
  let line: String

  /// What is wrong and what to do.
  var description: String {
    "the input \"\(line.prefix(80))\" is no request; write `sample N` with N up to a million, or `end`"
  }
}
