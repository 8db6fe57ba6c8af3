package import Subprocess

extension Executable {
  /// The program in a file.
  ///
  /// - Parameter path: The path of the file.
  /// - Returns: How it is started.
  package static func file(_ path: String) -> Executable {
    .path(literalPath(path))
  }

  /// A path as Subprocess takes them.
  ///
  /// Its type belongs to a package that this one doesn't depend on, so it is made as a literal is: without
  /// naming it.
  static func literalPath<Path: ExpressibleByStringLiteral>(_ text: String) -> Path
  where Path.StringLiteralType == String {
    Path(stringLiteral: text)
  }
}
