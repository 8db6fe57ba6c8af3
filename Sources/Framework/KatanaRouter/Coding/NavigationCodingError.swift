/// Why a navigation could not be written or read.
public enum NavigationCodingError: Error, Equatable, Sendable {
  /// The coder was not given a catalog.
  case missingCatalog
  /// The catalog has another type of the name already, or another name of the type.
  case nameTaken(String, type: String)
  /// The catalog doesn't have the destination's type.
  case unknownType(Destination)
  /// The catalog doesn't have the name.
  case unknownName(String)
  /// The destination's context isn't of the type that the catalog has.
  case wrongContext(Destination, expected: String)
  /// A link can't be read from some character of its path on.
  case malformedLink(path: String, offset: Int)
  /// The context of a destination in a link can't be read.
  case malformedContext(Destination, reason: String)
  /// The destination has a context, and its type was registered without one.
  case unexpectedContext(Destination)
  /// A type can't be registered without a name.
  case emptyName(type: String)
  /// The nodes that were read are not a tree.
  case notATree(node: Int)
  /// Two destinations are the active one of the same parent.
  case severalActive(Destination, Destination)
}

extension NavigationCodingError: CustomStringConvertible {
  /// What is wrong and what to do, in one line.
  public var description: String {
    switch self {
    case .missingCatalog:
      "navigation: the coder has no catalog; put a DestinationCatalog into its userInfo"
    case .nameTaken(let name, let type):
      "catalog: \(name) or \(type) is registered already; register each name and type once"
    case .unknownType(let destination):
      "destination \(destination): its type has no name; register it in the catalog"
    case .unknownName(let name):
      "name \(name): no type is registered under it; register one in the catalog"
    case .wrongContext(let destination, let expected):
      "destination \(destination): its context is not \(expected); register the type that it has"
    case .malformedLink(let path, let offset):
      "link \(path): character \(offset) can't be read; see DestinationCatalog.url(for:base:)"
    case .malformedContext(let destination, let reason):
      "destination \(destination): its context can't be read: \(reason); correct what wrote it"
    case .unexpectedContext(let destination):
      "destination \(destination): its type has no context; register it with the context's type"
    case .emptyName(let type):
      "catalog: the name of \(type) is empty; give it one, or links can't be read"
    case .severalActive(let first, let second):
      "destination \(second): \(first) is the active one beside it; make one of them active"
    case .notATree(let node):
      "navigation: node \(node) has no parent before it; correct what wrote it"
    }
  }
}
