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
  /// Its carts are in a store, it knows of no traces, and what its tasks do is recorded.
  case tasks

  /// Whether something records it.
  var isRecorded: Bool { self == .recorded || self == .tasks }

  var description: String { rawValue }

  /// The options of the server.
  var options: [String] {
    switch self {
    case .store, .recorded: []
    case .actor: ["--carts-in", "actor"]
    case .untraced, .tasks: ["--untraced"]
    }
  }
}
