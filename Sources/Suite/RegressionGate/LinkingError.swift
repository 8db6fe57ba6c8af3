/// Why an executable can't be linked anew.
struct LinkingError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}
