import KatanaRouter

@MainActor
class Screen: Routable {
  nonisolated init() {}
}

final class OtherScreen: Screen {}

func screen(_ name: String) -> Destination {
  Destination(routableType: Screen.self, userIdentifier: name)
}

/// Reads a tree as the documents write it: `A*[B*, C[D]]`, where a star marks what is active; empty text
/// is the empty tree.
func tree(_ text: String) throws -> NavigationTree {
  try NavigationTree(node(text))
}

func node(_ text: String) -> NavigationNode? {
  var parser = TreeParser(rest: Substring(text.filter { $0 != " " }))
  return text.isEmpty ? nil : parser.node()
}

private struct TreeParser {
  var rest: Substring

  mutating func node() -> NavigationNode {
    let name = rest.prefix { !"*[],".contains($0) }
    rest = rest.dropFirst(name.count)
    let isActive = take("*")
    var children: [NavigationNode] = []
    if take("[") {
      repeat { children.append(node()) } while take(",")
      _ = take("]")
    }
    return NavigationNode(screen(String(name)), isActive: isActive, children: children)
  }

  private mutating func take(_ character: Character) -> Bool {
    guard rest.first == character else { return false }
    rest.removeFirst()
    return true
  }
}

extension Sequence<NavigationNode> {
  /// The names, one after the other.
  var names: String { map { $0.destination.userIdentifier ?? "?" }.joined(separator: " ") }
}
