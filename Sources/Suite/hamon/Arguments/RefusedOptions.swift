import ArgumentParser

/// Options that don't go together: what is wrong with them, and whether it is.
typealias RefusedOptions = KeyValuePairs<String, Bool>

extension RefusedOptions {
  /// The first error; `nil` if all options go together.
  var error: String? { first(where: \.value)?.key }

  func check() throws {
    if let error { throw ValidationError(error) }
  }
}
