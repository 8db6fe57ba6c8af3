package import Subprocess

extension Executable {
  /// The program in a file.
  ///
  /// - Parameter path: The path of the file.
  /// - Returns: How it is started.
  package static func file(_ path: String) -> Executable {
    // The type of the path belongs to a package that this one doesn't depend on, so it is made as a
    // literal is: without naming it.
    func literal<Path: ExpressibleByStringLiteral>(_ text: String) -> Path
    where Path.StringLiteralType == String {
      Path(stringLiteral: text)
    }
    return .path(literal(path))
  }
}
