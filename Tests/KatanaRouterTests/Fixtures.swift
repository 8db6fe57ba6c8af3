import KatanaRouter

/// A routable that writes down what it is asked for.
@MainActor
class Screen: Routable {
  let name: String
  let journal: Journal

  init(_ name: String, journal: Journal) {
    self.name = name
    self.journal = journal
  }

  func push(_ destination: Destination, order: DestinationList) async throws -> any Routable {
    let name = destination.userIdentifier ?? "?"
    try await journal.note("\(self.name) pushes \(name) into \(order)")
    return make(name)
  }

  func pop(_ destination: Destination) async throws {
    try await journal.note("\(name) pops \(destination.userIdentifier ?? "?")")
  }

  func change(_ change: RouteChange) async throws -> [Destination: any Routable] {
    try await journal.note(
      "\(name) changes \(change.popped) to \(change.pushed) into \(change.order)"
    )
    var routables: [Destination: any Routable] = [:]
    for destination in change.pushed {
      let name = destination.userIdentifier ?? "?"
      if !journal.missing.contains(name) { routables[destination] = make(name) }
    }
    return routables
  }

  func changeActiveDestination(_ active: Destination?) async throws {
    try await journal.note("\(name) activates \(active?.userIdentifier ?? "nothing")")
  }

  func reorder(_ order: DestinationList) async throws {
    try await journal.note("\(name) reorders \(order)")
  }

  func update(_ destination: Destination) async throws {
    try await journal.note("\(name) gets \(destination.contextData ?? "nothing")")
  }

  private func make(_ name: String) -> any Routable {
    journal.wrong.contains(name)
      ? WrongScreen()
      : name.hasPrefix("other")
        ? OtherScreen(name, journal: journal)
        : Screen(name, journal: journal)
  }
}

final class OtherScreen: Screen {}

/// A routable of a type that no destination has.
final class WrongScreen: Routable {}

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
