/// The services that are measured beside each other.
enum ShopService: String, CaseIterable, Sendable, CustomStringConvertible {
  /// Its carts are in a store of Katana, and it speaks to traces that nobody records.
  case store
  /// The same service with its carts in an actor.
  case actor
  /// Its carts are in a store, and it knows of no traces.
  case untraced
  /// Its carts are in a store, and what it says is recorded.
  case recorded

  var description: String { rawValue }

  /// The options of the server.
  var options: [String] {
    switch self {
    case .store, .recorded: []
    case .actor: ["--carts-in", "actor"]
    case .untraced: ["--untraced"]
    }
  }
}
